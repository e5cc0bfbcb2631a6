/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* generalized-normal: loc +- scale X^(1/beta), X a gamma variate of shape 1 / beta, by its logarithm, which does not
 * underflow for any shape. The sign is that of a uniform from -1 to 1. Both are in f64 for every dtype. */
#ifndef RR_SAMPLER_GENERALIZED_NORMAL_H
#define RR_SAMPLER_GENERALIZED_NORMAL_H

#include "engine/passes/tile.h"
#include "engine/math/exp.h"

RR_FN void rr_generalized_normal_stage(const rr_tile *t, rr_uint32 slot0, rr_uint32 number,
                                       const rr_real *made, rr_real *param)
{
    (void)made;
    param[0] = number == 0 ? rr_div(rr_splat(RR_C(1)), rr_run_param(t, 0, slot0)) : rr_splat(RR_C(-1));
    param[1] = rr_splat(RR_C(1));
}

RR_FN rr_real rr_generalized_normal_join(const rr_tile *t, rr_uint32 slot0, const rr_real *made)
{
    const rr_real part = rr_exp_times(rr_div(made[0], rr_run_param(t, 0, slot0)), rr_run_param(t, 2, slot0));
    return rr_select(rr_lt(made[1], rr_splat(RR_C(0))), RR_C(0) - part, part) + rr_run_param(t, 1, slot0);
}

#endif
