/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "fill.h"

rr_status rr_fill(const rr_device *device, rr_stream *stream, size_t n, void *out, const rr_sampler *sampler, rr_type dtype,
                  const rr_param *params)
{
    rr_job job = RR_JOB_INIT;
    if (!stream) return RR_ERR_ARGUMENT;
    /* A stream must not come round to index 0 again, so its last index, 2^64 - 1, is left to rr_run. */
    if (n > UINT64_MAX - stream->next) return RR_ERR_INDEX;
    job.sampler = sampler;
    job.dtype = dtype;
    job.stream = *stream;
    job.rows = n;
    job.out = out;
    for (uint32_t p = 0; p < sampler->params; ++p) job.param[p] = params[p];
    const rr_status status = rr_run(device, &job, NULL);
    if (status == RR_OK || status == RR_ERR_PARAM || status == RR_ERR_CAP) stream->next += n;
    return status;
}
