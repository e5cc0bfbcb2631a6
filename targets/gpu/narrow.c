/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Samples in f16 and bf16 on a GPU: a chunk is drawn in f32, by any strategy, to a buffer of the chunk, and a separate
 * launch rounds it to the output. Kernels that round when they store would double the number of kernels, and kernels that
 * finish samples later read the stored values. Half of a chunk of 2^24 is still in the second-level cache of a large GPU. */
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
    l.container = (uint32_t)call->half | (job->flags & RR_TOWARD_ZERO ? RR_CONTAINER_CUT : 0);
    own[RR_GPU_PARAM0] = memory[RR_GPU_OUT];
    l.at[RR_GPU_PARAM0] = launch->at[RR_GPU_OUT];
    if (home) own[RR_GPU_OUT] = home;
    else rr_gpu_point((job->flags & RR_CL_OUT) != 0, job->out, at * call->out_width, RR_GPU_OUT, own, &l);
    return rr_gpu_launch_step(rr_gpu_of(call->device), queue, kernel, (l.n + 1u) / 2u, own, &l, result);
}
