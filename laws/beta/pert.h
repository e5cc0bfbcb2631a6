/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* pert: low + w X, where w = high - low and X is a beta variate of shapes 1 + lambda (mode - low) / w and 1 + lambda
 * (high - mode) / w, in f64 for every dtype. The sum is clamped to high. */
#ifndef RR_SAMPLER_PERT_H
#define RR_SAMPLER_PERT_H

#include "engine/passes/tile.h"

/* low <= mode <= high, low < high, and lambda / (high - low) is finite. */
#define RR_RELATES_pert 4
RR_FN rr_mask rr_pert_related(const rr_real *v)
{
    const rr_mask far = rr_lt(rr_div(v[3], v[2] - v[0]), rr_splat(RR_C(1e300)));   /* NaN fails too */
    return rr_mand(rr_mand(rr_le(v[0], v[1]), rr_le(v[1], v[2])), rr_mand(rr_lt(v[0], v[2]), far));
}

RR_FN void rr_pert_stage(const rr_tile *t, rr_uint32 slot0, rr_uint32 number, const rr_real *made, rr_real *param)
{
    const rr_real low = rr_run_param(t, 0, slot0), mode = rr_run_param(t, 1, slot0), high = rr_run_param(t, 2, slot0);
    const rr_real by = rr_div(rr_run_param(t, 3, slot0), high - low);
    (void)number;
    (void)made;
    param[0] = rr_fma(by, mode - low, rr_splat(RR_C(1)));
    param[1] = rr_fma(by, high - mode, rr_splat(RR_C(1)));
}

RR_FN rr_real rr_pert_join(const rr_tile *t, rr_uint32 slot0, const rr_real *made)
{
    const rr_real low = rr_run_param(t, 0, slot0), high = rr_run_param(t, 2, slot0);
    return rr_min(rr_fma(made[0], high - low, low), high);
}

#endif
