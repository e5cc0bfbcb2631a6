/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* genextreme: loc + scale (1 - E^c) / c, E = -log U with full relative precision at both ends (laws/laplace/draw/draw.h).
 * With l = log E it is loc - scale l (expm1(c l) / (c l)), which tends to gumbel at c = 0 without a switch; where c l is 0,
 * the quotient is 1. l is within 7 2^-24 (7 2^-53) and 1 ulp of its exact value; the quotient multiplies that by at most 1 +
 * |c l|, and has 3 ulp. */
#ifndef RR_SAMPLER_GENEXTREME_H
#define RR_SAMPLER_GENEXTREME_H

#include "laws/laplace/draw/draw.h"
#include "engine/math/log.h"
#include "engine/math/expm1_times.h"

#define RR_CONSTANT_FINISH_genextreme 3
RR_FN void rr_genextreme_prepare(rr_tile *t) { (void)t; }

RR_FN rr_real rr_genextreme_finish(const rr_tile *t, rr_uint32 slot0, rr_real drawn, rr_real aux)
{
    const rr_real minus = rr_minus_log(rr_distances_neglog(rr_distances_of(drawn)));
    const rr_real z = (RR_C(0) - minus) * rr_run_param(t, 0, slot0);
    (void)aux;
    return rr_expm1_over(z, minus, rr_run_param(t, 2, slot0)) + rr_run_param(t, 1, slot0);
}

#endif
