/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* pareto: scale (e^(E / a) - 1), E the exponential of the same index: NumPy's Pareto II, or Lomax, which begins at 0. With x
 * = E / a, E's 2 ulps (3 in f64) and the quotient's 1/2 become at most 7 (x + 1) of the value, which has 3 of its own.
 *
 * From a = 2^60 on, e^x - 1 is x to half an ulp, and x may be denormal or 0. There the sample is (E scale) / a, both scaled
 * by 2^-32 so that E scale does not overflow. */
#ifndef RR_SAMPLER_PARETO_H
#define RR_SAMPLER_PARETO_H

#include "laws/exponential/exponential.h"
#include "engine/math/expm1_times.h"

#define RR_CONSTANT_FINISH_pareto 2
RR_FN void rr_pareto_prepare(rr_tile *t) { (void)t; }

RR_FN rr_real rr_pareto_finish(const rr_tile *t, rr_uint32 slot0, rr_real drawn, rr_real aux)
{
    const rr_real a = rr_run_param(t, 0, slot0), scale = rr_run_param(t, 1, slot0);
    const rr_real x = rr_expm1_times(rr_div(drawn, a), scale);
    const rr_mask large = rr_lt(rr_splat(RR_C(0x1p60)), a);
    (void)aux;
    if (!rr_some(large)) return x;
    return rr_select(large, rr_div(drawn * (scale * RR_C(0x1p-32)), a * RR_C(0x1p-32)), x);
}

#endif
