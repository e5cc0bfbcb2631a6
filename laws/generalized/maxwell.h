/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* maxwell: scale times a chi variate of 3 degrees of freedom, in f64 for every dtype. */
#ifndef RR_SAMPLER_MAXWELL_H
#define RR_SAMPLER_MAXWELL_H

#include "engine/passes/tile.h"

RR_FN void rr_maxwell_stage(const rr_tile *t, rr_uint32 slot0, rr_uint32 number, const rr_real *made, rr_real *param)
{
    (void)t;
    (void)slot0;
    (void)number;
    (void)made;
    param[0] = rr_splat(RR_C(3));
}

RR_FN rr_real rr_maxwell_join(const rr_tile *t, rr_uint32 slot0, const rr_real *made)
{
    return made[0] * rr_run_param(t, 0, slot0);
}

#endif
