/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* johnson-su: loc + scale sinh(y), y = (Z - a) / b, Z the standard normal of the same index. With e = e^|y| - 1, sinh |y| is
 * (e + e / (e + 1)) / 2. Where e^-|y| is lost next to it, it is e^|y| / 2, scaled last. The error of y, 10 |Z| / b + 3 |y|
 * half ulps of 1, counts coth(y) times; 6 more. */
#ifndef RR_SAMPLER_JOHNSON_SU_H
#define RR_SAMPLER_JOHNSON_SU_H

#include "laws/normal/draw/draw.h"
#include "engine/math/expm1_times.h"

#define RR_CONSTANT_FINISH_johnson_su 4
RR_FN void rr_johnson_su_prepare(rr_tile *t) { (void)t; }

RR_FN rr_real rr_johnson_su_finish(const rr_tile *t, rr_uint32 slot0, rr_real z, rr_real aux)
{
    const rr_real y = rr_div(z - rr_run_param(t, 0, slot0), rr_run_param(t, 1, slot0)), size = rr_abs(y);
    const rr_mask large = rr_lt(rr_splat(RR_EXPM1_IS_EXP), size);
    const rr_real scale = rr_run_param(t, 3, slot0), e = rr_expm1(rr_select(large, rr_splat(RR_C(0)), size));
    const rr_real sine = (e + rr_div(e, e + RR_C(1))) * RR_C(0.5) * scale;
    rr_real k;
    const rr_real power = rr_exp_reduced(size, &k);
    /* The factor 1/2 goes into the exponent, because the scale may be the smallest number. */
    const rr_real part = rr_select(large, rr_exp_times_split(scale, power, k - RR_C(1)), sine);
    (void)aux;
    return rr_select(rr_lt(y, rr_splat(RR_C(0))), RR_C(0) - part, part) + rr_run_param(t, 2, slot0);
}

#endif
