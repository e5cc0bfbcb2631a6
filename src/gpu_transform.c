/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Points that a GPU transforms: host memory in chunks, two of them in work at a time, or memory of the device in place. */
#include <string.h>

#include "gpu.h"

static const char *const idents[] = {
#define RR_TRANSFORM(ident, ...) #ident,
#include "transforms/list.h"
#undef RR_TRANSFORM
};

typedef struct call {
    rr_gpu *gpu;
    const rr_transform_job *job;
    const rr_kernel *kernel;
    rr_launch launch;
    unsigned width, coords;
    rr_result *result;
    uint64_t failed, failed_first, done;   /* done: points that have come to out, in order */
} call;

/* Bytes of a chunk; of a row of it: all of it where points stand together, one column else; how many rows. */
typedef struct lay {
    size_t all, row;
    unsigned rows;
} lay;

static lay lay_of(const call *c, uint32_t n)
{
    lay y = {(size_t)n * c->coords * c->width, (size_t)n * c->coords * c->width, 1};
    if (c->coords == 2 && c->job->columns) {
        y.row = (size_t)n * c->width;
        y.rows = 2;
    }
    return y;
}

/* Where row k of a chunk that begins at point `at` is in the caller's arrays. */
static uint64_t host_at(const call *c, const lay *y, uint64_t at, unsigned k)
{
    return y->rows == 2 ? (k * c->job->n + at) * c->width : at * c->coords * c->width;
}

static void set_points(const call *c, uint32_t n, rr_memory in, rr_memory out, const uint64_t begin[2],
                       rr_memory *memory, rr_launch *l)
{
    const uint64_t second = c->coords == 1 ? 0 : c->job->columns ? begin[1] : c->width;
    memory[0] = memory[1] = in;
    memory[2] = memory[3] = out;
    l->at[0] = l->at[2] = begin[0];
    l->at[1] = l->at[3] = begin[0] + second;
    l->n = n;
    l->number = c->coords == 2 && !c->job->columns ? 2 : 1;
}

static uint32_t launch_chunk(const call *c, uint64_t at, rr_launch *l)
{
    const rr_engine_facts *f = &c->gpu->facts;
    const uint64_t most = (uint64_t)f->units * f->fill, base = c->job->stream.next + at;
    const uint64_t room = (l->n / (most * f->warps) / RR_GPU_ALIGN + 1) * RR_GPU_ALIGN, tiles = (l->n + room - 1) / room;
    const uint64_t blocks = (tiles + f->warps - 1) / f->warps;
    l->room = (uint32_t)room;
    l->base_lo = (uint32_t)base;
    l->base_hi = (uint32_t)(base >> 32);
    l->element_lo = (uint32_t)at;
    l->element_hi = (uint32_t)(at >> 32);
    return (uint32_t)(blocks < most ? blocks : most);
}

/* A chunk from and to host memory is set to work. */
static rr_status chunk_start(const call *c, rr_bay *bay, uint64_t at, uint32_t n)
{
    const rr_backend *b = c->gpu->backend;
    const lay y = lay_of(c, n);
    const uint64_t begin[2] = {0, y.row};
    rr_memory memory[RR_GPU_POINTERS] = {0};
    rr_launch l = c->launch;
    rr_status status = rr_gpu_grow(c->gpu, &bay->param[0], y.all, c->result);
    if (status == RR_OK) status = rr_gpu_grow(c->gpu, &bay->out, y.all, c->result);
    if (status == RR_OK) status = rr_bay_stage(c->gpu, bay, y.all, c->result);
    if (status == RR_OK) status = rr_bay_record(c->gpu, bay, c->result);
    for (unsigned k = 0; k < y.rows && status == RR_OK; ++k)
        status = b->write(bay->queue, bay->param[0].memory, k * y.row,
                          (const char *)c->job->points + host_at(c, &y, at, k), y.row, c->result);
    if (status != RR_OK) return status;
    set_points(c, n, bay->param[0].memory, bay->out.memory, begin, memory, &l);
    memory[RR_GPU_RECORD] = bay->record.memory;
    const uint32_t blocks = launch_chunk(c, at, &l);
    if ((status = b->launch(bay->queue, c->kernel, blocks, memory, &l, c->result)) != RR_OK) return status;
    bay->at = at;
    bay->n = n;
    status = b->read(bay->queue, bay->staged, bay->out.memory, 0, y.all, c->result);
    if (status == RR_OK) status = b->read(bay->queue, bay->found, bay->record.memory, 0, sizeof rr_record_clear, c->result);
    return status;
}

/* What is staged of a chunk goes to out. */
static void unload(call *c, const rr_bay *bay)
{
    const lay y = lay_of(c, bay->n);
    for (unsigned k = 0; k < y.rows; ++k)
        memcpy((char *)c->job->out + host_at(c, &y, bay->at, k), (const char *)bay->staged + k * y.row, y.row);
    c->done = bay->at + bay->n;
}

