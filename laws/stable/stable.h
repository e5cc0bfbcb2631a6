/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* stable: the stable law in Nolan's parametrization 1, SciPy's default: scale (X + beta tan(pi alpha / 2)) + loc, X as in stable_s0.h, in
 * families of its own; at alpha = 1 scale X + (2 / pi) beta scale log(scale) + loc. Beside alpha = 1 the shift is large, and where beta is
 * 1 and alpha below 1 samples near the left end, loc, are within an ulp of the shift. */
#ifndef RR_SAMPLER_STABLE_H
#define RR_SAMPLER_STABLE_H

#include "laws/stable/stable_s0.h"

RR_FN void rr_stable_stage(const rr_tile *t, rr_uint32 slot0, rr_uint32 number, const rr_real *made, rr_real *param)
{
    rr_stable_s0_stage(t, slot0, number, made, param);
}

RR_FN rr_real rr_stable_join(const rr_tile *t, rr_uint32 slot0, const rr_real *made)
{
    const rr_real alpha = rr_run_param(t, 0, slot0), beta = rr_run_param(t, 1, slot0), scale = rr_run_param(t, 3, slot0);
    const rr_real one = rr_splat(RR_C(1)), log = rr_log(scale) * RR_STABLE_TWO_OVER_PI;
    const rr_mask plain = rr_mand(rr_le(alpha, one), rr_le(one, alpha));
    rr_real shift;
    const rr_real x = rr_stable_of(alpha, beta, made[0], made[1], &shift);
    return rr_fma(x + rr_select(plain, beta * log, shift), scale, rr_run_param(t, 2, slot0));
}

#endif
