/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The dimensions of a job. */
#include <math.h>

#include "shape.h"

static const char *const names[RR_DIM_END] = {"", "K", "D", "R", "C", "N"};
static const char *const members[RR_DIM_END] = {"", "k", "d", "r", "c", "n"};   /* of rr_dims */
static const uint64_t largest[RR_DIM_END] = {1, UINT32_MAX, 256, 256, 256, RR_WEIGHTS_MAX};

const char *rr_dim_name(unsigned dim) { return dim < RR_DIM_END ? names[dim] : ""; }

const char *rr_rule_name(unsigned rule)
{
    static const char *const rules[] = {"", "weights", "increasing", "direction", "covariance", "above side", "sum",
                                        "logits", "complex"};
    return rule < sizeof rules / sizeof *rules ? rules[rule] : "";
}

/* Directions need two components. */
uint64_t rr_dim_smallest(const rr_sampler *s, unsigned dim)
{
    return dim == RR_DIM_K && rr_has_rule(s, RR_RULE_DIRECTION) ? 2 : 1;
}

uint64_t rr_dim_largest(unsigned dim) { return largest[dim]; }

/* Bit d: the sampler has dimension d. Adds the kinds of its parameters to those of *sizes. */
static uint32_t read_shapes(const rr_sampler *s, rr_sizes *sizes)
{
    uint32_t has = 1u << s->shape.side[0] | 1u << s->shape.side[1];
    for (uint32_t p = 0; p < s->params; ++p) {
        has |= 1u << s->param[p].shape.side[0] | 1u << s->param[p].shape.side[1];
        sizes->covariances |= (uint32_t)rr_is_covariance(s, p) << p;
        sizes->lists |= (uint32_t)rr_is_list(s, p) << p;
        sizes->per_rows |= (uint32_t)rr_is_per_row(s, p) << p;
    }
    return has & ~1u;
}

uint32_t rr_shape_dims(const rr_sampler *s) { return read_shapes(s, &(rr_sizes){.numbers = 0}); }

/* ---- The sample ---------------------------------------------------------------------------------------------------- */

static rr_status validate_vector(const rr_job *job, rr_sizes *sizes, rr_result *result)
{
    if (!rr_dim_fits(job->sampler, RR_DIM_K, job->cols))
        return rr_fail(result, RR_ERR_ARGUMENT, "%s draws rows of %d to 2^32 - 1 columns: cols is %llu", job->sampler->name,
                       (int)rr_dim_smallest(job->sampler, RR_DIM_K), (unsigned long long)job->cols);
    sizes->dim[RR_DIM_K] = job->cols;
    return RR_OK;
}

static rr_status validate_square(const rr_job *job, rr_sizes *sizes, rr_result *result)
{
    const unsigned parts = rr_shape_parts(job->sampler->shape);
    const uint64_t side = (uint64_t)sqrt((double)(job->cols / parts));
    if (!rr_dim_fits(job->sampler, RR_DIM_D, side) || parts * side * side != job->cols)
        return rr_fail(result, RR_ERR_ARGUMENT, "%s draws D x D matrices, as rows of cols = %sD * D numbers, D from 1 to %u",
                       job->sampler->name, parts == 2 ? "2 * " : "", (unsigned)largest[RR_DIM_D]);
    sizes->dim[RR_DIM_D] = side;
    return RR_OK;
}

/* R or C is given. */
static rr_status validate_matrix(const rr_job *job, rr_sizes *sizes, rr_result *result)
{
    const uint64_t given = job->dims.r ? job->dims.r : job->dims.c;
    const uint64_t other = given ? job->cols / given : 0;
    const rr_sampler *s = job->sampler;
    if (!rr_dim_fits(s, RR_DIM_R, given) || !rr_dim_fits(s, RR_DIM_C, other) || given * other != job->cols)
        return rr_fail(result, RR_ERR_ARGUMENT,
                       "%s draws R x C matrices, as rows of cols = R * C numbers, with dims.r or dims.c; R and C are from 1 "
                       "to %u",
                       job->sampler->name, (unsigned)largest[RR_DIM_R]);
    sizes->dim[RR_DIM_R] = job->dims.r ? given : other;
    sizes->dim[RR_DIM_C] = job->dims.r ? other : given;
    return RR_OK;
}

