/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* x^y for finite x > 0, denormals included, and finite y; overflow to inf, gradual underflow to 0.
 *
 * log2 x in pairs of numbers (the first two terms of the series; the rest a minimax polynomial of degree 2 in f32, 6
 * in f64), the product with y as a pair, then 2^(the pair) with the polynomial of exp.h. Largest error: f32 1.1270 ulp
 * at x = 0x1.1a84f4p-109, y = 0x1.e3e5fcp-2; f64 1.1608 ulp at x = 0x1.e527af7086587p+1023, y = 0x1.1a4915e02b66p-1. */
#ifndef RR_MATH_POW_H
#define RR_MATH_POW_H

#include "double_word.h"
#include "exp.h"
#include "log_kernel.h"

/* a b, shorter than rr_double_times: lo may be about an ulp of hi. */
RR_FN rr_double rr_pow_product(rr_double a, rr_double b)
{
    rr_double p;
    p.hi = a.hi * b.hi;
    p.lo = rr_fma(a.hi, b.hi, RR_C(0) - p.hi) + rr_fma(a.hi, b.lo, a.lo * b.hi);
    return p;
}

#if RR_DTYPE == 32

#define RR_THIRD_HI RR_C(0x1.555556p-2)
#define RR_THIRD_LO RR_C(-0x1.555556p-27)
#define RR_TWO_LOG2E_HI RR_C(0x1.715476p1)
#define RR_TWO_LOG2E_LO RR_C(0x1.4ae0cp-25)
#define RR_POW_LIMIT RR_C(240)

/* sum of z^j / (2 j + 5) */
RR_FN rr_real rr_atanh_tail(rr_real z)
{
    rr_real p = rr_splat(RR_C(0x1.dfa2bcp-4));
    p = rr_step(p, z, RR_C(0x1.24527ap-3));
    p = rr_step(p, z, RR_C(0x1.999ap-3));
    return p;
}

#else

#define RR_THIRD_HI RR_C(0x1.5555555555555p-2)
#define RR_THIRD_LO RR_C(0x1.5555555555555p-56)
#define RR_TWO_LOG2E_HI RR_C(0x1.71547652b82fep1)
#define RR_TWO_LOG2E_LO RR_C(0x1.777d0ffda0d24p-55)
#define RR_POW_LIMIT RR_C(2000)

RR_FN rr_real rr_atanh_tail(rr_real z)
{
    rr_real p = rr_splat(RR_C(0x1.0e41546742622p-4));
    p = rr_step(p, z, RR_C(0x1.0f80106a7508bp-4));
    p = rr_step(p, z, RR_C(0x1.3b1eea4818c96p-4));
    p = rr_step(p, z, RR_C(0x1.745ce9edd2bc1p-4));
    p = rr_step(p, z, RR_C(0x1.c71c722d451b8p-4));
    p = rr_step(p, z, RR_C(0x1.2492492457f05p-3));
    p = rr_step(p, z, RR_C(0x1.9999999999b2fp-3));
    return p;
}

#endif

/* f / (2 + f), from one division. */
RR_FN rr_double rr_atanh_argument(rr_real f)
{
    const rr_double d = rr_double_join(rr_splat(RR_C(2)), f);
    const rr_real inverse = rr_div(rr_splat(RR_C(1)), d.hi);
    rr_double s;
    s.hi = f * inverse;
    s.lo = (rr_fma(RR_C(0) - s.hi, d.hi, f) - s.hi * d.lo) * inverse;
    return s;
}

/* log2 of 2^k (1 + f), k in the units of log_kernel.h: k + 2/ln(2) s (1 + z (1/3 + z (1/5 + ...))), s = f / (2 + f), z =
 * s^2. Where k is 0 it is relatively accurate down to the smallest f. */
RR_FN rr_double rr_pow_log2_parts(rr_real f, rr_real k)
{
    const rr_double s = rr_atanh_argument(f), z = rr_pow_product(s, s);
    const rr_double tail = rr_double_join(rr_splat(RR_THIRD_HI), rr_fma(z.hi, rr_atanh_tail(z.hi), rr_splat(RR_THIRD_LO)));
    const rr_double w = rr_pow_product(z, tail);
    rr_double one = rr_double_join(rr_splat(RR_C(1)), w.hi), scale;
    one.lo = one.lo + w.lo;
    scale.hi = rr_splat(RR_TWO_LOG2E_HI);
    scale.lo = rr_splat(RR_TWO_LOG2E_LO);
    const rr_double log2m = rr_pow_product(rr_pow_product(s, one), scale);
    rr_double sum = rr_double_join(k * (RR_C(1) / RR_LOG_UNIT), log2m.hi);
    sum.lo = sum.lo + log2m.lo;
    return sum;
}

RR_FN rr_double rr_pow_log2(rr_real x)
{
    const rr_mask denormal = rr_lt(x, rr_splat(RR_LOG_NORMAL));
    const rr_log_parts p = rr_log_split(rr_select(denormal, x * RR_LOG_LIFT, x));
    const rr_real k = p.k - rr_select(denormal, rr_splat(RR_LOG_LIFT_K), rr_splat(RR_C(0)));
    return rr_pow_log2_parts(p.f, k);
}

/* e^r - 1 and k, where 2^(e + rest) = 2^k e^r, for an exponent within the limit. Beyond it the result is 0 or infinity, and
 * `rest`, an error of e, may be infinite or NaN. */
RR_FN rr_real rr_pow_reduced(rr_real e, rr_real rest, rr_scalar max, rr_real *k)
{
    const rr_real limit = rr_splat(max), low = rr_max(e, RR_C(0) - limit);
    const rr_real hi = rr_min(low, limit);
    const rr_real lo = rr_select(rr_lt(rr_abs(e), limit), rest, rr_splat(RR_C(0)));
    *k = (hi + RR_EXP_ROUND) - RR_EXP_ROUND;
    const rr_real r = ((hi - *k) + lo) * (RR_LN2_HI);
    return rr_fma(r * r, rr_exp_tail(r), r);
}

/* 2^(l y) */
RR_FN rr_real rr_pow_of(rr_double l, rr_real y)
{
    rr_real k;
    const rr_real e = y * l.hi, rest = rr_fma(y, l.hi, RR_C(0) - e) + y * l.lo;
    const rr_real power = rr_pow_reduced(e, rest, RR_POW_LIMIT, &k);
    return rr_scale(power + RR_C(1), k);
}

RR_FN rr_real rr_pow(rr_real x, rr_real y) { return rr_pow_of(rr_pow_log2(x), y); }

#endif
