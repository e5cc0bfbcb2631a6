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

/* What a job launches: its samples, by one of two kernels where `laid` is not null, rows of these or null, the step of its
 * first index or null, before them what packs parameters, and after them what rounds samples, or null; of what is made of
 * others all of its stages. */
typedef struct kernels {
    const rr_kernel *samples, *laid, *rows;   /* laid: plain, for a first index with which out lies so */
    const rr_kernel *narrow, *advance, *spread;
    rr_gpu_stages staged;   /* in place of samples, of a sampler that is made of others */
    uint32_t chunk;     /* elements of a launch */
    uint32_t spreads;   /* parameters that are packed */
} kernels;

/* plain, laid: is that of samples, is there a second one that is (rr_gpu_plain)? */
static rr_status find_kernels(const rr_call *call, int plain, int laid, int advances, int may_make, uint32_t spreads,
                              kernels *k, rr_result *result)
{
    static const rr_kernel_request advance = {.strategy = "advance"};
    const rr_gpu *gpu = rr_gpu_of(call->device);
    *k = (kernels){.chunk = spreads || call->half ? RR_GPU_SPREAD : RR_GPU_LAUNCH, .spreads = spreads};
    if (call->stages && k->chunk > RR_GPU_STAGES) k->chunk = RR_GPU_STAGES;
    rr_status status = call->stages ? rr_gpu_stages_find(call, may_make, &k->staged, result)
                                    : rr_gpu_kernel(call, plain, may_make, &k->samples, result);
    if (status == RR_OK && laid) status = rr_gpu_kernel(call, laid, may_make, &k->laid, result);
    if (status == RR_OK) status = rr_gpu_rows(call, may_make, &k->chunk, &k->rows, result);
    if (status == RR_OK) status = rr_gpu_narrow_kernel(call, may_make, &k->narrow, result);
    if (status == RR_OK && spreads) status = rr_gpu_spread_kernel(call, may_make, &k->spread, result);
    if (status == RR_OK && advances) status = gpu->backend->kernel(gpu->engine, &advance, may_make, &k->advance, result);
    return status;
}

/* Pointers of a kernel that are not needed where samples go to a sink are its memory (targets/gpu/kernels/sink.h). */
static void point_sink(const rr_sink *sink, rr_memory *memory)
{
    static const unsigned slots[4] = {RR_GPU_INDEX, RR_GPU_TABLE, RR_GPU_OUT, RR_GPU_TALLY};
    for (int i = 0; i < 4; ++i) memory[slots[i]] = (rr_memory)(uintptr_t)sink->memory[i];
}

/* What launches of a chunk share. */
typedef struct chunk {
    const rr_call *call;
    const rr_queued *how;
    const kernels *k;
    rr_queue *queue;
    rr_memory memory[RR_GPU_POINTERS], packed[RR_MAX_PARAMS], drawn;   /* packed, drawn: lent, to be given back */
    rr_launch launch;
} chunk;

/* The parameters of a chunk that lie on the device: packed, or pointed at. */
static rr_status point_params(chunk *c, const rr_tile *t, uint64_t at, rr_result *result)
{
    const rr_call *call = c->call;
    const rr_job *job = &call->job;
    const rr_backend *b = rr_gpu_of(call->device)->backend;
    rr_status status = RR_OK;
    for (uint32_t p = 0; p < call->sampler->params && status == RR_OK; ++p) {
        if (c->k->spreads >> p & 1) {
            status = b->lend(c->queue, NULL, (size_t)t->n * call->width, &c->packed[p], result);
            if (status == RR_OK)
                status = rr_gpu_spread(call, c->queue, c->k->spread, p, at, t->n, c->packed[p], result);
            c->memory[p] = c->packed[p];
        } else if (call->remote >> p & 1) {
            rr_gpu_point((job->flags & RR_CL_PARAM(p)) != 0, job->param[p].data, t->varies >> p & 1 ? at * call->width : 0,
                         p, c->memory, &c->launch);
        }
    }
    return status;
}

static rr_status launch_stages(chunk *c, const rr_tile *t, uint64_t at, rr_result *result)
{
    const rr_call *call = c->call;
    const rr_gpu *gpu = rr_gpu_of(call->device);
    rr_memory space = 0;
    rr_status status = gpu->backend->lend(c->queue, NULL, rr_gpu_space(t->n), &space, result);
    rr_gpu_launch_params(call, t, &c->launch);
    rr_gpu_launch_slots(gpu, c->k->staged.join, call->job.stream.next + at, at, t->n, &c->launch);
    if (status == RR_OK) status = rr_gpu_stages_run(call, c->queue, &c->k->staged, space, at, c->memory, &c->launch, result);
    if (space) gpu->backend->give_back(c->queue, space);
    return status;
}

static rr_status launch_samples(chunk *c, const rr_kernel *kernel, uint32_t only, const rr_tile *t, uint64_t at,
                                rr_result *result)
{
    const uint32_t blocks = rr_gpu_launch_chunk(c->call, kernel, t, at, t->n, &c->launch);
    c->launch.only = only;
    return rr_gpu_of(c->call->device)->backend->launch(c->queue, kernel, blocks, c->memory, &c->launch, result);
}

