/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Opens and closes user-defined distributions: a text becomes a descriptor and lane text. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "read.h"
#include "reroll_law.h"
#include "host/lists/lists.h"
#include "engine/abi/user.h"

#define TEXT_MAX (64u << 10)   /* bytes */

/* ---- The descriptor ---- */

/* The family: 2^22 plus the upper 22 bits of SHA-256 of the name, a blank and the bits version in decimal. */
static uint32_t family_of(const char *name, uint32_t version)
{
    char text[RR_USER_NAME + 16], digest[RR_SHA256_TEXT];
    rr_sha256 hash;
    snprintf(text, sizeof text, "%s %u", name, (unsigned)version);
    rr_sha256_start(&hash);
    rr_sha256_add(&hash, text, strlen(text));
    rr_sha256_finish(&hash, digest);
    digest[8] = '\0';
    return 1u << 22 | (uint32_t)(strtoul(digest, NULL, 16) >> 10);
}

/* The number of attempts that are all rejected with a probability below 2^-64 at acceptance `min`: (1 - p)^n <= e^(-p n),
 * and 64 log 2 is below 45. */
static uint32_t cap_of(double min) { return min >= 0.16 ? 256 : (uint32_t)ceil(45 / min); }

/* Bits for the attempt number. */
static unsigned attempt_bits(uint32_t cap) { return cap <= 1u << 8 ? 8 : cap <= 1u << 16 ? 16 : 24; }

static rr_range range_of(double low, double high, int open, double max)
{
    return (rr_range){fmax(low, -max), fmin(high, max), open && isfinite(low), open && isfinite(high)};
}

static const rr_example *examples_of(const rr_user_read *read)
{
    const uint32_t examples = read->params ? read->examples : 1;   /* without parameters: one, with no values */
    rr_example *list = calloc(examples + 1, sizeof *list);
    for (uint32_t e = 0; list && e < examples; ++e) {
        list[e].use = RR_FOR_BENCH | RR_FOR_STRATEGIES | RR_FOR_PLAN;
        memcpy(list[e].low, read->example[e], sizeof list[e].low);
        memcpy(list[e].high, read->example[e], sizeof list[e].high);
    }
    return list;
}

/* A derived distribution has its own name and help; the rest is that of its base. */
static void name_law(rr_user *law, const rr_user_read *read)
{
    char name[2 * RR_USER_NAME];
    rr_sampler *s = &law->sampler;
    const int derived = law->derived - 1;
    snprintf(name, sizeof name, "%s%s%s", read->name, derived < 0 ? "" : ":",
             derived < 0 ? "" : read->derived[derived].name);
    s->name = strdup(name);
    s->help = strdup(derived < 0 ? read->message : read->derived[derived].message);
    s->law = s->name;
}

static void describe(rr_user *law, const rr_user_read *read)
{
    rr_sampler *s = &law->sampler;
    law->about.no_moments = "a user-defined distribution";
    law->about.examples = examples_of(read);
    *s = (rr_sampler){
        .source = "a user-defined distribution", .method = "",
        .bits_version = read->version, .family = family_of(read->name, read->version),
        .dtypes = read->counts ? 1u << RR_I64 | 1u << RR_F32 | 1u << RR_F64
                               : 1u << RR_F32 | 1u << RR_F64 | 1u << RR_F16 | 1u << RR_BF16,
        .params = read->params, .rejects = 1, .min_accept = read->min, .cap = cap_of(read->min),
        .words = {read->words[0], read->words[1]}, .counts = read->counts, .about = &law->about,
    };
    name_law(law, read);
    for (uint32_t p = 0; p < read->params; ++p) {
        const double low = read->param[p].low, high = read->param[p].high;
        const int open = read->param[p].open;
        s->param[p] = (rr_param_info){.name = strdup(read->param[p].name), .help = strdup(read->param[p].unit),
            .fallback = NAN,
                                      .f32 = range_of(low, high, open, read->counts ? DBL_MAX : FLT_MAX),
                                      .f64 = range_of(low, high, open, DBL_MAX)};
    }
    rr_about_fill(s, &law->seen);
    s->opened = &law->seen;
}

