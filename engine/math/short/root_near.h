/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* g x^y for x from 2^-130 to 2^130 (f32: a normal x), y = 1/a or -1/a as the sum of two numbers, and finite g > 0, without
 * intermediate overflow: root.h with a logarithm of absolute accuracy only, for an inexact x.
 *
 * log2 x is l + p, l exact: in f64 by log2_table.h; in f32 l is k, and p = log2(1 + f) by the polynomial of log_kernel.h.
 * With t = RN((l + p) y.hi + ROUND) and kt = t - ROUND, a multiple of 1/16 in f64, of 1 in f32,
 *
 *     e = ((l y.hi - kt) + l y.lo) + p y.hi,   g x^y = g 2^(kt + e),
 *
 * each sum rounded once, by an fma. exp2_table.h (f64) and the polynomial of exp.h (f32) do the rest.
 *
 * Error in f64: below 1.8 + 0.25 |y| ulp. The 0.59 ulp of exp2_table.h at w = 1 are at most 1.18 in the product by g, which
 * is rounded: 1.68. The two sums before the last are below |p y| + 1/32 in size, |p| < 2^-4.48, and the last is e: their
 * roundings are 3 2^-58 and 2^-56.4 |y|, the logarithm's error 2^-55.1 |y|, all times log 2. Largest seen, |y| from 2^-8 to
 * 2: 1.6141 ulp at x = 0x1.e0d84e3115a7bp-13, 1/y = 0x1.19a80ae5fef8dp-1.
 *
 * Error in f32: below 1.8 + 1.3 |y| ulp. In 2^-24: |p| is below 0.501, and its error 0.83: log(1 + f) has roundings of 0.36
 * and a polynomial of 0.04, p a rounding of 0.25 and 0.12 of log2(e), the rest is 0.06. The two sums before the last add |p|
 * each: 1.84 |y|, times log 2. Terms without y are 0.75 of the sums, times log 2, and r, the polynomial and 1 + y as in
 * exp_linear.h: 1.26, and 1/2 of the product. Largest seen, |y| from 2^-8 to 2: 1.9340 ulp at x = 0x1.5ae9bep+62, 1/y =
 * 0x1.3ab9f6p-1.
 *
 * |y| is at most 2^55, by rr_root_inverse: for a smaller |a| the result is 0 or infinity unless log2 x is below 2^-45, which
 * no rounded x can resolve. Where t is too large for such a kt, the result is 0 or infinity as long as w is a positive
 * number, so e is clamped to about its range. */
#ifndef RR_MATH_ROOT_NEAR_H
#define RR_MATH_ROOT_NEAR_H

#include "engine/math/exp.h"
#include "engine/math/pow.h"
#include "engine/math/tables/exp2_table.h"
#include "engine/math/tables/log2_table.h"

#if RR_DTYPE == 32
#define RR_ROOT_NEAR_ROUND RR_EXP_ROUND
#define RR_ROOT_NEAR_E RR_C(0.5625)

/* log2 x: k and the rest. */
typedef struct rr_log2_parts {
    rr_real row, rest;
} rr_log2_parts;

RR_FN rr_log2_parts rr_log2_near(rr_real x)
{
    const rr_log_parts p = rr_log_split(x);
    const rr_real s = p.f * p.f;
    rr_log2_parts l;
    l.row = p.k * (RR_C(1) / RR_LOG_UNIT);
    l.rest = rr_fma(-s, rr_log_tail(p.f, s), p.f) * RR_LOG2E;
    return l;
}

/* m 2^e 2^k, k + RR_ROOT_NEAR_ROUND being t. */
RR_FN rr_real rr_root_power(rr_real t, rr_real e, rr_real m, rr_real k)
{
    const rr_real r = e * RR_LN2_HI, y = rr_fma(r * r, rr_exp_tail(r), r);
    return rr_scale(rr_fma(m, y, m), (t - RR_ROOT_NEAR_ROUND) + k);
}
#else
#define RR_ROOT_NEAR_ROUND RR_EXP2_ROUND
#define RR_ROOT_NEAR_E RR_C(0.0625)

RR_FN rr_log2_parts rr_log2_near(rr_real x) { return rr_log2_table(x); }
RR_FN rr_real rr_root_power(rr_real t, rr_real e, rr_real m, rr_real k)
{
    return rr_scale_floor(m * rr_exp2_table(t, e), (t - RR_ROOT_NEAR_ROUND) + k);
}
#endif

/* 1 / a, a > 0; where a is below 2^-55, 1 / 2^-55. */
RR_FN rr_double rr_root_inverse(rr_real a)
{
    rr_double y;
    const rr_real one = rr_splat(RR_C(1)), held = rr_max(a, rr_splat(RR_C(0x1p-55)));
    y.hi = rr_div(one, held);
    y.lo = rr_fma(RR_C(0) - y.hi, held, one) * y.hi;
    return y;
}

RR_FN rr_real rr_root_near(rr_real x, rr_double y, rr_real g)
{
    const rr_log2_parts l = rr_log2_near(x);
    const rr_real max = rr_splat(RR_ROOT_NEAR_E), t = rr_fma(l.row + l.rest, y.hi, rr_splat(RR_ROOT_NEAR_ROUND));
    const rr_real e = rr_fma(l.rest, y.hi, rr_fma(l.row, y.lo, rr_fma(l.row, y.hi, RR_ROOT_NEAR_ROUND - t)));
    rr_real kg;
    const rr_real m = rr_exp_factor(g, &kg);
    return rr_root_power(t, rr_min(rr_max(e, RR_C(0) - max), max), m, kg);
}

#endif
