/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Slots, which a GPU device keeps from call to call: queues with memory on both sides. Their number is the largest number of
 * slots that were ever in use at once. */
#include <stdlib.h>
#include <string.h>

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

static void unstage(rr_gpu *gpu, rr_gpu_slot *slot)
{
    if (slot->staged && slot->staged_own) free(slot->staged);
    else if (slot->staged) gpu->backend->host_release(gpu->engine, slot->staged);
    slot->staged = NULL;
    slot->staged_size = 0;
}

rr_status rr_slot_stage(rr_gpu *gpu, rr_gpu_slot *slot, size_t size, rr_result *result)
{
    const size_t before = (size + 63) & ~(size_t)63, all = before + sizeof rr_record_clear;
    if (slot->staged && slot->staged_size >= before) return RR_OK;
    unstage(gpu, slot);
    slot->staged = gpu->backend->host_alloc(gpu->engine, all);
    slot->staged_own = !slot->staged;
    if (!slot->staged && !(slot->staged = malloc(all)))
        return rr_fail(result, RR_ERR_MEMORY, "no memory for a chunk of a job");
    slot->staged_size = before;
    slot->found = (rr_record *)(void *)((char *)slot->staged + before);
    return RR_OK;
}

rr_status rr_slot_record(rr_gpu *gpu, rr_gpu_slot *slot, rr_result *result)
{
    if (slot->recording) return RR_OK;
    const rr_status status = gpu->backend->write(slot->queue, slot->record.memory, 0, &rr_record_clear,
                                                 sizeof rr_record_clear, result);
    slot->recording = status == RR_OK;
    return status;
}

void rr_slot_drop(rr_gpu *gpu, rr_gpu_slot *slot)
{
    gpu->backend->finish(slot->queue, NULL);
    slot->n = 0;
    slot->recording = 0;
}

static void slot_free(rr_gpu *gpu, rr_gpu_slot *slot)
{
    const rr_backend *b = gpu->backend;
    rr_gpu_buffer *const buffers[] = {&slot->index, &slot->out, &slot->half, &slot->space, &slot->tally, &slot->record};
    for (int p = 0; p < RR_MAX_PARAMS; ++p)
        if (slot->param[p].memory) b->release(gpu->engine, slot->param[p].memory);
    for (unsigned i = 0; i < sizeof buffers / sizeof *buffers; ++i)
        if (buffers[i]->memory) b->release(gpu->engine, buffers[i]->memory);
    unstage(gpu, slot);
    if (slot->queue) b->queue_close(slot->queue);
    free(slot->scratch_memory);
    free(slot->tallies);
    free(slot->weights);
    free(slot);
}

void rr_gpu_close(rr_gpu *gpu)
{
    if (!gpu) return;
    gpu->backend->wait(gpu->engine);
    for (rr_gpu_slot *slot = gpu->idle, *next; slot; slot = next) {
        next = slot->next;
        slot_free(gpu, slot);
    }
    if (gpu->record) gpu->backend->release(gpu->engine, gpu->record);
    if (gpu->queue) gpu->backend->queue_close(gpu->queue);
    gpu->backend->close(gpu->engine);
    for (rr_gpu_kept_text *kept = gpu->kept, *next; kept; kept = next) {
        next = kept->next;
        free(kept);
    }
    pthread_mutex_destroy(&gpu->async);
    pthread_mutex_destroy(&gpu->lock);
    free(gpu);
}

const char *rr_gpu_kept(rr_gpu *gpu, const char *text)
{
    const size_t size = strlen(text) + 1;
    pthread_mutex_lock(&gpu->lock);
    rr_gpu_kept_text *kept = gpu->kept;
    while (kept && strcmp(kept->text, text)) kept = kept->next;
    if (!kept && (kept = malloc(sizeof *kept + size))) {
        memcpy(kept->text, text, size);
        kept->next = gpu->kept;
        gpu->kept = kept;
    }
    pthread_mutex_unlock(&gpu->lock);
    return kept ? kept->text : NULL;
}

rr_gpu_slot *rr_slot_take(rr_gpu *gpu, rr_result *result)
{
    pthread_mutex_lock(&gpu->lock);
    rr_gpu_slot *slot = gpu->idle;
    if (slot) gpu->idle = slot->next;
    pthread_mutex_unlock(&gpu->lock);
    if (slot) return slot;
    if (!(slot = calloc(1, sizeof *slot))) {
        rr_fail(result, RR_ERR_MEMORY, "no memory for a call on a GPU");
        return NULL;
    }
    if (gpu->backend->queue_open(gpu->engine, NULL, &slot->queue, result) == RR_OK &&
        rr_gpu_grow(gpu, &slot->record, sizeof rr_record_clear, result) == RR_OK) return slot;
    slot_free(gpu, slot);
    return NULL;
}

void rr_slot_give(rr_gpu *gpu, rr_gpu_slot *slot)
{
    if (!slot) return;
    pthread_mutex_lock(&gpu->lock);
    slot->next = gpu->idle;
    gpu->idle = slot;
    pthread_mutex_unlock(&gpu->lock);
}

rr_status rr_gpu_grow(rr_gpu *gpu, rr_gpu_buffer *buffer, size_t size, rr_result *result)
{
    if (buffer->size >= size) return RR_OK;
    if (buffer->memory) gpu->backend->release(gpu->engine, buffer->memory);
    *buffer = (rr_gpu_buffer){0, 0};
    const rr_status status = gpu->backend->alloc(gpu->engine, size, &buffer->memory, result);
    if (status == RR_OK) buffer->size = size;
    return status;
}
