/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* yule-simon: counts k >= 1 of probability alpha B(k, alpha + 1): a geometric count whose probability is e^-W, W an
 * exponential of mean 1 / alpha.
 *
 * Relative error of P(k), where P(k) >= 2^-64: 2^-33, from e^-W, which is within 2^-52.9 of 1, while 1 - e^-W is about 1 /
 * alpha: so alpha is at most 10^6. A probability is at least 10^-17, the smallest of geometric. Smaller ones have a part
 * (10^-17 k)^(alpha + 1) / Gamma(alpha + 2) of P(k), which is below 2^-32 for all such k if alpha >= .75.
 *
 * For a smaller alpha, a sample whose probability e^-W is below 10^-17 has no count: the stage refuses it, and it is
 * reported (RR_ERR_FIT). This happens with probability 10^(-17 alpha). Most of these counts are above 2^53, and those above
 * 2^63 have no 64-bit integer. The counts that remain lack the part above of P(k), 2^-32 at k = 10^17 2^(-32 / (alpha +
 * 1)). */
#ifndef RR_SAMPLER_YULE_SIMON_H
#define RR_SAMPLER_YULE_SIMON_H

#include "engine/draws/integer.h"
#include "engine/math/exp.h"

#define RR_YULE_SIMON_ALL RR_C(0.75)   /* from this alpha on every sample has a count */

RR_FN void rr_yule_simon_stage(const rr_tile *t, rr_uint32 slot0, rr_uint32 number, const rr_real *made, rr_real *param)
{
    const rr_real alpha = rr_run_param(t, 0, slot0);
    if (number == 0) {
        param[0] = rr_div(rr_splat(RR_C(1)), alpha);
    } else {
        const rr_real p = rr_exp(RR_C(0) - made[0]);
        param[0] = rr_select(rr_lt(alpha, rr_splat(RR_YULE_SIMON_ALL)), p, rr_max(p, rr_splat(RR_C(1e-17))));
    }
}

RR_FN rr_real rr_yule_simon_join(const rr_tile *t, rr_uint32 slot0, const rr_real *made)
{
    (void)t;
    (void)slot0;
    return made[1];
}

#endif
