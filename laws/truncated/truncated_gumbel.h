/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* truncated-gumbel: `gumbel` from low to high, loc + scale Z, Z of maxima.h between the ends in units of scale from loc. The
 * sum is rounded once. */
#ifndef RR_SAMPLER_TRUNCATED_GUMBEL_H
#define RR_SAMPLER_TRUNCATED_GUMBEL_H

#include "laws/truncated/draw/maxima.h"

#define RR_RELATES_truncated_gumbel 2
RR_FN rr_mask rr_truncated_gumbel_related(const rr_real *v) { return rr_truncated_related(v); }

#define RR_CONSTANT_FINISH_truncated_gumbel 4
RR_FN void rr_truncated_gumbel_prepare(rr_tile *t) { (void)t; }

RR_FN rr_real rr_truncated_gumbel_finish(const rr_tile *t, rr_uint32 slot0, rr_real drawn, rr_real aux)
{
    const rr_real low = rr_run_param(t, 0, slot0), high = rr_run_param(t, 1, slot0);
    const rr_real loc = rr_run_param(t, 2, slot0), scale = rr_run_param(t, 3, slot0);
    const rr_real l = rr_div(low - loc, scale), h = rr_div(high - loc, scale);
    const rr_real w = rr_div(high - low, scale);
    const rr_maxima m = rr_maxima_between(drawn, l, h, w);
    const rr_real from = rr_select(m.left, high, rr_select(m.right, low, loc));
    /* Where the density is e^(-e^-z), no width counts as tiny. */
    const rr_real flat = rr_select(rr_lt(l, rr_splat(RR_C(-1))), rr_splat(RR_C(1)), w);
    (void)aux;
    return rr_window_sample(rr_distances_of(drawn), flat, rr_fma(m.z, scale, from), low, high);
}

#endif
