/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* birnbaum-saunders: scale (y + sqrt(1 + y^2))^2, y = c Z / 2, Z the standard normal of the same index: the exponential of
 * 2 arsinh(y). With t = |y| + sqrt(1 + y^2) it is scale t^2, or scale / t^2 where Z < 0, so nothing cancels.
 *
 * Error, with u half an ulp of 1: Z's 5 ulps and the product make y's relative error 11 u, which counts 2 |y| / sqrt(1 +
 * y^2) times; the root has 2 u and t 3 u, its square 7 u, the last step one more: at most 22 u |y| / sqrt(1 + y^2) + 8 u. */
#ifndef RR_SAMPLER_BIRNBAUM_SAUNDERS_H
#define RR_SAMPLER_BIRNBAUM_SAUNDERS_H

#include "laws/normal/draw/draw.h"

#define RR_CONSTANT_FINISH_birnbaum_saunders 2
RR_FN void rr_birnbaum_saunders_prepare(rr_tile *t) { (void)t; }

RR_FN rr_real rr_birnbaum_saunders_finish(const rr_tile *t, rr_uint32 slot0, rr_real z, rr_real aux)
{
    const rr_real y = rr_abs(z) * (rr_run_param(t, 0, slot0) * RR_C(0.5)), scale = rr_run_param(t, 1, slot0);
    const rr_real root = y + rr_sqrt(rr_fma(y, y, rr_splat(RR_C(1)))), square = root * root;
    (void)aux;
    return rr_select(rr_lt(z, rr_splat(RR_C(0))), rr_div(scale, square), scale * square);
}

#endif
