/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Checks and prepares a job: computes all that follows from it and its device, once per call. */
#include <stddef.h>
#include <string.h>

#include "call.h"
#include "host/lists/lists.h"
#include "host/shape/shape.h"
#include "targets/base/windows.h"

/* ---- Checks -------------------------------------------------------------------------------------------------------- */

int rr_overlap(const void *a, uint64_t size, const void *b, uint64_t low, uint64_t high)
{
    const uintptr_t first = (uintptr_t)a, second = (uintptr_t)b;
    return second - low < first + size && first < second + high;
}

static int param_overlaps(const rr_call *call, uint32_t p, uint64_t bytes)
{
    uint64_t low, high;
    const rr_param *param = &call->job.param[p];
    if (!param->data) return 0;
    if (!param->row_stride && !param->col_stride)
        return rr_overlap(call->job.out, bytes, param->data, 0, rr_type_size(param->type));
    rr_shape_span(&call->job, &call->sizes, p, &low, &high);
    return rr_overlap(call->job.out, bytes, param->data, low, high);
}

/* Checks the last index, for a tile of a matrix with more columns than are drawn. */
static rr_status check_tile(const rr_job *job, rr_result *result)
{
    uint64_t last;
    if (!job->index_row_stride) return RR_OK;
    if (rr_is_row(job->sampler) || job->index || job->flags & RR_CL_ANY)
        return rr_fail(result, RR_ERR_ARGUMENT,
                       "index_row_stride is for samples that are numbers, without index and cl_mem");
    if (job->index_row_stride < job->cols)
        return rr_fail(result, RR_ERR_ARGUMENT, "index_row_stride is below cols: two rows would have samples in common");
    if (__builtin_mul_overflow(job->rows - 1, job->index_row_stride, &last) ||
        __builtin_add_overflow(last, job->cols - 1, &last) || last > UINT64_MAX - job->stream.next)
        return rr_fail(result, RR_ERR_INDEX,
                       "the last index, stream.next + (rows - 1) * index_row_stride + cols - 1, is past 2^64 - 1");
    return RR_OK;
}

static rr_status check_params(const rr_job *job, rr_result *result)
{
    const rr_sampler *s = job->sampler;
    for (uint32_t p = 0; p < s->params; ++p) {
        if (result) result->bad_param = (int)p;
        if (job->param[p].data && (!rr_type_size(job->param[p].type) || rr_type_half(job->param[p].type)))
            return rr_fail(result, RR_ERR_ARGUMENT, "the type of parameter %s is not an rr_type for parameters",
                           s->param[p].name);
        if (!job->param[p].data && !(s->param[p].fallback == s->param[p].fallback))
            return rr_fail(result, RR_ERR_ARGUMENT, "parameter %s of %s has no default and must be given",
                           s->param[p].name, s->name);
        if (s->fixed >> p & 1 && rr_shape_varies(job, p) && !rr_window_law_of(s))
            return rr_fail(result, RR_ERR_ARGUMENT,
                           "parameter %s of %s must be one value for all samples: its table is made for one",
                           s->param[p].name, s->name);
    }
    if (result) result->bad_param = -1;
    return RR_OK;
}

static int has_arrays(const rr_job *job)
{
    int has = job->out || job->index;
    for (uint32_t p = 0; p < job->sampler->params; ++p) has |= job->param[p].row_stride || job->param[p].col_stride;
    return has;
}

