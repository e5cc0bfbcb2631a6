/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* OpenCL C 1.2 or later, full profile. Lanes: RR_SUBGROUP work-items, a power of two up to 32, where the host defines it
 * and the device has sub-groups of that size with ballots and shuffles; else every work-item is a warp of its own.
 *
 * The host builds with -cl-fp32-correctly-rounded-divide-sqrt and wants CL_FP_DENORM, CL_FP_FMA and
 * CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT (f32), cl_khr_fp64 (f64 kernels). */
#ifndef RR_LANES_OPENCL_H
#define RR_LANES_OPENCL_H

#pragma OPENCL FP_CONTRACT OFF

#define RR_FN static inline __attribute__((always_inline, unused))
#define RR_SLOW_FN static __attribute__((unused))
#define RR_TABLE __constant
#define RR_CONSTANT __constant
#define RR_GLOBAL __global
#define RR_UNROLL _Pragma("unroll")

/* Memory that the warps of a work-group share: the qualifier of a pointer to it, and an array of it. */
#define RR_SHARED __local
#define RR_SHARED_ARRAY(type, name, n) __local type name[n]
#ifndef RR_WARPS
#define RR_WARPS 1   /* of a work-group */
#endif

typedef uint rr_uint32;
typedef ulong rr_uint64;

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
RR_FN rr_real rr_sqrt(rr_real x) { return sqrt(x); }

#if RR_DTYPE == 32
RR_FN rr_bits rr_asbits(rr_real x) { return as_uint(x); }
RR_FN rr_real rr_asreal(rr_bits b) { return as_float(b); }
#else
RR_FN rr_bits rr_asbits(rr_real x) { return as_ulong(x); }
RR_FN rr_real rr_asreal(rr_bits b) { return as_double(b); }
#endif
RR_FN rr_real rr_fromint(rr_word w) { return (rr_real)(int)w; }
RR_FN rr_real rr_fromuint(rr_word w) { return (rr_real)w; }

RR_FN rr_word rr_mulhilo(rr_word a, rr_uint32 m, rr_word *hi)
{
    *hi = mul_hi(a, m);
    return a * m;
}

RR_FN rr_uint32 rr_ucount(rr_uint32 u) { return popcount(u); }
RR_FN rr_word rr_lane_lowest(rr_word w) { return 31u - clz(w & (0u - w)); }

#ifdef RR_SUBGROUP
#ifdef cl_khr_subgroups
#pragma OPENCL EXTENSION cl_khr_subgroups : enable
#endif
#define RR_LANES RR_SUBGROUP
#define RR_KERNEL __attribute__((intel_reqd_sub_group_size(RR_SUBGROUP))) __kernel
RR_FN rr_uint32 rr_lane_number(void) { return get_sub_group_local_id(); }
RR_FN rr_uint32 rr_lane_ballot(rr_mask m) { return sub_group_ballot(m).x; }
RR_FN rr_real rr_lane_from(rr_real x, rr_word lane) { return sub_group_shuffle(x, lane); }
RR_FN rr_word rr_lane_word_from(rr_word w, rr_word lane) { return sub_group_shuffle(w, lane); }
RR_FN void rr_lane_sync(void) { sub_group_barrier(CLK_GLOBAL_MEM_FENCE | CLK_LOCAL_MEM_FENCE); }
#else
#define RR_LANES 1
#define RR_KERNEL __kernel
RR_FN rr_uint32 rr_lane_number(void) { return 0; }
RR_FN rr_uint32 rr_lane_ballot(rr_mask m) { return m; }
RR_FN rr_real rr_lane_from(rr_real x, rr_word lane) { (void)lane; return x; }
RR_FN rr_word rr_lane_word_from(rr_word w, rr_word lane) { (void)lane; return w; }
RR_FN void rr_lane_sync(void) { }
#endif

/* The number of this warp in the launch, and how many there are: one-dimensional, work-groups of RR_WARPS warps. */
RR_FN rr_uint32 rr_warp_number(void) { return (rr_uint32)get_global_id(0) / RR_LANES; }
RR_FN rr_uint32 rr_warp_count(void) { return (rr_uint32)get_global_size(0) / RR_LANES; }

RR_FN rr_uint32 rr_atomic_swap(volatile __global rr_uint32 *p, rr_uint32 w) { return atomic_xchg(p, w); }
RR_FN rr_uint32 rr_atomic_or(volatile __global rr_uint32 *p, rr_uint32 w) { return atomic_or(p, w); }
RR_FN void rr_memory_fence(void) { mem_fence(CLK_GLOBAL_MEM_FENCE); }

#include "thread.h"

#endif
