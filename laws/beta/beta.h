/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* beta: X with the shapes a and b (draw/draw.h gives v; the odds are w = (a / b) e^v).
 *
 * X = w / (1 + w) where w <= 1, else 1 - 1 / (1 + w): the smaller of X and 1 - X has its own digits, X goes down through the
 * denormals, and 0 and 1 come out only where the dtype forces it. a / b may leave the range of the dtype where b <
 * 1e-7 or a < 1e-7; v is then so large (|v| < 100 with probability 25 min(a, b)) that kept at an end it gives the same X. */
#ifndef RR_SAMPLER_BETA_H
#define RR_SAMPLER_BETA_H

#include "laws/beta/draw/slots.h"

/* a / b, kept positive and finite. */
RR_FN rr_real rr_beta_ratio(rr_real a, rr_real b)
{
    return rr_max(rr_min(rr_div(a, b), rr_splat(RR_LOG_MOST)), rr_splat(RR_EXP_TINY));
}

RR_FN void rr_beta_prepare(rr_tile *t)
{
    rr_beta_prepare_of(t, RR_C(1));
    if (!(t->varies & 3)) {
        const rr_real a = rr_slot_param(t, 0, rr_wsplat(0)), b = rr_slot_param(t, 1, rr_wsplat(0));
        rr_setup_put(t, RR_BETA_FREE, rr_beta_ratio(a, b));
    }
}

RR_FN rr_real rr_beta_finish(const rr_tile *t, rr_uint32 slot0, rr_real v, rr_real aux)
{
    const rr_real one = rr_splat(RR_C(1));
    rr_real ratio = rr_splat(RR_SETUP(t)[RR_BETA_FREE]);
    if (t->varies & 3) ratio = rr_beta_ratio(rr_run_param(t, 0, slot0), rr_run_param(t, 1, slot0));
    const rr_real w = rr_exp_times(v, ratio);
    const rr_mask small = rr_le(w, one);
    const rr_real x = rr_div(rr_select(small, w, one), one + w);
    (void)aux;
    return rr_select(small, x, one - x);
}

#endif
