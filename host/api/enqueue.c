/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Jobs that are enqueued on a GPU without waiting. */
#include "prepared.h"
#include "host/call/call.h"
#include "host/plan/planner.h"
#include "engine/abi/record.h"
#include "engine/lanes/processor/fpenv.h"

static rr_status no_gpu(const rr_device *device, rr_result *result)
{
    return rr_fail(result, RR_ERR_DEVICE, "%.80s is %s: jobs are not enqueued there; use rr_run",
                   rr_device_name(device, NULL, NULL, NULL), device->first ? "several devices" : "not a GPU");
}

/* Refuses work that a kernel cannot do alone. */
static rr_status check(const rr_call *call, rr_result *result)
{
    if (!call->device->calls->enqueue) return no_gpu(call->device, result);
    if (call->job.flags & RR_COUNT) return rr_fail(result, RR_ERR_ARGUMENT, "RR_COUNT is for rr_run, which waits");
    if (call->n && rr_own_weights(call) && rr_has_logits(call->sampler))
        return rr_fail(result, RR_ERR_ARGUMENT, "rr_enqueue does not accept one row of logits per sample; use rr_run");
    return RR_OK;
}

/* All that varies must be in device memory, except what the host makes a table of. */
static rr_status check_places(const rr_call *call, rr_result *result)
{
    if (!(call->remote & RR_REMOTE_OUT))
        return rr_fail(result, RR_ERR_ARGUMENT, "out is in host memory: rr_enqueue needs device memory");
    if (call->job.index && !(call->remote & RR_REMOTE_INDEX))
        return rr_fail(result, RR_ERR_ARGUMENT, "index is in host memory: rr_enqueue needs device memory");
    const uint32_t whole = rr_own_weights(call) ? 0 : rr_call_whole_params(call);
    const uint32_t varies = call->varies | (rr_own_weights(call) ? call->sizes.lists : 0);
    const uint32_t elsewhere = varies & ~(call->remote | call->sampler->fixed | whole);
    for (uint32_t p = 0; p < call->sampler->params; ++p)
        if (elsewhere >> p & 1)
            return rr_fail(result, RR_ERR_ARGUMENT,
                           "parameter %s varies and is in host memory: rr_enqueue needs device memory",
                           call->sampler->param[p].name);
    return RR_OK;
}

static rr_status validate(const rr_device *device, const rr_job *job, rr_call *call, rr_result *result)
{
    if (job && job->size == sizeof *job && job->index_row_stride)
        return rr_fail(result, RR_ERR_ARGUMENT, "index_row_stride is for rr_run: queues draw whole matrices");
    const rr_status status = rr_call_validate(device, job, call, result);
    return status == RR_OK ? check(call, result) : status;
}

/* The common beginning of both calls; *how gets a default if NULL. */
static rr_status begin(const rr_queued **how, rr_result **result, rr_older *older)
{
    static const rr_queued plain = RR_QUEUED_INIT;
    const rr_status status = rr_begin(result, older);
    if (status != RR_OK) return status;
    if (!*how) *how = &plain;
    if ((*how)->size == sizeof plain) return RR_OK;
    return rr_fail_size(*result, *how, sizeof plain, "how", "RR_QUEUED_INIT");
}

/* A user-defined distribution stays open while a call uses it. The queued work does not need it: kernels belong to the
 * engine. */
static rr_user *hold(const rr_job *job) { return job && job->size == sizeof *job ? rr_user_hold(job->sampler) : NULL; }

static rr_status enqueue(const rr_device *device, const rr_job *job, const rr_queued *how, rr_result *result)
{
    rr_call call;
    rr_table table;
    rr_status status = validate(device, job, &call, result);
    if (status != RR_OK || !call.n) return status;
    if ((status = rr_call_output(&call, result)) != RR_OK) return status;
    if ((status = device->calls->place(&call, result)) != RR_OK) return status;
    if ((status = check_places(&call, result)) != RR_OK) return status;
    if ((status = rr_plan_grouped(&call)) != RR_OK) return status;
    if ((status = rr_table_take(&call, result, &table)) != RR_OK) return status;
    status = device->calls->enqueue(&call, how, result);
    rr_table_give(&table);
    return status;
}

