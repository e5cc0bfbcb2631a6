/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* CUDA's qualifiers, lane types and arithmetic.
 *
 * The arithmetic of rr_real, a struct, is rounded to nearest after each operation and keeps denormals. In a user's kernels
 * (RR_ALONE) it is inline PTX: neither contraction nor the flush-to-zero of -use_fast_math (which affects even __fmul_rn)
 * can change a bit. Scalars (rr_scalar) occur in constants only, which the compiler folds. */
#ifndef RR_LANES_CUDA_TYPES_H
#define RR_LANES_CUDA_TYPES_H

#define RR_FN static inline __device__ __attribute__((always_inline, unused))
/* Inlined even where slow: a call by address would keep a tile in memory instead of registers. */
#define RR_SLOW_FN RR_FN
#define RR_TABLE static __device__ const
#define RR_CONSTANT const
#define RR_GLOBAL
#define RR_UNROLL _Pragma("unroll")
#define RR_KERNEL extern "C" __global__

/* Memory that the warps of a thread block share: the qualifier of a pointer to it (none is needed), and an array of it. */
#define RR_SHARED
#define RR_SHARED_ARRAY(type, name, n) __shared__ type name[n]
#define RR_WARPS 4   /* per thread block */
RR_FN void rr_block_sync(void) { __syncthreads(); }

/* A marker that bench/cuda_kernels.py finds in the machine code; nothing in any other build. */
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

/* The same operations as PTX and as intrinsics. The library's own kernels use intrinsics, since it sets their compiler
 * flags. The optimizer treats an asm as a call that may touch memory and compares each one of a loop with all others, which
 * takes most of the compile time where there are hundreds. */
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
#endif

#endif
