/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Memory; copies and launches in streams; and the table of this backend. */
#include <stdlib.h>

#include "cuda.h"

/* ---- Memory ---- */

static void release(rr_engine *engine, rr_memory memory)
{
    rr_visit v = {.engine = engine, .doing = "freeing memory", .relaxed = 1, .freeing = 1};
    if (!memory) return;
    rr_cuda_enter(&v);
    rr_cuda_leave(&v, engine->cuda.cuMemFree(memory));
}

static rr_status alloc(rr_engine *engine, size_t size, rr_memory *memory, rr_result *result)
{
    rr_visit v = {.engine = engine, .doing = "allocating memory", .result = result, .relaxed = 1};
    CUdeviceptr got = 0;
    *memory = 0;
    rr_status status = rr_cuda_enter(&v);
    if (status) return status;
    status = rr_cuda_leave(&v, engine->cuda.cuMemAlloc(&got, size ? size : 1));
    if (status) release(engine, got);
    else *memory = got;
    return status;
}

static void host_release(rr_engine *engine, void *p)
{
    rr_visit v = {.engine = engine, .doing = "freeing memory of the host", .relaxed = 1, .freeing = 1};
    if (!p) return;
    rr_cuda_enter(&v);
    rr_cuda_leave(&v, engine->cuda.cuMemFreeHost(p));
}

static void *host_alloc(rr_engine *engine, size_t size)
{
    rr_visit v = {.engine = engine, .doing = "allocating memory of the host", .relaxed = 1};
    void *p = NULL;
    if (rr_cuda_enter(&v)) return NULL;
    if (!rr_cuda_leave(&v, engine->cuda.cuMemHostAlloc(&p, size ? size : 1, CU_MEMHOSTALLOC_PORTABLE))) return p;
    host_release(engine, p);
    return NULL;
}

/* Memory is reported as the host's only if that is certain, since the host then reads it. */
static rr_status place(rr_engine *engine, const void *pointer, rr_place *place, rr_result *result)
{
    rr_visit v = {.engine = engine, .doing = "asking for a pointer's memory", .result = result};
    const rr_cuda *c = &engine->cuda;
    const CUdeviceptr p = (CUdeviceptr)(uintptr_t)pointer;
    int kind = CU_MEMORYTYPE_HOST, ordinal = -1;
    unsigned managed = 0;   /* "a boolean" in the manual: one byte or four */
    *place = RR_PLACE_OTHER;
    rr_status status = rr_cuda_enter(&v);
    if (status) return status;
    CUresult code = c->cuPointerGetAttribute(&kind, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, p);
    const int unknown = code == CUDA_ERROR_INVALID_VALUE;
    if (!code) code = c->cuPointerGetAttribute(&managed, CU_POINTER_ATTRIBUTE_IS_MANAGED, p);
    if (!code) code = c->cuPointerGetAttribute(&ordinal, CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL, p);
    if ((status = rr_cuda_leave(&v, unknown ? CUDA_SUCCESS : code)) != RR_OK) return status;
    if (managed) *place = RR_PLACE_DEVICE;
    else if (unknown || kind == CU_MEMORYTYPE_HOST) *place = RR_PLACE_HOST;
    else if (kind == CU_MEMORYTYPE_DEVICE && ordinal == engine->device) *place = RR_PLACE_DEVICE;
    return RR_OK;
}

/* True if the driver knows it as host memory that it allocated or registered. */
static int is_pinned(rr_engine *engine, const void *pointer)
{
    rr_visit v = {.engine = engine, .doing = "asking for a pointer's memory"};
    int kind = 0;
    if (rr_cuda_enter(&v)) return 0;
    const CUresult code = engine->cuda.cuPointerGetAttribute(&kind, CU_POINTER_ATTRIBUTE_MEMORY_TYPE,
                                                             (CUdeviceptr)(uintptr_t)pointer);
    return !rr_cuda_leave(&v, code == CUDA_ERROR_INVALID_VALUE ? CUDA_SUCCESS : code) && !code && kind == CU_MEMORYTYPE_HOST;
}

