/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Loads parameter files and derives the shape of the output from them. */
#include "job.h"
#include "cli/files/textarray.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* True for an integer beyond 2^53 in size, and for a double that may come from one. */
static bool is_beyond(const npy_array *a, uint64_t k, bool text)
{
    const uint64_t limit = (uint64_t)1 << 53, bits = a->type == RR_F64 ? 0 : ((const uint64_t *)a->data)[k];
    if (a->type == RR_F64) return fabs(((const double *)a->data)[k]) > (text ? 0x1.fffffffffffffp52 : 0x1p53);
    return (a->type == RR_I64 && (int64_t)bits < 0 ? -bits : bits) > limit;
}

/* True if the array has a number that was, or will be, rounded to 2^53. */
static bool is_rounded(const npy_array *a)
{
    const bool integers = a->data && (a->type == RR_I64 || a->type == RR_U64);
    for (uint64_t k = 0; integers && k < npy_count(a); ++k)
        if (((const uint64_t *)a->data)[k] == ((uint64_t)1 << 53) + 1) return true;
    return a->rounded;
}

static exit_status check_end(const job *job, uint32_t i)
{
    const job_param *p = &job->param[i];
    char range[RANGE_SIZE];
    if (!param_ends_exact(job, i) || !is_rounded(&p->array)) return EXIT_DONE;
    return refuse(EXIT_USAGE, "--%s: %s has a number that is not an integer in %s but would be rounded to its end",
                  job->sampler->param[i].name, p->path ? p->path : "the list",
                  range_text(rr_param_range(job->sampler->sampler, job->dtype, i), range));
}

/* Checks integers that were read as doubles: a text beyond 2^53 may have been rounded. Lists in job files and files of
 * integers are exact. */
static exit_status check_exact(const job *job, uint32_t i)
{
    const job_param *p = &job->param[i];
    const npy_array *a = &p->array;
    const bool text = !p->path || array_is_text(p->path), typed = text && !p->exact;
    if (!job->sampler->integers) return check_end(job, i);
    if (!a->data || (a->type != RR_F64 && !typed)) return EXIT_DONE;
    for (uint64_t k = 0; k < npy_count(a); ++k)
        if (is_beyond(a, k, text))
            return refuse(EXIT_USAGE,
                          "--%s: %s has integers beyond 2^53, which lists, text and f64 do not hold: give one number, or "
                          "@FILE.npy of i64 or u64",
                          job->sampler->param[i].name, p->path ? p->path : "the list");
    return EXIT_DONE;
}

