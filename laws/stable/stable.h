/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* stable: the stable distribution in Nolan's parametrization 1, SciPy's default: scale (X + beta tan(pi alpha / 2)) + loc, X
 * as in stable_s0.h, in its own families. At alpha = 1 it is scale X + (2 / pi) beta scale log(scale) + loc. Near alpha = 1
 * both the shift and the number to which it is added are large.
 *
 * Below alpha = 1/2, where most of the probability may be at numbers much smaller than the shift, the sum is computed as one
 * product. t / e is the reflected variate's shift b cot(e pi / 2) = b tan(pi alpha / 2), so X plus it is e^y (C G - sin(e
 * F) + (t / e) cos(e F)), G = cos(e F) + t S. With h cos F = 1, h sin F = C and P = pi / 2 - F that is
 *
 *     e^y h (sin(alpha F) + b tan(pi alpha / 2) cos(alpha F))                                 where b >= 0,
 *     e^y h ((1 - |b|) sin(alpha F) - |b| sin(alpha P) / cos(pi alpha / 2))                    where b < 0,
 *
 * accurate to some ulps of its terms. Only those of the last line have two signs, on both sides of 0, where the density is
 * not small. So samples for beta = 1 or -1 have the right sign and full relative precision. */
#ifndef RR_SAMPLER_STABLE_H
#define RR_SAMPLER_STABLE_H

#include "laws/stable/stable_s0.h"

RR_FN void rr_stable_stage(const rr_tile *t, rr_uint32 slot0, rr_uint32 number, const rr_real *made, rr_real *param)
{
    rr_stable_s0_stage(t, slot0, number, made, param);
}

/* The sum, for alpha below 1/2. cos(pi alpha / 2) is the sine of e pi / 2, whose cotangent is tan(pi alpha / 2). */
RR_FN rr_real rr_stable_product(rr_real alpha, rr_stable_parts p)
{
    const rr_real one = rr_splat(RR_C(1)), zero = rr_splat(RR_C(0)), up = rr_abs(p.b), turn = alpha * RR_STABLE_TWO_OVER_PI;
    rr_real sine, cosine, co_sine, unused;
    rr_sincos_quarter(turn * p.angle, &sine, &cosine);
    rr_sincos_quarter(turn * p.co, &co_sine, &unused);
    const rr_real with = rr_fma(p.b * p.cot, cosine, sine);
    const rr_real against = (one - up) * sine - up * rr_stable_ratio(co_sine, p.whole, zero);
    const rr_real x = rr_exp(p.y) * p.h * rr_select(rr_lt(p.b, zero), against, with);
    return rr_select(p.mirrored, zero - x, x);
}

RR_FN rr_real rr_stable_join(const rr_tile *t, rr_uint32 slot0, const rr_real *made)
{
    const rr_real alpha = rr_run_param(t, 0, slot0), beta = rr_run_param(t, 1, slot0), scale = rr_run_param(t, 3, slot0);
    const rr_real one = rr_splat(RR_C(1)), zero = rr_splat(RR_C(0)), log = rr_log(scale) * RR_STABLE_TWO_OVER_PI;
    const rr_mask plain = rr_mand(rr_le(alpha, one), rr_le(one, alpha)), small = rr_lt(alpha, rr_splat(RR_C(0.5)));
    const rr_stable_parts p = rr_stable_parts_of(alpha, beta, made[0], made[1]);
    const rr_real shift = beta * rr_select(p.below, zero - p.cot, p.cot);
    rr_real x = rr_stable_of(p) + rr_select(plain, beta * log, shift);
    if (rr_some(small)) x = rr_select(small, rr_stable_product(alpha, p), x);
    return rr_fma(x, scale, rr_run_param(t, 2, slot0));
}

#endif
