/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* positive-negative-binomial: a negative binomial count of n and p given that it is not 0 (draw/positive.h). */
#ifndef RR_SAMPLER_POSITIVE_NEGATIVE_BINOMIAL_H
#define RR_SAMPLER_POSITIVE_NEGATIVE_BINOMIAL_H

#include "engine/draws/integer.h"
#include "laws/zero_inflated/draw/positive.h"

RR_FN void rr_positive_negative_binomial_stage(const rr_tile *t, rr_uint32 slot0, rr_uint32 number,
                                                     const rr_real *made, rr_real *param)
{
    rr_positive_stage(rr_run_param(t, 0, slot0), rr_run_param(t, 1, slot0), number, made, param);
}

RR_FN rr_real rr_positive_negative_binomial_join(const rr_tile *t, rr_uint32 slot0, const rr_real *made)
{
    (void)t;
    (void)slot0;
    return rr_wide_value(rr_asbits(made[2]) + 1u);
}

#endif
