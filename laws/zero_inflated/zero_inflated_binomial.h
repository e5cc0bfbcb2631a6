/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* zero-inflated-binomial: 0 with probability pi, otherwise a binomial count of n trials of probability p. */
#ifndef RR_SAMPLER_ZERO_INFLATED_BINOMIAL_H
#define RR_SAMPLER_ZERO_INFLATED_BINOMIAL_H

#include "engine/draws/whole.h"
#include "laws/zero_inflated/draw/zero.h"

/* True where n is an integer. */
#define RR_RELATES_zero_inflated_binomial 1
RR_FN rr_mask rr_zero_inflated_binomial_related(const rr_real *v) { return rr_whole(v[0]); }

RR_FN void rr_zero_inflated_binomial_stage(const rr_tile *t, rr_uint32 slot0, rr_uint32 number,
                                           const rr_real *made, rr_real *param)
{
    (void)made;
    param[0] = rr_run_param_either(t, number == 0, 0, 2, slot0);
    param[1] = rr_run_param(t, 1, slot0);
}

RR_FN rr_real rr_zero_inflated_binomial_join(const rr_tile *t, rr_uint32 slot0, const rr_real *made)
{
    (void)t;
    (void)slot0;
    return rr_zero_or(made, made[1]);
}

#endif
