/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Logarithms for functions whose bound is several ulp.
 *
 * f64: by the tables of neglog_table.h and of log1p_table.h. f32: the formula of log_kernel.h with P of degree 7, within
 * 2^-24.9 of log1p(f), and log 2 in one part, off by 1.9e-9. An f32 table in registers would save 3 operations with AVX-512,
 * and cost a load per lane and shuffles with AVX2.
 *
 * rr_short_neglog     -log of a uniform, relatively accurate: of u, a rounded U with 2^-130 <= u < 1 (f32: 2^-66 <= u <= 1),
 *                     or, where u is above 1/2 (f32: from sqrt(1/2) on), of 1 + t, t = U - 1 rounded; t is ignored
 *                     elsewhere
 * rr_short_below_one  u, or, where f64 needs it and u is 1, the number below 1
 * rr_short_minus_log  -log x, x from 2^-130 to 2^10 (f32: 2^-66 to 2^10). In f64 not relatively accurate above 1
 * rr_short_log1p      log(1 + x), x from 0 to 2^131 (f32: 2^67), relatively accurate
 *
 * Error in f32, for a result y. P, its value and the products have half an ulp, the polynomial 2^-24.9 of log1p(f), whose
 * size is below 0.347, and fma(s, P, -f) is rounded once, to 2^-26. Where k is 0 this is all: 1.3 ulp. Otherwise y is at
 * least 0.346, k times the error of LN2_HI is 0.07 ulp, and the sum is rounded once: 1.6 ulp in [0.346, 1/2), and everywhere
 * 0.43 2^-24 and 0.57 ulp. f of log1p is rounded once more, to 2^-26, where k is not 0: 2.1 ulp. f64: rr_short_minus_log has
 * one rounding of 2^-54, two of 2^-59, LN2's 2.32e-17 k, and half an ulp.
 *
 * Largest seen, f32: rr_short_neglog u 1.2111 ulp at 0x1.64909ep-1, t 1.2081 ulp at -0x1.be5478p-3; rr_short_minus_log
 * 1.1611 ulp at 0x1.65d0bep-1; rr_short_log1p 1.6114 ulp at 0x1.d8112ap-2. f64: rr_short_minus_log from 1.4 on 1.1679 ulp
 * at 0x1.3f87345434264p+1. */
#ifndef RR_MATH_SHORT_LOG_H
#define RR_MATH_SHORT_LOG_H

#include "engine/math/tables/log1p_table.h"

#if RR_DTYPE == 32

#define RR_SHORT_ABOVE RR_C(0x1.6a09e6p-1)

/* -(log1p(f) + k ln 2) */
RR_FN rr_real rr_short_join(rr_real f, rr_real k)
{
    const rr_real s = f * f;
    rr_real even = rr_splat(RR_C(0x1.25588ep-3)), odd = rr_splat(RR_C(-0x1.66cbb4p-4));
    even = rr_step(even, s, RR_C(0x1.53526p-3));
    odd = rr_step(odd, s, RR_C(-0x1.317f2p-3));
    even = rr_step(even, s, RR_C(0x1.0004cap-2));
    odd = rr_step(odd, s, RR_C(-0x1.98d23p-3));
    even = rr_step(even, s, RR_C(0x1.fffffap-2));
    odd = rr_step(odd, s, RR_C(-0x1.5556f6p-2));
    return rr_fma(k, rr_splat(-RR_LN2_HI / RR_LOG_UNIT), rr_fma(s, rr_fma(odd, f, even), -f));
}

RR_FN rr_real rr_short_neglog(rr_real u, rr_real t)
{
    const rr_log_parts p = rr_log_split(u);
    return rr_short_join(rr_select(rr_le(rr_splat(RR_SHORT_ABOVE), u), t, p.f), p.k);
}

RR_FN rr_real rr_short_below_one(rr_real u) { return u; }

RR_FN rr_real rr_short_minus_log(rr_real x)
{
    const rr_log_parts p = rr_log_split(x);
    return rr_short_join(p.f, p.k);
}

/* 2^-k is built from its exponent, and f from x itself with one rounding, or with none where k is 0. */
RR_FN rr_real rr_short_log1p(rr_real x)
{
    const rr_bits one = rr_asbits(rr_splat(RR_C(1))), e = (rr_asbits(x + RR_C(1)) - 0x3f3504f3u) & 0xff800000u;
    const rr_real scale = rr_asreal(one - e);
    return -rr_short_join(rr_fma(x, scale, scale - RR_C(1)), rr_fromint(rr_toword(e)));
}

#else

RR_FN rr_real rr_short_log1p(rr_real x) { return -rr_minus_log1p_table(x); }
RR_FN rr_real rr_short_neglog(rr_real u, rr_real t) { return rr_neglog_table(u, t, rr_lt(rr_splat(RR_C(0.5)), u)); }
RR_FN rr_real rr_short_below_one(rr_real u) { return rr_min_scalar(u, RR_C(0x1.fffffffffffffp-1)); }
RR_FN rr_real rr_short_minus_log(rr_real x) { return rr_minus_log_table(x); }

#endif

#endif
