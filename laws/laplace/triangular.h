/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* triangular: with w = right - left and f = (mode - left) / w, the sample is left + w sqrt(p), p = U f, where U < f.
 * Else it is right - w sqrt(p), p = (1 - U) rest, rest = (right - mode) / w. U and 1 - U have full relative
 * precision, so both ends are accurate. The root's argument is within 4 ulp, the distance from an end within 5; the sum is
 * rounded once.
 *
 * Where the mode is within w / 8 of an end, samples between it and the middle are that end plus their distance from it, w
 * (1 - sqrt(p)) = w z / (1 + sqrt(p)). z = 1 - p = U + (1 - U) f, or by symmetry 1 - U + U rest, is a sum of terms of
 * full precision, so within 8 ulp. The distance from the other end would have an error of w 2^-24 (2^-53). */
#ifndef RR_SAMPLER_TRIANGULAR_H
#define RR_SAMPLER_TRIANGULAR_H

#include "laws/laplace/draw/draw.h"

/* left <= mode <= right, not all equal */
#define RR_RELATES_triangular 3
RR_FN rr_mask rr_triangular_related(const rr_real *v)
{
    return rr_mand(rr_mand(rr_le(v[0], v[1]), rr_le(v[1], v[2])), rr_lt(v[0], v[2]));
}

/* The sample where the mode is near an end. U is compared with the fraction by its distance from 1 where that is smaller. */
RR_FN rr_real rr_triangular_skewed(rr_distances d, rr_real left, rr_real right, rr_real fraction, rr_real rest)
{
    const rr_real one = rr_splat(RR_C(1)), far = one - d.v, width = right - left;
    const rr_real u = rr_select(d.upper, far, d.v), above = rr_select(d.upper, d.v, far);
    const rr_mask low = rr_mor(rr_mand(d.upper, rr_lt(rest, above)), rr_mandnot(rr_lt(u, fraction), d.upper));
    const rr_real part = rr_select(low, u * fraction, above * rest), root = rr_sqrt(part);
    const rr_real z = rr_select(low, rr_fma(u, rest, above), rr_fma(above, fraction, u));
    const rr_mask other = rr_lt(rr_splat(RR_C(0.25)), part), up = rr_mor(rr_mandnot(low, other), rr_mandnot(other, low));
    const rr_real y = width * rr_select(other, rr_div(z, root + one), root);
    return rr_select(up, rr_min(left + y, right), rr_max(right - y, left));
}

RR_FN rr_real rr_triangular_finish(const rr_tile *t, rr_uint32 slot0, rr_real drawn, rr_real aux)
{
    const rr_distances d = rr_distances_of(drawn);
    const rr_real left = rr_run_param(t, 0, slot0), mode = rr_run_param(t, 1, slot0), right = rr_run_param(t, 2, slot0);
    const rr_real width = right - left, fraction = rr_div(mode - left, width), rest = rr_div(right - mode, width);
    const rr_real far = RR_C(1) - d.v, u = rr_select(d.upper, far, d.v), above = rr_select(d.upper, d.v, far);
    const rr_mask low = rr_lt(u, fraction), skewed = rr_lt(rr_min(fraction, rest), rr_splat(RR_C(0.125)));
    const rr_real y = width * rr_sqrt(rr_select(low, u * fraction, above * rest));
    const rr_real x = rr_select(low, rr_min(left + y, right), rr_max(right - y, left));
    (void)aux;
    return rr_some(skewed) ? rr_select(skewed, rr_triangular_skewed(d, left, right, fraction, rest), x) : x;
}

#endif
