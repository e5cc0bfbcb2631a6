/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The kernels of a user-defined distribution: from a loaded object, from the cache, or compiled, once per instruction set
 * and dtype. */
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "inside.h"
#include "targets/base/newfile.h"

enum { LEAST_SPACE = 4 << 20 };   /* bytes; a compilation takes a tenth */

/* The place of an instruction set: its own, or the first free one. Other threads may take one at the same time, so a name is
 * published as a whole. */
static int set_of(const rr_user *law, const char *isa)
{
    int k = 0;
    for (; k < RR_USER_SETS - 1; ++k) {
        const char *name = atomic_load_explicit(&law->set[k].isa, memory_order_acquire);
        if (!name || !strcmp(name, isa)) break;
    }
    return k;
}

const struct rr_ops *rr_user_ops(const rr_user *law, const char *isa, int wide)
{
    return atomic_load_explicit(&law->set[set_of(law, isa)].ops[wide], memory_order_acquire);
}

void rr_user_take(rr_user *law, rr_user_loaded *l)
{
    l->next = law->loaded;
    law->loaded = l;
    for (uint32_t t = 0; t < l->object->tables; ++t) {
        const rr_user_table *table = &l->object->table[t];
        const int k = set_of(law, table->isa);
        atomic_store_explicit(&law->set[k].isa, table->isa, memory_order_release);   /* the object stays loaded */
        atomic_store_explicit(&law->set[k].ops[table->dtype == 64], (const struct rr_ops *)table->ops, memory_order_release);
    }
}

/* The path of a compiled distribution: its name is the digest of compiler, flags and texts. */
static void object_name(const char *folder, const char *unit, const char *show, const char *isa, char path[RR_USER_PATH])
{
    char digest[RR_SHA256_TEXT];
    const char *parts[] = {rr_user_compiler(), rr_user_flags(isa), unit, show};
    rr_sha256 hash;
    rr_sha256_start(&hash);
    for (int i = 0; i < 4; ++i) rr_sha256_add(&hash, parts[i], strlen(parts[i]) + 1);
    rr_sha256_finish(&hash, digest);
    snprintf(path, RR_USER_PATH, "%.3900s/%s.so", folder, digest);
}

static rr_status no_shop(rr_result *result)
{
    return rr_fail(result, RR_ERR_DEVICE, "can't make a folder to compile a distribution: the folder for temporary files, "
                                          "$TMPDIR or /tmp, is not writable");
}

/* True if a compilation there may have failed because the directory was removed or its disk is full. */
static int is_lost(const char *shop)
{
    struct statvfs disk;
    return statvfs(shop, &disk) || (uint64_t)disk.f_bavail * disk.f_frsize < LEAST_SPACE;
}

/* Compiles in a workshop and loads. path: the object's place in the cache; NULL: it is not kept. */
static rr_status make_in(const char *shop, const char *path, const char *text, const char *isa, rr_user_loaded **loaded,
                         int *lost, rr_result *result)
{
    char made[RR_USER_PATH + 16];
    rr_status status = rr_user_compile(shop, "law", text, isa, 1, NULL, result);
    snprintf(made, sizeof made, "%s/law.so", shop);
    const int kept = path && status == RR_OK && !rename(made, path);
    if (status == RR_OK) status = rr_user_load(kept ? path : made, loaded, result);
    *lost = status != RR_OK && is_lost(shop);
    rr_user_workshop_end(shop);
    return status;
}

/* Compiles and loads: in the cache, or in a temporary directory if the cache can't be used. Its disk may be full, and another
 * process may remove it at any moment. */
static rr_status make(const char *folder, const char *path, const char *unit, const char *show, const char *isa,
                      rr_user_loaded **loaded, rr_result *result)
{
    char shop[RR_USER_PATH];
    const size_t size = strlen(unit) + strlen(show) + 2;
    rr_status status = RR_ERR_DEVICE;
    int lost = 1;
    char *whole = malloc(size);
    if (!whole) return rr_fail(result, RR_ERR_MEMORY, "no memory for the text of a distribution");
    snprintf(whole, size, "%s\n%s", unit, show);
    if (*folder) rr_user_sweep(folder);
    const int cached = *folder && rr_user_workshop(folder, shop);
    if (cached) status = make_in(shop, path, whole, isa, loaded, &lost, result);
    if (lost && rr_user_workshop("", shop)) status = make_in(shop, NULL, whole, isa, loaded, &lost, result);
    else if (!cached) status = no_shop(result);
    free(whole);
    return status;
}

