/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Device memory, and queues of copies and launches. */
#include <stdlib.h>

#include "library.h"

struct rr_queue {
    const rr_engine *engine;
    cl_command_queue queue;
    cl_event last;   /* the newest launch: clFinish does not report a kernel that failed */
};

/* ---- Memory: an rr_memory is a cl_mem ---- */

static cl_mem mem_of(rr_memory memory) { return (cl_mem)(uintptr_t)memory; }

rr_status rr_cl_alloc(rr_engine *engine, size_t size, rr_memory *memory, rr_result *result)
{
    cl_int error = 0;
    const cl_mem m = engine->cl->clCreateBuffer(engine->context, CL_MEM_READ_WRITE, size ? size : 1, NULL, &error);
    *memory = (uintptr_t)m;
    if (m) return RR_OK;
    const rr_status status = rr_cl_fail(NULL, "", error);
    return rr_fail(result, status, "%s can't allocate %zu bytes (OpenCL error %d)", engine->device.facts.name, size, error);
}

void rr_cl_release(rr_engine *engine, rr_memory memory)
{
    if (memory) engine->cl->clReleaseMemObject(mem_of(memory));
}

/* Allocates whole pages, so that a runtime does not copy through its own aligned buffer. */
void *rr_cl_host_alloc(rr_engine *engine, size_t size)
{
    (void)engine;
    return size > SIZE_MAX - 4095 ? NULL : aligned_alloc(4096, (size + 4095) / 4096 * 4096);
}

void rr_cl_host_release(rr_engine *engine, void *p)
{
    (void)engine;
    free(p);
}

/* Pointers are always host memory: device memory is a cl_mem, which the caller marks by a flag. */
rr_status rr_cl_place(rr_engine *engine, const void *pointer, rr_place *place, rr_result *result)
{
    (void)engine;
    (void)pointer;
    (void)result;
    *place = RR_PLACE_HOST;
    return RR_OK;
}

/* Runtimes copy to the caller's memory as fast as to this library's. */
int rr_cl_direct(rr_engine *engine, const void *pointer, size_t size)
{
    (void)engine;
    (void)pointer;
    (void)size;
    return 1;
}

/* ---- Queues ---- */

/* True if the caller's queue can run this engine's kernels, in order. */
static rr_status check_own(const rr_engine *engine, cl_command_queue own, rr_result *result)
{
    cl_context context = NULL;
    cl_bitfield properties = 0;
    cl_int error = engine->cl->clGetCommandQueueInfo(own, CL_QUEUE_CONTEXT, sizeof context, &context, NULL);
    if (!error) error = engine->cl->clGetCommandQueueInfo(own, CL_QUEUE_PROPERTIES, sizeof properties, &properties, NULL);
    if (error) return rr_cl_fail(result, "clGetCommandQueueInfo of the caller's queue", error);
    if (context != engine->context)
        return rr_fail(result, RR_ERR_ARGUMENT, "the queue belongs to another cl_context than the device");
    if (properties & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE)
        return rr_fail(result, RR_ERR_ARGUMENT, "the queue is out-of-order; an in-order queue is needed");
    error = engine->cl->clRetainCommandQueue(own);
    return error ? rr_cl_fail(result, "clRetainCommandQueue", error) : RR_OK;
}

rr_status rr_cl_queue_open(rr_engine *engine, void *own, rr_queue **queue, rr_result *result)
{
    rr_status status = RR_OK;
    cl_int error = 0;
    rr_queue *q = calloc(1, sizeof *q);
    *queue = NULL;
    if (!q) return rr_fail(result, RR_ERR_MEMORY, "no memory for a queue");
    q->engine = engine;
    if (own) {
        q->queue = own;
        status = check_own(engine, own, result);
    } else {
        q->queue = engine->cl->clCreateCommandQueue(engine->context, engine->device.id, 0, &error);
        if (!q->queue) status = rr_cl_fail(result, "clCreateCommandQueue", error);
    }
    if (status) free(q);
    else *queue = q;
    return status;
}

void rr_cl_queue_close(rr_queue *queue)
{
    if (!queue) return;
    if (queue->last) queue->engine->cl->clReleaseEvent(queue->last);
    queue->engine->cl->clReleaseCommandQueue(queue->queue);
    free(queue);
}

/* A released cl_mem exists until the enqueued work that uses it is done. */
rr_status rr_cl_alloc_ordered(rr_queue *queue, const void *from, size_t size, rr_memory *memory, rr_result *result)
{
    const rr_engine *e = queue->engine;
    const cl_bitfield flags = CL_MEM_READ_WRITE | (from ? CL_MEM_COPY_HOST_PTR : 0);
    cl_int error = 0;
    const cl_mem m = e->cl->clCreateBuffer(e->context, flags, size ? size : 1, (void *)(uintptr_t)from, &error);
    *memory = (uintptr_t)m;
    return m ? RR_OK : rr_cl_fail(result, "clCreateBuffer", error);
}

