/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Samples in f16 and bf16 on a GPU: a chunk is drawn in f32 as ever, by any strategy, to memory that the chunk has for it,
 * and rounded to its place by a launch of its own. Kernels that round where they store would be as many kernels again, and
 * those that finish samples later read what was stored; a chunk of 2^24 is half in the second cache of a large GPU yet. */
#include <string.h>

#include "gpu.h"

rr_status rr_gpu_narrow_kernel(const rr_call *call, int may_make, const rr_kernel **kernel, rr_result *result)
{
    static const rr_kernel_request request = {.strategy = "narrow"};
    const rr_gpu *gpu = rr_gpu_of(call->device);
    *kernel = NULL;
    return call->half ? gpu->backend->kernel(gpu->engine, &request, may_make, kernel, result) : RR_OK;
}

rr_status rr_gpu_narrow(const rr_call *call, rr_queue *queue, const rr_kernel *kernel, const rr_memory *memory,
                        const rr_launch *launch, uint64_t at, rr_memory home, rr_result *result)
{
    const rr_job *job = &call->job;
    rr_memory own[RR_GPU_POINTERS] = {0};
    rr_launch l;
    if (!kernel) return RR_OK;
    memset(&l, 0, sizeof l);
    l.n = launch->n;
    l.container = (uint32_t)call->half;
    own[RR_GPU_PARAM0] = memory[RR_GPU_OUT];
    l.at[RR_GPU_PARAM0] = launch->at[RR_GPU_OUT];
    if (home) own[RR_GPU_OUT] = home;
    else rr_gpu_point((job->flags & RR_CL_OUT) != 0, job->out, at * call->out_width, RR_GPU_OUT, own, &l);
    return rr_gpu_launch_step(rr_gpu_of(call->device), queue, kernel, (l.n + 1u) / 2u, own, &l, result);
}
