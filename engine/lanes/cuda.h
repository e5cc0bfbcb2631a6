/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* CUDA C++ (nvcc and NVRTC; no header is needed). Lanes: the 32 threads of a warp, all of them running.
 *
 * A rr_real is a struct whose arithmetic is rounded to nearest, with denormals, an operation at a time. In a user's kernels
 * (RR_ALONE) it is inline PTX: neither contraction nor the flush-to-zero of -use_fast_math (which reaches even __fmul_rn)
 * can change a bit. Scalars (rr_scalar) occur in constants only, which the compiler folds. */
#ifndef RR_LANES_CUDA_H
#define RR_LANES_CUDA_H

#define RR_FN static inline __device__ __attribute__((always_inline, unused))
/* Slow or not: what is called by address would keep a tile in memory instead of registers. */
#define RR_SLOW_FN RR_FN
#define RR_TABLE static __device__ const
#define RR_CONSTANT const
#define RR_GLOBAL
#define RR_UNROLL _Pragma("unroll")
#define RR_KERNEL extern "C" __global__

/* Memory that the warps of a block share: the qualifier of a pointer to it (none is needed), and an array of it. */
#define RR_SHARED
#define RR_SHARED_ARRAY(type, name, n) __shared__ type name[n]
#define RR_WARPS 4   /* of a block */
RR_FN void rr_block_sync(void) { __syncthreads(); }

/* A place that the table of kernels finds again in the machine code (bench/cuda_kernels.py); nothing in any other build. */
#ifdef RR_MARKS
#define RR_MARK(number) asm volatile("pmevent " #number ";")
#endif

typedef unsigned int rr_uint32;
typedef unsigned long long rr_uint64;

typedef RR_SHARED rr_uint32 *rr_board;   /* thread.h: not needed here */
#define RR_BOARD_WORDS 0

#if RR_DTYPE == 32
typedef float rr_scalar;
typedef rr_uint32 rr_sbits;
#define RR_PTX "f32"
#define RR_PTX_REG "f"
#elif RR_DTYPE == 64
typedef double rr_scalar;
typedef rr_uint64 rr_sbits;
#define RR_PTX "f64"
#define RR_PTX_REG "d"
#else
#error "RR_DTYPE is 32 or 64"
#endif

struct rr_real {
    rr_scalar v;
};
typedef rr_uint32 rr_word;
typedef rr_sbits rr_bits;
typedef bool rr_mask;

RR_FN rr_real rr_splat(rr_scalar s)
{
    rr_real x;
    x.v = s;
    return x;
}

RR_FN rr_scalar rr_own(rr_real x) { return x.v; }

/* The same operations as PTX and as intrinsics. The library's own kernels have the latter, for their flags are its own: the
 * optimizer takes an asm for a call that may touch memory, and compares each of a loop with all others, which is most of the
 * compiling where there are hundreds. */
#ifdef RR_ALONE
#define RR_SET2(x, ptx, intrinsic, a, b) \
    asm(ptx ".rn." RR_PTX " %0, %1, %2;" : "=" RR_PTX_REG(x) : RR_PTX_REG(a), RR_PTX_REG(b))
#define RR_SET_SQRT(x, a) asm("sqrt.rn." RR_PTX " %0, %1;" : "=" RR_PTX_REG(x) : RR_PTX_REG(a))
#define RR_SET_FMA(x, a, b, c) \
    asm("fma.rn." RR_PTX " %0, %1, %2, %3;" : "=" RR_PTX_REG(x) : RR_PTX_REG(a), RR_PTX_REG(b), RR_PTX_REG(c))
#else
#define RR_SET2(x, ptx, intrinsic, a, b) x = intrinsic(a, b)
#define RR_SET_SQRT(x, a) x = RR_INTRINSIC(sqrt)(a)
#define RR_SET_FMA(x, a, b, c) x = RR_INTRINSIC_FMA(a, b, c)
#endif
#if RR_DTYPE == 32
#define RR_INTRINSIC(name) __f##name##_rn
#define RR_INTRINSIC_FMA __fmaf_rn
#else
#define RR_INTRINSIC(name) __d##name##_rn
#define RR_INTRINSIC_FMA __fma_rn
#endif

