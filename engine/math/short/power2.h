/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* log2 x and 2^e for functions whose bound is several ulp: a power x^y is 2^(y log2 x), with the error of |y log2 x| ulps.
 *
 * log2: in f64 by log2_table.h; in f32, with x = 2^k (1 + f) as in log_kernel.h, k + f P(f), P of degree 8 within 2^-26.5 of
 * log2(1 + f). 2^e = 2^k (1 + f Q(f)), f = e - k, Q of degree 5 (f32), 10 (f64), within 2^-28.1, 2^-57.6: as short as the
 * table of exp2_table.h with AVX-512, and shorter without it.
 *
 * rr_short_log2        a normal x, in f64 from 2^-130 to 2^130. Absolute error, besides half an ulp of the result: f32
 *                      below 2^-24, f64 2^-55.2
 * rr_short_exp2        any e; overflow to inf, gradual underflow, rounded once there, to 0. Below 1.1 ulp
 * rr_short_exp2_times  g 2^e for finite g > 0: only the product can overflow or underflow. Below 2.1 ulp
 * rr_short_exp2_plain  the same for g from RR_EXP_PLAIN_MIN to RR_EXP_PLAIN_MAX
 * rr_short_exp2_near   2^e where that is a normal number; elsewhere undefined
 *
 * Error. f32, f P in 2^-24: the last step of P has 0.41, those before 0.29 and 0.1, the polynomial 0.08. 2^f, in ulp of a
 * result below 1: the last rounding 1/2; f Q, |f| < 1/2, the last two steps of Q 1/4 each (f32, by Horner's rule: 1/4 and
 * 1/16), those before and the polynomial 0.1. In a product these are at most 1.55, and its rounding 1/2.
 *
 * Largest seen: rr_short_exp2 f32 0.8595 ulp at -0x1.f9f29ap+6, f64 1.0090 ulp at -0x1.3b7acc9a6dbfcp+8; rr_short_log2,
 * where |log2 x| >= 1, f32 0.9241 ulp at 0x1.6697fap-2. */
#ifndef RR_MATH_SHORT_POWER2_H
#define RR_MATH_SHORT_POWER2_H

#include "engine/math/exp.h"
#include "engine/math/log_kernel.h"
#include "engine/math/tables/log2_table.h"

#if RR_DTYPE == 32

#define RR_SHORT_EXP2_MAX RR_C(400)    /* beyond, g 2^e is 0 or infinity for every g */

RR_FN rr_real rr_short_log2(rr_real x)
{
    const rr_log_parts l = rr_log_split(x);
    const rr_real f = l.f, s = f * f;
    rr_real even = rr_splat(RR_C(0x1.f19c5p-4)), odd = rr_splat(RR_C(-0x1.aabc7ap-3));
    even = rr_step(even, s, RR_C(0x1.be2e6p-3));
    odd = rr_step(odd, s, RR_C(-0x1.e923eep-3));
    even = rr_step(even, s, RR_C(0x1.268f36p-2));
    odd = rr_step(odd, s, RR_C(-0x1.715cdcp-2));
    even = rr_step(even, s, RR_C(0x1.ec7694p-2));
    odd = rr_step(odd, s, RR_C(-0x1.71547p-1));
    even = rr_step(even, s, RR_C(0x1.715474p0));
    return rr_fma(rr_fma(odd, f, even), f, l.k * (RR_C(1) / RR_LOG_UNIT));
}

/* 2^f, |f| <= 1/2 */
RR_FN rr_real rr_short_exp2_part(rr_real f)
{
    rr_real q = rr_splat(RR_C(0x1.449e4cp-13));
    q = rr_step(q, f, RR_C(0x1.5f0814p-10));
    q = rr_step(q, f, RR_C(0x1.3b29e6p-7));
    q = rr_step(q, f, RR_C(0x1.c6af7ep-5));
    q = rr_step(q, f, RR_C(0x1.ebfbep-3));
    q = rr_step(q, f, RR_C(0x1.62e43p-1));
    return rr_step(q, f, RR_C(1));
}

#else

#define RR_SHORT_EXP2_MAX RR_C(2400)

RR_FN rr_real rr_short_log2(rr_real x)
{
    const rr_log2_parts l = rr_log2_table(x);
    return l.row + l.rest;
}

RR_FN rr_real rr_short_exp2_part(rr_real f)
{
    const rr_real s = f * f;
    rr_real odd = rr_splat(RR_C(0x1.e6260917fec0ap-28)), even = rr_splat(RR_C(0x1.ee38df1d95e68p-32));
    even = rr_step(even, s, RR_C(0x1.b522107de5d97p-24));
    odd = rr_step(odd, s, RR_C(0x1.62bfc0ff8cd86p-20));
    even = rr_step(even, s, RR_C(0x1.ffcbfdc87b84cp-17));
    odd = rr_step(odd, s, RR_C(0x1.43091311a081fp-13));
    even = rr_step(even, s, RR_C(0x1.5d87fe785e1ep-10));
    odd = rr_step(odd, s, RR_C(0x1.3b2ab6fb9f2a2p-7));
    even = rr_step(even, s, RR_C(0x1.c6b08d704a223p-5));
    odd = rr_step(odd, s, RR_C(0x1.ebfbdff82c5aap-3));
    even = rr_step(even, s, RR_C(0x1.62e42fefa39efp-1));
    return rr_step(rr_fma(odd, f, even), f, RR_C(1));
}

#endif

/* 2^(e - k) and t, k + RR_EXP_ROUND. */
RR_FN rr_real rr_short_exp2_split(rr_real e, rr_real *t)
{
    *t = e + RR_EXP_ROUND;
    return rr_short_exp2_part(e - (*t - RR_EXP_ROUND));
}

/* The same for any e, clamped beyond its effective range. */
RR_FN rr_real rr_short_exp2_held(rr_real e, rr_real *t)
{
    const rr_real max = rr_splat(RR_SHORT_EXP2_MAX);
    return rr_short_exp2_split(rr_min(rr_max(e, RR_C(0) - max), max), t);
}

RR_FN rr_real rr_short_exp2_times(rr_real e, rr_real g)
{
    rr_real t, kg;
    const rr_real m = rr_short_exp2_held(e, &t), mg = rr_exp_factor(g, &kg);
    return rr_scale(m * mg, (t - RR_EXP_ROUND) + kg);
}

RR_FN rr_real rr_short_exp2_plain(rr_real e, rr_real g)
{
    rr_real t;
    if (!RR_SCALES_ANY) return rr_short_exp2_times(e, g);
    const rr_real m = rr_short_exp2_held(e, &t);
    return rr_scale(m * g, t - RR_EXP_ROUND);
}

RR_FN rr_real rr_short_exp2(rr_real e)
{
    rr_real t;
    const rr_real m = rr_short_exp2_held(e, &t);
    return rr_scale(m, t - RR_EXP_ROUND);
}

RR_FN rr_real rr_short_exp2_near(rr_real e)
{
    rr_real t;
    const rr_real m = rr_short_exp2_split(e, &t);
    return rr_asreal(rr_asbits(m) + (rr_asbits(t) << (RR_DTYPE == 32 ? 23 : 52)));
}

#endif
