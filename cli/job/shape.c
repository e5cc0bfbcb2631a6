/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Parameter files, and the shape that they give to the output. */
#include "job.h"
#include "cli/files/textarray.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* True for an integer beyond 2^53, and for a double that may have been one. */
static bool is_beyond(const npy_array *a, uint64_t k, bool text)
{
    const uint64_t limit = (uint64_t)1 << 53, bits = a->type == RR_F64 ? 0 : ((const uint64_t *)a->data)[k];
    if (a->type == RR_F64) return fabs(((const double *)a->data)[k]) > (text ? 0x1.fffffffffffffp52 : 0x1p53);
    return (a->type == RR_I64 && (int64_t)bits < 0 ? -bits : bits) > limit;
}

/* Integers that were typed as reals: a text beyond 2^53 may have been rounded to another number. The list of a job file has
 * exact integers, and so have files of integers. */
static exit_status check_exact(const job *job, uint32_t i)
{
    const job_param *p = &job->param[i];
    const npy_array *a = &p->array;
    const bool text = !p->path || array_is_text(p->path), typed = text && !p->exact;
    if (!job->sampler->integers || !a->data || (a->type != RR_F64 && !typed)) return EXIT_DONE;
    for (uint64_t k = 0; k < npy_count(a); ++k)
        if (is_beyond(a, k, text))
            return refuse(EXIT_USAGE,
                          "--%s: %s has integers beyond 2^53, which lists, text and f64 do not hold; give one number, or "
                          "@FILE.npy of i64 or u64",
                          job->sampler->param[i].name, p->path ? p->path : "the list");
    return EXIT_DONE;
}

/* Matrices, weights and integers are looked at as a whole. */
static int load_array(const job *job, uint32_t i, npy_array *array, char error[NPY_ERROR])
{
    const job_param *p = &job->param[i];
    const bool stays = job->files != FILES_READ && !param_is_matrix(job->sampler, i) && !param_is_weights(job->sampler, i) &&
                       !job->sampler->integers, trusted = job->files == FILES_TRUSTED && p->array.digest[0];
    const int status = stays ? array_place(p->path, !trusted, array, error)
                     : (job->sampler->integers ? array_read_whole : array_read)(p->path, array, error);
    if (status || !array->in_file || !trusted) return status;
    const bool alike = array->type == p->array.type && array->dims == p->array.dims &&
                       !memcmp(array->shape, p->array.shape, sizeof array->shape);
    if (alike) strcpy(array->digest, p->array.digest);
    return 0;
}

exit_status job_load(job *job)
{
    for (uint32_t i = 0; i < job->sampler->params; ++i) {
        job_param *p = &job->param[i];
        const char *name = job->sampler->param[i].name;
        char error[NPY_ERROR];
        npy_array array;
        if (!p->path && check_exact(job, i)) return EXIT_USAGE;
        if (!p->path) continue;
        const int status = load_array(job, i, &array, error);
        if (status) return refuse(status, "--%s: %s %s", name, p->path, error);
        const bool known = p->array.digest[0], same = !strcmp(p->array.digest, array.digest);
        p->array = array;
        if (known && !same)
            return refuse(EXIT_USAGE, "--%s: %s is not the file that the job was made with: its SHA-256 differs", name,
                          p->path);
        if (check_exact(job, i)) return EXIT_USAGE;
    }
    return EXIT_DONE;
}

/* The shape with ones in front, as NumPy aligns it; behind, where a list has a value a row. */
static void two_dims(const npy_array *a, bool per_row, uint64_t extent[2])
{
    if (per_row && a->dims == 1) {
        extent[0] = a->shape[0];
        extent[1] = 1;
        return;
    }
    extent[0] = a->dims == 2 ? a->shape[0] : 1;
    extent[1] = a->dims ? a->shape[a->dims - 1] : 1;
}

/* A matrix has as many rows as columns; two or more, where these are the components of a sample. */
static exit_status check_matrix(const job *job, uint32_t i)
{
    const npy_array *a = &job->param[i].array;
    const char *name = job->sampler->param[i].name;
    char text[NPY_SHAPE];
    if (!param_is_array(&job->param[i]))
        return refuse(EXIT_USAGE, "--%s: a matrix of shape (K, K) is wanted, as @FILE.npy or 1,0.5;0.5,2", name);
    const int least = job->sampler->oblong ? 1 : 2;
    if (a->dims == 2 && a->shape[0] == a->shape[1] && a->shape[0] >= (uint64_t)least) return EXIT_DONE;
    return refuse(EXIT_USAGE, "--%s has shape %s; a matrix of shape (K, K) is wanted, K at least %d", name,
                  npy_shape_text(a, text), least);
}