#define RR_OPERATOR(op, name) \
    RR_FN rr_real operator op(rr_real a, rr_real b) \
    { \
        rr_real x; \
        RR_SET2(x.v, #name, RR_INTRINSIC(name), a.v, b.v); \
        return x; \
    } \
    RR_FN rr_real operator op(rr_real a, rr_scalar b) { return a op rr_splat(b); } \
    RR_FN rr_real operator op(rr_scalar a, rr_real b) { return rr_splat(a) op b; }
RR_OPERATOR(+, add)
RR_OPERATOR(-, sub)
RR_OPERATOR(*, mul)
RR_OPERATOR(/, div)
#undef RR_OPERATOR

RR_FN rr_real rr_fma(rr_real a, rr_real b, rr_real c)
{
    rr_real x;
    RR_SET_FMA(x.v, a.v, b.v, c.v);
    return x;
}

RR_FN rr_real rr_sqrt(rr_real a)
{
    rr_real x;
    RR_SET_SQRT(x.v, a.v);
    return x;
}

#if RR_DTYPE == 32
/* c - a b, rounded once. */
RR_FN rr_real rr_fma_from(rr_real a, rr_real b, rr_real c)
{
    rr_real x;
#ifdef RR_ALONE
    asm("{ .reg .f32 n; neg.f32 n, %1; fma.rn.f32 %0, n, %2, %3; }" : "=f"(x.v) : "f"(a.v), "f"(b.v), "f"(c.v));
#else
    x.v = __fmaf_rn(-a.v, b.v, c.v);
#endif
    return x;
}

#include "root.h"

/* sqrt.rn without the test for operands that it scales, which is a branch. The error of rsqrt is that of the PTX ISA,
 * "rsqrt"; its .ftz changes nothing here, neither operand nor result being denormal, but saves the scaling of operands that
 * are. */
#define RR_OWN_SQRT_POS
RR_FN rr_real rr_sqrt_pos(rr_real x)
{
    rr_real r;
    asm("rsqrt.approx.ftz.f32 %0, %1;" : "=f"(r.v) : "f"(x.v));
    return rr_root_from(x, r);
}

/* Likewise without div.rn's test for operands near the ends of the exponent. The error is that of the PTX ISA, "rcp". */
#define RR_OWN_THIRD_OVER
RR_FN rr_real rr_third_over(rr_real x)
{
    rr_real r;
    asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(r.v) : "f"(x.v));
    return rr_third_from(x, r);
}

/* 2^23 + w as bits: a conversion of 16 bits would take eight times as long as what is put in its place. */
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

/* min.f32 knows -0 from 0, which rr_min does not: with a constant above 0 there is no difference. */
#define RR_OWN_LEAST
RR_FN rr_real rr_least(rr_real x, rr_scalar s)
{
    rr_real y;
    asm("min." RR_PTX " %0, %1, %2;" : "=" RR_PTX_REG(y.v) : RR_PTX_REG(x.v), RR_PTX_REG(s));
    return y;
}

/* The size is an operand's in machine code, and no instruction where it is compared. */
#define RR_OWN_ABS
RR_FN rr_real rr_abs(rr_real x)
{
    rr_real y;
    asm("abs." RR_PTX " %0, %1;" : "=" RR_PTX_REG(y.v) : RR_PTX_REG(x.v));
    return y;
}

/* As PTX in all kernels: what the compiler makes of C's comparisons wants up to ten registers more. */
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

/* RR_ALONE: include/reroll_device.h, in whose functions a thread may be the only one of its warp. So it is where a kernel
 * wants one lane. */
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
RR_FN void rr_atomic_least_64(rr_uint64 *p, rr_uint64 w) { atomicMin(p, w); }
RR_FN void rr_atomic_add_64(rr_uint64 *p, rr_uint64 w) { atomicAdd(p, w); }

/* Neighbours in as few stores and loads as their address allows (thread.h). */
#define RR_OWN_NEIGHBOURS
#define RR_WIDE (16 / sizeof(rr_scalar))   /* numbers of the widest store */
typedef struct __attribute__((aligned(2 * sizeof(rr_scalar)))) rr_wide2 { rr_scalar v[2]; } rr_wide2;
typedef struct __attribute__((aligned(16))) rr_most { rr_scalar v[RR_WIDE]; } rr_most;

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
            rr_most most;
            RR_UNROLL
            for (rr_uint32 i = 0; i < RR_WIDE; ++i) most.v[i] = x[k + i].v;
            *(rr_most *)(p + k) = most;
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
            const rr_most most = *(const rr_most *)(p + k);
            RR_UNROLL
            for (rr_uint32 i = 0; i < RR_WIDE; ++i) x[k + i] = rr_splat(most.v[i]);
        }
    }
}

/* Is m true of some lane? A vote ends in a predicate, a ballot in a register. */
#if RR_LANES > 1
#define RR_OWN_VOTE
RR_FN int rr_lane_vote(rr_board, rr_mask m) { return __any_sync(0xffffffffu, m); }
#endif

#include "thread.h"
#if defined(RR_STEP_whole)
#include "one.h"
#endif

#endif
