/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The declarations before a caller's text that receives samples in place of memory (rr_fuse of include/reroll_gpu.h). They
 * come first in a kernel's text, so that the compiler's defaults apply to the caller's arithmetic, and no macro of lane text
 * is defined yet. For RR_TARGET_CUDA and RR_TARGET_OPENCL. */
#ifndef RR_LANES_SINK_H
#define RR_LANES_SINK_H

#if defined(RR_TARGET_CUDA)
#define RR_SINK_FN static inline __device__ __attribute__((unused))
#define RR_SINK_GLOBAL
typedef unsigned long long rr_index64;
RR_SINK_FN void rr_sink_add(unsigned int *p, unsigned int n) { atomicAdd(p, n); }
RR_SINK_FN void rr_sink_add64(rr_index64 *p, rr_index64 n) { atomicAdd(p, n); }
#else
#define RR_SINK_FN static inline __attribute__((unused))
#define RR_SINK_GLOBAL __global
typedef ulong rr_index64;
#if RR_DTYPE == 64
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#endif
RR_SINK_FN void rr_sink_add(__global uint *p, uint n) { atomic_add((volatile __global uint *)p, n); }
/* By halves, since 64-bit atomic operations are an extension: the addition that makes the lower half wrap adds one to the
 * upper half. The sum is complete when the kernel has ended. */
RR_SINK_FN void rr_sink_add64(__global ulong *p, ulong n)
{
    volatile __global uint *half_word = (volatile __global uint *)p;
    const uint old = atomic_add(half_word, (uint)n), carry = old + (uint)n < old;
    if ((uint)(n >> 32) + carry != 0) atomic_add(half_word + 1, (uint)(n >> 32) + carry);
}
#endif

/* The caller's memory. */
typedef struct rr_sink_memory {
    RR_SINK_GLOBAL void *at[4];
} rr_sink_memory;

#endif