/* A vector that is taken as it is: a list of numbers, or of such a matrix its rows. */
static exit_status check_plain(const job *job, uint32_t i)
{
    const npy_array *a = &job->param[i].array;
    const char *name = job->sampler->param[i].name;
    char text[NPY_SHAPE];
    const bool factor = job->sampler->plain == RR_FACTOR;
    if (!param_is_array(&job->param[i]) || (a->dims == 1 && a->shape[0] >= 1)) return EXIT_DONE;
    if (factor && a->dims == 2 && a->shape[1] >= 1 && !a->fortran) return EXIT_DONE;
    return refuse(EXIT_USAGE, "--%s has shape %s; %s, as @FILE.npy or %s", name, npy_shape_text(a, text),
                  factor ? "a matrix of shape (K, R) in C order is wanted" : "a vector of shape (K,) is wanted",
                  factor ? "1,0.5;0,2;1,1" : "-1,0.5,2");
}

/* How many numbers a vector of a mixture has. */
static uint64_t length_of(const job_param *p) { return param_is_array(p) ? p->array.shape[0] : 1; }

/* Vectors of one length, or one number for all. */
static exit_status check_mixture(const job *job)
{
    uint32_t longest = 0;
    for (uint32_t i = 1; i < job->sampler->params; ++i)
        if (length_of(&job->param[i]) > length_of(&job->param[longest])) longest = i;
    for (uint32_t i = 0; i < job->sampler->params; ++i) {
        const uint64_t n = length_of(&job->param[i]), most = length_of(&job->param[longest]);
        if (n != 1 && n != most)
            return refuse(EXIT_USAGE, "--%s has %llu numbers and --%s %llu; they must be as many, or one for all",
                          job->sampler->param[i].name, (unsigned long long)n, job->sampler->param[longest].name,
                          (unsigned long long)most);
    }
    return EXIT_DONE;
}

static exit_status check_weights(const job *job, uint32_t i)
{
    const npy_array *a = &job->param[i].array;
    char text[NPY_SHAPE];
    if (job->sampler->plain) return check_plain(job, i);
    if (!param_is_array(&job->param[i]) || (a->dims && a->shape[a->dims - 1] >= 1)) return EXIT_DONE;
    return refuse(EXIT_USAGE, "--%s has shape %s; weights of shape (K,) or (n, K) are wanted, K at least 1, as @FILE.npy or "
                  "1,0.5,2", job->sampler->param[i].name, npy_shape_text(a, text));
}

/* Samples of R x C numbers, by their two matrices. A mean of shape (R, C) is one row of R C numbers. */
static exit_status settle_oblong(job *job, uint64_t extent[2])
{
    uint64_t size = 1, own[2];
    char there[NPY_SHAPE];
    for (uint32_t i = 0; i < job->sampler->params; ++i) {
        if (!param_is_matrix(job->sampler, i)) continue;
        if (check_matrix(job, i)) return EXIT_USAGE;
        size *= job->param[i].array.shape[0];
    }
    job_param *p = &job->param[0];
    const npy_array *mean = &p->array;
    const uint64_t rows = job->param[1].array.shape[0];
    own[0] = own[1] = 1;
    if (param_is_array(p)) two_dims(mean, false, own);
    p->flat = mean->dims == 2 && own[0] == rows && own[0] * own[1] == size;
    if (p->flat && mean->fortran)
        return refuse(EXIT_USAGE, "--mean of shape %s is wanted in C order", npy_shape_text(mean, there));
    if (p->flat) own[0] = 1, own[1] = size;
    if (own[1] != 1 && own[1] != size)
        return refuse(EXIT_USAGE,
                      "--mean has shape %s; one value, a matrix of shape (%" PRIu64 ", %" PRIu64 "), or rows of %" PRIu64
                      " numbers are wanted", npy_shape_text(mean, there), rows, size / rows, size);
    extent[0] = own[0];
    extent[1] = size;
    job->dims = own[0] == 1 ? 1 : 2;
    return EXIT_DONE;
}

