/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Lanes in OpenCL C 1.2 or later, full profile. The host defines for the device, before this text:
 *
 *   RR_LANES_WANTED n       lanes of a warp, a power of two up to 32; if 1 or undefined, every work-item is a warp
 *   and where n > 1 how lanes exchange values, one of
 *   RR_WARP_BY_SUBGROUP     cl_khr_subgroup_ballot and _shuffle, in sub-groups of n by cl_intel_required_subgroup_size
 *   RR_WARP_BY_VENDOR       n = 32: PTX on NVIDIA, builtins on AMD, whose OpenCL lacks the KHR shuffles
 *   RR_WARP_BY_BARRIER      through local memory, in work-groups of one warp: every OpenCL has that
 *   RR_DEVICE_ROUNDS        f32 division and square root are correctly rounded: the device reports
 *                           CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT and the host builds with the option of that name
 *
 * The device keeps denormals, has a correctly rounded fma and, for f64 kernels, cl_khr_fp64: the host's self-test
 * (targets/opencl/) checks this. Nothing here depends on build options: contraction is off within the text, and options that
 * relax arithmetic are rejected.
 */
#ifndef RR_LANES_OPENCL_H
#define RR_LANES_OPENCL_H

#ifdef __FAST_RELAXED_MATH__
#error "Reroll's bits are those of IEEE arithmetic: build without -cl-fast-relaxed-math"
#endif
#pragma OPENCL FP_CONTRACT OFF

#include "engine/lanes/opencl/types.h"

#define RR_HAS_DIV 1
#if RR_DTYPE == 64 || defined(RR_DEVICE_ROUNDS)
RR_FN rr_real rr_div(rr_real a, rr_real b) { return a / b; }
RR_FN rr_real rr_sqrt(rr_real x) { return sqrt(x); }
#else
#include "engine/lanes/opencl/rounded.h"
RR_FN rr_real rr_div(rr_real a, rr_real b) { return rr_rounded_divide(a, b); }
RR_FN rr_real rr_sqrt(rr_real x) { return rr_rounded_sqrt(x); }
#endif

RR_FN rr_word rr_mulhilo(rr_word a, rr_uint32 m, rr_word *hi)
{
    *hi = mul_hi(a, m);
    return a * m;
}

RR_FN rr_uint32 rr_ucount(rr_uint32 u) { return popcount(u); }
RR_FN rr_word rr_lane_lowest(rr_word w) { return 31u - clz(w & (0u - w)); }

#ifndef RR_LANES_WANTED
#define RR_LANES_WANTED 1
#endif

#if RR_LANES_WANTED == 1

#define RR_KERNEL __kernel
#include "alone.h"

#elif defined(RR_WARP_BY_SUBGROUP)

#define RR_LANES RR_LANES_WANTED
#ifdef cl_khr_subgroups
#pragma OPENCL EXTENSION cl_khr_subgroups : enable
#endif
#define RR_KERNEL __attribute__((intel_reqd_sub_group_size(RR_LANES))) __kernel
RR_FN rr_uint32 rr_lane_number(void) { return get_sub_group_local_id(); }
RR_FN rr_uint32 rr_lane_ballot(rr_board board, rr_mask m) { (void)board; return sub_group_ballot(m).x; }
RR_FN rr_real rr_lane_from(rr_board board, rr_real x, rr_word lane) { (void)board; return sub_group_shuffle(x, lane); }
RR_FN rr_word rr_lane_word_from(rr_board board, rr_word w, rr_word lane) { (void)board; return sub_group_shuffle(w, lane); }
RR_FN void rr_lane_sync(void) { sub_group_barrier(CLK_GLOBAL_MEM_FENCE | CLK_LOCAL_MEM_FENCE); }

#else

#define RR_LANES RR_LANES_WANTED
#if defined(RR_WARP_BY_BARRIER)

/* A work-group is a warp, so its barriers are the warp's. All lanes have read the board before any writes it again. */
#if RR_WARPS != 1
#error "a work-group is one warp where lanes meet at barriers"
#endif
#define RR_BOARD_WORDS RR_LANES
#define RR_KERNEL __attribute__((reqd_work_group_size(RR_LANES, 1, 1))) __kernel
RR_FN rr_uint32 rr_lane_number(void) { return (rr_uint32)get_local_id(0); }
RR_FN void rr_lane_sync(void) { barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE); }

RR_FN rr_uint32 rr_lane_ballot(rr_board board, rr_mask m)
{
    rr_uint32 b = 0;
    board[rr_lane_number()] = m ? 1u << rr_lane_number() : 0u;
    barrier(CLK_LOCAL_MEM_FENCE);
    RR_UNROLL
    for (rr_uint32 l = 0; l < RR_LANES; ++l) b |= board[l];
    barrier(CLK_LOCAL_MEM_FENCE);
    return b;
}

RR_FN rr_word rr_lane_word_from(rr_board board, rr_word w, rr_word lane)
{
    board[rr_lane_number()] = w;
    barrier(CLK_LOCAL_MEM_FENCE);
    w = board[lane];
    barrier(CLK_LOCAL_MEM_FENCE);
    return w;
}

