/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Categorical samples with one row of weights per sample (rr_own_weights), drawn by one kernel for every strategy
 * (targets/gpu/kernels/choice_kernel.h). Weights in host memory are copied with each chunk, as contiguous doubles; weights
 * in device memory are read in place. Logits must be in host memory, where they are converted to weights. */
#include <stdlib.h>

#include "gpu.h"

static int is_remote(const rr_call *call) { return call->remote >> rr_list_of(call) & 1; }

/* Bytes from one weight to the next, from one row to the next. */
static ptrdiff_t col_step(const rr_call *call) { return call->job.param[rr_list_of(call)].col_stride; }
static ptrdiff_t row_step(const rr_call *call) { return call->job.param[rr_list_of(call)].row_stride; }

uint64_t rr_gpu_choices_max(const rr_call *call)
{
    if (is_remote(call)) return UINT64_MAX;
    const uint64_t count = rr_list_length(call), rows = count < RR_GPU_CHUNK ? RR_GPU_CHUNK / count : 1;
    return rows * call->job.cols;
}

int rr_gpu_choices_may_stay(const rr_call *call)
{
    const ptrdiff_t row = row_step(call), col = col_step(call);
    const int object = (call->job.flags & RR_CL_PARAM(rr_list_of(call))) != 0;   /* has no negative offsets */
    return row % 8 == 0 && col % 8 == 0 && !(object && (row < 0 || col < 0));
}

rr_status rr_gpu_choices_kernel(const rr_call *call, int may_make, const rr_kernel **kernel, rr_result *result)
{
    static const rr_kernel_request request = {.strategy = "choice", .wide = 1};
    const rr_gpu *gpu = rr_gpu_of(call->device);
    return gpu->backend->kernel(gpu->engine, &request, may_make, kernel, result);
}

/* The weights of rows from `row` on, as contiguous doubles: in the caller's memory, or copied to the slot. */
static const void *packed(const rr_call *call, rr_gpu_slot *slot, uint64_t row, uint64_t rows)
{
    const uint32_t p = rr_list_of(call);
    const rr_param *param = &call->job.param[p];
    const uint64_t count = rr_list_length(call), size = rows * count * sizeof(double);
    const int logits = rr_has_logits(call->sampler);
    if (!logits && param->type == RR_F64 && col_step(call) == 8 && row_step(call) == (ptrdiff_t)(8 * count))
        return (const char *)param->data + row * count * 8;
    if (slot->weights_size < size) {
        free(slot->weights);
        slot->weights = malloc(size);
        slot->weights_size = slot->weights ? size : 0;
    }
    for (uint64_t r = 0; slot->weights && r < rows; ++r) {
        rr_weights_read(call, p, row + r, 0, (uint32_t)count, slot->weights + r * count);
        if (logits) rr_logits_to_weights(call, slot->weights + r * count, count);
    }
    return slot->weights;
}

rr_status rr_gpu_choices_send(const rr_call *call, rr_gpu_slot *slot, rr_memory *memory, rr_launch *l, rr_result *result)
{
    const rr_gpu *gpu = rr_gpu_of(call->device);
    const rr_job *job = &call->job;
    const uint32_t p = rr_list_of(call);
    rr_gpu_buffer *const to = &slot->param[p];
    if (is_remote(call)) return RR_OK;
    const uint64_t row = slot->at / job->cols, rows = (slot->at + slot->n - 1) / job->cols + 1 - row;
    const uint64_t size = rows * rr_list_length(call) * sizeof(double);
    const void *from = packed(call, slot, row, rows);
    if (!from)
        return rr_fail(result, RR_ERR_MEMORY, "no memory for %llu rows of weights", (unsigned long long)rows);
    l->setup.space[RR_GPU_CHOICE_STEP] = sizeof(double);
    l->setup.space[RR_GPU_CHOICE_ROW] = rr_list_length(call) * sizeof(double);
    l->setup.space[RR_GPU_CHOICE_FIRST] = slot->at - row * job->cols;
    const rr_status status = rr_gpu_grow(rr_gpu_of(call->device), to, size, result);
    memory[RR_GPU_PARAM0] = to->memory;
    return status != RR_OK ? status : gpu->backend->write(slot->queue, to->memory, 0, from, size, result);
}

uint32_t rr_gpu_choices_lay(const rr_call *call, const rr_kernel *kernel, uint64_t at, uint32_t n, rr_memory *memory,
                            rr_launch *l)
{
    const rr_job *job = &call->job;
    const uint32_t p = rr_list_of(call);
    l->setup.space[RR_GPU_CHOICE_COUNT] = rr_list_length(call);
    l->setup.space[RR_GPU_CHOICE_COLS] = job->cols;
    l->setup.space[RR_GPU_CHOICE_STEP] = (uint64_t)col_step(call);
    l->setup.space[RR_GPU_CHOICE_ROW] = (uint64_t)row_step(call);
    l->setup.space[RR_GPU_CHOICE_FIRST] = at;
    if (is_remote(call)) rr_gpu_point((job->flags & RR_CL_PARAM(p)) != 0, job->param[p].data, 0, RR_GPU_PARAM0, memory, l);
    return rr_gpu_launch_slots(rr_gpu_of(call->device), kernel, job->stream.next + at, at, n, l);
}

rr_status rr_gpu_choices_run(const rr_call *call, rr_queue *queue, const rr_kernel *kernel, const rr_memory *memory,
                             const rr_launch *launch, rr_result *result)
{
    const rr_gpu *gpu = rr_gpu_of(call->device);
    uint64_t lanes = 1;   /* of the group of a sample */
    while (lanes < gpu->facts.lanes && lanes < rr_list_length(call)) lanes *= 2;
    return rr_gpu_launch_step(gpu, queue, kernel, launch->n * lanes, memory, launch, result);
}
