/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Jobs of samples: settled, run by the device's target, and what was found is said. */
#include <math.h>
#include <string.h>

#include "draw.h"
#include "host/call/call.h"
#include "host/lists/lists.h"
#include "host/plan/planner.h"
#include "host/tables/tables.h"
#include "engine/lanes/processor/fpenv.h"

/* The caller's number of an element. UINT64_MAX stays: it means none. */
static unsigned long long told(const rr_call *call, uint64_t element)
{
    return element == UINT64_MAX ? element : call->job.first_element + element;
}

/* The sentence about the lowest bad element: the first of its parameters that is out of range. */
static rr_status say_bad(const rr_part *part, rr_result *result, uint64_t element)
{
    const rr_call *call = part->call;
    const rr_sampler *s = call->sampler;
    const unsigned long long number = told(call, element);
    if (call->remote)
        return rr_fail(result, RR_ERR_PARAM, "a parameter of element %llu is outside its range", number);
    if (rr_own_weights(call))
        return rr_fail(result, RR_ERR_PARAM,
                       "the weights of element %llu: each is finite and not negative, and one at least is positive", number);
    const unsigned width = call->width;
    double v[RR_MAX_PARAMS];
    for (uint32_t p = 0; p < s->params; ++p) {
        char buffer[8], range[64], value[32];
        const void *values;
        if (s->integers) {
            if (rr_integer_at(call, p, element, &v[p], value)) continue;
            rr_range_text(call->range[p], range);
            return rr_fail(result, RR_ERR_PARAM, "%s = %s of element %llu is no integer in its range %s", s->param[p].name,
                           value, number, range);
        }
        rr_param_values(call, p, element, 1, buffer, &values);
        v[p] = rr_value_at(values, 0, width);
        if (rr_in_range(call->range[p], v[p], width)) continue;
        rr_range_text(call->range[p], range);
        const int per_row = s->per_row >> p & 1;   /* the number that a caller knows is the row's */
        return rr_fail(result, RR_ERR_PARAM, "%s = %g of %s %llu is outside its range %s", s->param[p].name, v[p],
                       per_row ? "row" : "element", per_row ? number / call->job.cols : number, range);
    }
    if (s->direction)
        return rr_fail(result, RR_ERR_PARAM, "%s of element %llu is no direction: all its values are 0",
                       s->param[__builtin_ctz(s->direction)].name, number);
    if (s->vector && s->stages) v[1] = rr_row_sum(call, element / call->job.cols, &(uint64_t){0});
    /* Integers that are in the wrong order may be equal as doubles, in which the relation is stated. */
    if (s->integers && s->relate && !s->relate(v)) v[1] = -INFINITY;
    return rr_fail(result, RR_ERR_PARAM, "%s (element %llu)", s->relate ? s->relate(v) : "bad", number);
}

static rr_status say_unfit(const rr_part *part, rr_result *result)
{
    const unsigned long long number = told(part->call, part->unfit);
    if (!part->call->sampler->counts)
        return rr_fail(result, RR_ERR_FIT, "a stage of element %llu takes no such parameter", number);
    static const char *const names[] = {[RR_F32] = "f32", [RR_F64] = "f64", [RR_I64] = "i64",
                                        [RR_I32] = "i32", [RR_U32] = "u32", [RR_U64] = "u64"};
    return rr_fail(result, RR_ERR_FIT, "the count of element %llu does not fit %s", number,
                   names[part->call->job.dtype]);
}

static rr_status say_end(const rr_part *part, rr_result *result)
{
    const rr_call *call = part->call;
    if (result) {
        result->strategy = call->strategy;
        result->bad_index = told(call, part->bad);
        result->failed = part->failed;
        result->failed_index = told(call, part->unfit < part->failed_first ? part->unfit : part->failed_first);
        if (call->job.flags & RR_COUNT) memcpy(&result->counts, &part->tally, sizeof result->counts);
    }
    if (part->bad != UINT64_MAX) return say_bad(part, result, part->bad);
    if (!part->failed && part->unfit != UINT64_MAX) return say_unfit(part, result);
    if (!part->failed) return RR_OK;
    if (rr_strategy_fails(call->strategy))
        return rr_fail(result, RR_ERR_FAILED, "%llu samples had no accepted proposal among %u; the first is element %llu",
                       (unsigned long long)part->failed, call->strategy_number, told(call, part->failed_first));
    return rr_fail(result, RR_ERR_CAP, "%llu samples reached the cap of %u attempts; the first is element %llu",
                   (unsigned long long)part->failed, call->sampler->cap, told(call, part->failed_first));
}

_Static_assert(sizeof(rr_counts) == sizeof(rr_tally), "rr_counts and rr_tally are one layout");