static rr_status check(const rr_device *device, const rr_job *job, rr_sizes *sizes, rr_result *result, uint64_t *n,
                       unsigned *number)
{
    const rr_sampler *s = job ? job->sampler : NULL;
    uint64_t first = job ? job->stream.next : 0;
    if (!device) return rr_fail(result, RR_ERR_ARGUMENT, "device is NULL; open one with rr_device_open");
    if (!job || job->size != sizeof *job)
        return rr_fail_size(result, job, sizeof *job, "job", "RR_JOB_INIT");
    *number = rr_sampler_number(s);
    if (!rr_sampler_list(*number) && !rr_user_of(*number))
        return rr_fail(result, RR_ERR_ARGUMENT, "sampler is not one of rr_sampler_list");
    if (!rr_type_size(job->dtype) || !(s->dtypes >> job->dtype & 1))
        return rr_fail(result, RR_ERR_ARGUMENT, "dtype is not available for %s", s->name);
    if (job->flags >= 2 * RR_TOWARD_ZERO)
        return rr_fail(result, RR_ERR_ARGUMENT,
                       "flags has an unknown bit; accepted are RR_COUNT, RR_ANTITHETIC, RR_TOWARD_ZERO and "
                       "RR_CL_...");
    if (job->flags & RR_TOWARD_ZERO && !rr_type_half(job->dtype))
        return rr_fail(result, RR_ERR_ARGUMENT, "RR_TOWARD_ZERO is for the dtypes f16 and bf16");
    if (job->flags & RR_ANTITHETIC && !s->monotone)
        return rr_fail(result, RR_ERR_ARGUMENT, "RR_ANTITHETIC is not available for %s: it needs an inverse CDF", s->name);
    if (!rr_strategy_known(job->strategy))
        return rr_fail(result, RR_ERR_ARGUMENT, "strategy is invalid: use one that rr_strategy_find returns");
    /* Arrays limit the number of bytes. A prepared job without arrays may have more elements than memory holds. */
    if (__builtin_mul_overflow(job->rows, job->cols, n) || (*n > UINT64_MAX / 8 && has_arrays(job)))
        return rr_fail(result, RR_ERR_ARGUMENT, "rows * cols is too large");
    if (!*n) return RR_OK;
    const rr_status shaped = rr_shape_validate(job, sizes, result);
    if (shaped != RR_OK) return shaped;
    if (rr_is_row(s)) first *= job->cols;
    if (!job->index && first > UINT64_MAX - (*n - 1))
        return rr_fail(result, RR_ERR_INDEX, "the last index, %s - 1, is past 2^64 - 1",
                       rr_is_row(s) ? "(stream.next + rows) * cols" : "stream.next + rows * cols");
    if (job->first_element > UINT64_MAX - *n)
        return rr_fail(result, RR_ERR_ARGUMENT, "first_element + rows * cols is above 2^64 - 1");
    const rr_status status = check_params(job, result);
    return status ? status : check_tile(job, result);
}

/* ---- The record ---------------------------------------------------------------------------------------------------- */

/* auto is compact. */
void rr_call_strategy(rr_call *call, rr_strategy s)
{
    if (s.kind == RR_KIND_auto) s.kind = RR_KIND_compact;
    call->strategy = s;
    rr_strategy_numbers(s, &call->strategy_number, &call->strategy_more);
}

/* Copies all but the parameters, which keep_params copies: gcc makes a string instruction of one copy, which takes longer
 * than the rest of rr_call_validate. */
static void keep_job(rr_job *to, const rr_job *from)
{
    memcpy(to, from, offsetof(rr_job, param));
    memcpy(&to->index, &from->index, sizeof *to - offsetof(rr_job, index));
}

/* A parameter that is not given is its default value; one that does not vary has no strides. */
static void keep_params(rr_call *call, const rr_job *job)
{
    const rr_sampler *s = call->sampler;
    call->varies = 0;
    for (uint32_t p = 0; p < s->params; ++p) {
        const int whole = (call->sizes.covariances | call->sizes.lists) >> p & 1;
        rr_param *param = &call->param[p];
        call->job.param[p] = job->param[p];
        call->range[p] = rr_param_range(s, call->job.dtype, p);
        if (s->param[p].shape.rule == RR_RULE_ABOVE_SIDE) {
            call->sized_range = rr_range_above(call->range[p], call->sizes.dim[s->shape.side[0]]);
            call->range[p] = &call->sized_range;
        }
        call->fallback[p] = whole ? !rr_in_range(call->range[p], 0, call->width) : s->param[p].fallback;   /* 0, or 1 */
        if (job->param[p].data && !whole) *param = job->param[p];
        else *param = (rr_param){&call->fallback[p], RR_F64, 0, 0};
        if (job->rows == 1) param->row_stride = 0;
        if (job->rows == 1 && call->sizes.lists >> p & 1) call->job.param[p].row_stride = 0;
        if (job->cols == 1 || call->sizes.per_rows >> p & 1) param->col_stride = 0;
        call->varies |= (uint32_t)(param->row_stride || param->col_stride) << p;
    }
}