static rr_status chunk_end(call *c, rr_bay *bay, int host)
{
    if (!bay->n) return RR_OK;
    if (host && bay->at != c->done) return rr_bay_drop(c->gpu, bay), RR_OK;   /* an earlier chunk has failed */
    const rr_status status = c->gpu->backend->finish(bay->queue, c->result);
    if (status == RR_OK && host) unload(c, bay);
    bay->n = 0;
    if (status != RR_OK || bay->found[RR_RECORD_CODE]) bay->recording = 0;
    if (status != RR_OK || !bay->found[RR_RECORD_CODE]) return status;
    const uint64_t lowest = (uint64_t)bay->found[RR_RECORD_FAILED_HI] << 32 | bay->found[RR_RECORD_FAILED_LO];
    c->failed += (uint64_t)bay->found[RR_RECORD_COUNT_HI] << 32 | bay->found[RR_RECORD_COUNT_LO];
    if (c->failed_first > lowest) c->failed_first = lowest;
    return RR_OK;
}

static rr_status run_host(call *c, rr_bay *const *bay)
{
    rr_status status = RR_OK, ended;
    unsigned turn = 0;
    for (uint64_t at = 0; at < c->job->n && status == RR_OK; at += RR_GPU_CHUNK, turn ^= 1) {
        status = chunk_end(c, bay[turn], 1);
        if (status != RR_OK) continue;
        status = chunk_start(c, bay[turn], at, c->job->n - at < RR_GPU_CHUNK ? (uint32_t)(c->job->n - at) : RR_GPU_CHUNK);
        if (status != RR_OK) rr_bay_drop(c->gpu, bay[turn]);
    }
    for (unsigned i = 0; i < 2; ++i, turn ^= 1) {
        if (status != RR_OK) c->result = NULL;   /* the first failure is what is told */
        ended = chunk_end(c, bay[turn], 1);
        if (status == RR_OK) status = ended;
    }
    return status;
}

/* Points and out in the memory of the device. */
static rr_status run_device(call *c, rr_bay *bay)
{
    rr_status status = RR_OK;
    for (uint64_t at = 0; at < c->job->n && status == RR_OK; at += RR_GPU_LAUNCH) {
        const uint32_t n = c->job->n - at < RR_GPU_LAUNCH ? (uint32_t)(c->job->n - at) : RR_GPU_LAUNCH;
        const lay y = lay_of(c, n);
        const uint64_t begin[2] = {host_at(c, &y, at, 0), c->job->n * c->width};
        rr_memory memory[RR_GPU_POINTERS] = {0};
        rr_launch l = c->launch;
        set_points(c, n, (rr_memory)(uintptr_t)c->job->points, (rr_memory)(uintptr_t)c->job->out, begin, memory, &l);
        memory[RR_GPU_RECORD] = bay->record.memory;
        const uint32_t blocks = launch_chunk(c, at, &l);
        status = rr_bay_stage(c->gpu, bay, 0, c->result);
        if (status == RR_OK) status = rr_bay_record(c->gpu, bay, c->result);
        if (status == RR_OK) status = c->gpu->backend->launch(bay->queue, c->kernel, blocks, memory, &l, c->result);
        if (status == RR_OK) status = c->gpu->backend->read(bay->queue, bay->found, bay->record.memory, 0,
                                                            sizeof rr_record_clear, c->result);
        bay->n = n;
        if (status == RR_OK) status = chunk_end(c, bay, 0);
        else rr_bay_drop(c->gpu, bay);
    }
    return status;
}

rr_status rr_gpu_transform(const rr_device *device, unsigned which, const rr_transform_job *job, const rr_batch *batch,
                           uint64_t *done, rr_result *result)
{
    rr_gpu *const gpu = device->gpu;
    const rr_kernel_wish wish = {.transform = idents[which], .wide = job->dtype == RR_F64};
    call c = {.gpu = gpu, .job = job, .width = wish.wide ? 8 : 4, .coords = job->method->coords, .result = result,
              .failed_first = UINT64_MAX};
    const rr_place in = gpu->backend->place(gpu->engine, job->points), out = gpu->backend->place(gpu->engine, job->out);
    rr_bay *bay[2] = {NULL, NULL};
    if (in != out || in == RR_PLACE_OTHER)
        return rr_fail(result, RR_ERR_ARGUMENT,
                       "points and out must both be host memory, or both the memory of this device");
    if (wish.wide && !gpu->facts.wide) return rr_fail(result, RR_ERR_DEVICE, "%s has no f64", gpu->facts.name);
    rr_status status = gpu->backend->kernel(gpu->engine, &wish, 1, &c.kernel, result);
    if (status != RR_OK) return status;
    c.launch.key = batch->key;
    c.launch.cap = batch->cap;
    memcpy(&c.launch.uniform[0], &batch->mean, sizeof batch->mean);
    memcpy(&c.launch.uniform[1], &batch->sd, sizeof batch->sd);
    for (unsigned i = 0; i < 2 && status == RR_OK; ++i)
        if (!(bay[i] = rr_bay_take(gpu, result))) status = RR_ERR_DEVICE;
    if (status == RR_OK) status = in == RR_PLACE_DEVICE ? run_device(&c, bay[0]) : run_host(&c, bay);
    for (unsigned i = 0; i < 2; ++i) rr_bay_give(gpu, bay[i]);
    *done = c.done;
    if (result) {
        result->failed = c.failed;
        result->failed_index = c.failed_first;
    }
    return status;
}
