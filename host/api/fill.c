/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "fill.h"
#include "laws/sampler.h"

/* Returns 1 if the output was written. It was not if the invalid parameter is one that all samples use, which has no
 * bad_index. Only failed calls use this, so that other calls need no rr_result. */
static int is_written(const rr_device *device, const rr_job *job, rr_status status)
{
    rr_result result = RR_RESULT_INIT;
    if (status != RR_ERR_PARAM) return status == RR_ERR_CAP || status == RR_ERR_FIT;
    rr_check(device, job, &result);
    return result.bad_index != UINT64_MAX;
}

rr_status rr_fill(const rr_device *device, rr_stream *stream, rr_job *job)
{
    if (!stream) return RR_ERR_ARGUMENT;
    /* A stream must not wrap around to index 0, so its last index, 2^64 - 1, is left to rr_run. */
    if (job->rows > UINT64_MAX - stream->next) return RR_ERR_INDEX;
    job->stream = *stream;
    const rr_status status = rr_run(device, job, NULL);
    if (status == RR_OK || is_written(device, job, status)) stream->next += job->rows;
    return status;
}

rr_status rr_fill_call(const rr_device *device, rr_stream *stream, const rr_sampler *sampler, rr_type dtype,
                       const rr_param *param, size_t rows, size_t cols, const rr_dims *dims, void *out)
{
    rr_job job = {.size = sizeof job, .sampler = sampler, .dtype = dtype, .rows = rows, .cols = cols, .out = out,
                  .dims = *dims};
    for (uint32_t p = 0; p < sampler->params; ++p) job.param[p] = param[p];
    return rr_fill(device, stream, &job);
}
