/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* OpenCL's qualifiers, lane types and the operations that opencl.h and rounded.h need. */
#ifndef RR_LANES_OPENCL_TYPES_H
#define RR_LANES_OPENCL_TYPES_H

#define RR_FN static inline __attribute__((always_inline, unused))
/* Barriers must be in kernels only, after inlining: two CPU runtimes miscompile them in called functions (Intel's 2026.2:
 * lost stores and infinite loops; PoCL 3.1: its compiler crashes). */
#ifdef RR_WARP_BY_BARRIER
#define RR_SLOW_FN RR_FN
#else
#define RR_SLOW_FN static __attribute__((unused))
#endif
#define RR_TABLE __constant
#define RR_CONSTANT __constant
#define RR_GLOBAL __global
#define RR_UNROLL _Pragma("unroll")

/* Memory that the warps of a work-group share: the qualifier of a pointer to it, and an array of it. */
#define RR_SHARED __local
#define RR_SHARED_ARRAY(type, name, n) __local type name[n]
#ifndef RR_WARPS
#define RR_WARPS 1   /* per work-group */
#endif
RR_FN void rr_block_sync(void) { barrier(CLK_LOCAL_MEM_FENCE); }

typedef uint rr_uint32;
typedef ulong rr_uint64;

/* thread.h */
typedef RR_SHARED rr_uint32 *rr_board;

#if RR_DTYPE == 32
typedef float rr_scalar;
typedef uint rr_sbits;
#elif RR_DTYPE == 64
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
typedef double rr_scalar;
typedef ulong rr_sbits;
#else
#error "RR_DTYPE is 32 or 64"
#endif

typedef rr_scalar rr_real;
typedef rr_uint32 rr_word;
typedef rr_sbits rr_bits;
typedef bool rr_mask;

RR_FN rr_real rr_splat(rr_scalar s) { return s; }
RR_FN rr_scalar rr_own(rr_real x) { return x; }
RR_FN rr_mask rr_lt(rr_real a, rr_real b) { return a < b; }
RR_FN rr_mask rr_le(rr_real a, rr_real b) { return a <= b; }
RR_FN rr_real rr_fma(rr_real a, rr_real b, rr_real c) { return fma(a, b, c); }

#if RR_DTYPE == 32
RR_FN rr_bits rr_asbits(rr_real x) { return as_uint(x); }
RR_FN rr_real rr_asreal(rr_bits b) { return as_float(b); }
#else
RR_FN rr_bits rr_asbits(rr_real x) { return as_ulong(x); }
RR_FN rr_real rr_asreal(rr_bits b) { return as_double(b); }
#endif
/* The device's approximations, for rounded.h. */
#define RR_QUOTIENT(a, b) ((a) / (b))
#define RR_ROOT(x) sqrt(x)

RR_FN rr_real rr_fromint(rr_word w) { return (rr_real)(int)w; }
RR_FN rr_real rr_fromuint(rr_word w) { return (rr_real)w; }

#endif
