/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* A job is checked and settled: what follows from it and its device is worked out here, once a call. */
#include <stddef.h>
#include <string.h>

#include "call.h"
#include "host/lists/lists.h"
#include "targets/base/windows.h"

/* ---- Checks -------------------------------------------------------------------------------------------------------- */

int rr_overlap(const void *a, uint64_t size, const void *b, uint64_t low, uint64_t high)
{
    const uintptr_t first = (uintptr_t)a, second = (uintptr_t)b;
    return second - low < first + size && first < second + high;
}

static int param_overlaps(const rr_job *job, const rr_param *p, uint64_t bytes)
{
    uint64_t low = 0, high = rr_type_size(p->type);
    if (!p->data) return 0;
    if (!p->row_stride && !p->col_stride) return rr_overlap(job->out, bytes, p->data, 0, high);
    const int weights = job->sampler->weights >> (p - job->param) & 1;
    const int matrix = job->sampler->matrix >> (p - job->param) & 1;
    const uint64_t rows = matrix ? rr_matrix_side(job, (uint32_t)(p - job->param)) : job->rows;
    const uint64_t cols = weights ? job->weights : matrix ? rows : job->cols;
    const int per_row = job->sampler->per_row >> (p - job->param) & 1;
    const ptrdiff_t reach[2] = {p->row_stride * (ptrdiff_t)(rows - 1), per_row ? 0 : p->col_stride * (ptrdiff_t)(cols - 1)};
    for (int i = 0; i < 2; ++i) {
        if (reach[i] < 0) low += (uint64_t)-reach[i];
        else high += (uint64_t)reach[i];
    }
    return rr_overlap(job->out, bytes, p->data, low, high);
}

/* Has parameter p of a job a value an element? */
static int varies(const rr_job *job, uint32_t p)
{
    const rr_param *param = &job->param[p];
    if (job->sampler->weights >> p & 1) return param->row_stride && job->rows > 1;
    if (job->sampler->matrix >> p & 1) return 0;
    return param->data && ((param->row_stride && job->rows > 1) || (param->col_stride && job->cols > 1));
}

/* Are so many columns a matrix that the sampler draws? */
static int is_square(const rr_sampler *s, uint64_t cols)
{
    const uint64_t side = rr_side(s, cols);
    return side >= 2 && side <= s->square && side * side == cols;
}

/* Are so many columns a matrix of as many rows as the job says, in sizes that the sampler draws? */
static int is_oblong(const rr_job *job)
{
    const uint64_t most = job->sampler->oblong, rows = job->weights;
    return rows >= 1 && rows <= most && job->cols % rows == 0 && job->cols / rows <= most;
}

/* Are so many numbers a matrix of as many rows as there are components? */
static int is_factor(const rr_job *job)
{
    return job->weights % job->cols == 0 && job->weights / job->cols >= 1 && job->weights / job->cols <= RR_FACTOR_MOST;
}

/* The last index, of a matrix with more columns than are drawn. */
static rr_status check_tile(const rr_job *job, rr_result *result)
{
    uint64_t last;
    if (!job->index_row_stride) return RR_OK;
    if (job->sampler->vector || job->index || job->flags & RR_CL_ANY)
        return rr_fail(result, RR_ERR_ARGUMENT,
                       "index_row_stride is for samples that are numbers, without index and cl_mem");
    if (job->index_row_stride < job->cols)
        return rr_fail(result, RR_ERR_ARGUMENT, "index_row_stride is below cols: samples of two rows would be one");
    if (__builtin_mul_overflow(job->rows - 1, job->index_row_stride, &last) ||
        __builtin_add_overflow(last, job->cols - 1, &last) || last > UINT64_MAX - job->stream.next)
        return rr_fail(result, RR_ERR_INDEX,
                       "the last index, stream.next + (rows - 1) * index_row_stride + cols - 1, is past 2^64 - 1");
    return RR_OK;
}

