/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Jobs that are enqueued and not waited for: all of their memory is the device's, each is a fixed number of launches,
 * and what kernels find goes to a record that somebody reads later. */
#include <stdlib.h>
#include <string.h>

#include "gpu.h"

/* The device's own record and queue, made once. */
static rr_status own_record(rr_gpu *gpu, rr_result *result)
{
    rr_status status = RR_OK;
    pthread_mutex_lock(&gpu->async);
    if (!gpu->queue) status = gpu->backend->queue_open(gpu->engine, NULL, &gpu->queue, result);
    if (status == RR_OK && !gpu->record) {
        status = gpu->backend->alloc(gpu->engine, sizeof rr_record_clear, &gpu->record, result);
        if (status == RR_OK) status = gpu->backend->write(gpu->queue, gpu->record, 0, &rr_record_clear,
                                                          sizeof rr_record_clear, result);
        if (status == RR_OK) status = gpu->backend->finish(gpu->queue, result);
        if (status != RR_OK && gpu->record) {   /* one that holds anything would keep a kernel waiting for its lock */
            gpu->backend->release(gpu->engine, gpu->record);
            gpu->record = 0;
        }
    }
    pthread_mutex_unlock(&gpu->async);
    return status;
}

/* What a job launches: its samples, rows of these or null, the step of its first index or null. */
typedef struct kernels {
    const rr_kernel *samples, *rows, *advance;
    uint32_t chunk;   /* elements of a launch */
} kernels;

static rr_status find_kernels(const rr_call *call, int plain, int advances, int may_make, kernels *k, rr_result *result)
{
    static const rr_kernel_request advance = {.strategy = "advance"};
    const rr_gpu *gpu = rr_gpu_of(call->device);
    *k = (kernels){.chunk = RR_GPU_LAUNCH};
    rr_status status = rr_gpu_kernel(call, plain, may_make, &k->samples, result);
    if (status == RR_OK) status = rr_gpu_rows(call, may_make, &k->chunk, &k->rows, result);
    if (status == RR_OK && advances) status = gpu->backend->kernel(gpu->engine, &advance, may_make, &k->advance, result);
    return status;
}

/* Pointers of a kernel that are not needed where samples go to a sink are its memory (targets/gpu/kernels/sink.h). */
static void point_sink(const rr_sink *sink, rr_memory *memory)
{
    static const unsigned slots[4] = {RR_GPU_INDEX, RR_GPU_TABLE, RR_GPU_OUT, RR_GPU_TALLY};
    for (int i = 0; i < 4; ++i) memory[slots[i]] = (rr_memory)(uintptr_t)sink->memory[i];
}

static rr_status launch_all(const rr_call *call, rr_queue *queue, const rr_queued *how, const kernels *k, rr_result *result)
{
    const rr_job *job = &call->job;
    const rr_gpu *gpu = rr_gpu_of(call->device);
    const uint64_t n = call->n;
    const unsigned width = call->width;
    rr_part own = {.call = call};   /* of parameters that kernels look at nothing is found here */
    rr_status status = RR_OK;
    for (uint64_t at = 0; at < n && status == RR_OK; at += k->chunk) {
        double space[RR_MAX_PARAMS];
        rr_scratch s = {.param = {&space[0], &space[1], &space[2], &space[3]}};
        rr_memory memory[RR_GPU_POINTERS] = {0};
        rr_launch l;
        rr_gpu_launch_start(call, &l);
        rr_tile t = {.n = n - at < k->chunk ? (uint32_t)(n - at) : k->chunk};
        rr_tile_params(&own, &t, &s, at);
        const uint32_t blocks = rr_gpu_launch_chunk(call, k->samples, &t, at, t.n, &l);
        for (uint32_t p = 0; p < call->sampler->params; ++p)
            if (call->remote >> p & 1)
                rr_gpu_point((job->flags & RR_CL_PARAM(p)) != 0, job->param[p].data, t.varies >> p & 1 ? at * width : 0,
                             p, memory, &l);
        if (job->index) rr_gpu_point((job->flags & RR_CL_INDEX) != 0, job->index, at * 8, RR_GPU_INDEX, memory, &l);
        if (call->sink) point_sink(call->sink, memory);
        else rr_gpu_point((job->flags & RR_CL_OUT) != 0, job->out, at * width, RR_GPU_OUT, memory, &l);
        memory[RR_GPU_RECORD] = how->record ? (rr_memory)(uintptr_t)how->record : gpu->record;
        memory[RR_GPU_FIRST] = (rr_memory)(uintptr_t)how->first;
        /* The first index of a sampler of rows counts rows. */
        l.advances = !how->first ? 0 : call->sampler->vector ? (uint32_t)job->cols : 1;
        status = gpu->backend->launch(queue, k->samples, blocks, memory, &l, result);
        if (status == RR_OK) status = rr_gpu_launch_rows(call, queue, k->rows, memory, &l, result);
    }
    return status;
}

/* *first += n, when all launches are done. */
static rr_status advance(const rr_gpu *gpu, rr_queue *queue, const rr_kernel *kernel, void *first, uint64_t n,
                         rr_result *result)
{
    rr_memory memory[RR_GPU_POINTERS] = {0};
    rr_launch l;
    memset(&l, 0, sizeof l);
    memory[RR_GPU_FIRST] = (rr_memory)(uintptr_t)first;
    l.base_lo = (uint32_t)n;
    l.base_hi = (uint32_t)(n >> 32);
    return gpu->backend->launch(queue, kernel, 1, memory, &l, result);
}

