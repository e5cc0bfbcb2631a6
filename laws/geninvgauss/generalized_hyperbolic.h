/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* generalized-hyperbolic: scale (b V + sqrt(V) Z), Z a standard normal, V a geninvgauss of p, g and scale 1 / g, g =
 * sqrt(a^2 - b^2). (a - b) (a + b) is accurate where |b| is near a. V has the relative error of that sampler, and both parts
 * of the sum have this, or half of it, and 8 ulps more. */
#ifndef RR_SAMPLER_GENERALIZED_HYPERBOLIC_H
#define RR_SAMPLER_GENERALIZED_HYPERBOLIC_H

#include "engine/passes/tile.h"

/* |b| < a */
#define RR_RELATES_generalized_hyperbolic 3
RR_FN rr_mask rr_generalized_hyperbolic_related(const rr_real *v) { return rr_lt(rr_abs(v[2]), v[1]); }

RR_FN void rr_generalized_hyperbolic_stage(const rr_tile *t, rr_uint32 slot0, rr_uint32 number,
                                           const rr_real *made, rr_real *param)
{
    const rr_real a = rr_run_param(t, 1, slot0), b = rr_run_param(t, 2, slot0), one = rr_splat(RR_C(1));
    const rr_real g = rr_sqrt((a - b) * (a + b));
    (void)made;
    param[0] = number == 0 ? rr_run_param(t, 0, slot0) : rr_splat(RR_C(0));
    param[1] = number == 0 ? g : one;
    param[2] = rr_div(one, g);
}

RR_FN rr_real rr_generalized_hyperbolic_join(const rr_tile *t, rr_uint32 slot0, const rr_real *made)
{
    const rr_real v = made[0], part = rr_fma(rr_sqrt(v), made[1], rr_run_param(t, 2, slot0) * v);
    return part * rr_run_param(t, 3, slot0);
}

#endif
