/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* noncentral-t: (Z + nc) / sqrt(Y / df), Z a standard normal, Y chi-squared of df degrees of freedom. */
#ifndef RR_SAMPLER_NONCENTRAL_T_H
#define RR_SAMPLER_NONCENTRAL_T_H

#include "engine/passes/tile.h"

RR_FN void rr_noncentral_t_stage(const rr_tile *t, rr_uint32 slot0, rr_uint32 number, const rr_real *made, rr_real *param)
{
    const rr_real df = rr_run_param(t, 0, slot0);
    (void)made;
    param[0] = number == 0 ? rr_run_param(t, 1, slot0) : df * RR_C(0.5);
    param[1] = number == 0 ? rr_splat(RR_C(1)) : rr_div(rr_splat(RR_C(2)), df);
}

RR_FN rr_real rr_noncentral_t_join(const rr_tile *t, rr_uint32 slot0, const rr_real *made)
{
    (void)t;
    (void)slot0;
    return rr_div(made[0], rr_sqrt(made[1]));
}

#endif
