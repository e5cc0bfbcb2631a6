/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* loguniform: low (high / low)^U, as low e^(v l) or high e^(-v l), where v is the distance of U to its nearer end and l =
 * log(high / low). l is the difference of two logarithms, or where high <= 2 low, log1p((high - low) / low) with an exact
 * difference. The exponent is within 2 ulp plus the logarithms' errors: the variate is within 2 v (2 l + |log low| + |log
 * high|) + 4 ulp. */
#ifndef RR_SAMPLER_LOGUNIFORM_H
#define RR_SAMPLER_LOGUNIFORM_H

#include "laws/laplace/draw/draw.h"
#include "engine/math/exp.h"
#include "engine/math/log.h"
#include "engine/math/log1p.h"

#define RR_RELATES_loguniform 2
RR_FN rr_mask rr_loguniform_related(const rr_real *v) { return rr_le(v[0], v[1]); }

#define RR_CONSTANT_FINISH_loguniform 2
RR_FN void rr_loguniform_prepare(rr_tile *t) { (void)t; }

RR_FN rr_real rr_loguniform_finish(const rr_tile *t, rr_uint32 slot0, rr_real drawn, rr_real aux)
{
    const rr_distances d = rr_distances_of(drawn);
    const rr_real low = rr_run_param(t, 0, slot0), high = rr_run_param(t, 1, slot0);
    const rr_mask near = rr_le(high, low + low);
    const rr_real by = rr_div(rr_select(near, high - low, low), low);   /* 1 where it is not needed */
    const rr_real l = rr_select(near, rr_log1p(by), rr_log(high) - rr_log(low)), x = d.v * l;
    (void)aux;
    const rr_real y = rr_exp_times(rr_select(d.upper, RR_C(0) - x, x), rr_select(d.upper, high, low));
    return rr_max(low, rr_min(y, high));
}

#endif
