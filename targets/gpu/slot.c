/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What a GPU device keeps from call to call: queues with memory on both sides, as many as calls were ever in work at
 * once. */
#include <stdlib.h>

#include "gpu.h"

const rr_record rr_record_clear = RR_RECORD_INIT;
_Static_assert(sizeof(rr_record) == RR_RECORD_WORDS * sizeof(uint32_t), "the record of reroll.h is that of the kernels");

rr_status rr_gpu_open(const rr_backend *backend, const char *text, uint32_t warp, rr_gpu **gpu, rr_result *result)
{
    rr_gpu *g = calloc(1, sizeof *g);
    *gpu = NULL;
    if (!g) return rr_fail(result, RR_ERR_MEMORY, "no memory to open a device");
    g->backend = backend;
    const rr_status status = backend->open(text, warp, &g->engine, &g->facts, result);
    if (status != RR_OK) {
        free(g);
        return status;
    }
    pthread_mutex_init(&g->lock, NULL);
    pthread_mutex_init(&g->async, NULL);
    *gpu = g;
    return RR_OK;
}

static void unstage(rr_gpu *gpu, rr_bay *bay)
{
    if (bay->staged && bay->staged_own) free(bay->staged);
    else if (bay->staged) gpu->backend->host_release(gpu->engine, bay->staged);
    bay->staged = NULL;
    bay->staged_size = 0;
}

rr_status rr_bay_stage(rr_gpu *gpu, rr_bay *bay, size_t size, rr_result *result)
{
    const size_t before = (size + 63) & ~(size_t)63, all = before + sizeof rr_record_clear;
    if (bay->staged && bay->staged_size >= before) return RR_OK;
    unstage(gpu, bay);
    bay->staged = gpu->backend->host_alloc(gpu->engine, all);
    bay->staged_own = !bay->staged;
    if (!bay->staged && !(bay->staged = malloc(all)))
        return rr_fail(result, RR_ERR_MEMORY, "no memory for a chunk of a job");
    bay->staged_size = before;
    bay->found = (rr_record *)(void *)((char *)bay->staged + before);
    return RR_OK;
}

rr_status rr_bay_record(rr_gpu *gpu, rr_bay *bay, rr_result *result)
{
    if (bay->recording) return RR_OK;
    const rr_status status = gpu->backend->write(bay->queue, bay->record.memory, 0, &rr_record_clear, sizeof rr_record_clear,
                                                 result);
    bay->recording = status == RR_OK;
    return status;
}

void rr_bay_drop(rr_gpu *gpu, rr_bay *bay)
{
    gpu->backend->finish(bay->queue, NULL);
    bay->n = 0;
    bay->recording = 0;
}

static void bay_free(rr_gpu *gpu, rr_bay *bay)
{
    const rr_backend *b = gpu->backend;
    rr_gpu_room *const rooms[] = {&bay->index, &bay->out, &bay->tally, &bay->record};
    for (int p = 0; p < RR_MAX_PARAMS; ++p)
        if (bay->param[p].memory) b->release(gpu->engine, bay->param[p].memory);
    for (unsigned i = 0; i < sizeof rooms / sizeof *rooms; ++i)
        if (rooms[i]->memory) b->release(gpu->engine, rooms[i]->memory);
    unstage(gpu, bay);
    if (bay->queue) b->queue_close(bay->queue);
    free(bay->scratch_memory);
    free(bay->tallies);
    free(bay);
}

void rr_gpu_close(rr_gpu *gpu)
{
    if (!gpu) return;
    for (rr_bay *bay = gpu->idle, *next; bay; bay = next) {
        next = bay->next;
        bay_free(gpu, bay);
    }
    if (gpu->record) gpu->backend->release(gpu->engine, gpu->record);
    if (gpu->queue) gpu->backend->queue_close(gpu->queue);
    gpu->backend->close(gpu->engine);
    pthread_mutex_destroy(&gpu->async);
    pthread_mutex_destroy(&gpu->lock);
    free(gpu);
}

rr_bay *rr_bay_take(rr_gpu *gpu, rr_result *result)
{
    pthread_mutex_lock(&gpu->lock);
    rr_bay *bay = gpu->idle;
    if (bay) gpu->idle = bay->next;
    pthread_mutex_unlock(&gpu->lock);
    if (bay) return bay;
    if (!(bay = calloc(1, sizeof *bay))) {
        rr_fail(result, RR_ERR_MEMORY, "no memory for a call on a GPU");
        return NULL;
    }
    if (gpu->backend->queue_open(gpu->engine, NULL, &bay->queue, result) == RR_OK &&
        rr_gpu_grow(gpu, &bay->record, sizeof rr_record_clear, result) == RR_OK) return bay;
    bay_free(gpu, bay);
    return NULL;
}

void rr_bay_give(rr_gpu *gpu, rr_bay *bay)
{
    if (!bay) return;
    pthread_mutex_lock(&gpu->lock);
    bay->next = gpu->idle;
    gpu->idle = bay;
    pthread_mutex_unlock(&gpu->lock);
}

rr_status rr_gpu_grow(rr_gpu *gpu, rr_gpu_room *room, size_t size, rr_result *result)
{
    if (room->size >= size) return RR_OK;
    if (room->memory) gpu->backend->release(gpu->engine, room->memory);
    *room = (rr_gpu_room){0, 0};
    const rr_status status = gpu->backend->alloc(gpu->engine, size, &room->memory, result);
    if (status == RR_OK) room->size = size;
    return status;
}