/* A matrix of K rows wants rows of K. One vector of weights has no say in the shape; n rows of them are n samples. */
static exit_status broadcast(job *job, uint64_t extent[2])
{
    const char *owner[2] = {NULL, NULL};
    const npy_array *source[2] = {NULL, NULL};
    extent[0] = extent[1] = 1;
    job->dims = 0;
    if (job->sampler->oblong) return settle_oblong(job, extent);
    for (uint32_t i = 0; i < job->sampler->params; ++i) {
        const npy_array *a = &job->param[i].array;
        const bool matrix = param_is_matrix(job->sampler, i), per_row = param_is_per_row(job->sampler, i);
        const bool factor = param_is_weights(job->sampler, i) && job->sampler->plain == RR_FACTOR && a->dims == 2;
        const unsigned dims = matrix || factor ? 1 : per_row && a->dims ? 2 : a->dims;
        uint64_t own[2];
        if (matrix && check_matrix(job, i)) return EXIT_USAGE;
        if (param_is_weights(job->sampler, i)) {
            if (check_weights(job, i)) return EXIT_USAGE;
            if (a->dims != 2) continue;
        }
        if (param_is_weights(job->sampler, i) && !factor) {
            job->dims = 1;
            extent[1] = a->shape[0];
            continue;
        }
        if (!param_is_array(&job->param[i])) continue;
        two_dims(a, per_row, own);
        if (matrix) own[0] = 1;
        if (matrix && job->sampler->square) own[1] *= own[1];
        if (factor) own[1] = own[0], own[0] = 1;
        if (per_row && own[1] != 1)
            return refuse(EXIT_USAGE,
                          "--%s has shape %s; it is one value a row: a number, or an array of shape (n,) or (n, 1)",
                          job->sampler->param[i].name, npy_shape_text(a, (char[NPY_SHAPE]){0}));
        if (dims > job->dims) job->dims = dims;
        for (int d = 0; d < 2; ++d) {
            char there[NPY_SHAPE], here[NPY_SHAPE];
            if (own[d] == 1 || own[d] == extent[d]) continue;
            if (extent[d] != 1)
                return refuse(EXIT_USAGE, "--%s has shape %s and --%s %s; %s", owner[d], npy_shape_text(source[d], there),
                              job->sampler->param[i].name, npy_shape_text(a, here),
                              matrix ? "a matrix has a row and a column for each component"
                              : factor ? "a matrix of shape (K, R) has a row for each component"
                                     : "they must be equal or 1 in each dimension");
            extent[d] = own[d];
            owner[d] = job->sampler->param[i].name;
            source[d] = a;
        }
    }
    return job->sampler->plain == RR_MIXTURE ? check_mixture(job) : EXIT_DONE;
}

/* The strides of an array in elements of its own; 0 where it is broadcast. */
static void set_strides(job_param *p, bool per_row)
{
    const npy_array *a = &p->array;
    uint64_t own[2];
    p->row_stride = p->col_stride = 0;
    if (!param_is_array(p)) return;
    two_dims(a, per_row, own);
    if (p->flat) own[1] *= own[0], own[0] = 1;
    const ptrdiff_t size = (ptrdiff_t)dtype_size(a->type);
    if (own[0] != 1) p->row_stride = a->fortran ? size : size * (ptrdiff_t)own[1];
    if (own[1] != 1) p->col_stride = a->fortran ? size * (ptrdiff_t)own[0] : size;
}

/* Where every parameter steps evenly through the elements, a matrix is one long column, which is drawn in fewer calls. */
static void flatten(job *job)
{
    const bool one_row = job->rows == 1, one_col = job->cols == 1;
    bool even = true;
    for (uint32_t i = 0; i < job->sampler->params; ++i) {
        const job_param *p = &job->param[i];
        if (param_is_weights(job->sampler, i)) continue;
        even &= p->row_stride == p->col_stride * (ptrdiff_t)job->cols;
    }
    if (one_col || !(even || one_row)) return;
    for (uint32_t i = 0; i < job->sampler->params; ++i) {
        if (param_is_weights(job->sampler, i)) continue;
        job->param[i].row_stride = job->param[i].col_stride;
        job->param[i].col_stride = 0;
    }
    job->rows *= job->cols;
    job->cols = 1;
}

static void set_shape(job *job, const uint64_t extent[2], uint64_t total)
{
    job->rows = extent[0];
    job->cols = extent[1];
    job->shape[0] = extent[job->dims == 1];
    job->shape[1] = job->dims == 2 ? extent[1] : 0;
    job->start = 0;
    job->count = total;
    for (uint32_t i = 0; i < job->sampler->params; ++i) {
        const bool weights = param_is_weights(job->sampler, i), plain = weights && job->sampler->plain;
        set_strides(&job->param[i], param_is_per_row(job->sampler, i));
        if (plain) job->param[i].row_stride = 0, job->param[i].col_stride = (ptrdiff_t)dtype_size(job->param[i].array.type);
        if (plain && job->sampler->plain == RR_MIXTURE && length_of(&job->param[i]) == 1) job->param[i].col_stride = 0;
        job->param[i].whole = param_is_matrix(job->sampler, i) || plain || (weights && job->param[i].array.dims < 2);
    }
}

