/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* beta: X with shapes a and b. draw/draw.h gives v; the odds are w = (a / b) 2^v.
 *
 * X = w / (1 + w) where w <= 1, else 1 - 1 / (1 + w): the smaller of X and 1 - X has full relative precision, X reaches the
 * denormals, and 0 and 1 occur only where the dtype forces it. a / b may leave its range (rr_beta_ratio) where a or b is
 * below 1e-6. Then v is so large (|v| < 144 has probability 25 min(a, b)) that a ratio clamped to the range gives the same
 * X.
 *
 * The quick test computes w too. Where a target needs several operations for a scaling, only lanes with an extreme v or
 * ratio do them; the product is rounded in the same way. */
#ifndef RR_SAMPLER_BETA_H
#define RR_SAMPLER_BETA_H

#include "laws/beta/draw/slots.h"

RR_FN void rr_beta_prepare(rr_tile *t) { rr_beta_prepare_of(t, RR_C(1)); }

#if RR_DTYPE == 32
#define RR_BETA_NEAR RR_C(60)
#define RR_BETA_TINY RR_C(0x1p-60)
#else
#define RR_BETA_NEAR RR_C(500)
#define RR_BETA_TINY (RR_C(0x1p-250) * RR_C(0x1p-250))
#endif

/* rr_beta_near does not compute the w of lanes with such a v or ratio. */
RR_FN rr_mask rr_beta_is_far(rr_real v, rr_real ratio)
{
    const rr_mask far = rr_mor(rr_lt(ratio, rr_splat(RR_BETA_TINY)), rr_lt(rr_splat(RR_C(1) / RR_BETA_TINY), ratio));
    return rr_mor(rr_lt(rr_splat(RR_BETA_NEAR), rr_abs(v)), far);
}

RR_SLOW_FN rr_real rr_beta_odds_far(rr_real v, rr_real ratio) { return rr_short_exp2_plain(v, ratio); }

RR_FN rr_real rr_beta_finish(const rr_tile *t, rr_uint32 slot0, rr_real v, rr_real aux)
{
    const rr_real one = rr_splat(RR_C(1));
    rr_real ratio = rr_splat(RR_SETUP(t)[RR_BETA_RATIO]);
    if (t->varies & 3) ratio = rr_beta_ratio(rr_run_param(t, 0, slot0), rr_run_param(t, 1, slot0));
    rr_real w = rr_beta_near(v, ratio);
    if (!RR_SCALES_ANY && rr_some(rr_beta_is_far(v, ratio))) w = rr_beta_odds_far(v, ratio);
    const rr_real x = rr_div(rr_min(w, one), one + w);
    (void)aux;
    return rr_select(rr_le(w, one), x, one - x);
}

#endif
