/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* skellam: the difference of two independent Poisson counts, of means mu1 and mu2. */
#ifndef RR_SAMPLER_SKELLAM_H
#define RR_SAMPLER_SKELLAM_H

#include "engine/draws/integer.h"

RR_FN void rr_skellam_stage(const rr_tile *t, rr_uint32 slot0, rr_uint32 number, const rr_real *made, rr_real *param)
{
    (void)made;
    param[0] = rr_run_param_either(t, number == 0, 1, 0, slot0);
}

RR_FN rr_real rr_skellam_join(const rr_tile *t, rr_uint32 slot0, const rr_real *made)
{
    (void)t;
    (void)slot0;
    return rr_wide_value(rr_asbits(made[0]) - rr_asbits(made[1]));
}

#endif
