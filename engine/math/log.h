/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* log(x) for x >= 0, denormals included; log(0) = -inf, log(inf) = inf, log(1) = +0. Not for x < 0 or NaN.
 *
 * Largest error: f32 0.9451 ulp at 0x1.66fd7cp+0; f64 0.8320 ulp at 0x1.62f7f82ad42fbp-1. */
#ifndef RR_MATH_LOG_H
#define RR_MATH_LOG_H

#include "log_kernel.h"

/* -log(x) for finite x > 0 only. */
RR_FN rr_real rr_minus_log(rr_real x)
{
    const rr_mask denormal = rr_lt(x, rr_splat(RR_LOG_NORMAL));
    const rr_log_parts p = rr_log_split(rr_select(denormal, x * RR_LOG_LIFT, x));
    const rr_real k = p.k - rr_select(denormal, rr_splat(RR_LOG_LIFT_K), rr_splat(RR_C(0)));
    return rr_neglog_join(p.f, k);
}

RR_FN rr_real rr_log(rr_real x)
{
    const rr_real y = RR_C(0) - rr_minus_log(x);
    const rr_real max = rr_splat(RR_LOG_MAX);
    const rr_real above = rr_select(rr_lt(max, x), x, y);
    return rr_select(rr_le(x, rr_splat(RR_C(0))), RR_C(-2) * max, above);
}

#endif
