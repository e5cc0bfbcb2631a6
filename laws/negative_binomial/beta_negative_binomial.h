/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* beta-negative-binomial: a negative binomial count of n whose p is a beta variate of shapes a and b. (1 - p) / p is a
 * beta-prime variate of shapes b and a, and the count is Poisson of mean G (1 - p) / p, G a gamma variate of shape n. So p
 * itself is not computed, and a p near 0 or 1 loses nothing: the mean is within the ulps of both stages.
 *
 * A mean above 10^15, where Poisson ends, is a count that does not fit; it has a probability of about (n b 10^-15)^a / a. */
#ifndef RR_SAMPLER_BETA_NEGATIVE_BINOMIAL_H
#define RR_SAMPLER_BETA_NEGATIVE_BINOMIAL_H

#include "engine/passes/tile.h"

RR_FN void rr_beta_negative_binomial_stage(const rr_tile *t, rr_uint32 slot0, rr_uint32 number,
                                           const rr_real *made, rr_real *param)
{
    const rr_real one = rr_splat(RR_C(1));
    if (number == 0) {
        param[0] = rr_run_param(t, 2, slot0);
        param[1] = rr_run_param(t, 1, slot0);
        param[2] = one;
    } else if (number == 1) {
        param[0] = rr_run_param(t, 0, slot0);
        param[1] = one;
    } else {
        param[0] = made[0] * made[1];
    }
}

RR_FN rr_real rr_beta_negative_binomial_join(const rr_tile *t, rr_uint32 slot0, const rr_real *made)
{
    (void)t;
    (void)slot0;
    return made[2];
}

#endif