static rr_status check_weights(const rr_job *job, rr_result *result)
{
    const rr_sampler *s = job->sampler;
    uint64_t last = 0;
    if (!s->oblong && (s->weights ? job->weights < 1 || job->weights > RR_WEIGHTS_MOST : job->weights != 0))
        return rr_fail(result, RR_ERR_ARGUMENT,
                       s->weights ? "weights, their number, is not in [1, 2^28]" : "%s has no weights: job.weights is 0",
                       s->name);
    if (s->plain == RR_FACTOR && !is_factor(job))
        return rr_fail(result, RR_ERR_ARGUMENT, "weights, how many numbers %s has, is not columns * R, R from 1 to %d",
                       s->param[__builtin_ctz(s->weights)].name, RR_FACTOR_MOST);
    for (uint32_t p = 0; s->plain && p < s->params; ++p)
        if (s->weights >> p & 1 && job->param[p].row_stride)
            return rr_fail(result, RR_ERR_ARGUMENT, "%s of %s is one vector for all samples: row_stride is 0",
                           s->param[p].name, s->name);
    if (s->plain == RR_FACTOR &&
        (s->vector && __builtin_mul_overflow(job->stream.next + job->rows, job->weights / job->cols, &last)))
        return rr_fail(result, RR_ERR_INDEX,
                       "the last index of a row's numbers, (stream.next + rows) * R, is past 2^64 - 1");
    return RR_OK;
}

static rr_status check_params(const rr_job *job, rr_result *result)
{
    const rr_sampler *s = job->sampler;
    for (uint32_t p = 0; p < s->params; ++p) {
        if (result) result->bad_param = (int)p;
        if (job->param[p].data && (!rr_type_size(job->param[p].type) || rr_type_half(job->param[p].type)))
            return rr_fail(result, RR_ERR_ARGUMENT, "the type of parameter %s is not an rr_type that parameters have",
                           s->param[p].name);
        if (!job->param[p].data && !(s->param[p].fallback == s->param[p].fallback))
            return rr_fail(result, RR_ERR_ARGUMENT, "parameter %s of %s has no default and must be given",
                           s->param[p].name, s->name);
        if (s->fixed >> p & 1 && varies(job, p) && !rr_window_law_of(s))
            return rr_fail(result, RR_ERR_ARGUMENT,
                           "parameter %s of %s must be one value for all samples: its table is made for one",
                           s->param[p].name, s->name);
    }
    if (result) result->bad_param = -1;
    return RR_OK;
}