/* Undefines the text's names, so that no macro of the compiler or a header changes them. A macro renames each function,
 * because a device may have a function or a type of the same name. */
static void begin_names(FILE *f, const rr_user_read *read)
{
    for (unsigned k = 0; k < read->names; ++k)
        fprintf(f, "#undef %.*s\n", (int)read->name_size[k], read->name_at[k]);
    for (unsigned k = 0; k < read->names; ++k)
        if (read->name_kind[k] == RR_USER_FUNCTION)
            fprintf(f, "#define %.*s(...) rr_user_own_%.*s(__VA_ARGS__)\n", (int)read->name_size[k], read->name_at[k],
                    (int)read->name_size[k], read->name_at[k]);
}

static void end_names(FILE *f, const rr_user_read *read)
{
    for (unsigned k = 0; k < read->names; ++k)
        if (read->name_kind[k] != RR_USER_VARIABLE)
            fprintf(f, "#undef %.*s\n", (int)read->name_size[k], read->name_at[k]);
}

/* Writes each table as a function of a word; values are in pairs (engine/user/attempt.h). */
static void write_tables(FILE *f, const rr_user_read *read)
{
    for (unsigned t = 0; t < read->tables; ++t) {
        const unsigned count = read->table[t].count, k = read->table[t].name;
        const double *value = read->value + read->table[t].first;
        fprintf(f, "RR_TABLE rr_scalar rr_user_table_%u[] = {", t);
        for (unsigned v = 0; v < count; ++v) fprintf(f, "RR_C(%a),%s", value[v], v % 4 == 3 ? "\n" : " ");
        fprintf(f, "%s};\nRR_FN rr_real %.*s(rr_word w) { return rr_user_entry(rr_user_table_%u, %u, w); }\n",
                count % 2 ? "RR_C(0)" : "", (int)read->name_size[k], read->name_at[k], t, count);
    }
}

static int is_cut(const rr_user_read *read, size_t at)
{
    for (unsigned c = 0; c < read->cuts; ++c)
        if (at >= read->cut[c].from && at < read->cut[c].to) return 1;
    return 0;
}

/* The lane text, RR_USER_FILE (engine/user/attempt.h): the text without RR_MEAN, RR_CDF and tables, whose newlines stay.
 * `where` has no quotes and no backslashes. */
static char *lanes_of(const rr_user *law, const rr_user_read *read, const char *where)
{
    const rr_sampler *s = &law->sampler;
    char *text = NULL;
    size_t size = 0;
    FILE *f = open_memstream(&text, &size);
    if (!f) return NULL;
    fprintf(f, "#define RR_USER_ATTEMPT_BITS %u\n#define RR_USER_COUNTS %d\n", attempt_bits(s->cap), s->counts);
    fprintf(f, "#define RR_USER_DERIVED %u\n", law->derived);
    for (unsigned k = 0; k < read->derived_count; ++k)
        fprintf(f, "#define RR_USER_DERIVED_%s %u\n", read->derived[k].name, k + 1);
    fprintf(f, "#define RR_TRY(name) RR_FN rr_try rr_user_try(rr_user_bits *d");
    for (uint32_t p = 0; p < s->params; ++p) fprintf(f, ", rr_real %s", s->param[p].name);
    fprintf(f, ")\n#define RR_USER_CALL(d, p) rr_user_try(d");
    for (uint32_t p = 0; p < s->params; ++p) fprintf(f, ", (p)[%u]", (unsigned)p);
    fprintf(f, ")\n#define RR_USER_SLOTS(f)");
    for (uint32_t p = 0; p < s->params; ++p) fprintf(f, " f(%u)", (unsigned)p);
    fputc('\n', f);
    begin_names(f, read);
    write_tables(f, read);
    fprintf(f, "#line 1 \"%s\"\n", where);
    for (size_t k = 0; law->text[k]; ++k)
        if (!is_cut(read, k) || law->text[k] == '\n') fputc(law->text[k], f);
    fputc('\n', f);
    end_names(f, read);
    if (!fclose(f)) return text;
    free(text);
    return NULL;
}

/* True if the text defines the mean or the CDF of this distribution. A derived one has neither. */
static int defines(const rr_user *law, const rr_user_read *read, rr_user_host what)
{
    return !law->derived && read->host[what].to;
}

