/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* asymmetric-laplace: with k the kappa, loc + scale k log(U (1 + 1 / k^2)) where that logarithm is negative, else
 * loc - scale / k log((1 - U) (1 + k^2)). U and 1 - U come from the distances to both ends, so both tails are accurate.
 *
 * Error, with u half an ulp of 1: U has 3 u, 1 / k^2 3 u, its sum with 1 one more and the product one: the logarithm is off
 * by 8 u, and by 2 u of its own size. The factor k (1 / k: u) and its product have 2 u. So a sample is within
 * scale k u (8 + 4 y), or scale / k u (8 + 4 y), of the exact one, y the size of the logarithm, and half an ulp. The
 * logarithm is at most 65 log 2 (f32), 129 log 2 (f64). */
#ifndef RR_SAMPLER_ASYMMETRIC_LAPLACE_H
#define RR_SAMPLER_ASYMMETRIC_LAPLACE_H

#include "laws/laplace/draw/draw.h"
#include "engine/math/log.h"

#define RR_CONSTANT_FINISH_asymmetric_laplace 3
RR_FN void rr_asymmetric_laplace_prepare(rr_tile *t) { (void)t; }

RR_FN rr_real rr_asymmetric_laplace_finish(const rr_tile *t, rr_uint32 slot0, rr_real drawn, rr_real aux)
{
    const rr_distances d = rr_distances_of(drawn);
    const rr_real one = rr_splat(RR_C(1)), k = rr_run_param(t, 0, slot0), inverse = rr_div(one, k), far = one - d.v;
    const rr_real below = rr_select(d.upper, far, d.v) * rr_fma(inverse, inverse, one);
    const rr_real above = rr_select(d.upper, d.v, far) * rr_fma(k, k, one);
    const rr_mask left = rr_lt(below, one);
    const rr_real y = rr_minus_log(rr_select(left, below, rr_min(above, one)));
    (void)aux;
    return rr_fma(y * rr_select(left, RR_C(0) - k, inverse), rr_run_param(t, 2, slot0), rr_run_param(t, 1, slot0));
}

#endif
