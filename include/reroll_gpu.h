/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Reroll on GPUs: calls that do not wait, records, graphs. Part of reroll.h, which includes it.
 *
 * Devices "cuda:N" and "opencl:N" run every job that a CPU runs, with the same bits. rr_run returns when out is there, on
 * the host or in the device's memory; a parameter there is of the kernel's dtype, and its strides are multiples of that
 * (of a cl_mem not negative): what varies and is not packed costs a launch that packs it first. Values there are looked
 * at by the kernels: with RR_ERR_PARAM result has the lowest bad element, of which no value can be told. Memory that is
 * handed over must be ready: what other streams than the legacy one still do to it is not waited for. If a device fails
 * half-way through a job with host memory the host draws the rest: out is untouched or complete. Samples come straight to
 * pinned memory. */
#ifndef REROLL_GPU_H
#define REROLL_GPU_H

#include "reroll_core.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What kernels found, in the memory of a device, 32 bytes: never cleared by a call, so that many calls may share one. Set
 * it to RR_RECORD_INIT. */
typedef struct rr_record {
    uint32_t lock;           /* of devices without 64-bit atomics */
    uint32_t code;           /* bit 0: a parameter was bad; bit 1: samples have no accepted proposal; bit 2: counts do
                                not fit their dtype */
    uint64_t bad_index;      /* the lowest element of bit 0; UINT64_MAX: none */
    uint64_t failed_index;   /* of bits 1 and 2 */
    uint64_t failed;         /* how many of bit 1; those with a bad parameter may be among them */
} rr_record;

#define RR_RECORD_INIT { 0, 0, UINT64_MAX, UINT64_MAX, 0 }

/* How rr_enqueue runs. All pointers are the caller's and must live until the queue is done. */
typedef struct rr_queued {
    size_t size;
    void *queue;             /* CUstream (cudaStream_t) or cl_command_queue, in order; NULL: one of the device's own, which
                                on CUDA is in order with the legacy stream (cudaStreamLegacy, 1, is that stream itself) */
    void *record;            /* rr_record in the device's memory (a cl_mem); NULL: the device's own, which rr_wait reads */
    void *first;             /* NULL, or a uint64_t in the device's memory (a cl_mem): the job begins at index *first +
                                stream.next, and then adds rows * cols (of a vector sampler: rows) to *first. So a graph
                                draws on when it is replayed */
} rr_queued;

#define RR_QUEUED_INIT { sizeof(rr_queued), NULL, NULL, NULL }

/* Enqueues a job whose out, index and per-sample parameters are in the device's memory, and returns at once: a fixed number
 * of launches, without waiting. Parameters that the host makes a table of (rr_method_info.fixed, weights, a covariance) are
 * host memory and need not stay. The status has the errors that the host sees; the record has those of the kernels. While
 * the queue is captured into a graph, a job that was not compiled or that has a table is refused, and the capture stays
 * valid. */
RR_API rr_status rr_enqueue(const rr_device *device, const rr_job *job, const rr_queued *how, rr_result *result);

/* Enqueues n elements of a prepared job (reroll_prepared.h), from number first_element on, to out in the device's memory.
 * The job's table is in that memory already, so a job with a table may be captured into a graph too; rr_compile of the same
 * job compiles its kernels before. The prepared job must stay open as long as the queue has work of it or a graph is
 * launched. Where parameters have a value per row or element, the elements are whole rows, or all of one row. */
struct rr_prepared;
RR_API rr_status rr_prepared_enqueue(const struct rr_prepared *prepared, uint64_t first_element, uint64_t n, void *out,
                                     const rr_queued *how, rr_result *result);

/* Where samples go in place of memory: to functions of yours, whose text is compiled into the kernel that draws, by NVRTC or
 * the OpenCL compiler. The text is in what CUDA C++ and OpenCL C have in common, or in the one that the device speaks, and
 * has these, with double in place of float where the job's dtype is f64, unsigned int where it is u32:
 *
 *     typedef struct rr_taker { float sum; } rr_taker;                       // a thread's own
 *     RR_SINK_FN void rr_taker_begin(rr_taker *t, const rr_sink_memory *m)   // once a thread, before its first sample
 *     RR_SINK_FN void rr_taker_take(rr_taker *t, const rr_sink_memory *m, rr_index64 element, float sample)
 *     RR_SINK_FN void rr_taker_end(rr_taker *t, const rr_sink_memory *m)     // once a thread, after its last
 *
 * rr_taker_take is called once for each element of the job (0 ... rows * cols - 1), on any thread, in no stated order, with
 * the bits that rr_enqueue would write there; not for elements that have no sample, of which the record tells. m->at[i] is
 * memory[i], an RR_SINK_GLOBAL void *: what many threads add to wants atomic operations, and sums that are to be the same
 * in every run whole numbers: rr_sink_add(p, n) adds to an unsigned int, rr_sink_add64(p, n) to an rr_index64 (of which an
 * OpenCL kernel adds the halves one after the other: look at it when the queue is done). Threads must not wait for each
 * other; no other name that begins with rr_ or RR_ is yours. The text's own arithmetic is contracted as its compiler does by
 * default: write fma where bits must not depend on it.
 *
 * All pointers are the caller's: text is copied, and a kernel of each different text is kept until the device is closed;
 * memory must live until the queue is done. */
typedef struct rr_sink {
    size_t size;
    const char *text;
    void *memory[4];         /* of the device (OpenCL: cl_mem), or NULL */
} rr_sink;

#define RR_SINK_INIT { sizeof(rr_sink), NULL, { NULL, NULL, NULL, NULL } }

/* rr_enqueue with a sink: nothing but what the sink does is written. Of the job out and index are NULL and the strategy is
 * auto or compact. Refused are samplers of rows and what rr_enqueue refuses; what the compiler says of the text is the
 * message of RR_ERR_DEVICE. While the queue is captured a text must have been compiled. Threads: any number at once. */
RR_API rr_status rr_fuse(const rr_device *device, const rr_job *job, const rr_sink *sink, const rr_queued *how,
                         rr_result *result);

/* rr_compile for rr_fuse: memory of the sink is not looked at. */
RR_API rr_status rr_compile_fuse(const rr_device *device, const rr_job *job, const rr_sink *sink, rr_result *result);

/* CUcontext (the primary one of its GPU, which cudaMalloc uses too) or cl_context: memory and queues of the caller's must
 * belong to it. NULL for a CPU. */
RR_API void *rr_device_context(const rr_device *device);

/* Compiles, loads and allocates what rr_enqueue of such a job wants, wherever its memory lies: of pointers only whether they
 * are NULL is looked at, of parameters whether they are packed. */
RR_API rr_status rr_compile(const rr_device *device, const rr_job *job, rr_result *result);

/* Waits for a queue (NULL: the device's own) and tells what the device's own record holds, as rr_run does; clears it. No
 * other queue may be at work on jobs that use that record: give those records of their own. */
RR_API rr_status rr_wait(const rr_device *device, void *queue, rr_result *result);

#ifdef __cplusplus
}
#endif

#endif
