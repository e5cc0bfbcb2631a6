/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* gumbel: loc - scale log E, E = -log U of all digits at both ends (laws/laplace/draw/draw.h), so that the right tail
 * reaches 65 log 2 = 45.1 (f32), 89.4 (f64). E is within 3.3 ulp, so its logarithm within 7 2^-24 (7 2^-53) of the real
 * one, and 1 ulp more; the sum is rounded once. */
#ifndef RR_SAMPLER_GUMBEL_H
#define RR_SAMPLER_GUMBEL_H

#include "laws/laplace/draw/draw.h"
#include "engine/math/log.h"

#define RR_STEADY_gumbel 2
RR_FN void rr_gumbel_prepare(rr_tile *t) { (void)t; }

RR_FN rr_real rr_gumbel_finish(const rr_tile *t, rr_uint32 slot0, rr_real drawn, rr_real aux)
{
    const rr_real e = rr_distances_neglog(rr_distances_of(drawn));
    (void)aux;
    return rr_fma(rr_minus_log(e), rr_run_param(t, 1, slot0), rr_run_param(t, 0, slot0));
}

#endif
