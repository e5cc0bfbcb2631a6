/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* levy: loc + scale / Z^2, Z the standard normal of the same index. The 5 ulp of Z count twice; square, quotient and sum are
 * rounded once each. */
#ifndef RR_SAMPLER_LEVY_H
#define RR_SAMPLER_LEVY_H

#include "laws/normal/draw/draw.h"

#define RR_CONSTANT_FINISH_levy 2
RR_FN void rr_levy_prepare(rr_tile *t) { (void)t; }

RR_FN rr_real rr_levy_finish(const rr_tile *t, rr_uint32 slot0, rr_real z, rr_real aux)
{
    (void)aux;
    return rr_div(rr_run_param(t, 1, slot0), z * z) + rr_run_param(t, 0, slot0);
}

#endif