/* To other host memory the driver copies piece by piece, and the caller waits. */
static int direct(rr_engine *engine, const void *pointer, size_t size)
{
    return size && is_pinned(engine, pointer) && is_pinned(engine, (const char *)pointer + size - 1);
}

/* ---- Queues ---- */

static void queue_close(rr_queue *queue)
{
    if (!queue) return;
    if (queue->own) {
        rr_visit v = {.engine = queue->engine, .doing = "closing a stream", .relaxed = 1, .freeing = 1};
        rr_cuda_enter(&v);
        rr_cuda_leave(&v, queue->engine->cuda.cuStreamDestroy(queue->stream));
    }
    free(queue);
}

static rr_status queue_open(rr_engine *engine, void *own, rr_queue **queue, rr_result *result)
{
    rr_visit v = {.engine = engine, .doing = "making a stream", .result = result, .relaxed = 1};
    rr_queue *q = malloc(sizeof *q);
    *queue = NULL;
    if (!q) return rr_fail(result, RR_ERR_MEMORY, "no memory for a queue of %s", engine->name);
    *q = (rr_queue){engine, own, 0};
    rr_status status = RR_OK;
    if (!own) {
        status = rr_cuda_enter(&v);
        if (!status) {
            /* Ordered with the legacy stream, so that earlier work of a caller without streams is done before. */
            const CUresult code = engine->cuda.cuStreamCreate(&q->stream, CU_STREAM_DEFAULT);
            q->own = !code;
            status = rr_cuda_leave(&v, code);
        }
    }
    if (status) queue_close(q);
    else *queue = q;
    return status;
}

static rr_status write_memory(rr_queue *queue, rr_memory to, uint64_t at, const void *from, size_t size, rr_result *result)
{
    rr_visit v = {.engine = queue->engine, .doing = "copying to the device", .result = result};
    const rr_status status = rr_cuda_enter(&v);
    if (status) return status;
    const rr_cuda *c = &queue->engine->cuda;
    return rr_cuda_leave(&v, size ? c->cuMemcpyHtoDAsync(to + at, from, size, queue->stream) : CUDA_SUCCESS);
}

static rr_status read_memory(rr_queue *queue, void *to, rr_memory from, uint64_t at, size_t size, rr_result *result)
{
    rr_visit v = {.engine = queue->engine, .doing = "copying from the device", .result = result};
    const rr_status status = rr_cuda_enter(&v);
    if (status) return status;
    const rr_cuda *c = &queue->engine->cuda;
    return rr_cuda_leave(&v, size ? c->cuMemcpyDtoHAsync(to, from + at, size, queue->stream) : CUDA_SUCCESS);
}

static rr_status fill(rr_queue *queue, rr_memory to, uint64_t at, unsigned char byte, size_t size, rr_result *result)
{
    rr_visit v = {.engine = queue->engine, .doing = "filling memory", .result = result};
    const rr_status status = rr_cuda_enter(&v);
    if (status) return status;
    return rr_cuda_leave(&v, size ? queue->engine->cuda.cuMemsetD8Async(to + at, byte, size, queue->stream) : CUDA_SUCCESS);
}

static void release_ordered(rr_queue *queue, rr_memory memory)
{
    rr_visit v = {.engine = queue->engine, .doing = "giving memory back", .relaxed = 1, .freeing = 1};
    rr_cuda_enter(&v);
    rr_cuda_leave(&v, queue->engine->cuda.cuMemFreeAsync(memory, queue->stream));
}

/* When the copy from memory that is not pinned returns, the driver has its own copy of it. */
static rr_status alloc_ordered(rr_queue *queue, const void *from, size_t size, rr_memory *memory, rr_result *result)
{
    rr_visit v = {.engine = queue->engine, .doing = "allocating memory", .result = result, .relaxed = 1};
    const rr_cuda *c = &queue->engine->cuda;
    CUdeviceptr got = 0;
    *memory = 0;
    rr_status status = rr_cuda_enter(&v);
    if (status) return status;
    CUresult code = c->cuMemAllocAsync(&got, size ? size : 1, queue->stream);
    if (!code && from) code = c->cuMemcpyHtoDAsync(got, from, size, queue->stream);
    status = rr_cuda_leave(&v, code);
    if (status && got) release_ordered(queue, got);
    else *memory = got;
    return status;
}