static rr_status validate_sample(const rr_job *job, rr_sizes *sizes, rr_result *result)
{
    const rr_shape *shape = &job->sampler->shape;
    uint64_t first;
    if (!shape->side[0]) return RR_OK;
    if (job->index)
        return rr_fail(result, RR_ERR_ARGUMENT, "%s draws rows, which take no index array", job->sampler->name);
    const rr_status status = !shape->side[1]                    ? validate_vector(job, sizes, result)
                             : shape->side[0] == shape->side[1] ? validate_square(job, sizes, result)
                                                                : validate_matrix(job, sizes, result);
    if (status == RR_OK && __builtin_mul_overflow(job->stream.next, job->cols, &first))
        return rr_fail(result, RR_ERR_INDEX, "the first component's index, stream.next * cols, is past 2^64 - 1");
    return status;
}

/* ---- All dimensions ------------------------------------------------------------------------------------------------ */

/* The first parameter with this dimension. */
static const char *owner(const rr_sampler *s, unsigned dim)
{
    for (uint32_t p = 0; p < s->params; ++p)
        if (s->param[p].shape.side[0] == dim || s->param[p].shape.side[1] == dim) return s->param[p].name;
    return "a sample";
}

static rr_status validate_dim(const rr_job *job, unsigned dim, int has, uint64_t given, rr_sizes *sizes, rr_result *result)
{
    const rr_sampler *s = job->sampler;
    uint64_t *const size = &sizes->dim[dim];
    if (!has)
        return !given ? RR_OK : rr_fail(result, RR_ERR_ARGUMENT, "%s has no dimension %s: dims.%s must be 0", s->name,
                                        names[dim], members[dim]);
    if (!*size) *size = given;
    if (given && given != *size)
        return rr_fail(result, RR_ERR_ARGUMENT, "dims.%s is %llu, but cols = %llu makes it %llu", members[dim],
                       (unsigned long long)given, (unsigned long long)job->cols, (unsigned long long)*size);
    if (!rr_dim_fits(s, dim, *size))
        return rr_fail(result, RR_ERR_ARGUMENT, "dims.%s is %llu: %s takes %s from %llu to %llu", members[dim],
                       (unsigned long long)*size, owner(s, dim), names[dim], (unsigned long long)rr_dim_smallest(s, dim),
                       (unsigned long long)largest[dim]);
    return RR_OK;
}

static rr_status check_once(const rr_job *job, const rr_sizes *sizes, rr_result *result)
{
    const rr_sampler *s = job->sampler;
    for (uint32_t p = 0; sizes->lists && p < s->params; ++p)
        if (sizes->lists >> p & 1 && s->param[p].shape.once && job->param[p].row_stride)
            return rr_fail(result, RR_ERR_ARGUMENT, "%s of %s is one array for all samples: row_stride must be 0",
                           s->param[p].name, s->name);
    return RR_OK;
}

/* Numbers that belong to a row have their own indices. */
static rr_status validate_numbers(const rr_job *job, rr_sizes *sizes, rr_result *result)
{
    uint64_t end;
    sizes->numbers = sizes->dim[job->sampler->row_numbers];
    if (sizes->numbers > 1 && (__builtin_add_overflow(job->stream.next, job->rows, &end) ||
                               __builtin_mul_overflow(end, sizes->numbers, &end)))
        return rr_fail(result, RR_ERR_INDEX,
                       "the last index of a row's numbers, (stream.next + rows) * %s, is past 2^64 - 1",
                       names[job->sampler->row_numbers]);
    return RR_OK;
}

/* Neither a sample nor a parameter has a shape. */
static int is_plain(const rr_sampler *s)
{
    unsigned any = s->shape.side[0] | s->row_numbers;
    for (uint32_t p = 0; p < s->params; ++p) {
        const rr_shape shape = s->param[p].shape;
        any |= shape.side[0] | shape.side[1] | shape.once | shape.rule;
    }
    return !any;
}

