/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* lognormal: exp(mu + sigma Z), Z the standard normal of the same index, within 2 ulp of exp of the exact mu + sigma Z for Z
 * as a number of the dtype (engine/math/short/exp_linear.h). (Z itself is rounded: sigma times its 2 ulp is in the exponent,
 * as in any lognormal.) */
#ifndef RR_SAMPLER_LOGNORMAL_H
#define RR_SAMPLER_LOGNORMAL_H

#include "engine/math/short/exp_linear.h"
#include "laws/normal/draw/draw.h"

#define RR_CONSTANT_FINISH_lognormal 2
RR_FN void rr_lognormal_prepare(rr_tile *t) { (void)t; }

RR_FN rr_real rr_lognormal_finish(const rr_tile *t, rr_uint32 slot0, rr_real z, rr_real aux)
{
    (void)aux;
    return rr_exp_linear(rr_run_param(t, 0, slot0), rr_run_param(t, 1, slot0), z);
}

#endif
