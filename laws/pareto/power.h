/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* power: e^(-E / a), E the exponential of the same index, which is U^(1/a), accurate at 0: its minimum is 2^(-65/a)
 * (2^(-129/a)). With x = E / a, E's 2 ulps (3 in f64) and the quotient's 1/2 become at most 7 x of the value, which has 1.01
 * of its own. */
#ifndef RR_SAMPLER_POWER_H
#define RR_SAMPLER_POWER_H

#include "laws/exponential/exponential.h"
#include "engine/math/exp.h"

#define RR_CONSTANT_FINISH_power 1
RR_FN void rr_power_prepare(rr_tile *t) { (void)t; }

RR_FN rr_real rr_power_finish(const rr_tile *t, rr_uint32 slot0, rr_real drawn, rr_real aux)
{
    (void)aux;
    return rr_exp(RR_C(0) - rr_div(drawn, rr_run_param(t, 0, slot0)));
}

#endif