#elif defined(RR_WARP_BY_VENDOR)

#if RR_LANES != 32
#error "a vendor's warp has 32 lanes"
#endif
#define RR_KERNEL __kernel
RR_FN rr_uint32 rr_lane_number(void) { return (rr_uint32)get_local_id(0) & 31u; }
#if defined(__NV_CL_C_VERSION) || defined(__NVPTX__)
/* PTX ISA 6.0, "vote.sync", "shfl.sync" (0x1f: clamp at lane 31 of one segment), "bar.warp.sync". */
RR_FN rr_uint32 rr_lane_ballot(rr_board board, rr_mask m)
{
    rr_uint32 b;
    (void)board;
    __asm__ volatile("{ .reg .pred p; setp.ne.u32 p, %1, 0; vote.sync.ballot.b32 %0, p, 0xffffffff; }"
                     : "=r"(b) : "r"((rr_uint32)m));
    return b;
}
RR_FN rr_word rr_lane_word_from(rr_board board, rr_word w, rr_word lane)
{
    rr_word v;
    (void)board;
    __asm__ volatile("shfl.sync.idx.b32 %0, %1, %2, 0x1f, 0xffffffff;" : "=r"(v) : "r"(w), "r"(lane));
    return v;
}
RR_FN void rr_lane_sync(void) { __asm__ volatile("bar.warp.sync 0xffffffff;" : : : "memory"); }
#elif defined(__AMDGCN__)
/* A wave has 32 lanes or 64, which are two warps: 0 or 32 is the first lane of this one (mbcnt of all ones counts the lanes
 * of the wave below this one). Lane addresses are in bytes. The reads and writes of a wave are in order; the fence is for
 * the compiler. */
RR_FN rr_uint32 rr_lane_zero(void)
{
    return __builtin_amdgcn_mbcnt_hi(~0u, __builtin_amdgcn_mbcnt_lo(~0u, 0u)) & 32u;
}
RR_FN rr_uint32 rr_lane_ballot(rr_board board, rr_mask m)
{
    (void)board;
    /* 33: not equal, LLVM's CmpInst::ICMP_NE. */
    return (rr_uint32)(__builtin_amdgcn_uicmp((rr_uint32)m, 0u, 33) >> rr_lane_zero());
}
RR_FN rr_word rr_lane_word_from(rr_board board, rr_word w, rr_word lane)
{
    (void)board;
    return (rr_word)__builtin_amdgcn_ds_bpermute((int)((lane + rr_lane_zero()) << 2), (int)w);
}
RR_FN void rr_lane_sync(void)
{
    __builtin_amdgcn_fence(__ATOMIC_ACQ_REL, "wavefront");
    __builtin_amdgcn_wave_barrier();
}
#else
#error "RR_WARP_BY_VENDOR: neither NVIDIA's nor AMD's compiler"
#endif

#else
#error "RR_LANES_WANTED > 1: define one RR_WARP_BY_..."
#endif

/* Both variants move words. */
RR_FN rr_real rr_lane_from(rr_board board, rr_real x, rr_word lane)
{
#if RR_DTYPE == 32
    return as_float(rr_lane_word_from(board, as_uint(x), lane));
#else
    const uint2 w = as_uint2(x);
    return as_double((uint2)(rr_lane_word_from(board, w.x, lane), rr_lane_word_from(board, w.y, lane)));
#endif
}

#endif

#ifndef RR_BOARD_WORDS
#define RR_BOARD_WORDS 0
#endif

/* The number of this warp in the launch, and how many there are: one-dimensional, work-groups of RR_WARPS warps. */
RR_FN rr_uint32 rr_warp_number(void) { return (rr_uint32)get_global_id(0) / RR_LANES; }
RR_FN rr_uint32 rr_warp_count(void) { return (rr_uint32)get_global_size(0) / RR_LANES; }

#if defined(cl_khr_int64_base_atomics) && defined(cl_khr_int64_extended_atomics)
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
#pragma OPENCL EXTENSION cl_khr_int64_extended_atomics : enable
#define RR_ATOMICS_64 1
RR_FN void rr_atomic_min_64(volatile __global rr_uint64 *p, rr_uint64 w) { atom_min(p, w); }
RR_FN void rr_atomic_add_64(volatile __global rr_uint64 *p, rr_uint64 w) { atom_add(p, w); }
#else
#define RR_ATOMICS_64 0
#endif
RR_FN rr_uint32 rr_atomic_swap(volatile __global rr_uint32 *p, rr_uint32 w) { return atomic_xchg(p, w); }
RR_FN rr_uint32 rr_atomic_or(volatile __global rr_uint32 *p, rr_uint32 w) { return atomic_or(p, w); }
RR_FN rr_uint32 rr_atomic_add(volatile __global rr_uint32 *p, rr_uint32 w) { return atomic_add(p, w); }
RR_FN void rr_memory_fence(void) { mem_fence(CLK_GLOBAL_MEM_FENCE); }

#include "thread.h"

#endif
