/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* negative-binomial-mean: a Poisson count whose mean is mu times a gamma of shape n over n, so its mean is mu and its
 * variance mu + mu^2 / n. It is negative-binomial with p = n / (n + mu), and keeps the mean accurate where p is near 1.
 *
 * From n = 2^120 on the gamma over n is 1, rounded: the count is poisson of mean mu, and n = inf is allowed. A Poisson mean
 * above 1e15, the largest of poisson, is a count that does not fit. */
#ifndef RR_SAMPLER_NEGATIVE_BINOMIAL_MEAN_H
#define RR_SAMPLER_NEGATIVE_BINOMIAL_MEAN_H

#include "engine/passes/tile.h"

RR_FN void rr_negative_binomial_mean_stage(const rr_tile *t, rr_uint32 slot0, rr_uint32 number, const rr_real *made,
                                           rr_real *param)
{
    const rr_real n = rr_min_scalar(rr_run_param(t, 1, slot0), RR_C(0x1p120));
    if (number == 0) {
        param[0] = n;
        param[1] = rr_splat(RR_C(1));
    } else {
        param[0] = made[0] * rr_div(rr_run_param(t, 0, slot0), n);
    }
}

RR_FN rr_real rr_negative_binomial_mean_join(const rr_tile *t, rr_uint32 slot0, const rr_real *made)
{
    (void)t;
    (void)slot0;
    return made[1];
}

#endif
