/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* noncentral-chi2: chi-squared of df + 2 N degrees of freedom, N a Poisson count of mean nonc / 2. This is twice a gamma of
 * shape df / 2 + N. For df = 0 and N = 0 it is 0. The shape is at least 1e-300 then, where every gamma underflows to 0. */
#ifndef RR_SAMPLER_NONCENTRAL_CHI2_H
#define RR_SAMPLER_NONCENTRAL_CHI2_H

#include "laws/noncentral/draw/shape.h"

RR_FN void rr_noncentral_chi2_stage(const rr_tile *t, rr_uint32 slot0, rr_uint32 number, const rr_real *made, rr_real *param)
{
    if (number == 0) {
        param[0] = rr_run_param(t, 1, slot0) * RR_C(0.5);
    } else {
        param[0] = rr_max(rr_noncentral_shape(rr_run_param(t, 0, slot0), made[0]), rr_splat(RR_C(1e-300)));
        param[1] = rr_splat(RR_C(2));
    }
}

RR_FN rr_real rr_noncentral_chi2_join(const rr_tile *t, rr_uint32 slot0, const rr_real *made)
{
    (void)t;
    (void)slot0;
    return made[1];
}

#endif
