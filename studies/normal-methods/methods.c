/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The methods of the paper and their samplers; a job that draws with one. */
#include "study.h"

const method methods[METHODS] = {
    {"inverse: fast erfinv", "normal:icdf-fast", "normal:icdf-fast"},
    {"inverse: Giles's erfinv", "normal:icdf-giles", "normal:icdf-giles"},
    {"inverse: ours", "normal:icdf", "normal:icdf"},
    {"Box-Muller", "normal:one", "normal"},
    {"polar", "normal:polar", "normal:polar"},
    {"ziggurat", "normal:ziggurat", "normal:ziggurat"},
    /* Both columns by pairs: shows the gain from the second output. */
    {"Box-Muller pairs", "normal", "normal"},
};

rr_job normal_job(const char *sampler, rr_type dtype, uint64_t stream, uint64_t n, void *out)
{
    rr_job job = RR_JOB_INIT;
    job.sampler = rr_sampler_find(sampler);
    job.dtype = dtype;
    job.stream = rr_stream_make(SEED, stream);
    job.rows = n;
    job.out = out;
    return job;
}
