/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* zero-inflated-negative-binomial: 0 with probability pi, otherwise a negative binomial count of n and p, by its stages
 * (laws/negative_binomial). */
#ifndef RR_SAMPLER_ZERO_INFLATED_NEGATIVE_BINOMIAL_H
#define RR_SAMPLER_ZERO_INFLATED_NEGATIVE_BINOMIAL_H

#include "laws/zero_inflated/draw/zero.h"

RR_FN void rr_zero_inflated_negative_binomial_stage(const rr_tile *t, rr_uint32 slot0, rr_uint32 number,
                                                    const rr_real *made, rr_real *param)
{
    const rr_real p = rr_run_param(t, 1, slot0);
    if (number == 0) {
        param[0] = rr_run_param(t, 2, slot0);
    } else if (number == 1) {
        param[0] = rr_run_param(t, 0, slot0);
        param[1] = rr_splat(RR_C(1));
    } else {
        param[0] = made[1] * rr_div(RR_C(1) - p, p);
    }
}

RR_FN rr_real rr_zero_inflated_negative_binomial_join(const rr_tile *t, rr_uint32 slot0, const rr_real *made)
{
    (void)t;
    (void)slot0;
    return rr_zero_or(made, made[2]);
}

#endif
