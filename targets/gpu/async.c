/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Asynchronous jobs: all of their memory is the device's, each is a fixed number of launches, and kernels write their
 * findings to a record that is read later. */
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
        if (status != RR_OK && gpu->record) {   /* with other contents a kernel may wait for its lock */
            gpu->backend->release(gpu->engine, gpu->record);
            gpu->record = 0;
        }
    }
    pthread_mutex_unlock(&gpu->async);
    return status;
}

/* The kernels of a job, and that which advances its first index, or null. */
typedef struct kernels {
    rr_gpu_kernels job;
    const rr_kernel *advance;
} kernels;

/* plain, laid: RR_PLAIN of the kernel of samples, and of a second one, 0: none (rr_gpu_plain). */
static rr_status find_kernels(const rr_call *call, int plain, int laid, int advances, int may_make, uint32_t spreads,
                              kernels *k, rr_result *result)
{
    static const rr_kernel_request advance = {.strategy = "advance"};
    const rr_gpu *gpu = rr_gpu_of(call->device);
    *k = (kernels){.job = {.chunk = RR_GPU_LAUNCH, .spreads = spreads}};
    const rr_status status = rr_gpu_kernels_find(call, plain, laid, may_make, &k->job, result);
    if (status != RR_OK || !advances) return status;
    return gpu->backend->kernel(gpu->engine, &advance, may_make, &k->advance, result);
}

/* Pointers that a kernel does not need with a sink are the sink's memory (targets/gpu/kernels/sink.h). */
static void point_sink(const rr_sink *sink, rr_memory *memory)
{
    static const unsigned slots[4] = {RR_GPU_INDEX, RR_GPU_TABLE, RR_GPU_OUT, RR_GPU_TALLY};
    for (int i = 0; i < 4; ++i) memory[slots[i]] = (rr_memory)(uintptr_t)sink->memory[i];
}

/* A chunk, and its memory from the workspace. */
typedef struct chunk {
    rr_gpu_sequence own;
    rr_memory packed[RR_MAX_PARAMS], drawn;
} chunk;

/* Sets the pointers of a chunk's parameters in device memory, which are packed first if needed. */
static rr_status point_params(chunk *c, const rr_tile *t, rr_result *result)
{
    rr_gpu_sequence *const s = &c->own;
    const rr_call *call = s->call;
    const rr_job *job = &call->job;
    const rr_backend *b = rr_gpu_of(call->device)->backend;
    rr_status status = RR_OK;
    for (uint32_t p = 0; p < call->sampler->params && status == RR_OK; ++p) {
        if (s->k->spreads >> p & 1) {
            status = b->alloc_ordered(s->queue, NULL, (size_t)t->n * call->width, &c->packed[p], result);
            if (status == RR_OK)
                status = rr_gpu_spread(call, s->queue, s->k->spread, p, s->at, t->n, c->packed[p], result);
            s->memory[RR_GPU_PARAM(p)] = c->packed[p];
        } else if (call->remote >> p & 1) {
            rr_gpu_point((job->flags & RR_CL_PARAM(p)) != 0, job->param[p].data,
                         t->varies >> p & 1 ? s->at * call->width : 0, RR_GPU_PARAM(p), s->memory, &s->launch);
        }
    }
    return status;
}

/* Sets the destination of a chunk's samples: out, a sink's memory, or the buffer from which they are rounded. */
static rr_status point_out(chunk *c, const rr_tile *t, rr_result *result)
{
    rr_gpu_sequence *const s = &c->own;
    const rr_call *call = s->call;
    const rr_job *job = &call->job;
    const uint64_t lead = (job->stream.next + s->at) % RR_GPU_NEAR * sizeof(float);
    if (call->sink) {
        point_sink(call->sink, s->memory);
    } else if (call->half) {
        s->launch.at[RR_GPU_OUT] = lead;
        const rr_backend *b = rr_gpu_of(call->device)->backend;
        const rr_status status = b->alloc_ordered(s->queue, NULL, t->n * sizeof(float) + lead, &c->drawn, result);
        s->memory[RR_GPU_OUT] = c->drawn;
        return status;
    } else {
        rr_gpu_point((job->flags & RR_CL_OUT) != 0, job->out, s->at * call->out_width, RR_GPU_OUT, s->memory, &s->launch);
    }
    return RR_OK;
}

/* Sets the launch, the pointers and the workspace of a chunk. */
static rr_status lay_chunk(chunk *c, const rr_tile *t, const rr_queued *how, rr_memory table, rr_result *result)
{
    rr_gpu_sequence *const s = &c->own;
    const rr_job *job = &s->call->job;
    const rr_gpu *gpu = rr_gpu_of(s->call->device);
    const size_t space = rr_gpu_sequence_space(s->call, t->n);
    const uint64_t element = job->first_element + s->at;   /* of the chunk's slot 0, for the record */
    rr_gpu_sequence_lay(s, t);
    s->launch.element_lo = (uint32_t)element;
    s->launch.element_hi = (uint32_t)(element >> 32);
    rr_status status = point_params(c, t, result);
    if (job->index)
        rr_gpu_point((job->flags & RR_CL_INDEX) != 0, job->index, s->at * 8, RR_GPU_INDEX, s->memory, &s->launch);
    s->memory[RR_GPU_TABLE] = table;
    if (status == RR_OK) status = point_out(c, t, result);
    if (status == RR_OK && space) status = gpu->backend->alloc_ordered(s->queue, NULL, space, &s->space, result);
    s->memory[RR_GPU_RECORD] = how->record ? (rr_memory)(uintptr_t)how->record : gpu->record;
    s->memory[RR_GPU_FIRST] = (rr_memory)(uintptr_t)how->first;
    /* The first index of a row sampler counts rows. */
    s->launch.advances = !how->first ? 0 : rr_is_row(s->call->sampler) ? (uint32_t)job->cols : 1;
    return status;
}

