/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* bernoulli-logit: 1 with odds e^x, where x is the parameter; otherwise 0. The sampler draws the rarer outcome, whose
 * probability e^-|x| / (1 + e^-|x|) is accurate to 3 ulps. So zeros have the right probability even at a logit of 50. */
#ifndef RR_SAMPLER_BERNOULLI_LOGIT_H
#define RR_SAMPLER_BERNOULLI_LOGIT_H

#include "engine/draws/integer.h"
#include "engine/draws/logit.h"

RR_FN void rr_bernoulli_logit_stage(const rr_tile *t, rr_uint32 slot0, rr_uint32 number, const rr_real *made, rr_real *param)
{
    (void)number;
    (void)made;
    param[0] = rr_logistic_rarer(rr_run_param(t, 0, slot0));
}

RR_FN rr_real rr_bernoulli_logit_join(const rr_tile *t, rr_uint32 slot0, const rr_real *made)
{
    const rr_mask zeros = rr_lt(rr_splat(RR_C(0)), rr_run_param(t, 0, slot0));
    return rr_select(zeros, rr_wide_value(rr_tobits(rr_wsplat(1)) - rr_asbits(made[0])), made[0]);
}

#endif
