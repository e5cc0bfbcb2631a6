/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* zero-inflated-poisson: 0 with probability pi, otherwise a Poisson count of mean lam, which may be 0 too. pi is used as
 * given, instead of 1 - pi, so a small pi keeps its precision. */
#ifndef RR_SAMPLER_ZERO_INFLATED_POISSON_H
#define RR_SAMPLER_ZERO_INFLATED_POISSON_H

#include "laws/zero_inflated/draw/zero.h"

RR_FN void rr_zero_inflated_poisson_stage(const rr_tile *t, rr_uint32 slot0, rr_uint32 number,
                                          const rr_real *made, rr_real *param)
{
    (void)made;
    param[0] = rr_run_param_either(t, number == 0, 0, 1, slot0);
}

RR_FN rr_real rr_zero_inflated_poisson_join(const rr_tile *t, rr_uint32 slot0, const rr_real *made)
{
    (void)t;
    (void)slot0;
    return rr_zero_or(made, made[1]);
}

#endif
