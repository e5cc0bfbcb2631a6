/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Parameters in device memory that are not packed: with gaps, in another order, or one row for all rows. Before a chunk is
 * drawn, a separate launch packs them into a buffer of the chunk, so that the kernels of samplers need only one layout. */
#include <string.h>

#include "gpu.h"

/* Bytes from one row, one column, to the next; 0 if there is only one, or one value for a whole row. */
static ptrdiff_t row_step(const rr_call *call, uint32_t p) { return call->param[p].row_stride; }
static ptrdiff_t col_step(const rr_call *call, uint32_t p) { return call->job.cols > 1 ? call->param[p].col_stride : 0; }

static int is_packed(const rr_call *call, uint32_t p)
{
    const rr_job *job = &call->job;
    const ptrdiff_t width = (ptrdiff_t)call->width;
    return (job->cols == 1 || col_step(call, p) == width) &&
           (job->rows == 1 || row_step(call, p) == width * (ptrdiff_t)job->cols);
}

int rr_gpu_may_spread(const rr_call *call, uint32_t p)
{
    const ptrdiff_t row = row_step(call, p), col = col_step(call, p), width = (ptrdiff_t)call->width;
    const int object = (call->job.flags & RR_CL_PARAM(p)) != 0;   /* has no negative offsets */
    return row % width == 0 && col % width == 0 && !(object && (row < 0 || col < 0));
}

uint32_t rr_gpu_spreads(const rr_call *call, uint32_t among)
{
    const rr_sampler *s = call->sampler;
    uint32_t found = 0;
    for (uint32_t p = 0; p < s->params; ++p)
        if ((among & call->varies & ~(s->fixed | rr_call_whole_params(call))) >> p & 1 && !is_packed(call, p))
            found |= 1u << p;
    return found;
}

rr_status rr_gpu_spread_kernel(const rr_call *call, int may_make, const rr_kernel **kernel, rr_result *result)
{
    const rr_gpu *gpu = rr_gpu_of(call->device);
    const rr_kernel_request request = {.strategy = "spread", .wide = (int)call->wide};
    return gpu->backend->kernel(gpu->engine, &request, may_make, kernel, result);
}

rr_status rr_gpu_spread(const rr_call *call, rr_queue *queue, const rr_kernel *kernel, uint32_t p, uint64_t at, uint32_t n,
                        rr_memory to, rr_result *result)
{
    const rr_gpu *gpu = rr_gpu_of(call->device);
    const rr_job *job = &call->job;
    const ptrdiff_t width = (ptrdiff_t)call->width;
    rr_memory memory[RR_GPU_POINTERS] = {0};
    rr_launch l;
    memset(&l, 0, sizeof l);
    l.n = n;
    l.base_lo = (uint32_t)at;
    l.base_hi = (uint32_t)(at >> 32);
    l.setup.space[0] = job->cols;
    l.setup.space[1] = (uint64_t)(row_step(call, p) / width);
    l.setup.space[2] = (uint64_t)(col_step(call, p) / width);
    rr_gpu_point((job->flags & RR_CL_PARAM(p)) != 0, job->param[p].data, 0, RR_GPU_PARAM0, memory, &l);
    memory[RR_GPU_OUT] = to;
    return rr_gpu_launch_step(gpu, queue, kernel, n, memory, &l, result);
}
