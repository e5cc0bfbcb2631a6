/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* (g e^x) h for normal g > 0, finite h > 0 and any x but NaN: 0, denormal or infinite only where the product must be, and
 * then rounded once. Where no intermediate underflows or overflows, it has the bits of exp_times (exp.h) times h: the
 * powers of two of all three are applied last. It requires |x| <= RR_EXP_X wherever the product is neither 0 nor infinite:
 * g in [2^-80, 2^120] (f64 [2^-1000, 2^1000]) suffices. Error: that of exp_times and half an ulp.
 *
 * The fraction passed to rr_scale is in [0.7, 5.7). rr_scale accepts up to 8: its first power of two is at most 2^125
 * (2^1000). */
#ifndef RR_GAMMA_SCALED_H
#define RR_GAMMA_SCALED_H

#include "engine/math/exp.h"

/* The fraction of any finite g > 0 in [1, 2) and its exponent. */
RR_FN rr_real rr_exp_split_any(rr_real g, rr_real *k)
{
    const rr_mask tiny = rr_lt(g, rr_splat(RR_EXP_TINY));
    const rr_real m = rr_exp_split(rr_select(tiny, g * RR_EXP_LIFT, g), k);
    *k = *k - rr_select(tiny, rr_splat(RR_EXP_LIFT_K), rr_splat(RR_C(0)));
    return m;
}

RR_FN rr_real rr_exp_product(rr_real x, rr_real g, rr_real h)
{
    rr_real k, kg, kh;
    const rr_real y = rr_exp_reduced(x, &k), both = g * h;
    const rr_mask low = rr_le(rr_splat(RR_EXP_PLAIN_MIN), rr_min(g, both));
    const rr_mask plain = rr_mand(low, rr_le(rr_max(g, both), rr_splat(RR_EXP_PLAIN_MAX)));
    if (RR_SCALES_ANY && !rr_some(rr_mnot(plain))) return rr_scale(rr_fma(g, y, g) * h, k);
    const rr_real m = rr_exp_split(g, &kg), n = rr_exp_split_any(h, &kh);
    return rr_scale(rr_fma(m, y, m) * n, k + kg + kh);
}

#endif