/* The { ... } of RR_MEAN or RR_CDF, with its line in the text; NULL: there is none, or no memory. */
static char *host_of(const rr_user *law, const rr_user_read *read, rr_user_host what, const char *where)
{
    char *text = NULL;
    unsigned line = 1;
    const size_t from = read->host[what].from, to = read->host[what].to;
    for (size_t k = 0; k < from; ++k) line += law->text[k] == '\n';
    if (!defines(law, read, what)) return NULL;
    const int n = asprintf(&text, "#line %u \"%s\"\n%.*s", line, where, (int)(to - from), law->text + from);
    return n < 0 ? NULL : text;
}

/* ---- Texts ---- */

static void forget(rr_user *law)
{
    rr_sampler *s = &law->sampler;
    for (rr_user_loaded *l = law->loaded, *next; l; l = next) {
        next = l->next;
        rr_user_unload(l);
    }
    for (uint32_t p = 0; p < s->params; ++p) {
        free((char *)s->param[p].name);
        free((char *)s->param[p].help);
    }
    free((char *)s->name);
    free((char *)s->help);
    free((void *)law->about.examples);
    free(law->text);
    free(law->lanes);
    for (int what = 0; what < RR_USER_HOSTS; ++what) free(law->host[what]);
    pthread_mutex_destroy(&law->lock);
    free(law);
}

static int is_complete(const rr_user *law, const rr_user_read *read)
{
    const rr_sampler *s = &law->sampler;
    int complete = s->name && s->help && law->about.examples && law->lanes;
    for (uint32_t p = 0; p < s->params; ++p) complete = complete && s->param[p].name && s->param[p].help;
    for (int what = 0; what < RR_USER_HOSTS; ++what)
        complete = complete && (law->host[what] || !defines(law, read, (rr_user_host)what));
    return complete;
}

/* Selects the derived distribution; NULL: none. */
static rr_status choose_view(rr_user *law, const rr_user_read *read, const char *derived, rr_result *result)
{
    const unsigned k = derived ? (unsigned)rr_user_derived_of(read, derived, strlen(derived)) : 0;
    law->derived = derived ? k + 1 : 0;
    if (!derived || k < read->derived_count) return RR_OK;
    if (!read->derived_count) return rr_fail(result, RR_ERR_ARGUMENT, "%s has no derived distribution %.48s: it has none",
                                     read->name, derived);
    return rr_fail(result, RR_ERR_ARGUMENT, "%s has no derived distribution %.48s; its first one is %s", read->name, derived,
                   read->derived[0].name);
}

/* Takes ownership of the text. */
static rr_status make_law(char *text, const char *where, const char *derived, rr_user **made, rr_result *result)
{
    rr_user_read read;
    rr_user *law = calloc(1, sizeof *law);
    *made = NULL;
    if (!law) return free(text), rr_fail(result, RR_ERR_MEMORY, "no memory for a distribution");
    static atomic_uint serial;
    pthread_mutex_init(&law->lock, NULL);
    law->serial = atomic_fetch_add(&serial, 1) + 1;
    law->text = text;
    rr_status status = rr_user_read_text(text, where, &read, result);
    if (status == RR_OK && rr_sampler_find(read.name))
        status = rr_fail(result, RR_ERR_ARGUMENT, "%s%s: a sampler %s exists already: choose another name",
                         RR_PATH(where, RR_USER_WHERE), read.name);
    if (status == RR_OK) status = choose_view(law, &read, derived, result);
    if (status != RR_OK) return forget(law), status;
    rr_sha256 hash;
    rr_sha256_start(&hash);
    rr_sha256_add(&hash, text, strlen(text));
    rr_sha256_finish(&hash, law->digest);
    describe(law, &read);
    law->lanes = lanes_of(law, &read, where);
    for (int what = 0; what < RR_USER_HOSTS; ++what) law->host[what] = host_of(law, &read, (rr_user_host)what, where);
    if (!is_complete(law, &read)) return forget(law), rr_fail(result, RR_ERR_MEMORY, "no memory for a distribution");
    *made = law;
    return RR_OK;
}