rr_status rr_enqueue(const rr_device *device, const rr_job *job, const rr_queued *how, rr_result *result)
{
    rr_older older RR_OLDER;
    rr_job copy;
    if (begin(&how, &result, &older) != RR_OK) return RR_ERR_ARGUMENT;
    job = rr_job_padded(job, &copy);
    rr_user *const law = hold(job);
    const rr_fpenv saved = rr_fpenv_enter();
    const rr_status status = enqueue(device, job, how, result);
    rr_fpenv_leave(saved);
    rr_user_drop(law);
    return status;
}

static rr_status enqueue_prepared(const rr_prepared *p, uint64_t first, uint64_t n, void *out, const rr_queued *how,
                                  rr_result *result)
{
    rr_call call;
    rr_status status = rr_prepared_check(p, first, n, result);
    if (status == RR_OK) status = check(&p->call, result);
    if (status != RR_OK || !n) return status;
    if ((status = rr_prepared_cut(p, first, n, out, &call, result)) != RR_OK) return status;
    if (call.n != n || call.job.index_row_stride)
        return rr_fail(result, RR_ERR_ARGUMENT, "a queue accepts whole rows or a part of one row, without index_row_stride");
    if (first && call.job.flags & RR_CL_ANY & ~RR_CL_OUT)
        return rr_fail(result, RR_ERR_ARGUMENT, "a job with cl_mem must be enqueued from its first element on");
    if ((status = check_places(&call, result)) != RR_OK) return status;
    return call.device->calls->enqueue(&call, how, result);
}

rr_status rr_prepared_enqueue(const rr_prepared *prepared, uint64_t first_element, uint64_t n, void *out,
                              const rr_queued *how, rr_result *result)
{
    rr_older older RR_OLDER;
    if (begin(&how, &result, &older) != RR_OK) return RR_ERR_ARGUMENT;
    const rr_fpenv saved = rr_fpenv_enter();
    const rr_status status = enqueue_prepared(prepared, first_element, n, out, how, result);
    rr_fpenv_leave(saved);
    return status;
}

/* Pointers are not examined yet. */
static rr_status prepare(rr_call *call, rr_result *result)
{
    if (!call->n) return RR_OK;
    call->remote = RR_REMOTE_OUT;
    return call->device->calls->prepare(call, result);
}

rr_status rr_compile(const rr_device *device, const rr_job *job, rr_result *result)
{
    rr_older older RR_OLDER;
    rr_call call;
    rr_job copy;
    if (rr_begin(&result, &older) != RR_OK) return RR_ERR_ARGUMENT;
    job = rr_job_padded(job, &copy);
    rr_user *const law = hold(job);
    rr_status status = validate(device, job, &call, result);
    if (status == RR_OK) status = prepare(&call, result);
    rr_user_drop(law);
    return status;
}

/* ---- With a sink ---- */

static rr_status validate_fuse(const rr_device *device, const rr_job *job, const rr_sink *sink, rr_call *call,
                             rr_result *result)
{
    const rr_status status = validate(device, job, call, result);
    if (status != RR_OK) return status;
    if (!sink || sink->size != sizeof *sink) return rr_fail_size(result, sink, sizeof *sink, "sink", "RR_SINK_INIT");
    if (!sink->text) return rr_fail(result, RR_ERR_ARGUMENT, "sink has no text");
    if (!call->n) return RR_OK;
    if (rr_is_row(call->sampler))
        return rr_fail(result, RR_ERR_ARGUMENT, "%s draws rows: sinks are not available for rows", call->sampler->name);
    if (call->sampler->counts)
        return rr_fail(result, RR_ERR_ARGUMENT, "%s draws counts: sinks are not available for counts", call->sampler->name);
    if (call->stages)
        return rr_fail(result, RR_ERR_ARGUMENT, "%s is composite: sinks are not available for it", call->sampler->name);
    if (call->sampler->fixed || call->sampler->inverse || rr_call_whole_params(call))
        return rr_fail(result, RR_ERR_ARGUMENT, "%s draws with a table: sinks are not available for it", call->sampler->name);
    if (call->half || job->dtype == RR_U64)
        return rr_fail(result, RR_ERR_ARGUMENT, "a sink takes samples of f32, f64 and u32, not of f16, bf16 or u64");
    if (job->out || job->index)
        return rr_fail(result, RR_ERR_ARGUMENT, "out or index is not NULL: with a sink both must be NULL");
    if (job->strategy.kind != RR_KIND_auto && job->strategy.kind != RR_KIND_compact)
        return rr_fail(result, RR_ERR_ARGUMENT, "strategy is not compact or auto: a sink needs one of these");
    rr_call_strategy(call, (rr_strategy){RR_KIND_compact, 0});
    call->sink = sink;
    return RR_OK;
}

