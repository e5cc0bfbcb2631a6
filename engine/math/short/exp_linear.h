/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* e^(m + s z) for finite m, s > 0 and a normal z, |z| < 14, within 2 ulp of the value at the exact m + s z: an exponent of
 * 80, rounded, would cause an error of 40 ulp in the result.
 *
 * rr_exp_linear_any  m + s z is computed as x + rest: the product and its rounding error by an fma, the sum by Knuth's
 *     addition, then both errors are carried into x, which may have cancelled. |rest| <= ulp(x) / 2, and
 *
 *         e^(x + rest) = (1 + rest) e^x (1 + O(rest^2)),
 *
 *     by one scaling (exp.h, exp_times). Where the result is finite and not 0, rest^2 / 2 is below 2^-37 (f32), 2^-88
 *     (f64): the error is that of exp_times and half an ulp.
 *
 * rr_exp_linear      the same, with little work per z where m and s are not large. M = m log2(e) and S = s log2(e)
 *     are sums of two numbers; M = whole + part, whole a multiple of g and |part| <= g / 2. One addition rounds e +
 *     whole, e = S.hi z + part, to k, a multiple of g; kz = k - whole is exact. Then
 *
 *         e^(m + s z) = 2^(k + f),   f = ((S.hi z - kz) + part) + S.lo z.
 *
 *     f64: g = 1/16, and exp2_table.h does the rest. Error: below 0.75 ulp. part has a rounding of 2^-59, S.hi z - kz, at
 *     most 1/16 in size, one of 2^-58, and the two sums, as f is within 1/32, 2^-59 each; all times log 2, and the 0.67 ulp
 *     of exp2_table.h. Largest seen: 0.6108 ulp at z = -0x1.564f1be8e869bp+3, m = -0x1.a84434e43bff8p-8, s = |m| / 4.
 *
 *     f32: g = 1, and r = f log 2 goes to the polynomial of exp.h. Error: below 1.75 ulp. In 2^-24: part, within 1/2, has a
 *     rounding of 0.25, S.hi z - kz, within 1, one of 0.5, and the two sums 0.25 each: 1.25 times log 2. r has 0.27, the
 *     polynomial and its terms 0.12, and its sum y with r 0.25 where |y| >= 1/4. Relative to w = 1 + y the sum of these is
 *     largest in ulp where w is below 3/4: 1.21. The last rounding has 1/2. Largest seen: 1.3754 ulp at z =
 *     -0x1.f2014ep+2, m = 0x1.3a87d4p-2, s = m / 4. */
#ifndef RR_MATH_EXP_LINEAR_H
#define RR_MATH_EXP_LINEAR_H

#include "engine/math/exp.h"
#include "engine/math/log_kernel.h"
#include "engine/math/tables/exp2_table.h"

RR_FN rr_real rr_exp_linear_any(rr_real m, rr_real s, rr_real z)
{
    const rr_real p = s * z, x = p + m, back = x - p, one = rr_splat(RR_C(1));
    const rr_real lost = ((p - (x - back)) + (m - back)) + rr_fma(s, z, -p);
    const rr_real hi = rr_select(rr_le(rr_abs(x), rr_splat(RR_LOG_MAX)), x + lost, x);   /* otherwise `lost` is NaN */
    return rr_exp_times(hi, rr_select(rr_lt(rr_abs(hi), rr_splat(RR_EXP_X)), (lost - (hi - x)) + one, one));
}

#if RR_DTYPE == 32
#define RR_LOG2E_LO RR_C(0x1.4ae0cp-26)
#define RR_LINEAR_ROUND RR_EXP_ROUND
#define RR_LINEAR_MAX RR_C(0x1p12)   /* limit of |m| and s: e + whole has 6 bits or more after the point */

/* 2^(k + f), k + RR_LINEAR_ROUND being t. */
RR_FN rr_real rr_linear_power(rr_real t, rr_real f)
{
    const rr_real r = f * RR_LN2_HI;
    return rr_scale(rr_fma(r * r, rr_exp_tail(r), r) + RR_C(1), t - RR_LINEAR_ROUND);
}
#else
#define RR_LOG2E_LO RR_C(0x1.777d0ffda0d24p-56)
#define RR_LINEAR_ROUND RR_EXP2_ROUND
#define RR_LINEAR_MAX RR_C(0x1p36)   /* 10 bits */

RR_FN rr_real rr_linear_power(rr_real t, rr_real f) { return rr_scale_floor(rr_exp2_table(t, f), t - RR_EXP2_ROUND); }
#endif

/* The rounding error of y = x log2(e). */
RR_FN rr_real rr_linear_lost(rr_real x, rr_real y)
{
    return rr_fma(x, rr_splat(RR_LOG2E_LO), rr_fma(x, rr_splat(RR_LOG2E), RR_C(0) - y));
}

RR_FN rr_real rr_exp_linear(rr_real m, rr_real s, rr_real z)
{
    const rr_real max = rr_splat(RR_LINEAR_MAX);
    const rr_mask large = rr_lt(max, rr_max(rr_abs(m), s));
    const rr_real em = m * RR_LOG2E, es = s * RR_LOG2E, whole = em + RR_LINEAR_ROUND;
    const rr_real part = (em - (whole - RR_LINEAR_ROUND)) + rr_linear_lost(m, em), rest = rr_linear_lost(s, es);
    const rr_real t = rr_fma(es, z, part) + whole;
    const rr_real f = rr_fma(rest, z, rr_fma(es, z, whole - t) + part), y = rr_linear_power(t, f);
    return rr_some(large) ? rr_select(large, rr_exp_linear_any(m, s, z), y) : y;
}

#endif
