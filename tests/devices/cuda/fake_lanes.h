/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Replaces engine/lanes/cuda.h where fake_cuda.c compiles a kernel for the processor: CUDA's warps have one lane here,
 * threads run one after the other, and C's arithmetic (without contraction) is that of the PTX.
 *
 * It is included before the text of a kernel, and RR_LANES_CUDA_H is defined, so that the text's own lanes, and the part of
 * thread.h within them, are skipped. The rest of the text is that given to NVRTC. */
#ifndef TESTS_FAKE_LANES_H
#define TESTS_FAKE_LANES_H

#include <math.h>
#include <stdbool.h>
#include <string.h>

/* The index of the running thread; the driver writes it. */
typedef struct fake_dim { unsigned x; } fake_dim;
__attribute__((visibility("default"))) _Thread_local fake_dim blockIdx, blockDim, threadIdx, gridDim;

#define __device__   /* a caller's text, which comes before all others (engine/lanes/sink.h) */
#define atomicAdd(p, n) (*(p) += (n))   /* threads run one after the other */
#define RR_FN static inline __attribute__((unused))
#define RR_SLOW_FN static __attribute__((unused))
#define RR_TABLE static const
#define RR_CONSTANT const
#define RR_GLOBAL
#define RR_UNROLL
#define RR_KERNEL __attribute__((visibility("default")))
#define RR_SHARED
#define RR_SHARED_ARRAY(type, name, n) static _Thread_local type name[n]
#define RR_WARPS 4

typedef unsigned int rr_uint32;
typedef unsigned long long rr_uint64;
typedef rr_uint32 *rr_board;
#define RR_BOARD_WORDS 0
#if RR_DTYPE == 32
typedef float rr_scalar;
typedef rr_uint32 rr_sbits;
#else
typedef double rr_scalar;
typedef rr_uint64 rr_sbits;
#endif
typedef rr_scalar rr_real;
typedef rr_uint32 rr_word;
typedef rr_sbits rr_bits;
typedef bool rr_mask;

RR_FN rr_real rr_splat(rr_scalar s) { return s; }
RR_FN rr_scalar rr_own(rr_real x) { return x; }
RR_FN rr_mask rr_lt(rr_real a, rr_real b) { return a < b; }
RR_FN rr_mask rr_le(rr_real a, rr_real b) { return a <= b; }
#if RR_DTYPE == 32
RR_FN rr_real rr_fma(rr_real a, rr_real b, rr_real c) { return fmaf(a, b, c); }
RR_FN rr_real rr_sqrt(rr_real x) { return sqrtf(x); }
#else
RR_FN rr_real rr_fma(rr_real a, rr_real b, rr_real c) { return fma(a, b, c); }
RR_FN rr_real rr_sqrt(rr_real x) { return sqrt(x); }
#endif
RR_FN rr_real rr_fromint(rr_word w) { return (rr_real)(int)w; }
RR_FN rr_real rr_fromuint(rr_word w) { return (rr_real)w; }

RR_FN rr_bits rr_asbits(rr_real x)
{
    rr_bits b;
    memcpy(&b, &x, sizeof b);
    return b;
}

RR_FN rr_real rr_asreal(rr_bits b)
{
    rr_real x;
    memcpy(&x, &b, sizeof x);
    return x;
}

RR_FN rr_word rr_mulhilo(rr_word a, rr_uint32 m, rr_word *hi)
{
    const rr_uint64 p = (rr_uint64)a * m;
    *hi = (rr_word)(p >> 32);
    return (rr_word)p;
}

RR_FN rr_uint32 rr_ucount(rr_uint32 u) { return (rr_uint32)__builtin_popcount(u); }
RR_FN rr_word rr_lane_lowest(rr_word w) { return (rr_word)__builtin_ctz(w); }

#include "engine/lanes/alone.h"

RR_FN rr_uint32 rr_warp_number(void) { return blockIdx.x * blockDim.x + threadIdx.x; }
RR_FN rr_uint32 rr_warp_count(void) { return gridDim.x * blockDim.x; }

#define RR_ATOMICS_64 1
RR_FN rr_uint32 rr_atomic_or(rr_uint32 *p, rr_uint32 w)
{
    const rr_uint32 old = *p;
    *p |= w;
    return old;
}

RR_FN void rr_atomic_min_64(rr_uint64 *p, rr_uint64 w) { *p = w < *p ? w : *p; }
RR_FN void rr_atomic_add_64(rr_uint64 *p, rr_uint64 w) { *p += w; }

/* A wide store or load that a GPU would refuse because of its address is skipped, or gives 0. */
#define RR_OWN_NEIGHBOURS
RR_FN int rr_aligned(const rr_scalar *p, rr_uint32 n)
{
    const rr_uint64 bytes = n * sizeof *p;
    return (rr_uint64)p % (bytes < 16 ? bytes : 16) == 0;
}

RR_FN void rr_store_own(rr_scalar *p, const rr_real *x, rr_uint32 n, int wide)
{
    if (wide && !rr_aligned(p, n)) return;
    for (rr_uint32 k = 0; k < n; ++k) p[k] = x[k];
}

RR_FN void rr_load_own(const rr_scalar *p, rr_real *x, rr_uint32 n, int wide)
{
    for (rr_uint32 k = 0; k < n; ++k) x[k] = wide && !rr_aligned(p, n) ? 0 : p[k];
}

#include "engine/lanes/thread.h"

#endif
