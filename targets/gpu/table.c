/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The table of a prepared job, which stays in the memory of the device while the job is open. */
#include <stdlib.h>

#include "gpu.h"

static rr_status copy(const rr_gpu *gpu, const void *table, size_t size, rr_memory to, rr_result *result)
{
    const rr_backend *b = gpu->backend;
    rr_queue *queue;
    rr_status status = b->queue_open(gpu->engine, NULL, &queue, result);
    if (status != RR_OK) return status;
    status = b->write(queue, to, 0, table, size, result);
    if (status == RR_OK) status = b->finish(queue, result);
    b->queue_close(queue);
    return status;
}

rr_status rr_gpu_hold(rr_call *call, rr_result *result)
{
    const rr_gpu *gpu = rr_gpu_of(call->device);
    rr_memory memory = 0;
    void *own;
    const void *table;
    size_t size;
    rr_status status = rr_gpu_table(call, &own, &size, &table, result);
    if (status == RR_OK && size) status = gpu->backend->alloc(gpu->engine, size, &memory, result);
    if (status == RR_OK && size) status = copy(gpu, table, size, memory, result);
    free(own);
    if (status == RR_OK) call->held = memory;
    else if (memory) gpu->backend->release(gpu->engine, memory);
    return status;
}

void rr_gpu_let_go(rr_call *call)
{
    const rr_gpu *gpu = rr_gpu_of(call->device);
    gpu->backend->release(gpu->engine, call->held);
    call->held = 0;
}