/* The option whose list has the components of rows. */
static const char *components_name(const rr_sampler *s)
{
    for (uint32_t i = 0; i < s->params; ++i)
        if (!param_is_per_row(s, i)) return s->param[i].name;
    return "components";
}

/* How many components rows have: as many as the lists, or else as --components says. */
static exit_status settle_components(job *job, const char *name, uint64_t extent[2])
{
    const uint32_t square = job->sampler->square, only = job->sampler->components;
    if (!job->width && (extent[1] == 1 || !job->sampler->other_stages)) job->width = only;
    if (extent[1] == 1 && job->width) {
        extent[1] = job->width;
        job->dims = job->dims ? job->dims : 1;
    }
    if (only && !job->sampler->other_stages && extent[1] != only)
        return refuse(EXIT_USAGE, "%s draws rows of %" PRIu32 " components only", job->sampler->name, only);
    if (job->width && extent[1] != job->width)
        return refuse(EXIT_USAGE, "--components contradicts --%s, which has %" PRIu64, name,
                      square ? (uint64_t)sqrt((double)extent[1]) : extent[1]);
    const uint64_t most = square ? (uint64_t)square * square : UINT32_MAX;
    if (job->dims && extent[1] >= 2 && extent[1] <= most) return EXIT_DONE;
    if (square)
        return refuse(EXIT_USAGE, "%s draws matrices of K rows, K from 2 to %" PRIu32 ": --components K says how many%s",
                      job->sampler->name, square, job->sampler->matrix ? ", or a matrix of shape (K, K)" : "");
    return refuse(EXIT_USAGE, "--%s: %s takes an array of shape (K,) or (n, K), K at least 2, as a list or @FILE.npy, or "
                  "--components K", name, job->sampler->name);
}

/* A vector sampler draws rows: (K,) is one row of parameters for as many samples as -n says, (n, K) has a row for each. */
static exit_status settle_rows(job *job, uint64_t extent[2], const uint64_t *number)
{
    const char *name = components_name(job->sampler);
    uint64_t total, last;
    exit_status status;
    if ((status = settle_components(job, name, extent))) return status;
    if (extent[0] == 1 && number) extent[0] = *number;
    else if (job->dims == 1)
        return refuse(EXIT_USAGE, "-n is missing: how many samples, each of %" PRIu64 " components", extent[1]);
    if (number && *number != extent[0])
        return refuse(EXIT_USAGE, "-n %" PRIu64 " contradicts --%s, which has %" PRIu64 " rows", *number, name, extent[0]);
    if (__builtin_mul_overflow(extent[0], extent[1], &total))
        return refuse(EXIT_USAGE, "%" PRIu64 " samples of %" PRIu64 " components are more than 2^64 - 1 numbers",
                      extent[0], extent[1]);
    if (__builtin_mul_overflow(job->stream.next, extent[1], &last) || (total && last > UINT64_MAX - (total - 1)))
        return refuse(EXIT_USAGE, "--first %" PRIu64 " and -n %" PRIu64 ": first + n may be at most 2^64 / %" PRIu64,
                      job->stream.next, extent[0], extent[1]);
    job->dims = 2;
    set_shape(job, extent, total);
    return EXIT_DONE;
}

exit_status job_settle(job *job, const uint64_t *number)
{
    uint64_t extent[2], total;
    const exit_status status = broadcast(job, extent);
    if (status) return status;
    if (job->sampler->vector) return settle_rows(job, extent, number);
    if (!job->dims) {
        if (!number) return refuse(EXIT_USAGE, "-n is missing: how many samples, from 0 to 2^64 - 1");
        job->dims = 1;
        extent[1] = *number;
    }
    if (__builtin_mul_overflow(extent[0], extent[1], &total))
        return refuse(EXIT_USAGE,
                      "the parameters' broadcast shape (%" PRIu64 ", %" PRIu64 ") has more than 2^64 - 1 elements",
                      extent[0], extent[1]);
    if (number && *number != total)
        return refuse(EXIT_USAGE, "-n %" PRIu64 " contradicts the parameters' shape, which has %" PRIu64 " elements",
                      *number, total);
    if (total && job->stream.next > UINT64_MAX - (total - 1))
        return refuse(EXIT_USAGE, "--first %" PRIu64 " and -n %" PRIu64 ": first + n may be at most 2^64",
                      job->stream.next, total);
    set_shape(job, extent, total);
    flatten(job);
    return EXIT_DONE;
}

