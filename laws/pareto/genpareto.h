/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* genpareto: loc + scale (e^(c E) - 1) / c, E the exponential of the same index. It is computed as E (expm1(c E) / (c E)),
 * which tends to the exponential at c = 0 without a switch. With x = |c E|, E's 2 ulps (3 in f64) and the product's 1/2
 * become at most 8 (x + 1) of the value, which has 4 of its own; the sum is rounded once. */
#ifndef RR_SAMPLER_GENPARETO_H
#define RR_SAMPLER_GENPARETO_H

#include "laws/exponential/exponential.h"
#include "engine/math/expm1_times.h"

#define RR_CONSTANT_FINISH_genpareto 3
RR_FN void rr_genpareto_prepare(rr_tile *t) { (void)t; }

RR_FN rr_real rr_genpareto_finish(const rr_tile *t, rr_uint32 slot0, rr_real drawn, rr_real aux)
{
    const rr_real x = drawn * rr_run_param(t, 0, slot0);
    (void)aux;
    return rr_expm1_over(x, drawn, rr_run_param(t, 2, slot0)) + rr_run_param(t, 1, slot0);
}

#endif