static rr_status find_or_make(rr_user *law, const char *isa, int wide, rr_result *result)
{
    char folder[RR_USER_PATH], path[RR_USER_PATH];
    const char *why;
    rr_user_loaded *loaded = NULL;
    if (rr_user_folder(folder, result) < 0) return RR_ERR_DEVICE;
    char *unit = rr_user_unit(law, isa, wide), *show = rr_user_show(law, &isa, 1, wide);
    rr_status status = unit && show ? RR_OK : rr_fail(result, RR_ERR_MEMORY, "no memory for the text of a distribution");
    if (status == RR_OK) object_name(folder, unit, show, isa, path);
    const int file = status == RR_OK && *folder ? rr_user_open(path, &why) : -1;
    if (file >= 0) {
        close(file);
        if (rr_user_load(path, &loaded, NULL) != RR_OK) loaded = NULL;   /* a damaged object is compiled again */
    }
    if (status == RR_OK && !loaded) status = make(folder, path, unit, show, isa, &loaded, result);
    if (status == RR_OK) rr_user_take(law, loaded);
    free(unit);
    free(show);
    return status;
}

rr_status rr_user_ready(rr_user *law, const char *isa, int wide, rr_result *result)
{
    if (rr_user_ops(law, isa, wide)) return RR_OK;
    pthread_mutex_lock(&law->lock);
    const rr_status status = rr_user_ops(law, isa, wide) ? RR_OK : find_or_make(law, isa, wide, result);
    pthread_mutex_unlock(&law->lock);
    return status;
}

double rr_user_value(rr_user *law, rr_user_host what, double x, const double *params)
{
    pthread_mutex_lock(&law->lock);
    const rr_user_loaded *l = law->loaded;
    pthread_mutex_unlock(&law->lock);
    double (*const function)(double, const double *) = !l ? NULL : what == RR_USER_MEAN ? l->object->mean : l->object->cdf;
    return function ? function(x, params) : NAN;
}

/* ---- An object for other machines ------------------------------------------------------------------------------------ */

/* Copies an object to its place, where it appears whole or not at all. 0: failed, and errno is set. */
static int install(const char *made, const char *object)
{
    char part[RR_USER_PATH + 64];
    const int from = open(made, O_RDONLY | O_CLOEXEC), to = from < 0 ? -1 : rr_newfile_next_to(object, part, sizeof part);
    int good = to >= 0 && rr_user_copy(from, to) && !fchmod(to, 0755);
    if (from >= 0) close(from);
    if (to >= 0 && close(to)) good = 0;
    good = good && !rename(part, object);
    const int error = errno;
    if (to >= 0 && !good) unlink(part);
    errno = error;
    return good;
}

/* Makes a workshop where a killed process leaves nothing that stays: in the cache, which is swept, or in the directory of
 * temporary files. */
static int open_shop(char shop[RR_USER_PATH])
{
    char folder[RR_USER_PATH];
    const int cached = rr_user_folder(folder, NULL) > 0;
    if (cached) rr_user_sweep(folder);
    return (cached && rr_user_workshop(folder, shop)) || rr_user_workshop("", shop);
}

rr_status rr_user_build(const rr_user *law, const char *const *isas, const char *object, rr_result *result)
{
    char shop[RR_USER_PATH], path[2 * RR_USER_SETS][RR_USER_PATH + 64], made[RR_USER_PATH + 16];
    const char *objects[2 * RR_USER_SETS + 1] = {NULL};
    unsigned n = 0, sets = 0;
    rr_status status = RR_OK;
    if (!open_shop(shop)) return no_shop(result);
    for (; isas[sets] && sets < RR_USER_SETS && status == RR_OK; ++sets)
        for (int wide = 0; wide < 2 && status == RR_OK; ++wide) {
            char name[32], *unit = rr_user_unit(law, isas[sets], wide);
            snprintf(name, sizeof name, "%s%d", isas[sets], wide ? 64 : 32);
            status = unit ? rr_user_compile(shop, name, unit, isas[sets], 0, NULL, result)
                          : rr_fail(result, RR_ERR_MEMORY, "no memory for the text of a distribution");
            snprintf(path[n], sizeof path[n], "%s/%s.o", shop, name);
            objects[n] = path[n];
            ++n;
            free(unit);
        }
    char *show = rr_user_show(law, isas, sets, -1);
    if (status == RR_OK) status = show ? rr_user_compile(shop, "law", show, "", 1, objects, result)
                                       : rr_fail(result, RR_ERR_MEMORY, "no memory for the text of a distribution");
    free(show);
    snprintf(made, sizeof made, "%s/law.so", shop);
    if (status == RR_OK && !install(made, object))
        status = rr_fail(result, RR_ERR_ARGUMENT, "can't write %s%s: %m", RR_PATH(object, 80));
    rr_user_workshop_end(shop);
    return status;
}