void rr_cl_release_ordered(rr_queue *queue, rr_memory memory)
{
    queue->engine->cl->clReleaseMemObject(mem_of(memory));
}

rr_status rr_cl_write(rr_queue *queue, rr_memory to, uint64_t at, const void *from, size_t size, rr_result *result)
{
    if (!size) return RR_OK;
    const cl_int error = queue->engine->cl->clEnqueueWriteBuffer(queue->queue, mem_of(to), 0, at, size, from, 0, NULL, NULL);
    return error ? rr_cl_fail(result, "clEnqueueWriteBuffer", error) : RR_OK;
}

rr_status rr_cl_read(rr_queue *queue, void *to, rr_memory from, uint64_t at, size_t size, rr_result *result)
{
    if (!size) return RR_OK;
    const cl_int error = queue->engine->cl->clEnqueueReadBuffer(queue->queue, mem_of(from), 0, at, size, to, 0, NULL, NULL);
    return error ? rr_cl_fail(result, "clEnqueueReadBuffer", error) : RR_OK;
}

rr_status rr_cl_fill(rr_queue *queue, rr_memory to, uint64_t at, unsigned char byte, size_t size, rr_result *result)
{
    if (!size) return RR_OK;
    const cl_int error = queue->engine->cl->clEnqueueFillBuffer(queue->queue, mem_of(to), &byte, 1, at, size, 0, NULL, NULL);
    return error ? rr_cl_fail(result, "clEnqueueFillBuffer", error) : RR_OK;
}

rr_status rr_cl_enqueue(rr_queue *queue, cl_kernel kernel, uint32_t blocks, rr_result *result)
{
    const rr_cl *cl = queue->engine->cl;
    const rr_engine_facts *facts = &queue->engine->device.facts;
    const size_t local = (size_t)facts->lanes * facts->warps, global = local * blocks;
    cl_event event = NULL;
    cl_int error = cl->clEnqueueNDRangeKernel(queue->queue, kernel, 1, NULL, &global, &local, 0, NULL, &event);
    if (error) return rr_cl_fail(result, "clEnqueueNDRangeKernel", error);
    if (queue->last) cl->clReleaseEvent(queue->last);
    queue->last = event;
    error = cl->clFlush(queue->queue);   /* otherwise it may start only at the next call that waits */
    return error ? rr_cl_fail(result, "clFlush", error) : RR_OK;
}

rr_status rr_cl_launch(rr_queue *queue, const rr_kernel *kernel, uint32_t blocks, const rr_memory memory[RR_GPU_POINTERS],
                       const rr_launch *launch, rr_result *result)
{
    rr_kernel *k = (rr_kernel *)kernel;   /* only its arguments change, under its lock */
    cl_int error = 0;
    pthread_mutex_lock(&k->lock);
    const cl_uint pointers = k->request.params > RR_FEW_PARAMS ? RR_GPU_POINTERS : RR_GPU_PLAIN_POINTERS;
    for (cl_uint p = 0; !error && p < pointers; ++p) {
        const cl_mem m = mem_of(memory[p]);   /* the launch is between the pointers */
        error = queue->engine->cl->clSetKernelArg(k->kernel, p + (p >= RR_GPU_PLAIN_POINTERS), sizeof m, &m);
    }
    if (!error) error = queue->engine->cl->clSetKernelArg(k->kernel, RR_GPU_PLAIN_POINTERS, sizeof *launch, launch);
    const rr_status status = error ? rr_cl_fail(result, "clSetKernelArg", error)
                                   : rr_cl_enqueue(queue, k->kernel, blocks, result);
    pthread_mutex_unlock(&k->lock);
    return status;
}

rr_status rr_cl_finish(rr_queue *queue, rr_result *result)
{
    const rr_cl *cl = queue->engine->cl;
    cl_int error = cl->clFinish(queue->queue), done = 0;
    if (error) return rr_cl_fail(result, "clFinish", error);
    if (!queue->last) return RR_OK;
    error = cl->clGetEventInfo(queue->last, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof done, &done, NULL);
    if (error) return rr_cl_fail(result, "clGetEventInfo", error);
    return done < 0 ? rr_cl_fail(result, "the kernel", done) : RR_OK;
}

/* Released kernels and memory exist until the enqueued work that uses them is done. */
void rr_cl_wait(rr_engine *engine)
{
    (void)engine;
}

/* OpenCL has no graphs that record a queue. */
int rr_cl_capturing(rr_queue *queue)
{
    (void)queue;
    return 0;
}
