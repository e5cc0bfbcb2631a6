/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* hurdle-poisson: 0 with probability pi, otherwise a Poisson count of mean lam given that it is not 0, by the stages of
 * zero-truncated-poisson: the first of the points of rate 1 on [0, lam], and 1 more than a Poisson count of those after
 * it. */
#ifndef RR_SAMPLER_HURDLE_POISSON_H
#define RR_SAMPLER_HURDLE_POISSON_H

#include "laws/zero_inflated/draw/zero.h"

RR_FN void rr_hurdle_poisson_stage(const rr_tile *t, rr_uint32 slot0, rr_uint32 number,
                                   const rr_real *made, rr_real *param)
{
    const rr_real lam = rr_run_param_either(t, number == 0, 0, 1, slot0);   /* of stage 0 pi */
    param[0] = number == 2 ? rr_max(lam - made[1], rr_splat(RR_C(0))) : lam;
    param[1] = rr_splat(RR_C(0));
    param[2] = rr_splat(RR_C(1));
}

RR_FN rr_real rr_hurdle_poisson_join(const rr_tile *t, rr_uint32 slot0, const rr_real *made)
{
    (void)t;
    (void)slot0;
    return rr_zero_or(made, rr_wide_value(rr_asbits(made[2]) + 1u));
}

#endif
