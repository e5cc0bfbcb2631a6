/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* hurdle-negative-binomial: 0 with probability pi, otherwise a negative binomial count given that it is not 0
 * (draw/positive.h). Where stage 0 has drawn 0, samples equal those of positive-negative-binomial at the same index. */
#ifndef RR_SAMPLER_HURDLE_NEGATIVE_BINOMIAL_H
#define RR_SAMPLER_HURDLE_NEGATIVE_BINOMIAL_H

#include "laws/zero_inflated/draw/positive.h"
#include "laws/zero_inflated/draw/zero.h"

RR_FN void rr_hurdle_negative_binomial_stage(const rr_tile *t, rr_uint32 slot0, rr_uint32 number,
                                             const rr_real *made, rr_real *param)
{
    if (number == 0) param[0] = rr_run_param(t, 2, slot0);
    else rr_positive_stage(rr_run_param(t, 0, slot0), rr_run_param(t, 1, slot0), number - 1, made + 1, param);
}

RR_FN rr_real rr_hurdle_negative_binomial_join(const rr_tile *t, rr_uint32 slot0, const rr_real *made)
{
    (void)t;
    (void)slot0;
    return rr_zero_or(made, rr_wide_value(rr_asbits(made[3]) + 1u));
}

#endif
