/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Transforms of points on a GPU, in chunks (chunks.c). Points in host memory are copied, points in device memory are not. */
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
    int host;                        /* points and out are host memory */
    rr_result *result;
    uint64_t failed, failed_first;
} call;

/* Bytes of a chunk; bytes of a contiguous row of it: the whole chunk if points are interleaved, otherwise one column; number
 * of rows. */
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

/* The offset in the caller's arrays of row k of a chunk that begins at point `at`. */
static uint64_t host_at(const call *c, const lay *y, uint64_t at, unsigned k)
{
    return y->rows == 2 ? (k * c->job->n + at) * c->width : at * c->coords * c->width;
}

/* begin: offsets in bytes of the first and the second coordinate in `in` and `out`. */
static void set_points(const call *c, rr_memory in, rr_memory out, const uint64_t begin[2], rr_memory *memory, rr_launch *l)
{
    const uint64_t second = c->coords == 1 ? 0 : c->job->columns ? begin[1] : c->width;
    memory[0] = memory[1] = in;
    memory[2] = memory[3] = out;
    l->at[0] = l->at[2] = begin[0];
    l->at[1] = l->at[3] = begin[0] + second;
    l->number = c->coords == 2 && !c->job->columns ? 2 : 1;
}

/* Allocates device memory for a chunk of host memory, and copies its points. */
static rr_status send(const call *c, rr_gpu_slot *slot, const lay *y, rr_memory *memory, rr_launch *l)
{
    const uint64_t begin[2] = {0, y->row};
    rr_status status = rr_gpu_grow(c->gpu, &slot->param[0], y->all, c->result);
    if (status == RR_OK) status = rr_gpu_grow(c->gpu, &slot->out, y->all, c->result);
    for (unsigned k = 0; k < y->rows && status == RR_OK; ++k)
        status = c->gpu->backend->write(slot->queue, slot->param[0].memory, k * y->row,
                                        (const char *)c->job->points + host_at(c, y, slot->at, k), y->row, c->result);
    set_points(c, slot->param[0].memory, slot->out.memory, begin, memory, l);
    return status;
}

static rr_status start(void *state, rr_gpu_slot *slot)
{
    const call *c = state;
    const rr_backend *b = c->gpu->backend;
    const lay y = lay_of(c, slot->n);
    const uint64_t begin[2] = {host_at(c, &y, slot->at, 0), c->job->n * c->width};
    rr_memory memory[RR_GPU_POINTERS] = {0};
    rr_launch l = c->launch;
    rr_status status = rr_slot_stage(c->gpu, slot, c->host ? y.all : 0, c->result);
    if (c->host && status == RR_OK) status = send(c, slot, &y, memory, &l);
    if (status != RR_OK) return status;
    if (!c->host) set_points(c, (rr_memory)(uintptr_t)c->job->points, (rr_memory)(uintptr_t)c->job->out, begin, memory, &l);
    memory[RR_GPU_RECORD] = slot->record.memory;
    const uint32_t blocks = rr_gpu_launch_slots(c->gpu, c->kernel, c->job->stream.next + slot->at, slot->at, slot->n, &l);
    status = b->launch(slot->queue, c->kernel, blocks, memory, &l, c->result);
    return status != RR_OK || !c->host ? status : b->read(slot->queue, slot->staged, slot->out.memory, 0, y.all, c->result);
}

static void take(void *state, rr_gpu_slot *slot)
{
    call *const c = state;
    const lay y = lay_of(c, slot->n);
    for (unsigned k = 0; c->host && k < y.rows; ++k)
        memcpy((char *)c->job->out + host_at(c, &y, slot->at, k), (const char *)slot->staged + k * y.row, y.row);
    c->failed += slot->found->failed;
    if (c->failed_first > slot->found->failed_index) c->failed_first = slot->found->failed_index;
}

/* If the device fails half-way, the host transforms the rest, so that out is either untouched or complete. */
static void complete(const rr_point_call *points, uint64_t done)
{
    rr_point_call rest = *points;
    if (done) points->device->host->calls->points(&rest, done, points->n - done);
}

rr_status rr_gpu_transform(rr_point_call *points, rr_result *result)
{
    rr_gpu *const gpu = rr_gpu_of(points->device);
    const rr_transform_job *job = points->job;
    const rr_batch *batch = &points->batch;
    const rr_kernel_request request = {.transform = idents[points->which], .wide = (int)points->wide};
    call c = {.gpu = gpu, .job = job, .width = points->width, .coords = points->coords, .result = result,
              .failed_first = UINT64_MAX};
    rr_place in, out;
    rr_status status = gpu->backend->place(gpu->engine, job->points, &in, result);
    if (status == RR_OK) status = gpu->backend->place(gpu->engine, job->out, &out, result);
    if (status != RR_OK) return status;
    if (in != out || in == RR_PLACE_OTHER)
        return rr_fail(result, RR_ERR_ARGUMENT,
                       "points and out must both be host memory, or both the memory of this device");
    if (request.wide && !gpu->facts.wide) return rr_fail(result, RR_ERR_DEVICE, "%s has no f64", gpu->facts.name);
    status = gpu->backend->kernel(gpu->engine, &request, 1, &c.kernel, result);
    if (status != RR_OK) return status;
    c.launch.key = batch->key;
    c.launch.cap = batch->cap;
    c.launch.uniform[0] = batch->mean;
    c.launch.uniform[1] = batch->sd;
    c.host = in == RR_PLACE_HOST;
    rr_chunks chunks = {.gpu = gpu, .call = &c, .start = start, .take = take, .result = result, .n = job->n,
                        .chunk = c.host ? RR_GPU_CHUNK : RR_GPU_LAUNCH};
    status = rr_chunks_run(&chunks);
    if (status != RR_OK && c.host) complete(points, chunks.done);
    points->failed = c.failed;
    points->failed_first = c.failed_first;
    return status;
}
