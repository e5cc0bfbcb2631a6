/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* johnson-sb: loc + scale / (1 + e^-y), y = (Z - a) / b, Z the standard normal of the same index. With q = e^-|y| the
 * fraction is 1 / (1 + q), or q / (1 + q) where y < 0, so both ends are accurate. The error of y, 10 |Z| / b + 3 |y| half
 * ulps of 1, counts at most once; 6 more. */
#ifndef RR_SAMPLER_JOHNSON_SB_H
#define RR_SAMPLER_JOHNSON_SB_H

#include "laws/normal/draw/draw.h"
#include "engine/math/exp.h"

#define RR_CONSTANT_FINISH_johnson_sb 4
RR_FN void rr_johnson_sb_prepare(rr_tile *t) { (void)t; }

RR_FN rr_real rr_johnson_sb_finish(const rr_tile *t, rr_uint32 slot0, rr_real z, rr_real aux)
{
    const rr_real y = rr_div(z - rr_run_param(t, 0, slot0), rr_run_param(t, 1, slot0)), size = rr_abs(y);
    const rr_real q = rr_exp(RR_C(0) - size), one = rr_splat(RR_C(1));
    const rr_real fraction = rr_div(rr_select(rr_lt(y, rr_splat(RR_C(0))), q, one), one + q);
    (void)aux;
    return rr_fma(fraction, rr_run_param(t, 3, slot0), rr_run_param(t, 2, slot0));
}

#endif