/* The text of a file. */
static rr_status read_file(const char *path, char **text, rr_result *result)
{
    struct stat about;
    const int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    *text = NULL;
    if (file < 0) return rr_fail(result, RR_ERR_ARGUMENT, "%s%s: no such file, or it cannot be read", RR_PATH(path, 100));
    if (fstat(file, &about) || !S_ISREG(about.st_mode) || about.st_size > TEXT_MAX)
        return close(file), rr_fail(result, RR_ERR_ARGUMENT, "%s%s is not a text file of at most 64 KiB",
                                    RR_PATH(path, 100));
    char *to = calloc((size_t)about.st_size + 1, 1);
    const ssize_t n = to ? read(file, to, (size_t)about.st_size) : -1;
    close(file);
    if (n != about.st_size || memchr(to, '\0', (size_t)n))
        return free(to), rr_fail(result, RR_ERR_ARGUMENT, "%s%s cannot be read as a text file", RR_PATH(path, 100));
    *text = to;
    return RR_OK;
}

static int is_object(const char *path)
{
    const size_t n = strlen(path);
    return n > 3 && !strcmp(path + n - 3, ".so");
}

/* The DERIVED of PATH:DERIVED, after its colon; NULL: it is a path. An existing file of that name is a path. */
static const char *derived_in(const char *path)
{
    const char *colon = strrchr(path, ':');
    const int named = colon && colon > path && colon[1] &&
                      !colon[1 + strspn(colon + 1, "abcdefghijklmnopqrstuvwxyz0123456789_")];
    return named && access(path, F_OK) ? colon + 1 : NULL;
}

/* The text of a path, or of an object that contains it. */
static rr_status read_path(const char *path, const char *derived, char **text, rr_user_loaded **loaded, rr_result *result)
{
    if (strpbrk(path, "\"\\\n"))
        return rr_fail(result, RR_ERR_ARGUMENT, "the path of a distribution must not contain \", \\ or a newline");
    if (!is_object(path)) return read_file(path, text, result);
    const rr_status status = rr_user_load(path, loaded, result);
    if (status != RR_OK) return status;
    if (derived && strcmp((*loaded)->object->derived, derived))
        return rr_fail(result, RR_ERR_ARGUMENT, "%s%s was not built for the derived distribution %.48s: build it from "
                       "the .h file", RR_PATH(path, 32), derived);
    *text = strdup((*loaded)->object->text);
    return *text ? RR_OK : rr_fail(result, RR_ERR_MEMORY, "no memory for a distribution");
}

/* Opens a text, a file or an object, without its kernels. where: its name in messages; NULL: `given` is a path. */
static rr_status open_at(const char *given, const char *where, const char *derived, rr_user **law, rr_result *result)
{
    rr_user_loaded *loaded = NULL;
    char *text = NULL;
    rr_status status = RR_OK;
    if (!where) status = read_path(given, derived, &text, &loaded, result);
    else if (strlen(given) > TEXT_MAX) status = rr_fail(result, RR_ERR_ARGUMENT, "the text has more than 64 KiB");
    else if (!(text = strdup(given))) status = rr_fail(result, RR_ERR_MEMORY, "no memory for a distribution");
    if (loaded && loaded->object->derived[0]) derived = loaded->object->derived;
    if (status == RR_OK) status = make_law(text, where ? where : given, derived, law, result);
    if (status == RR_OK && loaded && strcmp(loaded->object->digest, (*law)->digest)) {
        forget(*law);
        *law = NULL;
        status = rr_fail(result, RR_ERR_ARGUMENT, "%s%s is damaged", RR_PATH(given, 100));
    }
    if (status == RR_OK && loaded) rr_user_take(*law, loaded);
    else rr_user_unload(loaded);
    return status;
}

static rr_status open_law(const char *given, const char *derived, rr_user **law, rr_result *result)
{
    *law = NULL;
    if (strchr(given, '\n') && access(given, F_OK)) return open_at(given, "law", derived, law, result);
    const char *own = derived ? NULL : derived_in(given);
    char *path = own ? strndup(given, (size_t)(own - 1 - given)) : NULL;
    if (own && !path) return rr_fail(result, RR_ERR_MEMORY, "no memory for a distribution");
    const rr_status status = open_at(path ? path : given, NULL, own ? own : derived, law, result);
    free(path);
    return status;
}

