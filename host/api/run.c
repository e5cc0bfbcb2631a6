/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Jobs of samples: prepares them, runs them on the device's target, and reports the findings. */
#include "draw.h"
#include "prepared.h"
#include "host/call/call.h"
#include "host/call/fault.h"
#include "host/lists/lists.h"
#include "host/plan/planner.h"
#include "host/tables/tables.h"
#include "engine/lanes/processor/fpenv.h"

/* Moves a tile to its next row; `back`: back by `rows` rows at the end. */
static void move_on(rr_call *call, uint64_t rows, int back)
{
    const uint64_t stride = call->job.index_row_stride, out = call->job.cols * call->out_width;
    call->job.stream.next += back ? 0 - rows * stride : rows * stride;
    call->job.out = (char *)call->job.out + (back ? -(ptrdiff_t)(rows * out) : (ptrdiff_t)(rows * out));
    for (uint32_t p = 0; p < call->sampler->params; ++p) {
        const ptrdiff_t by = call->param[p].row_stride * (ptrdiff_t)rows;
        if (rr_call_whole_params(call) >> p & 1 || !by) continue;
        call->param[p].data = (const char *)call->param[p].data + (back ? -by : by);
        call->job.param[p].data = call->param[p].data;
    }
}

/* Draws a tile of columns of a larger matrix (rr_job.index_row_stride): all its rows use one prepared call. */
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
        rr_part_merge_at(part, &one, row * cols);
        move_on(call, 1, 0);
    }
    move_on(call, row, 1);
    call->job.rows = rows, call->n = n;
    return status;
}

rr_status rr_call_draw(rr_part *part, rr_call *call, rr_result *result)
{
    return call->job.index_row_stride ? run_tile(part, call, result) : call->device->calls->run(part, result);
}

rr_status rr_call_make(const rr_device *device, const rr_job *job, uint32_t family, int with_out, rr_call *call,
                       rr_table *table, rr_result *result)
{
    rr_status status = rr_call_validate(device, job, call, result);
    if (status != RR_OK || !call->n) return status;
    if (family) rr_launch_key(&call->key, job->stream, 1, family, 0);
    if (with_out && (status = rr_call_output(call, result)) != RR_OK) return status;
    if ((status = device->calls->place(call, result)) != RR_OK) return status;
    if ((status = rr_plan_grouped(call)) != RR_OK) return status;
    return with_out ? rr_table_take_once(call, result, table) : rr_table_take(call, result, table);
}

static rr_status run_of(const rr_device *device, const rr_job *job, uint32_t family, rr_result *result)
{
    rr_call call;
    rr_table table;
    rr_part part;
    rr_status status = rr_call_make(device, job, family, 1, &call, &table, result);
    if (status != RR_OK || !call.n) return status;
    rr_part_begin(&part, &call);
    status = rr_call_draw(&part, &call, result);
    rr_table_give(&table);
    return status == RR_OK ? rr_call_end(&call, call.remote, &part, result) : status;
}

static rr_status run(const rr_device *device, const rr_job *job, rr_result *result)
{
    return run_of(device, job, 0, result);
}

/* The host's CPU checks parameters; a matrix must have a factor, weights a sum. */
static rr_status check(const rr_device *device, const rr_job *job, rr_result *result)
{
    rr_call call;
    rr_part part;
    rr_table table = {.size = 0};
    rr_status status = rr_call_validate(device, job, &call, result);
    if (status != RR_OK || !call.n) return status;
    if ((status = device->calls->place(&call, result)) != RR_OK) return status;
    if (call.remote) return rr_fail(result, RR_ERR_ARGUMENT, "rr_check accepts host memory only");
    if (rr_call_whole_params(&call) && (status = rr_table_take(&call, result, &table)) != RR_OK) return status;
    rr_part_begin(&part, &call);
    call.check_only = 1;
    status = rr_host_of(device)->calls->check(&part, result);
    rr_table_give(&table);
    return status == RR_OK ? rr_call_end(&call, call.remote, &part, result) : status;
}

/* All of a call, including the message about a bad parameter, runs in the job's floating-point environment; other threads
 * enter it for themselves (threads.c). */
static rr_status in_environment(rr_status (*what)(const rr_device *, const rr_job *, rr_result *), const rr_device *device,
                                const rr_job *job, rr_result *result)
{
    rr_older older RR_OLDER;
    rr_job copy;
    if (rr_begin(&result, &older) != RR_OK) return RR_ERR_ARGUMENT;
    job = rr_job_padded(job, &copy);
    rr_user *const law = job && job->size == sizeof *job ? rr_user_hold(job->sampler) : NULL;   /* held open */
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
