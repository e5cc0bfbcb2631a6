/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* rayleigh: scale sqrt(2 E), E the exponential of the same index: 2 ulps of E (3 in f64) count once, the root and the
 * product half an ulp each. The largest value is sqrt(130 log 2) = 9.5 (f32), 13.4 (f64), times scale. */
#ifndef RR_SAMPLER_RAYLEIGH_H
#define RR_SAMPLER_RAYLEIGH_H

#include "laws/exponential/exponential.h"

#define RR_CONSTANT_FINISH_rayleigh 1
RR_FN void rr_rayleigh_prepare(rr_tile *t) { (void)t; }

RR_FN rr_real rr_rayleigh_finish(const rr_tile *t, rr_uint32 slot0, rr_real drawn, rr_real aux)
{
    (void)aux;
    return rr_sqrt_steps(drawn + drawn) * rr_run_param(t, 0, slot0);
}

#endif
