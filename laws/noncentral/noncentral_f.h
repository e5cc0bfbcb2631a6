/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* noncentral-f: a ratio of mean squares, (X / dfnum) / (Y / dfden), X noncentral chi-squared of dfnum degrees of freedom, Y
 * chi-squared of dfden. */
#ifndef RR_SAMPLER_NONCENTRAL_F_H
#define RR_SAMPLER_NONCENTRAL_F_H

#include "laws/noncentral/draw/shape.h"

RR_FN void rr_noncentral_f_stage(const rr_tile *t, rr_uint32 slot0, rr_uint32 number, const rr_real *made, rr_real *param)
{
    const rr_real df = rr_run_param_either(t, number == 2, 0, 1, slot0);
    if (number == 0) {
        param[0] = rr_run_param(t, 2, slot0) * RR_C(0.5);
        return;
    }
    param[0] = number == 1 ? rr_noncentral_shape(df, made[0]) : df * RR_C(0.5);
    param[1] = rr_div(rr_splat(RR_C(2)), df);
}

RR_FN rr_real rr_noncentral_f_join(const rr_tile *t, rr_uint32 slot0, const rr_real *made)
{
    (void)t;
    (void)slot0;
    return rr_div(made[1], made[2]);
}

#endif
