/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* frechet: loc + scale E^(-1/a), E = -log U with full relative precision at both ends (laws/laplace/draw/draw.h): its heavy
 * tail is at the smallest E, 2^-65 (2^-129). E is within 3.3 ulp, which the root turns into at most 7 / a; the product has 2
 * more, the sum is rounded once. */
#ifndef RR_SAMPLER_FRECHET_H
#define RR_SAMPLER_FRECHET_H

#include "laws/weibull/draw/power.h"

#define RR_CONSTANT_FINISH_frechet 3
RR_FN void rr_frechet_prepare(rr_tile *t) { (void)t; }

RR_FN rr_real rr_frechet_finish(const rr_tile *t, rr_uint32 slot0, rr_real drawn, rr_real aux)
{
    const rr_distances d = rr_distances_of(drawn);
    (void)aux;
    return rr_weibull_power(d, rr_run_param(t, 0, slot0), 1, rr_run_param(t, 2, slot0)) + rr_run_param(t, 1, slot0);
}

#endif
