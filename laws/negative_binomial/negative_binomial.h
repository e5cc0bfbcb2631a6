/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* negative-binomial: failures before the n-th success of probability p, n any positive number. It is a Poisson count whose
 * mean is a gamma of shape n times (1 - p) / p. Both are in f64 for every dtype.
 *
 * For p = 1 the mean, and the count, is 0. A mean above 1e15, the largest of poisson, is a count that does not fit. */
#ifndef RR_SAMPLER_NEGATIVE_BINOMIAL_H
#define RR_SAMPLER_NEGATIVE_BINOMIAL_H

#include "engine/passes/tile.h"

RR_FN void rr_negative_binomial_stage(const rr_tile *t, rr_uint32 slot0, rr_uint32 number, const rr_real *made,
                                      rr_real *param)
{
    const rr_real p = rr_run_param(t, 1, slot0);
    if (number == 0) {
        param[0] = rr_run_param(t, 0, slot0);
        param[1] = rr_splat(RR_C(1));
    } else {
        param[0] = made[0] * rr_div(RR_C(1) - p, p);
    }
}

RR_FN rr_real rr_negative_binomial_join(const rr_tile *t, rr_uint32 slot0, const rr_real *made)
{
    (void)t;
    (void)slot0;
    return made[1];
}

#endif
