/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* y = log of a Lomax variate between its ends, H = d log1p(e^y), d its shape. For log-logistic (d = 1) and burr, y is c
 * log(x / scale). The window is from m to top, with the width w; R = 1 + e^-m, T of window.h:
 *
 *     near   T below d log1p(expm1(w) / R), and y - m is log1p(R expm1(T / d)): within 25 ulp, plus those of m where m < 0
 *            (few of them where w >= -2 m)
 *     far    m < 0: S = log1p(e^m) + T / d, T below d times the width of log1p(e^y), and y is log(expm1(S)) = S +
 *            log(1 - e^-S): within 30 (1 + S) + 8 |y| ulp of 1 */
#ifndef RR_TRUNCATED_LOMAX_H
#define RR_TRUNCATED_LOMAX_H

#include "laws/truncated/draw/window.h"
#include "engine/math/expm1_times.h"

/* For m above it, e^-m times e^RR_EXPM1_IS_EXP does not overflow; nor does e^(20 - RR_LOMAX_LOW). */
#define RR_LOMAX_LOW (RR_DTYPE == 64 ? RR_C(-650) : RR_C(-65))

/* y - m, m > RR_LOMAX_LOW. */
RR_SLOW_FN rr_real rr_lomax_near(rr_distances d, rr_real m, rr_real w, rr_real shape)
{
    const rr_real large = rr_splat(RR_EXPM1_IS_EXP), rest = rr_exp(RR_C(0) - rr_max(m, rr_splat(RR_LOMAX_LOW)));
    const rr_real r = rest + RR_C(1), log = rr_log1p(rest);
    const rr_mask wide = rr_mand(rr_lt(large, w), rr_lt(large - RR_C(1), w - log));   /* the second where m >= 0 */
    const rr_real below = rr_log1p(rr_div(rr_expm1(rr_min(w, rr_splat(RR_C(20) - RR_LOMAX_LOW))), r));
    const rr_real b = rr_select(wide, w - log, below) * shape, t = rr_div(rr_window_excess(d, b), shape);
    return rr_select(rr_lt(large, t), t + log, rr_log1p(rr_expm1(rr_min(t, large)) * r));
}

/* y. */
RR_SLOW_FN rr_real rr_lomax_far(rr_distances d, rr_real m, rr_real top, rr_real shape)
{
    const rr_real zero = rr_splat(RR_C(0)), one = rr_splat(RR_C(1)), start = rr_log1p(rr_exp(rr_min(m, zero)));
    const rr_real to = rr_max(top, zero) + rr_log1p(rr_exp(RR_C(0) - rr_abs(top)));
    const rr_real excess = rr_div(rr_window_excess(d, (to - start) * shape), shape);
    const rr_real sum = rr_max(start + excess, rr_splat(RR_LOG_NORMAL));
    const rr_mask large = rr_lt(one, sum);
    const rr_real log = rr_log(rr_abs(rr_expm1(rr_select(large, RR_C(0) - sum, sum))));
    return rr_select(large, sum + log, log);
}

#endif
