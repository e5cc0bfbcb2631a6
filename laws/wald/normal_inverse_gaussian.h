/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* normal-inverse-gaussian: loc + scale (b V + sqrt(V) Z), Z a standard normal, V a wald of mean 1 / sqrt(a^2 - b^2) and
 * scale 1: the place of a Brownian motion of drift b at the time V (Barndorff-Nielsen 1977). V takes a normal and a uniform,
 * as wald does. (a - b) (a + b) is accurate where |b| is near a. Both parts of the sum are within 30 ulps. */
#ifndef RR_SAMPLER_NORMAL_INVERSE_GAUSSIAN_H
#define RR_SAMPLER_NORMAL_INVERSE_GAUSSIAN_H

#include "laws/wald/wald.h"

/* |b| < a */
#define RR_RELATES_normal_inverse_gaussian 2
RR_FN rr_mask rr_normal_inverse_gaussian_related(const rr_real *v) { return rr_lt(rr_abs(v[1]), v[0]); }

RR_FN void rr_normal_inverse_gaussian_stage(const rr_tile *t, rr_uint32 slot0, rr_uint32 number,
                                            const rr_real *made, rr_real *param)
{
    rr_wald_stage(t, slot0, number, made, param);   /* two normals of mean 0 and sd 1, a uniform from 0 to 1 */
}

RR_FN rr_real rr_normal_inverse_gaussian_join(const rr_tile *t, rr_uint32 slot0, const rr_real *made)
{
    const rr_real a = rr_run_param(t, 0, slot0), b = rr_run_param(t, 1, slot0), one = rr_splat(RR_C(1));
    const rr_real v = rr_wald_root(rr_div(one, rr_sqrt((a - b) * (a + b))), one, made[0], made[1]);
    return rr_fma(rr_fma(rr_sqrt(v), made[2], b * v), rr_run_param(t, 3, slot0), rr_run_param(t, 2, slot0));
}

#endif
