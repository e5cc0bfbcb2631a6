/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* triangular: with w = right - left, left + w sqrt(U (mode - left) / w) for U below (mode - left) / w, the share left of
 * the mode, else right - w sqrt((1 - U) (right - mode) / w). U and 1 - U have all their digits, so that both ends are
 * right. The root's argument is within 4 ulp and the distance from an end within 5; the sum is rounded once, and lies
 * within the ends. */
#ifndef RR_SAMPLER_TRIANGULAR_H
#define RR_SAMPLER_TRIANGULAR_H

#include "laws/laplace/draw/draw.h"

/* left <= mode <= right, not all the same */
#define RR_RELATES_triangular 3
RR_FN rr_mask rr_triangular_related(const rr_real *v)
{
    return rr_mand(rr_mand(rr_le(v[0], v[1]), rr_le(v[1], v[2])), rr_lt(v[0], v[2]));
}

#define RR_STEADY_triangular 3
RR_FN void rr_triangular_prepare(rr_tile *t) { (void)t; }

RR_FN rr_real rr_triangular_finish(const rr_tile *t, rr_uint32 slot0, rr_real drawn, rr_real aux)
{
    const rr_distances d = rr_distances_of(drawn);
    const rr_real left = rr_run_param(t, 0, slot0), mode = rr_run_param(t, 1, slot0), right = rr_run_param(t, 2, slot0);
    const rr_real width = right - left, share = rr_div(mode - left, width), rest = rr_div(right - mode, width);
    const rr_real far = RR_C(1) - d.v, u = rr_select(d.upper, far, d.v), above = rr_select(d.upper, d.v, far);
    const rr_mask low = rr_lt(u, share);
    const rr_real y = width * rr_sqrt(rr_select(low, u * share, above * rest));
    (void)aux;
    return rr_select(low, rr_min(left + y, right), rr_max(right - y, left));
}

#endif