/* Where a chunk's samples go: out, a sink's memory, or where they are rounded from. */
static rr_status point_out(chunk *c, const rr_tile *t, uint64_t at, rr_result *result)
{
    const rr_call *call = c->call;
    const rr_job *job = &call->job;
    const uint64_t lead = (job->stream.next + at) % RR_GPU_NEAR * sizeof(float);
    if (call->sink) {
        point_sink(call->sink, c->memory);
    } else if (call->half) {
        c->launch.at[RR_GPU_OUT] = lead;
        const rr_backend *b = rr_gpu_of(call->device)->backend;
        const rr_status status = b->lend(c->queue, NULL, t->n * sizeof(float) + lead, &c->drawn, result);
        c->memory[RR_GPU_OUT] = c->drawn;
        return status;
    } else {
        rr_gpu_point((job->flags & RR_CL_OUT) != 0, job->out, at * call->out_width, RR_GPU_OUT, c->memory, &c->launch);
    }
    return RR_OK;
}

/* Elements from `at` on. */
static rr_status launch_chunk(chunk *c, uint64_t at, rr_memory table, rr_result *result)
{
    const rr_call *call = c->call;
    const rr_job *job = &call->job;
    const rr_gpu *gpu = rr_gpu_of(call->device);
    rr_part own = {.call = call};   /* of parameters that kernels look at nothing is found here */
    double space[RR_MAX_PARAMS];
    rr_scratch s = {.param = {&space[0], &space[1], &space[2], &space[3]}};
    rr_tile t = {.n = call->n - at < c->k->chunk ? (uint32_t)(call->n - at) : c->k->chunk, .table = call->table};
    rr_gpu_launch_start(call, &c->launch);
    rr_tile_params(&own, &t, &s, at);
    rr_status status = point_params(c, &t, at, result);
    if (job->index) rr_gpu_point((job->flags & RR_CL_INDEX) != 0, job->index, at * 8, RR_GPU_INDEX, c->memory, &c->launch);
    c->memory[RR_GPU_TABLE] = table;
    if (status == RR_OK) status = point_out(c, &t, at, result);
    c->memory[RR_GPU_RECORD] = c->how->record ? (rr_memory)(uintptr_t)c->how->record : gpu->record;
    c->memory[RR_GPU_FIRST] = (rr_memory)(uintptr_t)c->how->first;
    /* The first index of a sampler of rows counts rows. */
    c->launch.advances = !c->how->first ? 0 : call->sampler->vector ? (uint32_t)job->cols : 1;
    if (status == RR_OK && c->k->laid) status = launch_samples(c, c->k->laid, RR_ONLY_LAID, &t, at, result);
    if (status == RR_OK && call->stages) status = launch_stages(c, &t, at, result);
    else if (status == RR_OK)
        status = launch_samples(c, c->k->samples, c->k->laid ? RR_ONLY_CROOKED : RR_ONLY_ALWAYS, &t, at, result);
    if (status == RR_OK) status = rr_gpu_launch_rows(call, c->queue, c->k->rows, c->memory, &c->launch, result);
    if (status == RR_OK) status = rr_gpu_narrow(call, c->queue, c->k->narrow, c->memory, &c->launch, at, 0, result);
    if (c->drawn) gpu->backend->give_back(c->queue, c->drawn);
    for (uint32_t p = 0; p < RR_MAX_PARAMS; ++p)
        if (c->packed[p]) gpu->backend->give_back(c->queue, c->packed[p]);
    return status;
}

static rr_status launch_all(const rr_call *call, rr_queue *queue, const rr_queued *how, const kernels *k, rr_result *result)
{
    const rr_backend *b = rr_gpu_of(call->device)->backend;
    rr_memory table = 0;
    rr_status status = call->table_size ? b->lend(queue, call->table, call->table_size, &table, result) : RR_OK;
    for (uint64_t at = 0; at < call->n && status == RR_OK; at += k->chunk) {
        chunk c = {.call = call, .how = how, .k = k, .queue = queue};
        status = launch_chunk(&c, at, table, result);
    }
    if (table) b->give_back(queue, table);
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
    if (status == RR_OK && capturing && call->table_size)
        status = rr_fail(result, RR_ERR_ARGUMENT,
                         "the queue is being captured: the table of %s, which the host makes, can't be part of a graph",
                         call->sampler->name);
    const int plain = !how->first && !call->stages && rr_gpu_plain(call, RR_KNOWN_ALL);
    const int laid = how->first && !call->stages && rr_gpu_plain(call, RR_KNOWN_VALUES);
    const uint32_t spreads = rr_gpu_spreads(call, call->remote);
    if (status == RR_OK) status = find_kernels(call, plain, laid, how->first != NULL, !capturing, spreads, &k, result);
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
    const int laid = !call->stages && rr_gpu_plain(call, RR_KNOWN_NOTHING);
    if (status == RR_OK) status = find_kernels(call, 0, laid, 1, 1, rr_gpu_spreads(call, ~0u), &k, result);
    if (status == RR_OK && laid && call->sampler->aux) status = rr_gpu_kernel(call, 2, 1, &k.laid, result);
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