/* A kernel that writes elsewhere takes the context of the whole process down. Of a cl_mem the runtime sees what it is. */
static rr_status check_words(const rr_gpu *gpu, const rr_queued *how, rr_result *result)
{
    const struct { const void *at; const char *name; } words[] = {{how->record, "record"}, {how->first, "first"}};
    for (unsigned i = 0; i < 2 && strcmp(gpu->backend->name, "opencl"); ++i) {
        rr_place place = RR_PLACE_DEVICE;
        if (!words[i].at) continue;
        const rr_status status = gpu->backend->place(gpu->engine, words[i].at, &place, result);
        if (status != RR_OK) return status;
        if (place != RR_PLACE_DEVICE)
            return rr_fail(result, RR_ERR_ARGUMENT, "%s of how does not lie in the memory of this GPU", words[i].name);
        if ((uintptr_t)words[i].at % 8)
            return rr_fail(result, RR_ERR_ARGUMENT, "%s of how is not aligned to 8 bytes", words[i].name);
    }
    return RR_OK;
}

/* So it is with a sink's memory, but for its alignment, which its text alone knows. */
static rr_status check_sink(const rr_gpu *gpu, const rr_sink *sink, rr_result *result)
{
    for (int i = 0; sink && i < 4 && strcmp(gpu->backend->name, "opencl"); ++i) {
        rr_place place = RR_PLACE_DEVICE;
        if (!sink->memory[i]) continue;
        const rr_status status = gpu->backend->place(gpu->engine, sink->memory[i], &place, result);
        if (status != RR_OK) return status;
        if (place != RR_PLACE_DEVICE)
            return rr_fail(result, RR_ERR_ARGUMENT, "memory[%d] of the sink does not lie in the memory of this GPU", i);
    }
    return RR_OK;
}

rr_status rr_gpu_enqueue(const rr_call *call, const rr_queued *how, rr_result *result)
{
    kernels k;
    rr_queue *queue = NULL;
    rr_gpu *const gpu = rr_gpu_of(call->device);
    const rr_backend *b = gpu->backend;
    rr_status status = check_words(gpu, how, result);
    if (status == RR_OK) status = check_sink(gpu, call->sink, result);
    if (status != RR_OK) return status;
    if (how->queue && (status = b->queue_open(gpu->engine, how->queue, &queue, result)) != RR_OK) return status;
    const int capturing = queue && b->capturing(queue);
    if (!capturing && (!how->queue || !how->record)) status = own_record(gpu, result);
    if (status == RR_OK && capturing && !how->record && !gpu->record)
        status = rr_fail(result, RR_ERR_ARGUMENT, "the queue is being captured: call rr_prepare first, or give a record");
    const int plain = !how->first && rr_gpu_plain(call, 1);
    if (status == RR_OK) status = find_kernels(call, plain, how->first != NULL, !capturing, &k, result);
    if (status == RR_OK) {
        if (!queue) pthread_mutex_lock(&gpu->async);   /* a queue is one thread's at a time */
        status = launch_all(call, queue ? queue : gpu->queue, how, &k, result);
        const uint64_t samples = call->sampler->vector ? call->job.rows : call->n;
        if (status == RR_OK && how->first)
            status = advance(gpu, queue ? queue : gpu->queue, k.advance, how->first, samples, result);
        if (!queue) pthread_mutex_unlock(&gpu->async);
    }
    if (queue) b->queue_close(queue);
    return status;
}

rr_status rr_gpu_prepare(const rr_call *call, rr_result *result)
{
    kernels k;
    rr_status status = own_record(rr_gpu_of(call->device), result);
    if (status == RR_OK) status = find_kernels(call, 0, 1, 1, &k, result);
    if (status == RR_OK && rr_gpu_plain(call, 0)) status = rr_gpu_kernel(call, 1, 1, &k.samples, result);
    return status;
}

rr_status rr_gpu_wait(const rr_device *device, void *own, rr_record *record, rr_result *result)
{
    rr_gpu *const gpu = rr_gpu_of(device);
    const rr_backend *b = gpu->backend;
    rr_queue *queue = NULL;
    rr_status status = own_record(gpu, result);
    if (status == RR_OK && own) status = b->queue_open(gpu->engine, own, &queue, result);
    if (status == RR_OK && own && b->capturing(queue))
        status = rr_fail(result, RR_ERR_ARGUMENT, "the queue is being captured: what it will do cannot be waited for");
    if (status == RR_OK && own) status = b->finish(queue, result);
    if (queue) b->queue_close(queue);
    if (status != RR_OK) return status;
    pthread_mutex_lock(&gpu->async);
    status = b->read(gpu->queue, record, gpu->record, 0, sizeof *record, result);
    if (status == RR_OK) status = b->finish(gpu->queue, result);
    if (status == RR_OK && record->code) {
        status = b->write(gpu->queue, gpu->record, 0, &rr_record_clear, sizeof rr_record_clear, result);
        if (status == RR_OK) status = b->finish(gpu->queue, result);
    }
    pthread_mutex_unlock(&gpu->async);
    return status;
}
