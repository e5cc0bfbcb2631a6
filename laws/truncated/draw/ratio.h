/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* log(y / x) of numbers >= 0, relatively accurate for all of them. Where one is at most twice the other it is log1p((y - x)
 * / x), whose difference is exact. Else it is the difference of two logarithms that are pairs of numbers. x = 0 gives
 * infinity, y = 0 (x > 0) minus infinity. Within 4 ulp: the quotient 1/2 with a condition of at most 1.5, log1p 1.4; the
 * pairs' difference 1/2, the product 1/2. */
#ifndef RR_TRUNCATED_RATIO_H
#define RR_TRUNCATED_RATIO_H

#include "laws/truncated/draw/window.h"
#include "engine/math/expm1.h"
#include "engine/math/pow.h"

/* For finite u, v > 0 with the log2 a and b. */
RR_FN rr_real rr_window_ratio_of(rr_real u, rr_real v, rr_double a, rr_double b)
{
    const rr_mask near = rr_mand(rr_le(u * RR_C(0.5), v), rr_le(v * RR_C(0.5), u));
    const rr_real far = ((a.hi - b.hi) + (a.lo - b.lo)) * RR_C(0.693147180559945309417);
    return rr_select(near, rr_log1p(rr_div(rr_select(near, u - v, rr_splat(RR_C(0))), v)), far);
}

RR_SLOW_FN rr_real rr_window_ratio(rr_real y, rr_real x)
{
    const rr_real zero = rr_splat(RR_C(0)), one = rr_splat(RR_C(1)), max = rr_splat(RR_WINDOW_MAX);
    const rr_mask over = rr_mor(rr_le(x, zero), rr_lt(max, y)), under = rr_mand(rr_le(y, zero), rr_mnot(over));
    const rr_mask odd = rr_mor(over, under);
    const rr_real u = rr_select(odd, one, y), v = rr_select(odd, one, x);
    const rr_real log = rr_window_ratio_of(u, v, rr_pow_log2(u), rr_pow_log2(v));
    return rr_select(over, RR_WINDOW_INFINITE, rr_select(under, RR_C(0) - RR_WINDOW_INFINITE, log));
}

/* from e^x for finite from > 0. If x is small, the difference from `from` is relatively accurate; otherwise the value is. */
RR_SLOW_FN rr_real rr_window_times(rr_real x, rr_real from)
{
    const rr_mask near = rr_lt(rr_abs(x), rr_splat(RR_C(0.6)));
    const rr_real part = from * rr_expm1(rr_select(near, x, rr_splat(RR_C(0))));
    return rr_select(near, from + part, rr_exp_times(x, from));
}

#endif
