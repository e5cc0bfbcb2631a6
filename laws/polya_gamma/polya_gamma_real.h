/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* polya-gamma-real: PG(b, z) for any b up to 2^20, PG(n, z) + PG(b - n, z), n the integer with 0 < b - n <= 1. It is the sum
 * of a `polya-gamma-sum` of n (for n = 0 drawn for 1 and left out) and a `polya-gamma-part`. Both are in f64, within 49 ulps
 * each. */
#ifndef RR_SAMPLER_POLYA_GAMMA_REAL_H
#define RR_SAMPLER_POLYA_GAMMA_REAL_H

#include "engine/passes/tile.h"

/* n: b rounded to an integer, or 1 less. */
RR_FN rr_real rr_polya_whole(const rr_tile *t, rr_uint32 slot0)
{
    const rr_real b = rr_run_param(t, 0, slot0), big = rr_splat(RR_C(0x1p52)), nearest = (b + big) - big;
    return nearest - rr_select(rr_lt(nearest, b), rr_splat(RR_C(0)), rr_splat(RR_C(1)));
}

RR_FN void rr_polya_gamma_real_stage(const rr_tile *t, rr_uint32 slot0, rr_uint32 number, const rr_real *made,
                                     rr_real *param)
{
    const rr_real n = rr_polya_whole(t, slot0);
    (void)made;
    param[0] = number == 0 ? rr_max(n, rr_splat(RR_C(1))) : rr_run_param(t, 0, slot0) - n;
    param[1] = rr_run_param(t, 1, slot0);
}

RR_FN rr_real rr_polya_gamma_real_join(const rr_tile *t, rr_uint32 slot0, const rr_real *made)
{
    const rr_mask none = rr_lt(rr_polya_whole(t, slot0), rr_splat(RR_C(1)));
    return rr_select(none, rr_splat(RR_C(0)), made[0]) + made[1];
}

#endif