static rr_status check(const rr_device *device, const rr_job *job, rr_result *result, uint64_t *n, unsigned *number)
{
    const rr_sampler *s = job ? job->sampler : NULL;
    uint64_t first = job ? job->stream.next : 0;
    if (!device) return rr_fail(result, RR_ERR_ARGUMENT, "device is NULL; open one with rr_device_open");
    if (!job || job->size != sizeof *job)
        return rr_fail(result, RR_ERR_ARGUMENT, "job is NULL or its size is not set: start from RR_JOB_INIT");
    *number = rr_sampler_number(s);
    if (!rr_sampler_list(*number) && !rr_user_of(*number))
        return rr_fail(result, RR_ERR_ARGUMENT, "sampler is not one of rr_sampler_list");
    if (!rr_type_size(job->dtype) || !(s->dtypes >> job->dtype & 1))
        return rr_fail(result, RR_ERR_ARGUMENT, "dtype is not one that %s draws", s->name);
    if (job->flags >= RR_CL_PARAM(RR_MAX_PARAMS))
        return rr_fail(result, RR_ERR_ARGUMENT,
                       "flags has a bit that means nothing; there are RR_COUNT, RR_ANTITHETIC and RR_CL_...");
    if (job->flags & RR_ANTITHETIC && !s->monotone)
        return rr_fail(result, RR_ERR_ARGUMENT, "RR_ANTITHETIC is for inverse CDFs, which %s is not", s->name);
    if (!rr_strategy_known(job->strategy))
        return rr_fail(result, RR_ERR_ARGUMENT, "strategy is not one that rr_strategy_find gives");
    if (__builtin_mul_overflow(job->rows, job->cols, n) || *n > UINT64_MAX / 8)
        return rr_fail(result, RR_ERR_ARGUMENT, "rows * cols is too large");
    if (!*n) return RR_OK;
    if (s->vector && (job->cols < 2 || job->cols > UINT32_MAX || job->index))
        return rr_fail(result, RR_ERR_ARGUMENT, "%s draws rows of 2 to 2^32 - 1 columns, without an index array", s->name);
    if (s->components && !s->other_stages && job->cols != s->components)
        return rr_fail(result, RR_ERR_ARGUMENT, "%s draws rows of %u components only: cols", s->name,
                       (unsigned)s->components);
    if (s->square && !is_square(s, job->cols))
        return rr_fail(result, RR_ERR_ARGUMENT,
                       "%s draws matrices of K rows, as rows of cols = K * K numbers, K from 2 to %u", s->name,
                       (unsigned)s->square);
    if (s->oblong && !is_oblong(job))
        return rr_fail(result, RR_ERR_ARGUMENT,
                       "%s draws R x C matrices, as rows of cols = R * C numbers, weights being R; R and C are "
                       "from 1 to %u", s->name, (unsigned)s->oblong);
    if (s->vector && __builtin_mul_overflow(job->stream.next, job->cols, &first))
        return rr_fail(result, RR_ERR_INDEX, "the first component's index, stream.next * cols, is past 2^64 - 1");
    if (!job->index && first > UINT64_MAX - (*n - 1))
        return rr_fail(result, RR_ERR_INDEX, "the last index, stream.next + rows * cols - 1, is past 2^64 - 1");
    rr_status status = check_weights(job, result);
    if (!status) status = check_params(job, result);
    return status ? status : check_tile(job, result);
}

/* ---- The record ---------------------------------------------------------------------------------------------------- */

void rr_call_strategy(rr_call *call, rr_strategy s)
{
    call->strategy = s;
    rr_strategy_numbers(s, &call->strategy_number, &call->strategy_more);
}

/* All but the parameters, which settle_params keeps: of the whole gcc makes a string instruction, which takes longer than
 * all else that is settled. */
static void keep_job(rr_job *to, const rr_job *from)
{
    memcpy(to, from, offsetof(rr_job, param));
    memcpy(&to->index, &from->index, sizeof *to - offsetof(rr_job, index));
}

/* What is not given is one value, by default; what does not vary has no strides. */
static void settle_params(rr_call *call, const rr_job *job)
{
    const rr_sampler *s = call->sampler;
    call->varies = 0;
    for (uint32_t p = 0; p < s->params; ++p) {
        const int whole = rr_sampler_whole(s) >> p & 1;
        rr_param *param = &call->param[p];
        call->job.param[p] = job->param[p];
        call->range[p] = rr_param_range(s, call->job.dtype, p);
        if (s->above >> p & 1) {
            call->above = *call->range[p];
            call->above.low = (double)rr_side(s, job->cols) - 1;
            call->above.low_open = 1;
            call->range[p] = &call->above;
        }
        call->fallback[p] = whole ? !rr_in_range(call->range[p], 0, call->width) : s->param[p].fallback;   /* 0, or 1 */
        if (job->param[p].data && !whole) *param = job->param[p];
        else *param = (rr_param){&call->fallback[p], RR_F64, 0, 0};
        if (job->rows == 1) param->row_stride = 0;
        if (job->rows == 1 && s->weights >> p & 1) call->job.param[p].row_stride = 0;
        if (job->cols == 1 || s->per_row >> p & 1) param->col_stride = 0;
        call->varies |= (uint32_t)(param->row_stride || param->col_stride) << p;
    }
}

static const rr_stage *stages_of(const rr_sampler *s, uint64_t cols)
{
    return s->stages ? s->stages : s->other_stages && cols != s->components ? s->other_stages : s->row_stages;
}

