/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Lanes in CUDA C++ (nvcc and NVRTC; no header is needed): the 32 threads of a warp, all active. cuda/types.h has the lane
 * types and their arithmetic. */
#ifndef RR_LANES_CUDA_H
#define RR_LANES_CUDA_H

#include "engine/lanes/cuda/types.h"

#if RR_DTYPE == 32
#include "engine/lanes/cuda/root.h"

/* sqrt.rn without its test for operands to be scaled, which is a branch. The error bound of rsqrt is from the PTX ISA,
 * "rsqrt". Its .ftz changes nothing here, since neither operand nor result is denormal, but saves the scaling of denormal
 * operands. */
#define RR_OWN_SQRT_POS
RR_FN rr_real rr_sqrt_pos(rr_real x)
{
    rr_real r;
    asm("rsqrt.approx.ftz.f32 %0, %1;" : "=f"(r.v) : "f"(x.v));
    return rr_root_from(x, r);
}

/* div.rn without its test for very large and small operands. The error bound is from the PTX ISA, "rcp". */
#define RR_OWN_THIRD_OVER
RR_FN rr_real rr_third_over(rr_real x)
{
    rr_real r;
    asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(r.v) : "f"(x.v));
    return rr_third_from(x, r);
}

/* 2^23 + w as bits: a conversion of 16 bits would take eight times as long as this permutation. */
#define RR_OWN_HALVES
RR_FN rr_real rr_lower16(rr_word w, rr_scalar s, rr_scalar c)
{
    rr_real x;
    x.v = __uint_as_float(__byte_perm(w, 0x4b000000u, 0x7610u));
    return rr_fma(x, rr_splat(s), rr_splat(c - 0x1p23f * s));
}

RR_FN rr_real rr_upper16(rr_word w)
{
    rr_real x;
    x.v = __uint_as_float(__byte_perm(w, 0x4b000000u, 0x7632u));
    return x - 0x1p23f;
}
#endif

/* min.f32 distinguishes -0 from 0, and rr_min does not. If one operand is a constant above 0, this makes no difference. */
#define RR_OWN_MIN
RR_FN rr_real rr_min_scalar(rr_real x, rr_scalar s)
{
    rr_real y;
    asm("min." RR_PTX " %0, %1, %2;" : "=" RR_PTX_REG(y.v) : RR_PTX_REG(x.v), RR_PTX_REG(s));
    return y;
}

/* In machine code the absolute value is an operand modifier, not an instruction, where it is compared. */
#define RR_OWN_ABS
RR_FN rr_real rr_abs(rr_real x)
{
    rr_real y;
    asm("abs." RR_PTX " %0, %1;" : "=" RR_PTX_REG(y.v) : RR_PTX_REG(x.v));
    return y;
}

/* PTX in all kernels: the compiler's code for comparisons in C takes up to ten registers more. */
#define RR_COMPARISON(function, name) \
    RR_FN rr_mask function(rr_real a, rr_real b) \
    { \
        rr_uint32 m; \
        asm("{ .reg .pred p; setp." name "." RR_PTX " p, %1, %2; selp.u32 %0, 1, 0, p; }" \
            : "=r"(m) : RR_PTX_REG(a.v), RR_PTX_REG(b.v)); \
        return m != 0; \
    }
RR_COMPARISON(rr_lt, "lt")
RR_COMPARISON(rr_le, "le")
#undef RR_COMPARISON

#if RR_DTYPE == 32
RR_FN rr_bits rr_asbits(rr_real x) { return __float_as_uint(x.v); }
RR_FN rr_real rr_asreal(rr_bits b) { return rr_splat(__uint_as_float(b)); }
RR_FN rr_real rr_fromint(rr_word w) { return rr_splat(__int2float_rn((int)w)); }
RR_FN rr_real rr_fromuint(rr_word w) { return rr_splat(__uint2float_rn(w)); }
#else
RR_FN rr_bits rr_asbits(rr_real x) { return (rr_bits)__double_as_longlong(x.v); }
RR_FN rr_real rr_asreal(rr_bits b) { return rr_splat(__longlong_as_double((long long)b)); }
/* 2^52 + w as bits, or 2^52 + 2^31 + w: a subtraction is four times as fast as a conversion. */
RR_FN rr_real rr_fromint(rr_word w)
{
    return rr_splat(__hiloint2double(0x43300000, (int)(w ^ 0x80000000u))) - 0x1.000008p52;
}
RR_FN rr_real rr_fromuint(rr_word w) { return rr_splat(__hiloint2double(0x43300000, (int)w)) - 0x1p52; }
#endif

RR_FN rr_real operator-(rr_real a) { return rr_asreal(rr_asbits(a) ^ ~(~(rr_bits)0 >> 1)); }

RR_FN rr_word rr_mulhilo(rr_word a, rr_uint32 m, rr_word *hi)
{
    rr_uint64 p;
    asm("mul.wide.u32 %0, %1, %2;" : "=l"(p) : "r"(a), "r"(m));
    *hi = (rr_uint32)(p >> 32);
    return (rr_uint32)p;
}

