/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "store.h"
#include "cli/files/newfile.h"
#include "cli/files/paths.h"
#include "cli/files/textarray.h"
#include "cli/job/jobfile.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LISTED = 64, PIECE = 1 << 20, SHORT = 8 };   /* numbers of a list; bytes per read; digest digits in a file name */

/* ---- Lists ---- */

static uint64_t integer_at(const npy_array *a, size_t i)
{
    switch (a->type) {
    case RR_I32: return (uint64_t)(int64_t)((const int32_t *)a->data)[i];
    case RR_U32: return ((const uint32_t *)a->data)[i];
    default: return ((const uint64_t *)a->data)[i];
    }
}

/* True if doubles hold all values. The limit is below 2^53, because the text of 2^53 may be a rounded 2^53 + 1. */
static bool fits_double(const npy_array *a)
{
    const bool real = a->type == RR_F32 || a->type == RR_F64;
    bool fits = true;
    for (size_t i = 0; i < npy_count(a) && !real; ++i) {
        const uint64_t bits = integer_at(a, i), size = a->type != RR_U64 && (int64_t)bits < 0 ? -bits : bits;
        fits &= size < (uint64_t)1 << 53;
    }
    return fits;
}

void store_list(npy_array *a, bool integers)
{
    const size_t count = npy_count(a);
    const bool doubles = fits_double(a), wide = a->type == RR_I64 || a->type == RR_U64;
    if (!count || count > LISTED || (!doubles && !(integers && wide))) return;
    double value[LISTED];
    for (size_t i = 0; i < count; ++i)
        value[i] = dtype_value(a->type, (const char *)a->data + i * dtype_size(a->type));
    if (doubles) {
        free(a->data);
        a->data = get_memory(LISTED * sizeof *value);
        memcpy(a->data, value, count * sizeof *value);
        a->type = RR_F64;
    } else if (a->type == RR_U64) {   /* as reading the list's text does */
        bool large = false;
        for (size_t i = 0; i < count; ++i) large |= integer_at(a, i) > INT64_MAX;
        if (!large) a->type = RR_I64;
    }
    list_digest(a);
}

/* ---- Files ---- */

static int write_all(int fd, const void *data, size_t bytes, rr_sha256 *hash)
{
    rr_sha256_add(hash, data, bytes);
    for (const char *at = data; bytes;) {
        const ssize_t n = write(fd, at, bytes);
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) return errno;
        at += n;
        bytes -= (size_t)n;
    }
    return 0;
}

/* Writes the array to a new file with a random name, *temporary, and syncs it. Returns 0 or errno. */
static int write_array(const char *path, npy_array *a, char **temporary)
{
    char header[NPY_HEADER];
    rr_sha256 hash;
    const int fd = newfile_next_to(path, temporary);
    if (fd < 0) return errno;
    rr_sha256_start(&hash);
    npy_header(a->type, a->dims, a->shape, header);
    int error = write_all(fd, header, sizeof header, &hash);
    if (!error) error = write_all(fd, a->data, npy_count(a) * dtype_size(a->type), &hash);
    if (!error && fsync(fd)) error = errno;
    if (close(fd) && !error) error = errno;
    if (error) unlink(*temporary);
    rr_sha256_finish(&hash, a->digest);
    return error;
}

static bool has_digest(const char *path, const char *digest)
{
    char there[RR_SHA256_TEXT], *piece = get_memory(PIECE);
    const int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    rr_sha256 hash;
    ssize_t got = fd < 0 ? -1 : 1;
    rr_sha256_start(&hash);
    while (got > 0) {
        got = read(fd, piece, PIECE);
        if (got > 0) rr_sha256_add(&hash, piece, (size_t)got);
    }
    if (fd >= 0) close(fd);
    free(piece);
    rr_sha256_finish(&hash, there);
    return !got && !strcmp(there, digest);
}

/* Renames the new file, unless `path` exists with the same bytes. Returns 0 or errno: EEXIST if it has other bytes. */
static int name_file(const char *temporary, char *path, const npy_array *a, char **made)
{
    const int error = newfile_rename(temporary, path);
    if (!error) *made = get_copy(path);
    return error == EEXIST && has_digest(path, a->digest) ? unlink(temporary) ? errno : 0 : error;
}

static exit_status store_array(const char *name, job_param *p, output *out, const stored *stored, char **made)
{
    char *temporary = NULL, *path = get_text("%s.%s.npy", out->file, name);
    int error = write_array(path, &p->array, &temporary);
    const bool written = !error;
    if (!error) error = name_file(temporary, path, &p->array, made);
    if (error == EEXIST && stored->replace) {
        free(path);
        path = get_text("%s.%s.%.*s.npy", out->file, name, SHORT, p->array.digest);
        error = name_file(temporary, path, &p->array, made);
    }
    if (error && written) unlink(temporary);
    if (error) {
        out->error = error;
        if (error == EEXIST)
            refuse(EXIT_TROUBLE, "%s exists, with other contents; --force keeps it and adds a file of another name", path);
        else
            refuse(EXIT_TROUBLE, "can't write %s: %s", path, strerror(error));
        free(path);
    } else {
        p->path = path;
        p->next_to = true;
    }
    free(temporary);
    return error ? EXIT_TROUBLE : EXIT_DONE;
}

/* True if the parameter's file was made for a job of `file`, under a name with a digest. */
static bool is_own(const char *file, const char *name, const job_param *p)
{
    if (!p->path) return false;
    char *own = get_text("%s.%s.%.*s.npy", file, name, SHORT, p->array.digest);
    const bool is = !strcmp(own, p->path);
    free(own);
    return is;
}

/* Finds the files that only the job to be replaced uses. */
static void find_old(const job *job, const output *out, stored *stored)
{
    struct job there;
    job_state state;
    char *why;
    if (!stored->replace || jobfile_read(out->job_file, &there, &state, &why)) {
        if (stored->replace) free(why);
        return;
    }
    for (uint32_t i = 0; i < there.sampler->params; ++i) {
        if (!is_own(out->file, there.sampler->param[i].name, &there.param[i])) continue;
        bool used = false;
        for (uint32_t k = 0; k < job->sampler->params; ++k)
            used |= job->param[k].path && path_same_file(job->param[k].path, there.param[i].path);
        if (!used) stored->old[i] = get_copy(there.param[i].path);
    }
    ranges_free(&state.parts);
    job_free(&there);
}

exit_status store_params(job *job, output *out, stored *stored)
{
    exit_status status = EXIT_DONE;
    for (uint32_t i = 0; i < job->sampler->params && !status; ++i) {
        job_param *p = &job->param[i];
        if (p->array.data && !p->path && !p->array.digest[0])
            status = store_array(job->sampler->param[i].name, p, out, stored, &stored->made[i]);
    }
    if (!status) find_old(job, out, stored);
    return status;
}

void store_end(stored *stored, bool complete)
{
    for (int i = 0; i < RR_MAX_PARAMS; ++i) {
        const char *path = complete ? stored->old[i] : stored->made[i];
        if (path) unlink(path);
        free(stored->made[i]);
        free(stored->old[i]);
    }
}