/* ---- Calls ---- */

/* Compiles the f64 kernels of the best instruction set: a distribution that does not compile is not opened. */
static rr_status try_kernels(rr_user *law, rr_result *result)
{
    rr_device *device;
    rr_status status = rr_device_open("cpu", &device);
    if (status != RR_OK) return rr_fail(result, status, "%s", rr_status_text(status));
    status = rr_user_ready(law, device->name, 1, result);
    rr_device_close(&device);
    return status;
}

rr_status rr_law_open(const char *given, const rr_sampler **sampler, rr_result *result)
{
    return rr_law_open_derived(given, NULL, sampler, result);
}

rr_status rr_law_open_derived(const char *given, const char *derived, const rr_sampler **sampler, rr_result *result)
{
    rr_user *law;
    if (sampler) *sampler = NULL;
    rr_older older RR_OLDER;
    if (rr_begin(&result, &older) != RR_OK) return RR_ERR_ARGUMENT;
    if (!given || !sampler) return rr_fail(result, RR_ERR_ARGUMENT, "law or sampler is NULL");
    rr_status status = open_law(given, derived, &law, result);
    if (status != RR_OK) return status;
    if (rr_user_other(law))
        status = rr_fail(result, RR_ERR_ARGUMENT,
            "%s %u has the family of an open distribution: close that one, or choose another name",
                         law->sampler.name, (unsigned)law->sampler.bits_version);
    if (status == RR_OK) status = try_kernels(law, result);
    if (status == RR_OK && !rr_user_put(law))
        status = rr_fail(result, RR_ERR_ARGUMENT, "%d distributions are open: close one", RR_USER_MAX);
    if (status != RR_OK) return forget(law), status;
    *sampler = &law->sampler;
    return RR_OK;
}

rr_status rr_law_close(const rr_sampler **sampler)
{
    rr_user *law;
    if (!sampler || !*sampler) return RR_OK;
    if (!rr_user_take_out(*sampler, &law)) return RR_ERR_ARGUMENT;
    forget(law);
    *sampler = NULL;
    return RR_OK;
}

rr_status rr_law_build(const char *given, const char *object, rr_result *result)
{
    const char *isas[RR_USER_SETS + 1] = {NULL};
    rr_device_info info;
    rr_user *law;
    unsigned n = 0;
    rr_older older RR_OLDER;
    if (rr_begin(&result, &older) != RR_OK) return RR_ERR_ARGUMENT;
    if (!given || !object) return rr_fail(result, RR_ERR_ARGUMENT, "law or object is NULL");
    if (!is_object(object)) return rr_fail(result, RR_ERR_ARGUMENT, "%s%s: the name must end in .so",
                                          RR_PATH(object, 100));
    rr_status status = open_law(given, NULL, &law, result);
    if (status != RR_OK) return status;
    for (size_t i = 0; rr_device_list(i, &info) && strcmp(info.name, "cpu:warp32"); ++i)
        if (n < RR_USER_SETS && strcmp(info.why, "not built for this kind of processor")) isas[n++] = info.name + 4;
    status = rr_user_build(law, isas, object, result);
    forget(law);
    return status;
}

void rr_law_digest(const rr_sampler *sampler, char digest[RR_SHA256_TEXT])
{
    rr_user *law = rr_user_hold(sampler);
    snprintf(digest, RR_SHA256_TEXT, "%s", law ? law->digest : "");
    rr_user_drop(law);
}

static double host_value(const rr_sampler *sampler, rr_user_host what, double x, const double *params)
{
    rr_user *law = rr_user_hold(sampler);
    const double value = law ? rr_user_value(law, what, x, params) : NAN;
    rr_user_drop(law);
    return value;
}

double rr_law_mean(const rr_sampler *sampler, const double *params) { return host_value(sampler, RR_USER_MEAN, 0, params); }

double rr_law_cdf(const rr_sampler *sampler, double x, const double *params)
{
    return host_value(sampler, RR_USER_CDF, x, params);
}