RR_FN rr_uint32 rr_ucount(rr_uint32 u) { return (rr_uint32)__popc(u); }

RR_FN rr_word rr_lane_lowest(rr_word w) { return (rr_word)__ffs((int)w) - 1u; }

/* RR_ALONE: include/reroll_device.h, in whose functions a thread may be the only one of its warp. A kernel may also request
 * one lane. */
#if defined(RR_ALONE) || RR_LANES_WANTED == 1
#include "alone.h"
#else
#define RR_LANES 32
RR_FN rr_uint32 rr_lane_number(void)
{
    rr_uint32 lane;
    asm("mov.u32 %0, %%laneid;" : "=r"(lane));
    return lane;
}

RR_FN rr_uint32 rr_lane_ballot(rr_board, rr_mask m) { return __ballot_sync(0xffffffffu, m); }
RR_FN rr_real rr_lane_from(rr_board, rr_real x, rr_word lane) { return rr_splat(__shfl_sync(0xffffffffu, x.v, (int)lane)); }
RR_FN rr_word rr_lane_word_from(rr_board, rr_word w, rr_word lane) { return __shfl_sync(0xffffffffu, w, (int)lane); }
RR_FN void rr_lane_sync(void) { __syncwarp(); }
#endif

/* The number of this warp in the launch, and how many there are: blocks are one-dimensional, of RR_WARPS warps. */
RR_FN rr_uint32 rr_warp_number(void) { return (blockIdx.x * blockDim.x + threadIdx.x) / RR_LANES; }
RR_FN rr_uint32 rr_warp_count(void) { return gridDim.x * (blockDim.x / RR_LANES); }

#define RR_ATOMICS_64 1
RR_FN rr_uint32 rr_atomic_or(rr_uint32 *p, rr_uint32 w) { return atomicOr(p, w); }
RR_FN void rr_atomic_min_64(rr_uint64 *p, rr_uint64 w) { atomicMin(p, w); }
RR_FN void rr_atomic_add_64(rr_uint64 *p, rr_uint64 w) { atomicAdd(p, w); }

/* Neighbours in as few stores and loads as their alignment allows (thread.h). */
#define RR_OWN_NEIGHBOURS
#define RR_WIDE (16 / sizeof(rr_scalar))   /* numbers of the widest store */
typedef struct __attribute__((aligned(2 * sizeof(rr_scalar)))) rr_wide2 { rr_scalar v[2]; } rr_wide2;
typedef struct __attribute__((aligned(16))) rr_widest { rr_scalar v[RR_WIDE]; } rr_widest;

RR_FN int rr_aligned(const rr_scalar *p, rr_uint32 n)
{
    return !((rr_uint32)(rr_uint64)p & ((n < RR_WIDE ? n : RR_WIDE) * sizeof(rr_scalar) - 1u));
}

RR_FN void rr_store_own(rr_scalar *p, const rr_real *x, rr_uint32 n, int wide)
{
    if (!wide || n == 1) {
        RR_UNROLL
        for (rr_uint32 k = 0; k < n; ++k) p[k] = x[k].v;
    } else if (n < RR_WIDE) {
        const rr_wide2 two = {{x[0].v, x[1].v}};
        *(rr_wide2 *)p = two;
    } else {
        RR_UNROLL
        for (rr_uint32 k = 0; k < n; k += RR_WIDE) {
            rr_widest max;
            RR_UNROLL
            for (rr_uint32 i = 0; i < RR_WIDE; ++i) max.v[i] = x[k + i].v;
            *(rr_widest *)(p + k) = max;
        }
    }
}

RR_FN void rr_load_own(const rr_scalar *p, rr_real *x, rr_uint32 n, int wide)
{
    if (!wide || n == 1) {
        RR_UNROLL
        for (rr_uint32 k = 0; k < n; ++k) x[k] = rr_splat(p[k]);
    } else if (n < RR_WIDE) {
        const rr_wide2 two = *(const rr_wide2 *)p;
        x[0] = rr_splat(two.v[0]);
        x[1] = rr_splat(two.v[1]);
    } else {
        RR_UNROLL
        for (rr_uint32 k = 0; k < n; k += RR_WIDE) {
            const rr_widest max = *(const rr_widest *)(p + k);
            RR_UNROLL
            for (rr_uint32 i = 0; i < RR_WIDE; ++i) x[k + i] = rr_splat(max.v[i]);
        }
    }
}

/* True if m is true for some lane. A vote yields a predicate, a ballot a register. */
#if RR_LANES > 1
#define RR_OWN_VOTE
RR_FN int rr_lane_vote(rr_board, rr_mask m) { return __any_sync(0xffffffffu, m); }
#endif

#include "thread.h"
#if defined(RR_STEP_whole)
#include "one.h"
#endif

#endif