/* From a row of a tile to the next: `back` rows back at the end. */
static void move_on(rr_call *call, uint64_t rows, int back)
{
    const uint64_t stride = call->job.index_row_stride, out = call->job.cols * call->out_width;
    call->job.stream.next += back ? 0 - rows * stride : rows * stride;
    call->job.out = (char *)call->job.out + (back ? -(ptrdiff_t)(rows * out) : (ptrdiff_t)(rows * out));
    for (uint32_t p = 0; p < call->sampler->params; ++p) {
        const ptrdiff_t by = call->param[p].row_stride * (ptrdiff_t)rows;
        if (rr_sampler_whole(call->sampler) >> p & 1 || !by) continue;
        call->param[p].data = (const char *)call->param[p].data + (back ? -by : by);
        call->job.param[p].data = call->param[p].data;
    }
}

/* A tile of columns of a larger matrix (rr_job.index_row_stride): what it has settled serves all its rows. */
static rr_status run_tile(rr_part *part, rr_call *call, rr_result *result)
{
    const uint64_t rows = call->job.rows, cols = call->job.cols, n = call->n;
    uint64_t row = 0;
    rr_status status = RR_OK;
    call->job.rows = 1, call->n = cols;
    for (; row < rows && status == RR_OK; ++row) {
        rr_part one;
        rr_part_begin(&one, call);
        status = call->device->calls->run(&one, result);
        uint64_t *const element[] = {&one.bad, &one.failed_first, &one.unfit};
        for (int i = 0; i < 3; ++i)
            if (*element[i] != UINT64_MAX) *element[i] += row * cols;
        rr_part_merge(part, &one);
        move_on(call, 1, 0);
    }
    move_on(call, row, 1);
    call->job.rows = rows, call->n = n;
    return status;
}

static rr_status run_of(const rr_device *device, const rr_job *job, uint32_t family, rr_result *result)
{
    rr_call call;
    rr_part part;
    rr_table table;
    rr_status status = rr_settle(device, job, &call, result);
    if (status != RR_OK || !call.n) return status;
    if (family) rr_launch_key(&call.key, job->stream, 1, family, 0);
    if ((status = rr_call_output(&call, result)) != RR_OK) return status;
    if ((status = device->calls->place(&call, result)) != RR_OK) return status;
    if ((status = rr_plan_grouped(&call)) != RR_OK) return status;
    if ((status = rr_table_take(&call, result, &table)) != RR_OK) return status;
    rr_part_begin(&part, &call);
    status = call.job.index_row_stride ? run_tile(&part, &call, result) : device->calls->run(&part, result);
    rr_table_give(&table);
    return status == RR_OK ? say_end(&part, result) : status;
}

static rr_status run(const rr_device *device, const rr_job *job, rr_result *result)
{
    return run_of(device, job, 0, result);
}

/* Parameters are looked at by the host's CPU; a matrix must have a factor, weights a sum. */
static rr_status check(const rr_device *device, const rr_job *job, rr_result *result)
{
    rr_call call;
    rr_part part;
    rr_table table = {.size = 0};
    rr_status status = rr_settle(device, job, &call, result);
    if (status != RR_OK || !call.n) return status;
    if ((status = device->calls->place(&call, result)) != RR_OK) return status;
    if (call.remote) return rr_fail(result, RR_ERR_ARGUMENT, "rr_check looks at host memory only");
    if (rr_sampler_whole(call.sampler) && (status = rr_table_take(&call, result, &table)) != RR_OK) return status;
    rr_part_begin(&part, &call);
    call.check_only = 1;
    status = rr_host_of(device)->calls->check(&part, result);
    rr_table_give(&table);
    return status == RR_OK ? say_end(&part, result) : status;
}

/* All of a call, the sentence about a bad parameter included, is done in the job's floating-point environment; other
 * threads enter it for themselves (threads.c). */
static rr_status in_environment(rr_status (*what)(const rr_device *, const rr_job *, rr_result *), const rr_device *device,
                                const rr_job *job, rr_result *result)
{
    if (rr_begin(result) != RR_OK) return RR_ERR_ARGUMENT;
    rr_user *const law = job && job->size == sizeof *job ? rr_user_hold(job->sampler) : NULL;   /* it stays open */
    const rr_fpenv saved = rr_fpenv_enter();
    const rr_status status = what(device, job, result);
    rr_fpenv_leave(saved);
    rr_user_drop(law);
    return status;
}

rr_status rr_run(const rr_device *device, const rr_job *job, rr_result *result)
{
    return in_environment(run, device, job, result);
}

rr_status rr_check(const rr_device *device, const rr_job *job, rr_result *result)
{
    return in_environment(check, device, job, result);
}

rr_status rr_run_family(const rr_device *device, const rr_job *job, uint32_t family, rr_result *result)
{
    const rr_fpenv saved = rr_fpenv_enter();
    const rr_status status = run_of(device, job, family, result);
    rr_fpenv_leave(saved);
    return status;
}