rr_status rr_shape_validate(const rr_job *job, rr_sizes *sizes, rr_result *result)
{
    const uint64_t given[RR_DIM_END] = {0, job->dims.k, job->dims.d, job->dims.r, job->dims.c, job->dims.n};
    *sizes = (rr_sizes){.dim = {1}, .numbers = 1};
    if (!(given[1] | given[2] | given[3] | given[4] | given[5]) && is_plain(job->sampler)) return RR_OK;
    const uint32_t has = read_shapes(job->sampler, sizes);
    rr_status status = validate_sample(job, sizes, result);
    for (unsigned d = 1; d < RR_DIM_END && status == RR_OK; ++d)
        status = validate_dim(job, d, has >> d & 1, given[d], sizes, result);
    if (status == RR_OK) status = check_once(job, sizes, result);
    return status == RR_OK ? validate_numbers(job, sizes, result) : status;
}

/* ---- Public ------------------------------------------------------------------------------------------------------- */

rr_dims rr_sampler_dims(const rr_sampler *s, rr_dims sizes)
{
    const uint32_t has = rr_shape_dims(s);
    return (rr_dims){.k = has >> RR_DIM_K & 1 ? sizes.k : 0, .d = has >> RR_DIM_D & 1 ? sizes.d : 0,
                     .r = has >> RR_DIM_R & 1 ? sizes.r : 0, .c = has >> RR_DIM_C & 1 ? sizes.c : 0,
                     .n = has >> RR_DIM_N & 1 ? sizes.n : 0};
}

uint64_t rr_sample_length(const rr_sampler *s, const rr_dims *dims)
{
    const uint64_t size[RR_DIM_END] = {1, dims->k, dims->d, dims->r, dims->c, dims->n};
    return size[s->shape.side[0]] * size[s->shape.side[1]] * rr_shape_parts(s->shape);
}

rr_range rr_param_range_at(const rr_sampler *s, rr_type dtype, uint32_t param, const rr_dims *dims)
{
    const uint64_t side[RR_DIM_END] = {1, dims->k, dims->d, dims->r, dims->c, dims->n};
    const rr_range *range = rr_param_range(s, dtype, param);
    if (param >= s->params || s->param[param].shape.rule != RR_RULE_ABOVE_SIDE) return *range;
    return rr_range_above(range, side[s->shape.side[0]]);
}

/* ---- Memory -------------------------------------------------------------------------------------------------------- */

void rr_shape_span(const rr_job *job, const rr_sizes *sizes, uint32_t p, uint64_t *low, uint64_t *high)
{
    const rr_param *param = &job->param[p];
    const rr_shape *shape = &job->sampler->param[p].shape;
    const int covariance = sizes->covariances >> p & 1, list = sizes->lists >> p & 1;
    const uint64_t first = sizes->dim[shape->side[0]], second = sizes->dim[shape->side[1]];
    const uint64_t rows = covariance ? first : job->rows;
    const uint64_t cols = covariance ? second : list ? first * second : sizes->per_rows >> p & 1 ? 1 : job->cols;
    const ptrdiff_t stride[2] = {param->row_stride, param->col_stride};
    ptrdiff_t reach[2];
    for (int i = 0; i < 2; ++i)   /* beyond all memory, it overlaps everything */
        if (__builtin_mul_overflow(stride[i], (ptrdiff_t)((i ? cols : rows) - 1), &reach[i])) reach[i] = PTRDIFF_MAX / 4;
    *low = 0;
    *high = rr_type_size(param->type);
    for (int i = 0; i < 2; ++i) {
        if (reach[i] < 0) *low += (uint64_t)-reach[i];
        else *high += (uint64_t)reach[i];
    }
}

int rr_shape_varies(const rr_job *job, uint32_t p)
{
    const rr_param *param = &job->param[p];
    if (rr_is_list(job->sampler, p)) return param->row_stride && job->rows > 1;
    if (rr_is_covariance(job->sampler, p)) return 0;
    return param->data && ((param->row_stride && job->rows > 1) || (param->col_stride && job->cols > 1));
}
