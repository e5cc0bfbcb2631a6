/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* e^x, and g e^x without intermediate overflow.
 *
 * x = k ln 2 + r with |r| <= ln(2) / 2 (Cody and Waite: ln 2 in two parts, k times the first is exact), and
 *
 *     e^r = 1 + r + r^2 Q(r),
 *
 * Q a minimax polynomial of degree 4 (relative error of e^r 2^-28.2) in f32, 9 (2^-57.9) in f64. The powers of two are
 * multiplied last (rr_scale).
 *
 * rr_exp        any x except NaN; overflow to inf, gradual underflow, rounded once there, to 0.
 *               Largest error: f32 1.0053 ulp at -0x1.33857ap+5; f64 1.0221 ulp at -0x1.05a1fef013137p+8
 * rr_exp_times  g e^x, for finite g > 0 and any x except NaN. g e^r is computed before the scaling, so that only the
 *               product can overflow or underflow, not e^x. Largest error: f32 1.0941 ulp at x = -0x1.1c0122p+6,
 *               g = 0x1.4ab388p-15; f64 1.1181 ulp at x = -0x1.b691240a14072p+9, g = 0x1.4d062a5e9f4e3p+656 */
#ifndef RR_MATH_EXP_H
#define RR_MATH_EXP_H

#include "poly.h"

#if RR_DTYPE == 32

#define RR_LOG2E RR_C(0x1.715476p0)
#define RR_LN2_CW_HI RR_C(0x1.62e4p-1)        /* 15 bits, so that k times it is exact */
#define RR_LN2_CW_LO RR_C(0x1.7f7d1cp-20)
#define RR_EXP_ROUND RR_C(0x1.8p23)           /* adding it rounds to an integer, which is in the low bits */
#define RR_EXP_X RR_C(220)                    /* beyond, the result is 0 or infinity for every g */
#define RR_EXP_TINY RR_C(0x1p-126)
#define RR_EXP_LIFT RR_C(0x1p24)
#define RR_EXP_LIFT_K RR_C(24)
#define RR_EXP_PLAIN_MIN RR_C(0x1p-120)     /* g from here up to its inverse need not be split */
#define RR_EXP_PLAIN_MAX RR_C(0x1p120)

/* Q(r) = (e^r - 1 - r) / r^2 for |r| <= ln(2) / 2 */
RR_FN rr_real rr_exp_tail(rr_real r)
{
    rr_real q = rr_splat(RR_C(0x1.6ac844p-10));
    q = rr_step(q, r, RR_C(0x1.123de8p-7));
    q = rr_step(q, r, RR_C(0x1.555858p-5));
    q = rr_step(q, r, RR_C(0x1.55548cp-3));
    q = rr_step(q, r, RR_C(0x1.fffffcp-2));
    return q;
}

/* The fraction of g in [1, 2) and its exponent. */
RR_FN rr_real rr_exp_split(rr_real g, rr_real *k)
{
    const rr_bits b = rr_asbits(g);
    *k = rr_asreal((b >> 23) | 0x4b000000u) - RR_C(0x1.0000fep23);
    return rr_asreal((b & 0x7fffffu) | 0x3f800000u);
}

#else

#define RR_LOG2E RR_C(0x1.71547652b82fep0)
#define RR_LN2_CW_HI RR_C(0x1.62e42fefa4p-1)  /* 39 bits */
#define RR_LN2_CW_LO RR_C(-0x1.8432a1b0e2634p-43)
#define RR_EXP_ROUND RR_C(0x1.8p52)
#define RR_EXP_X RR_C(1600)
#define RR_EXP_TINY RR_C(0x1p-1022)
#define RR_EXP_LIFT RR_C(0x1p53)
#define RR_EXP_LIFT_K RR_C(53)
#define RR_EXP_PLAIN_MIN RR_C(0x1p-1000)
#define RR_EXP_PLAIN_MAX RR_C(0x1p1000)