/* Numbers of a sample that have indices one behind the other: the components of a row. */
static uint32_t row_of(const rr_sampler *s, const rr_job *job) { return s->vector ? (uint32_t)job->cols : 1; }

/* Every stage has a stream of its own; those of counts have the type bit 0 whatever the dtype. A stage draws components, or
 * numbers that belong to rows. */
static void settle_stages(rr_call *call)
{
    const rr_stage *stage = stages_of(call->sampler, call->job.cols);
    const uint32_t row = call->sampler->stages ? row_of(call->sampler, &call->job) : (uint32_t)rr_numbers_of(call);
    call->stages = 0;
    for (; stage && stage[call->stages].sampler; ++call->stages) {
        rr_stage_call *to = &call->stage[call->stages];
        to->sampler = rr_sampler_find(stage[call->stages].sampler);
        to->number = rr_sampler_number(to->sampler);
        rr_launch_key(&to->key, call->job.stream, row, stage[call->stages].family, !to->sampler->counts);
    }
}

rr_status rr_settle(const rr_device *device, const rr_job *job, rr_call *call, rr_result *result)
{
    uint64_t n = 0;
    unsigned number = 0;
    const rr_status status = check(device, job, result, &n, &number);
    if (status != RR_OK) return status;
    const rr_sampler *s = job->sampler;
    /* First: much waits for it. */
    rr_launch_key(&call->key, job->stream, row_of(s, job), s->family, !s->counts && rr_type_size(job->dtype) == 8);
    call->device = device;
    keep_job(&call->job, job);
    call->sampler = s;
    call->n = n;
    if (!n) return RR_OK;
    call->table = NULL;
    call->table_size = 0;
    call->remote = 0;
    call->sink = NULL;
    call->check_only = 0;
    call->held = 0;
    call->number = number;
    call->user = rr_user_of(number);
    call->user_lanes = call->user ? call->user->lanes : NULL;
    call->wide = rr_param_type(s, job->dtype) != RR_F32;
    call->width = call->wide ? 8 : 4;
    call->out_width = rr_type_size(job->dtype);
    call->half = rr_type_half(job->dtype) ? job->dtype : (rr_type)0;
    if (call->half) call->job.dtype = RR_F32;
    call->flip = job->flags & RR_ANTITHETIC ? 0xffffffffu : 0;
    if (s->vector) call->job.stream.next *= job->cols;   /* component c of row i has index i * cols + c */
    settle_params(call, job);
    if (job->index_row_stride && rr_own_weights(call))
        return rr_fail(result, RR_ERR_ARGUMENT, "index_row_stride is not for weights a row a sample");
    rr_call_strategy(call, job->strategy);
    settle_stages(call);
    const rr_status ready = call->user ? rr_user_ready(call->user, rr_host_of(device)->name, (int)call->wide, result)
                                       : RR_OK;
    if (ready == RR_OK) rr_host_of(device)->calls->bind(call);
    return ready;
}

rr_status rr_call_output(const rr_call *call, rr_result *result)
{
    const rr_job *job = &call->job;
    const uint64_t bytes = call->n * call->out_width;
    if (job->flags & RR_CL_OUT && job->out) return RR_OK;   /* an object: it has no address */
    if (!job->out || (uintptr_t)job->out & (call->out_width - 1))
        return rr_fail(result, RR_ERR_ARGUMENT, "out is NULL or not aligned to its type");
    for (uint32_t p = 0; p < job->sampler->params; ++p)
        if (!(job->flags & RR_CL_PARAM(p)) && param_overlaps(job, &job->param[p], bytes))
            return rr_fail(result, RR_ERR_OVERLAP, "out overlaps parameter %s", job->sampler->param[p].name);
    if (job->index && rr_overlap(job->out, bytes, job->index, 0, call->n * 8))
        return rr_fail(result, RR_ERR_OVERLAP, "out overlaps index");
    return RR_OK;
}