/* Launches the elements from own.at on. */
static rr_status launch_chunk(chunk *c, const rr_queued *how, rr_memory table, rr_result *result)
{
    rr_gpu_sequence *const s = &c->own;
    const rr_call *call = s->call;
    const rr_backend *b = rr_gpu_of(call->device)->backend;
    rr_part own = {.call = call};   /* nothing is found here: kernels check the parameters */
    double space[RR_MAX_PARAMS];
    rr_scratch scratch = {0};
    rr_tile t = {.n = call->n - s->at < s->k->chunk ? (uint32_t)(call->n - s->at) : s->k->chunk, .table = call->table};
    for (uint32_t p = 0; p < RR_MAX_PARAMS; ++p) scratch.param[p] = &space[p];
    rr_gpu_launch_start(call, &s->launch);
    rr_tile_params(&own, &t, &scratch, s->at);
    rr_status status = lay_chunk(c, &t, how, table, result);
    if (status == RR_OK) status = rr_gpu_sequence_launch(s, &t, 1, 0, result);
    if (s->space) b->release_ordered(s->queue, s->space);
    if (c->drawn) b->release_ordered(s->queue, c->drawn);
    for (uint32_t p = 0; p < RR_MAX_PARAMS; ++p)
        if (c->packed[p]) b->release_ordered(s->queue, c->packed[p]);
    return status;
}

static rr_status launch_all(const rr_call *call, rr_queue *queue, const rr_queued *how, const rr_gpu_kernels *k,
                            rr_result *result)
{
    const rr_backend *b = rr_gpu_of(call->device)->backend;
    rr_memory table = 0;
    void *own = NULL;
    const void *from;
    size_t size = 0;
    rr_status status = call->held ? RR_OK : rr_gpu_table(call, &own, &size, &from, result);
    if (status == RR_OK && size) status = b->alloc_ordered(queue, from, size, &table, result);
    free(own);
    for (uint64_t at = 0; at < call->n && status == RR_OK; at += k->chunk) {
        chunk c = {.own = {.call = call, .k = k, .queue = queue, .at = at}};
        status = launch_chunk(&c, how, call->held ? call->held : table, result);
    }
    if (table) b->release_ordered(queue, table);
    return status;
}

/* Enqueues *first += n, after all launches. */
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

/* A kernel that writes to other memory destroys the CUDA context of the process. OpenCL's runtime checks a cl_mem itself. */
static rr_status check_words(const rr_gpu *gpu, const rr_queued *how, rr_result *result)
{
    const struct { const void *at; const char *name; } words[] = {{how->record, "record"}, {how->first, "first"}};
    for (unsigned i = 0; i < 2 && strcmp(gpu->backend->name, "opencl"); ++i) {
        rr_place place = RR_PLACE_DEVICE;
        if (!words[i].at) continue;
        const rr_status status = gpu->backend->place(gpu->engine, words[i].at, &place, result);
        if (status != RR_OK) return status;
        if (place != RR_PLACE_DEVICE)
            return rr_fail(result, RR_ERR_ARGUMENT, "%s of how is not in the memory of this GPU", words[i].name);
        if ((uintptr_t)words[i].at % 8)
            return rr_fail(result, RR_ERR_ARGUMENT, "%s of how is not aligned to 8 bytes", words[i].name);
    }
    return RR_OK;
}

/* The same for a sink's memory, except the alignment, which only its text defines. */
static rr_status check_sink(const rr_gpu *gpu, const rr_sink *sink, rr_result *result)
{
    for (int i = 0; sink && i < 4 && strcmp(gpu->backend->name, "opencl"); ++i) {
        rr_place place = RR_PLACE_DEVICE;
        if (!sink->memory[i]) continue;
        const rr_status status = gpu->backend->place(gpu->engine, sink->memory[i], &place, result);
        if (status != RR_OK) return status;
        if (place != RR_PLACE_DEVICE)
            return rr_fail(result, RR_ERR_ARGUMENT, "memory[%d] of the sink is not in the memory of this GPU", i);
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
        status = rr_fail(result, RR_ERR_ARGUMENT, "the queue is being captured: call rr_compile first, or give a record");
    if (status == RR_OK && capturing && call->table_size && !call->held)
        status = rr_fail(result, RR_ERR_ARGUMENT,
                         "the queue is being captured: the table of %s is part of a graph by rr_prepared_enqueue only",
                         call->sampler->name);
    const int plain = !how->first && !call->sampler->stages && rr_gpu_plain(call, RR_KNOWN_ALL);
    const int laid = how->first && !call->sampler->stages && rr_gpu_plain(call, RR_KNOWN_VALUES);
    const uint32_t spreads = rr_gpu_spreads(call, call->remote);
    if (status == RR_OK) status = find_kernels(call, plain, laid, how->first != NULL, !capturing, spreads, &k, result);
    if (status == RR_OK) {
        if (!queue) pthread_mutex_lock(&gpu->async);   /* one thread at a time may use a queue */
        status = launch_all(call, queue ? queue : gpu->queue, how, &k.job, result);
        const uint64_t samples = rr_is_row(call->sampler) ? call->job.rows : call->n;
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
    const int laid = !call->sampler->stages && rr_gpu_plain(call, RR_KNOWN_NOTHING);
    if (status == RR_OK) status = find_kernels(call, 0, laid, 1, 1, rr_gpu_spreads(call, ~0u), &k, result);
    if (status == RR_OK && laid && call->sampler->aux) status = rr_gpu_kernel(call, 2, 1, &k.job.laid, result);
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
        status = rr_fail(result, RR_ERR_ARGUMENT, "the queue is being captured: its work cannot be waited for");
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