/* Matrices, weights and integers are checked as a whole, and so are always read into memory. */
static int load_array(const job *job, uint32_t i, npy_array *array, char error[NPY_ERROR])
{
    const job_param *p = &job->param[i];
    const bool whole = param_is_covariance(job->sampler, i) || param_is_list(job->sampler, i) || job->sampler->integers;
    const bool stays = job->files != FILES_READ && !whole, trusted = job->files == FILES_TRUSTED && p->array.digest[0];
    const int status = stays ? array_place(p->path, p->column, !trusted, array, error)
                     : (job->sampler->integers ? array_read_whole : array_read)(p->path, p->column, array, error);
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

/* The shape in two dimensions: ones are prepended, as in NumPy, but appended to a list with one value per row. */
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

/* A mean of shape (R, C) is one row of R C values. */
static bool is_one_matrix(const job *job, uint32_t i)
{
    const npy_array *a = &job->param[i].array;
    return job->sampler->param[i].shape.side[1] && !job->sampler->param[i].shape.once && a->dims == 2 &&
           a->shape[0] == job->sizes.r && a->shape[1] == job->sizes.c;
}

/* Refuses a matrix in Fortran order where the library reads its elements in C order. */
static exit_status check_order(const job *job, uint32_t i)
{
    const npy_array *a = &job->param[i].array;
    const bool factor = param_is_list(job->sampler, i) && job->sampler->param[i].shape.side[1];
    const bool read_in_order = (factor || is_one_matrix(job, i)) && a->dims == 2;
    char text[NPY_SHAPE];
    if (!read_in_order || !a->fortran) return EXIT_DONE;
    return refuse(EXIT_USAGE, "--%s of shape %s must be in C order", job->sampler->param[i].name, npy_shape_text(a, text));
}

/* K from --components or from another parameter's list, otherwise 0. */
static uint64_t known_k(const job *job)
{
    uint64_t k = job->asked.k;
    for (uint32_t i = 0; i < job->sampler->params && !k; ++i) {
        const npy_array *a = &job->param[i].array;
        const rr_shape *shape = &job->sampler->param[i].shape;
        const bool row = shape->side[0] == RR_DIM_K && !shape->side[1];
        if (row && a->dims && a->shape[a->dims - 1] > 1) k = a->shape[a->dims - 1];
    }
    return k;
}

/* The extent of parameter i for the library. A number is a vector of one element where a vector is required. A factor may
 * be a list of its numbers, row by row. */
static rr_extent extent_of(const job *job, uint32_t i)
{
    const npy_array *a = &job->param[i].array;
    const rr_shape *shape = &job->sampler->param[i].shape;
    if (!a->dims) return (rr_extent){shape->side[0] == RR_DIM_N, {0, shape->side[0] == RR_DIM_N}};
    const uint64_t k = a->dims == 1 && param_is_list(job->sampler, i) && shape->side[1] ? known_k(job) : 0;
    if (k && a->shape[0] % k == 0) return (rr_extent){2, {k, a->shape[0] / k}};
    return (rr_extent){a->dims, {a->dims > 1 ? a->shape[a->dims - 2] : 0, a->dims ? a->shape[a->dims - 1] : 0}};
}

/* Refuses a job with a missing size; the message names the options that give it. */
static exit_status refuse_open(const job *job)
{
    const rr_sampler_info *s = job->sampler;
    const char *name = rr_dim_name(s->shape.side[0]), *what = s->shape.side[1] ? "rows" : "components";
    for (uint32_t i = 0; i < s->params; ++i)
        if (s->param[i].shape.side[0] == s->shape.side[0])
            return refuse(EXIT_USAGE, "the number of %s of %s is missing: --components %s, or --%s %s", what, s->name, name,
                          s->param[i].name, s->param[i].shape.side[1] ? "as a matrix" : "with a value per component");
    return refuse(EXIT_USAGE, "the number of %s of %s is missing: --components %s", what, s->name, name);
}

/* Sets the sizes of the job's dimensions by the library's rules; messages name the options. */
static exit_status prepare_sizes(job *job)
{
    const rr_sampler_info *s = job->sampler;
    char option[RR_MAX_PARAMS][64];
    const char *names[RR_MAX_PARAMS];
    rr_extent extent[RR_MAX_PARAMS] = {{0, {0, 0}}};
    rr_result result = RR_RESULT_INIT;
    for (uint32_t i = 0; i < s->params; ++i) {
        snprintf(option[i], sizeof option[i], "--%s", s->param[i].name);
        names[i] = option[i];
        extent[i] = extent_of(job, i);
    }
    job->sizes = job->asked;
    if (!rr_sampler_sizes(s->sampler, extent, names, &job->sizes, &result)) return EXIT_DONE;
    if (result.fault == RR_FAULT_SIZE) return refuse_open(job);
    const char *asked = job->asked.d ? " (--components sets D)" : job->asked.k ? " (--components sets K)" : "";
    return refuse(EXIT_USAGE, "%s%s", result.message, asked);
}

/* One dimension of the parameters' broadcast shape. */
typedef struct common {
    uint64_t extent;
    const char *owner;
    const npy_array *source;
} common;

static exit_status join(const job *job, uint32_t i, uint64_t own, common *all)
{
    const npy_array *a = &job->param[i].array;
    char there[NPY_SHAPE], here[NPY_SHAPE];
    if (own == 1 || own == all->extent) return EXIT_DONE;
    if (all->extent != 1)
        return refuse(EXIT_USAGE, "--%s has shape %s and --%s %s; they must be equal or 1 in each dimension", all->owner,
                      npy_shape_text(all->source, there), job->sampler->param[i].name, npy_shape_text(a, here));
    *all = (common){own, job->sampler->param[i].name, a};
    return EXIT_DONE;
}

/* The rows and columns of parameter i's values. */
static exit_status own_extent(job *job, uint32_t i, uint64_t own[2])
{
    const npy_array *a = &job->param[i].array;
    const bool per_row = param_is_per_row(job->sampler, i);
    char text[NPY_SHAPE];
    two_dims(a, per_row, own);
    job->param[i].flat = is_one_matrix(job, i);
    if (job->param[i].flat) own[0] = 1, own[1] = job->sizes.r * job->sizes.c;
    if (!per_row || own[1] == 1) return EXIT_DONE;
    return refuse(EXIT_USAGE, "--%s has shape %s; it is one value per row: a number, or an array of shape (n,) or (n, 1)",
                  job->sampler->param[i].name, npy_shape_text(a, text));
}

/* Covariances and lists do not affect the shape, except that n rows of weights give n samples. */
static exit_status broadcast(job *job, uint64_t extent[2])
{
    const bool rows = sampler_is_row(job->sampler);
    common all[2] = {{1, NULL, NULL}, {rows ? rr_sample_length(job->sampler->sampler, &job->sizes) : 1, NULL, NULL}};
    job->dims = rows;
    for (uint32_t i = 0; i < job->sampler->params; ++i) {
        const npy_array *a = &job->param[i].array;
        uint64_t own[2];
        if (check_order(job, i)) return EXIT_USAGE;
        if (param_is_covariance(job->sampler, i) || !param_is_array(&job->param[i])) continue;
        if (param_is_list(job->sampler, i)) {
            if (a->dims != 2 || job->sampler->param[i].shape.once) continue;
            job->dims = 1;
            all[1].extent = a->shape[0];
            continue;
        }
        if (own_extent(job, i, own)) return EXIT_USAGE;
        const unsigned dims = job->param[i].flat ? 1 : param_is_per_row(job->sampler, i) && a->dims ? 2 : a->dims;
        if (dims > job->dims) job->dims = dims;
        for (int d = 0; d < 2; ++d)
            if (join(job, i, own[d], &all[d])) return EXIT_USAGE;
    }
    extent[0] = all[0].extent;
    extent[1] = all[1].extent;
    return EXIT_DONE;
}

/* Sets the strides of an array; 0 where it is broadcast. */
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

/* If every parameter has a constant stride through all elements, a matrix becomes one column, which takes fewer calls. */
static void flatten(job *job)
{
    const bool one_row = job->rows == 1, one_col = job->cols == 1;
    bool even = true;
    for (uint32_t i = 0; i < job->sampler->params; ++i) {
        const job_param *p = &job->param[i];
        if (param_is_list(job->sampler, i)) continue;
        even &= p->row_stride == p->col_stride * (ptrdiff_t)job->cols;
    }
    if (one_col || !(even || one_row)) return;
    for (uint32_t i = 0; i < job->sampler->params; ++i) {
        if (param_is_list(job->sampler, i)) continue;
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
        job_param *p = &job->param[i];
        const rr_shape *shape = &job->sampler->param[i].shape;
        const bool list = param_is_list(job->sampler, i), once = shape->once || (list && p->array.dims < 2);
        set_strides(p, param_is_per_row(job->sampler, i));
        if (list && once) p->row_stride = 0, p->col_stride = (ptrdiff_t)dtype_size(p->array.type);
        if (list && once && p->array.dims < 2 && npy_count(&p->array) == 1) p->col_stride = 0;
        p->whole = once;
    }
}

/* The option whose list gives the components of rows. */
static const char *components_name(const rr_sampler_info *s)
{
    for (uint32_t i = 0; i < s->params; ++i)
        if (!param_is_per_row(s, i)) return s->param[i].name;
    return "components";
}

/* A sampler of rows: (K,) is one row of parameters for all -n samples, (n, K) has one row per sample. */
static exit_status prepare_rows(job *job, uint64_t extent[2], const uint64_t *number, const char *source)
{
    const char *name = components_name(job->sampler);
    uint64_t total, last;
    if (extent[0] == 1 && number) extent[0] = *number;
    else if (job->dims == 1)
        return refuse(EXIT_USAGE, "-n is missing: the number of samples, each of %" PRIu64 " components", extent[1]);
    if (number && *number != extent[0])
        return refuse(EXIT_USAGE, "%s %" PRIu64 " contradicts --%s, which has %" PRIu64 " rows", source, *number,
                      name, extent[0]);
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

exit_status job_validate(job *job, const uint64_t *number, const char *source)
{
    uint64_t extent[2], total;
    exit_status status;
    if ((status = prepare_sizes(job)) || (status = broadcast(job, extent))) return status;
    if (sampler_is_row(job->sampler)) return prepare_rows(job, extent, number, source);
    if (!job->dims) {
        if (!number)
            return refuse(EXIT_USAGE, "-n is missing: the number of samples, an integer in [%" PRIu64 ", 2^64 - 1]",
                          job->min);
        job->dims = 1;
        extent[1] = *number;
    }
    if (number && job->dims == 1 && extent[0] == 1 && extent[1] == 1) extent[1] = *number;   /* broadcast, as in NumPy */
    if (__builtin_mul_overflow(extent[0], extent[1], &total))
        return refuse(EXIT_USAGE,
                      "the parameters' broadcast shape (%" PRIu64 ", %" PRIu64 ") has more than 2^64 - 1 elements",
                      extent[0], extent[1]);
    if (number && *number != total)
        return refuse(EXIT_USAGE, "%s %" PRIu64 " contradicts the parameters, which give %" PRIu64 " samples", source,
                      *number, total);
    if (total && job->stream.next > UINT64_MAX - (total - 1))
        return refuse(EXIT_USAGE, "--first %" PRIu64 " and -n %" PRIu64 ": first + n may be at most 2^64",
                      job->stream.next, total);
    set_shape(job, extent, total);
    flatten(job);
    return EXIT_DONE;
}

