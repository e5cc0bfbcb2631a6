/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* zero-truncated-poisson: a Poisson count of mean lam given that it is not 0. Given at least one point of rate 1 on [0,
 * lam], the first is at T, an exponential below lam. After it there is a Poisson count of mean lam - T, so the count is 1
 * more. Nothing is rejected or lost, however small lam is. T is in f64 for every dtype, and changes the mean by 14 of its
 * ulps. */
#ifndef RR_SAMPLER_ZERO_TRUNCATED_POISSON_H
#define RR_SAMPLER_ZERO_TRUNCATED_POISSON_H

#include "engine/draws/integer.h"

RR_FN void rr_zero_truncated_poisson_stage(const rr_tile *t, rr_uint32 slot0, rr_uint32 number,
                                           const rr_real *made, rr_real *param)
{
    const rr_real lam = rr_run_param(t, 0, slot0);
    param[0] = number == 0 ? lam : rr_max(lam - made[0], rr_splat(RR_C(0)));
    param[1] = rr_splat(RR_C(0));
    param[2] = rr_splat(RR_C(1));
}

RR_FN rr_real rr_zero_truncated_poisson_join(const rr_tile *t, rr_uint32 slot0, const rr_real *made)
{
    (void)t;
    (void)slot0;
    return rr_wide_value(rr_asbits(made[1]) + 1u);
}

#endif