RR_FN rr_real rr_exp_tail(rr_real r)
{
    const rr_real s = r * r;
    rr_real odd = rr_splat(RR_C(0x1.addd5805080bep-26)), even = rr_splat(RR_C(0x1.28aedde19d351p-22));
    odd = rr_step(odd, s, RR_C(0x1.71def0d134daap-19));
    even = rr_step(even, s, RR_C(0x1.a019988a7a193p-16));
    odd = rr_step(odd, s, RR_C(0x1.a01a013ec016ap-13));
    even = rr_step(even, s, RR_C(0x1.6c16c184b6016p-10));
    odd = rr_step(odd, s, RR_C(0x1.11111111248f8p-7));
    even = rr_step(even, s, RR_C(0x1.5555555550604p-5));
    odd = rr_step(odd, s, RR_C(0x1.5555555555504p-3));
    even = rr_step(even, s, RR_C(0x1.000000000000ap-1));
    return rr_fma(odd, r, even);
}

RR_FN rr_real rr_exp_split(rr_real g, rr_real *k)
{
    const rr_bits b = rr_asbits(g);
    *k = rr_asreal((b >> 52) | 0x4330000000000000u) - RR_C(0x1.00000000003ffp52);
    return rr_asreal((b & 0xfffffffffffffu) | 0x3ff0000000000000u);
}

#endif

/* expm1(r) where e^x = 2^k e^r. */
RR_FN rr_real rr_exp_reduced(rr_real x, rr_real *k)
{
    const rr_real z = rr_min(rr_max(x, rr_splat(-RR_EXP_X)), rr_splat(RR_EXP_X));
    *k = rr_fma(z, rr_splat(RR_LOG2E), rr_splat(RR_EXP_ROUND)) - RR_EXP_ROUND;
    const rr_real r = rr_fma(*k, rr_splat(-RR_LN2_CW_LO), rr_fma(*k, rr_splat(-RR_LN2_CW_HI), z));
    return rr_fma(r * r, rr_exp_tail(r), r);
}

RR_FN rr_real rr_exp(rr_real x)
{
    rr_real k;
    const rr_real y = rr_exp_reduced(x, &k);
    return rr_scale(y + RR_C(1), k);
}

/* m in [1, 2) and k, g = m 2^k, of any g > 0. */
RR_FN rr_real rr_exp_factor(rr_real g, rr_real *k)
{
    const rr_mask tiny = rr_lt(g, rr_splat(RR_EXP_TINY));
    const rr_real m = rr_exp_split(rr_select(tiny, g * RR_EXP_LIFT, g), k);
    *k = *k - rr_select(tiny, rr_splat(RR_EXP_LIFT_K), rr_splat(RR_C(0)));
    return m;
}

/* g (1 + y) 2^k, where g is split into fraction and exponent. */
RR_FN rr_real rr_exp_times_split(rr_real g, rr_real y, rr_real k)
{
    rr_real kg;
    const rr_real m = rr_exp_factor(g, &kg);
    return rr_scale(rr_fma(m, y, m), k + kg);
}

/* g (1 + y) 2^k. For g between the limits, g (1 + y) is m (1 + y) times a power of two, rounded alike: |y| < 1/2. */
RR_FN rr_real rr_exp_times_reduced(rr_real g, rr_real y, rr_real k)
{
    const rr_mask plain = rr_mand(rr_le(rr_splat(RR_EXP_PLAIN_MIN), g), rr_le(g, rr_splat(RR_EXP_PLAIN_MAX)));
    if (RR_SCALES_ANY && !rr_some(rr_mnot(plain))) return rr_scale(rr_fma(g, y, g), k);
    return rr_exp_times_split(g, y, k);
}

RR_FN rr_real rr_exp_times(rr_real x, rr_real g)
{
    rr_real k;
    const rr_real y = rr_exp_reduced(x, &k);
    return rr_exp_times_reduced(g, y, k);
}

#endif
