/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Asynchronous GPU calls, records of errors, and graphs. reroll.h includes this file.
 *
 * Devices "cuda:N" and "opencl:N" run every job that a CPU runs, with the same bits. rr_run returns when out is complete.
 * out, index and parameters may be in host or device memory. A parameter in device memory has the kernel's dtype, and its
 * strides are multiples of that size (for a cl_mem not negative). A per-sample parameter that is not packed is packed first,
 * by one more launch. Kernels check values in device memory: with RR_ERR_PARAM, result has the lowest bad element, but not
 * its value. Memory must be ready when it is passed: rr_run does not wait for work on streams other than the legacy stream.
 * If a device fails during a job with host memory, the host draws the rest: out is untouched or complete. Samples are
 * written directly to pinned memory. */
#ifndef REROLL_GPU_H
#define REROLL_GPU_H

#include "reroll_core.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A record of the errors that kernels find: 32 bytes in device memory. rr_enqueue does not clear it, and several calls may
 * share one record. Initialize it to RR_RECORD_INIT. */
typedef struct rr_record {
    uint32_t lock;           /* used by devices without 64-bit atomics */
    uint32_t code;           /* bit 0: a parameter was invalid; bit 1: samples have no accepted proposal; bit 2: counts do
                                not fit their dtype */
    uint64_t bad_index;      /* lowest element of bit 0; UINT64_MAX: none */
    uint64_t failed_index;   /* lowest element of bits 1 and 2; UINT64_MAX: none */
    uint64_t failed;         /* number of samples of bit 1; this may include samples with a bad parameter */
} rr_record;

#define RR_RECORD_INIT { 0, 0, UINT64_MAX, UINT64_MAX, 0 }

/* Options of rr_enqueue. All pointers are the caller's and must stay valid until the queue has finished. */
typedef struct rr_queued {
    size_t size;
    void *queue;             /* CUstream (cudaStream_t) or in-order cl_command_queue. NULL: a queue of the device; on CUDA it
                                is ordered with the legacy stream. cudaStreamLegacy, 1, is the legacy stream itself */
    void *record;            /* rr_record in device memory (a cl_mem). NULL: the device's own record, which rr_wait reads */
    void *first;             /* NULL, or a uint64_t in device memory (a cl_mem). The job begins at index *first +
                                stream.next, and then adds rows * cols (for a sampler of rows: rows) to *first. A graph thus
                                draws new samples at each launch. The caller keeps the indices below 2^64, which no call
                                can check */
} rr_queued;

#define RR_QUEUED_INIT { sizeof(rr_queued), NULL, NULL, NULL }

/* Enqueues a job and returns immediately. out, index and per-sample parameters are in device memory. A job takes a fixed
 * number of launches. Parameters from which the host makes a table (rr_method_info.fixed, weights, a covariance) are in host
 * memory and are copied. The returned status reports errors that the host finds; the record reports errors that kernels
 * find. While the queue is captured into a graph, rr_enqueue returns an error for a job that is not compiled yet or that has
 * a table, and the capture stays valid. A row of logits per sample is not accepted: rr_run draws it. */
RR_API rr_status rr_enqueue(const rr_device *device, const rr_job *job, const rr_queued *how, rr_result *result);

/* Enqueues n elements of a prepared job (reroll_prepared.h), from element first_element on, to out in device memory. The
 * job's table is already in that memory, so this call can be captured into a graph even for a job with a table. To compile
 * its kernels in advance, call rr_compile with the same job. Keep the prepared job open until its queued work is finished
 * and no graph with it will be launched again. If parameters have a value per row or element, the elements must be whole
 * rows, or all from one row. */
struct rr_prepared;
RR_API rr_status rr_prepared_enqueue(const struct rr_prepared *prepared, uint64_t first_element, uint64_t n, void *out,
                                     const rr_queued *how, rr_result *result);

/* A sink consumes samples in the kernel, so that they are not written to memory. It is source code, compiled into the
 * kernel by NVRTC or the OpenCL compiler. The source uses what CUDA C++ and OpenCL C have in common, or the language of the
 * device. It defines the following, with double in place of float if the job's dtype is f64, and unsigned int if it is u32:
 *
 *     typedef struct rr_taker { float sum; } rr_taker;                       // one per thread
 *     RR_SINK_FN void rr_taker_begin(rr_taker *t, const rr_sink_memory *m)   // once per thread, before its first sample
 *     RR_SINK_FN void rr_taker_take(rr_taker *t, const rr_sink_memory *m, rr_index64 element, float sample)
 *     RR_SINK_FN void rr_taker_end(rr_taker *t, const rr_sink_memory *m)     // once per thread, after its last
 *
 * rr_taker_take is called once for each element of the job, first_element + 0 ... rows * cols - 1, on any thread and in no
 * defined order. The sample has the bits that rr_enqueue would write. Elements that have no sample are skipped; the record
 * reports them.
 *
 * m->at[i] is memory[i], an RR_SINK_GLOBAL void *. Threads that add to the same number need atomic operations. Only integer
 * sums are the same in every run: rr_sink_add(p, n) adds to an unsigned int, rr_sink_add64(p, n) to an rr_index64. An OpenCL
 * kernel adds the two halves of an rr_index64 one after the other, so read it only when the queue has finished. Threads must
 * not wait for each other. All other names that begin with rr_ or RR_ are reserved. The compiler may fuse products and sums
 * in the sink's code; write fma where results must not depend on this.
 *
 * The caller owns the memory of all pointers. The text is copied. The kernel of each different text is kept until the device
 * is closed. memory must stay valid until the queue has finished. */
typedef struct rr_sink {
    size_t size;
    const char *text;
    void *memory[4];         /* device memory (OpenCL: cl_mem), or NULL */
} rr_sink;

#define RR_SINK_INIT { sizeof(rr_sink), NULL, { NULL, NULL, NULL, NULL } }

/* Works as rr_enqueue, but passes the samples to a sink instead of writing them. In the job, out and index are NULL and the
 * strategy is auto or compact. Samplers of rows and counts, composite samplers, samplers with a table (gamma:table, a
 * density), samples of f16, bf16 and u64, and jobs that rr_enqueue does not accept, return an error. If the text does not
 * compile, the status is RR_ERR_DEVICE and the message is the compiler's. While the queue is captured, the text must have
 * been compiled before. Any number of threads may call this concurrently. */
RR_API rr_status rr_fuse(const rr_device *device, const rr_job *job, const rr_sink *sink, const rr_queued *how,
                         rr_result *result);

/* Works as rr_compile, for rr_fuse. The sink's memory is not used. */
RR_API rr_status rr_compile_fuse(const rr_device *device, const rr_job *job, const rr_sink *sink, rr_result *result);

/* Returns the CUcontext (the primary context of the GPU, which cudaMalloc also uses) or the cl_context. The caller's memory
 * and queues must belong to it. Returns NULL for a CPU. */
RR_API void *rr_device_context(const rr_device *device);

/* Compiles, loads and allocates everything that rr_enqueue needs for a job like this one; the later job may use other
 * memory. The job's pointers are not read: the call only tests whether they are NULL and whether parameters are packed. */
RR_API rr_status rr_compile(const rr_device *device, const rr_job *job, rr_result *result);

/* Waits for a queue (NULL: the device's own queue), reports the device's own record as rr_run does, and clears it. No other
 * queue may be running jobs that use this record: give those jobs their own records. A record does not distinguish fixed:M
 * from the cap: both are RR_ERR_FAILED. */
RR_API rr_status rr_wait(const rr_device *device, void *queue, rr_result *result);

#ifdef __cplusplus
}
#endif

#endif