/* The driver copies the arguments before it returns. */
static rr_status launch(rr_queue *queue, const rr_kernel *kernel, uint32_t blocks, const rr_memory memory[RR_GPU_POINTERS],
                        const rr_launch *launch, rr_result *result)
{
    rr_engine *e = queue->engine;
    rr_visit v = {.engine = e, .doing = "launching a kernel", .result = result};
    CUdeviceptr pointer[RR_GPU_POINTERS];
    rr_launch what = *launch;
    void *arguments[RR_GPU_POINTERS + 1];
    for (int p = 0; p < RR_GPU_POINTERS; ++p) {   /* the launch is between them; the driver ignores unused ones */
        pointer[p] = memory[p];
        arguments[p + (p >= RR_GPU_PLAIN_POINTERS)] = &pointer[p];
    }
    arguments[RR_GPU_PLAIN_POINTERS] = &what;
    const rr_status status = blocks ? rr_cuda_enter(&v) : RR_OK;
    if (status || !blocks) return status;
    const CUfunction f = kernel->function;
    return rr_cuda_leave(&v, e->cuda.cuLaunchKernel(f, blocks, 1, 1, e->block, 1, 1, 0, queue->stream, arguments, NULL));
}

static rr_status finish(rr_queue *queue, rr_result *result)
{
    /* Relaxed, so that a capture of another thread stays valid. */
    rr_visit v = {.engine = queue->engine, .doing = "waiting for it", .result = result, .relaxed = 1};
    const rr_status status = rr_cuda_enter(&v);
    return status ? status : rr_cuda_leave(&v, queue->engine->cuda.cuStreamSynchronize(queue->stream));
}

/* Waits for all streams, including the caller's. To wait for a context with a captured stream would invalidate the capture,
 * so that is not done. */
static void wait(rr_engine *e)
{
    rr_visit v = {.engine = e, .doing = "waiting for all of it", .relaxed = 1, .freeing = 1};
    int captured = CU_STREAM_CAPTURE_STATUS_NONE;
    rr_cuda_enter(&v);
    CUresult code = e->cuda.cuStreamIsCapturing(RR_CUDA_LEGACY, &captured);
    if (!code) code = e->cuda.cuCtxSynchronize();
    rr_cuda_leave(&v, code == CUDA_ERROR_STREAM_CAPTURE_IMPLICIT ? CUDA_SUCCESS : code);
}

/* The legacy stream returns STREAM_CAPTURE_IMPLICIT while another one is captured. The next call reports other errors. Our
 * own streams are never captured. */
static int capturing(rr_queue *queue)
{
    rr_visit v = {.engine = queue->engine, .doing = "asking whether a stream is captured"};
    int captured = CU_STREAM_CAPTURE_STATUS_NONE;
    if (queue->own || rr_cuda_enter(&v)) return 0;
    const CUresult code = queue->engine->cuda.cuStreamIsCapturing(queue->stream, &captured);
    rr_cuda_leave(&v, code);
    return code == CUDA_ERROR_STREAM_CAPTURE_IMPLICIT || captured != CU_STREAM_CAPTURE_STATUS_NONE;
}

static void *context(rr_engine *e)
{
    return e->context;
}

const rr_backend rr_backend_cuda = {
    .name = "cuda",
    .list = rr_cuda_list,
    .open = rr_cuda_engine_open,
    .close = rr_cuda_engine_close,
    .alloc = alloc,
    .release = release,
    .host_alloc = host_alloc,
    .host_release = host_release,
    .queue_open = queue_open,
    .queue_close = queue_close,
    .alloc_ordered = alloc_ordered,
    .release_ordered = release_ordered,
    .write = write_memory,
    .read = read_memory,
    .fill = fill,
    .launch = launch,
    .finish = finish,
    .wait = wait,
    .capturing = capturing,
    .kernel = rr_cuda_kernel,
    .fill_of = rr_cuda_fill,
    .place = place,
    .direct = direct,
    .context = context,
};

const rr_target rr_target_cuda = {"cuda", &rr_gpu_calls, &rr_backend_cuda};
