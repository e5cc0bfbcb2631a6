/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* weibull: scale E^(1/a), E = -log(1 - U) with full relative precision at both ends (laws/laplace/draw/draw.h), so the lower
 * tail is accurate for small a. E is within 3.3 ulp, which the root turns into at most 7 / a; the value has 2 more. */
#ifndef RR_SAMPLER_WEIBULL_H
#define RR_SAMPLER_WEIBULL_H

#include "laws/weibull/draw/power.h"

#define RR_CONSTANT_FINISH_weibull 2
RR_FN void rr_weibull_prepare(rr_tile *t) { (void)t; }

RR_FN rr_real rr_weibull_finish(const rr_tile *t, rr_uint32 slot0, rr_real drawn, rr_real aux)
{
    const rr_distances d = rr_distances_mirrored(rr_distances_of(drawn));
    (void)aux;
    return rr_weibull_power(d, rr_run_param(t, 0, slot0), 0, rr_run_param(t, 1, slot0));
}

#endif
