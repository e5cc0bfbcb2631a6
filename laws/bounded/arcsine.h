/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* arcsine: low + w sin(pi v / 2)^2, or high - w sin(pi v / 2)^2, where w = high - low and v is the distance of U to its
 * nearer end, so that both ends are accurate. The second term is within 6 ulp: v 3/4, counted twice, the sine 1, counted
 * twice, the products and w. The sum is rounded once, and is in [low, high]. */
#ifndef RR_SAMPLER_ARCSINE_H
#define RR_SAMPLER_ARCSINE_H

#include "laws/laplace/draw/draw.h"
#include "engine/math/sincos.h"

#define RR_RELATES_arcsine 2
RR_FN rr_mask rr_arcsine_related(const rr_real *v) { return rr_lt(v[0], v[1]); }

#define RR_CONSTANT_FINISH_arcsine 2
RR_FN void rr_arcsine_prepare(rr_tile *t) { (void)t; }

RR_FN rr_real rr_arcsine_finish(const rr_tile *t, rr_uint32 slot0, rr_real drawn, rr_real aux)
{
    const rr_distances d = rr_distances_of(drawn);
    const rr_real low = rr_run_param(t, 0, slot0), high = rr_run_param(t, 1, slot0);
    rr_real s, c;
    rr_sincos_quarter(d.v, &s, &c);
    const rr_real y = s * s * (high - low);
    (void)aux;
    return rr_select(d.upper, rr_max(high - y, low), rr_min(low + y, high));
}

#endif