static const rr_stage *stages_of(const rr_sampler *s, uint64_t cols)
{
    return s->stages ? s->stages : s->stages_k && cols != s->stages_k ? s->other_row_stages : s->row_stages;
}

/* The number of consecutive indices of a sample: the components of a row. */
static uint32_t row_of(const rr_sampler *s, const rr_job *job) { return rr_is_row(s) ? (uint32_t)job->cols : 1; }

/* Every stage has its own stream; stages that draw counts have the type bit 0 for any dtype. A stage draws components, or
 * numbers that belong to rows. */
static void set_stages(rr_call *call)
{
    const rr_stage *stage = stages_of(call->sampler, call->job.cols);
    const uint32_t row = call->sampler->stages ? row_of(call->sampler, &call->job) : (uint32_t)call->sizes.numbers;
    call->stages = 0;
    for (; stage && stage[call->stages].sampler; ++call->stages) {
        rr_stage_call *to = &call->stage[call->stages];
        to->sampler = rr_sampler_find(stage[call->stages].sampler);
        to->number = rr_sampler_number(to->sampler);
        rr_launch_key(&to->key, call->job.stream, row, stage[call->stages].family, !to->sampler->counts);
    }
}

rr_status rr_call_bind(rr_call *call, const rr_device *device, rr_result *result)
{
    const rr_device *host = rr_host_of(device);
    const rr_status status = call->user ? rr_user_ready(call->user, host->name, (int)call->wide, result) : RR_OK;
    call->device = device;
    if (status == RR_OK) host->calls->bind(call);
    return status;
}

rr_status rr_call_validate(const rr_device *device, const rr_job *job, rr_call *call, rr_result *result)
{
    uint64_t n = 0;
    unsigned number = 0;
    const rr_status status = check(device, job, &call->sizes, result, &n, &number);
    if (status != RR_OK) return status;
    const rr_sampler *s = job->sampler;
    /* First, because many later results depend on it. */
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
    if (rr_is_row(s)) call->job.stream.next *= job->cols;   /* component c of row i has index i * cols + c */
    keep_params(call, job);
    if (job->index_row_stride && rr_own_weights(call))
        return rr_fail(result, RR_ERR_ARGUMENT, "index_row_stride is not available with a row of weights per sample");
    rr_call_strategy(call, job->strategy);
    set_stages(call);
    return rr_call_bind(call, device, result);
}

rr_status rr_call_output(const rr_call *call, rr_result *result)
{
    const rr_job *job = &call->job;
    const uint64_t bytes = call->n * call->out_width;
    if (job->flags & RR_CL_OUT && job->out) return RR_OK;   /* a cl_mem object has no address */
    if (!job->out || (uintptr_t)job->out & (call->out_width - 1))
        return rr_fail(result, RR_ERR_ARGUMENT, "out is NULL or not aligned to its type");
    for (uint32_t p = 0; p < job->sampler->params; ++p)
        if (!(job->flags & RR_CL_PARAM(p)) && param_overlaps(call, p, bytes))
            return rr_fail(result, RR_ERR_OVERLAP, "out overlaps parameter %s", job->sampler->param[p].name);
    if (job->index && rr_overlap(job->out, bytes, job->index, 0, call->n * 8))
        return rr_fail(result, RR_ERR_OVERLAP, "out overlaps index");
    return RR_OK;
}
