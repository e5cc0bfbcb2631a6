/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* A pilot measures the acceptance and the undecided fraction of a user-defined distribution, which its text does not give.
 * It makes attempt 0 of 2^16 samples of a reserved stream (fixed:1), at the parameters of the call; if they vary, at the
 * parameters of some elements. */
#include <stdlib.h>

#include "planner.h"
#include "engine/lanes/processor/fpenv.h"
#include "host/call/call.h"
#include "host/call/fault.h"
#include "host/tables/tables.h"

#define SAMPLES 65536u
#define LOOKED_AT 64u

/* rr_run would plan the pilot's group, which may need a pilot. */
static rr_status draw(const rr_device *host, const rr_job *job, rr_result *result)
{
    rr_call call;
    rr_part part;
    rr_table table = {.size = 0};
    rr_status status = rr_call_validate(host, job, &call, result);
    if (status == RR_OK) status = host->calls->place(&call, result);
    if (status == RR_OK) status = rr_table_take(&call, result, &table);
    if (status != RR_OK) return status;
    rr_part_begin(&part, &call);
    status = host->calls->run(&part, result);
    rr_table_give(&table);
    return status == RR_OK ? rr_call_end(&call, call.remote, &part, result) : status;
}

rr_status rr_pilot_run(rr_call *call)
{
    const rr_sampler *s = call->sampler;
    const uint64_t n = call->varies ? call->n : 1, looked = n < LOOKED_AT ? n : LOOKED_AT, step = n / looked;
    double *const memory = malloc((1 + RR_MAX_PARAMS) * SAMPLES * sizeof *memory);
    rr_result result = RR_RESULT_INIT;
    rr_job job = RR_JOB_INIT;
    if (!memory) return RR_ERR_MEMORY;
    for (uint64_t k = 0; k < looked; ++k) {
        double v[RR_MAX_PARAMS] = {0};
        rr_values_at(call, k * step, v);
        for (uint32_t p = 0; p < s->params; ++p)
            for (uint64_t i = k; i < SAMPLES; i += looked) memory[(1 + p) * SAMPLES + i] = v[p];
    }
    job.sampler = s;
    job.dtype = s->counts ? RR_F64 : call->job.dtype;   /* holds all that a pilot may draw */
    job.stream = rr_stream_make(0, UINT64_MAX);
    job.rows = SAMPLES;
    for (uint32_t p = 0; p < s->params; ++p)
        job.param[p] = (rr_param){memory + (1 + p) * SAMPLES, RR_F64, call->varies ? (ptrdiff_t)sizeof *memory : 0, 0};
    job.strategy = (rr_strategy){RR_KIND_fixed, 2};
    job.flags = RR_COUNT;
    job.out = memory;
    const rr_fpenv saved = rr_fpenv_enter();
    const rr_status status = draw(rr_host_of(call->device), &job, &result);
    rr_fpenv_leave(saved);
    free(memory);
    call->pilot_accept = 1 - (double)result.failed / SAMPLES;
    call->pilot_slow = (double)result.counts.undecided / SAMPLES;
    return status == RR_OK || status == RR_ERR_FAILED ? RR_OK : status;
}
