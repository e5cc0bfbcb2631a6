/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* truncated-burr: `burr` of scale 1 from low to high. H(x) = d log1p(e^y), y = c log x, is that of lomax.h, from m = c log
 * low on, with the width w = c log(high / low) (ratio.h):
 *
 *     m >= 0, or m > -21 (f64 -41) and w <= 20 (f64 40)   near: X is low e^((y - m) / c)
 *     else, y <= -20 (f64 -40) up to high                 H is d e^y to less than 2^-28 (2^-57) of it: -(y + log d) is a
 *                                                         Gumbel variate (maxima.h), from low, from high, or itself
 *     else, y - m <= 1 and m > -65 (f64 -650)             near: far would lose T / d, which is small for a large d
 *     else                                                far: X is e^(y / c)
 *
 * The distance from an end has the ulps of y over c, and 4 more, where it is small; else X has. m, and so its effect where m
 * < 0, is within 5 |m|, the Gumbel's ends within 2 |log d| more. */
#ifndef RR_SAMPLER_TRUNCATED_BURR_H
#define RR_SAMPLER_TRUNCATED_BURR_H

#include "laws/truncated/draw/lomax.h"
#include "laws/truncated/draw/maxima.h"
#include "laws/truncated/draw/ratio.h"

#define RR_RELATES_truncated_burr 2
RR_FN rr_mask rr_truncated_burr_related(const rr_real *v) { return rr_truncated_related(v); }

#define RR_CONSTANT_FINISH_truncated_burr (RR_DTYPE == 64 && RR_LANES > 1 ? 4 : 0)   /* elsewhere it gains little */
#define RR_LONG_truncated_burr 1
RR_FN void rr_truncated_burr_prepare(rr_tile *t) { (void)t; }

/* X from y, which is measured from an end or absolute. */
RR_FN rr_real rr_truncated_burr_from(rr_mask end, rr_real y, rr_real from, rr_real c)
{
    const rr_real x = rr_div(y, c);
    return rr_select(end, rr_window_times(x, from), rr_exp_times(x, from));
}

/* The case where H is a power. */
RR_SLOW_FN rr_real rr_truncated_burr_power(const rr_tile *t, rr_uint32 slot0, rr_real drawn, rr_real m, rr_real w)
{
    const rr_real low = rr_run_param(t, 0, slot0), high = rr_run_param(t, 1, slot0), c = rr_run_param(t, 2, slot0);
    const rr_real log = rr_log(rr_run_param(t, 3, slot0)), top = rr_window_ratio(high, rr_splat(RR_C(1))) * c;
    const rr_maxima z = rr_maxima_between(RR_C(0) - drawn, RR_C(0) - (top + log), RR_C(0) - (m + log), w);
    const rr_mask end = rr_mor(z.left, z.right);
    const rr_real from = rr_select(z.left, low, rr_select(z.right, high, rr_splat(RR_C(1))));
    return rr_truncated_burr_from(end, RR_C(0) - rr_select(end, z.z, z.z + log), from, c);
}

RR_FN rr_real rr_truncated_burr_finish(const rr_tile *t, rr_uint32 slot0, rr_real drawn, rr_real aux)
{
    const rr_real low = rr_run_param(t, 0, slot0), high = rr_run_param(t, 1, slot0);
    const rr_real c = rr_run_param(t, 2, slot0), shape = rr_run_param(t, 3, slot0), one = rr_splat(RR_C(1));
    const rr_real m = rr_window_ratio(low, one) * c, top = rr_window_ratio(high, one) * c;
    const rr_real w = rr_window_ratio(high, low) * c, large = rr_splat(RR_EXPM1_IS_EXP);
    const rr_mask narrow = rr_mand(rr_le(w, large), rr_lt(RR_C(-1) - large, m));
    const rr_mask near = rr_mor(narrow, rr_le(rr_splat(RR_C(0)), m));
    const rr_distances d = rr_distances_of(drawn);
    const rr_real y = rr_lomax_near(d, m, w, shape);
    rr_real x = rr_window_times(rr_div(y, c), low);
    if (rr_some(rr_mnot(near))) {
        const rr_mask power = rr_lt(top, RR_C(0) - large);
        const rr_mask next_to_low = rr_mand(rr_le(y, one), rr_lt(rr_splat(RR_LOMAX_LOW), m));
        const rr_real far = rr_exp_times(rr_div(rr_lomax_far(d, m, top, shape), c), one);
        const rr_real small = rr_truncated_burr_power(t, slot0, drawn, m, w);
        x = rr_select(near, x, rr_select(power, small, rr_select(next_to_low, x, far)));
    }
    (void)aux;
    return rr_window_clamp(x, low, high);
}

#endif
