/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Jobs of the study. */
#include "study.h"

size_t type_size(rr_type dtype)
{
    return dtype == RR_F64 ? 8 : 4;
}

const char *type_name(rr_type dtype)
{
    return dtype == RR_F64 ? "f64" : dtype == RR_F32 ? "f32" : "u32";
}

rr_job job_make(const char *sampler, rr_type dtype, const char *strategy, uint64_t n, const void *shape, void *out)
{
    rr_job job = RR_JOB_INIT;
    job.sampler = rr_sampler_find(sampler);
    job.dtype = dtype;
    job.stream = rr_stream_make(SEED, STREAM_TIME);
    job.rows = n;
    job.out = out;
    rr_strategy_find(strategy, &job.strategy);
    if (shape) {
        const rr_type type = dtype == RR_F64 ? RR_F64 : RR_F32;
        job.param[0] = (rr_param){shape, type, (ptrdiff_t)type_size(type), 0};
    }
    return job;
}
