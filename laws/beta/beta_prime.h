/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* beta-prime: scale X / (1 - X), X the beta of shapes a and b of the same index. Its odds are (a / b) e^v: no difference,
 * and no overflow on the way but of the product by scale. */
#ifndef RR_SAMPLER_BETA_PRIME_H
#define RR_SAMPLER_BETA_PRIME_H

#include "laws/beta/draw/slots.h"
#include "engine/math/exp.h"

RR_FN void rr_beta_prime_prepare(rr_tile *t) { rr_beta_prepare_of(t, RR_C(1)); }

RR_FN rr_real rr_beta_prime_finish(const rr_tile *t, rr_uint32 slot0, rr_real v, rr_real aux)
{
    const rr_real odds = rr_div(rr_run_param(t, 0, slot0), rr_run_param(t, 1, slot0));
    (void)aux;
    return rr_exp_times(v, odds) * rr_run_param(t, 2, slot0);
}

#endif