static rr_status fuse(const rr_device *device, const rr_job *job, const rr_sink *sink, const rr_queued *how,
                      rr_result *result)
{
    rr_call call;
    rr_status status = validate_fuse(device, job, sink, &call, result);
    if (status != RR_OK || !call.n) return status;
    if ((status = device->calls->place(&call, result)) != RR_OK) return status;
    call.remote |= RR_REMOTE_OUT;   /* no output is copied back */
    if ((status = check_places(&call, result)) != RR_OK) return status;
    return device->calls->enqueue(&call, how, result);
}

rr_status rr_fuse(const rr_device *device, const rr_job *job, const rr_sink *sink, const rr_queued *how, rr_result *result)
{
    rr_older older RR_OLDER;
    rr_job copy;
    if (begin(&how, &result, &older) != RR_OK) return RR_ERR_ARGUMENT;
    job = rr_job_padded(job, &copy);
    rr_user *const law = hold(job);
    const rr_fpenv saved = rr_fpenv_enter();
    const rr_status status = fuse(device, job, sink, how, result);
    rr_fpenv_leave(saved);
    rr_user_drop(law);
    return status;
}

rr_status rr_compile_fuse(const rr_device *device, const rr_job *job, const rr_sink *sink, rr_result *result)
{
    rr_older older RR_OLDER;
    rr_call call;
    rr_job copy;
    if (rr_begin(&result, &older) != RR_OK) return RR_ERR_ARGUMENT;
    job = rr_job_padded(job, &copy);
    rr_user *const law = hold(job);
    rr_status status = validate_fuse(device, job, sink, &call, result);
    if (status == RR_OK) status = prepare(&call, result);
    rr_user_drop(law);
    return status;
}

/* ---- Waiting ---- */

/* Reports a record as rr_run does. */
static rr_status result_of_record(const rr_record *r, rr_result *result)
{
    if (result) {
        result->bad_index = r->bad_index;
        result->failed = r->failed;
        result->failed_index = r->failed_index;
    }
    if (r->code & RR_RECORD_BAD) {
        rr_note_fault(result, RR_FAULT_UNKNOWN, -1, rr_value_none());
        return rr_fail(result, RR_ERR_PARAM, "a parameter of element %llu is outside its range",
                       (unsigned long long)r->bad_index);
    }
    if (r->code & RR_RECORD_FAILED)
        return rr_fail(result, RR_ERR_FAILED, "%llu samples had no accepted proposal; the first is element %llu",
                       (unsigned long long)r->failed, (unsigned long long)r->failed_index);
    if (!(r->code & RR_RECORD_UNFIT)) return RR_OK;
    rr_note_fault(result, RR_FAULT_FIT, -1, rr_value_none());
    return rr_fail(result, RR_ERR_FIT,
                   "the count of element %llu does not fit its dtype, or a stage of it got a parameter outside its range",
                   (unsigned long long)r->failed_index);
}

rr_status rr_wait(const rr_device *device, void *own, rr_result *result)
{
    rr_record record = RR_RECORD_INIT;
    rr_older older RR_OLDER;
    if (rr_begin(&result, &older) != RR_OK) return RR_ERR_ARGUMENT;
    if (!device) return rr_fail(result, RR_ERR_ARGUMENT, "device is NULL; open one with rr_device_open");
    if (!device->calls->wait) return no_gpu(device, result);
    const rr_status status = device->calls->wait(device, own, &record, result);
    return status == RR_OK ? result_of_record(&record, result) : status;
}

void *rr_device_context(const rr_device *device)
{
    return device && device->calls->context ? device->calls->context(device) : NULL;
}
