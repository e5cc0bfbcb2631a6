/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The normal inverse CDF by Winitzki's closed form for erf (a handy approximation for the error function and its inverse,
 * 2008), a = 0.147: |x| for the uniform whose distance to the nearer end is v, in (0, 1/2], and to the middle c = 1/2 - v.
 *
 *     l = -log(1 - (2 c)^2) = -log(4 v (1 - v)),  h = 2 / (pi a) - l / 2,  x^2 = 2 (sqrt(h^2 + l / a) - h)
 *
 * h > 0 cancels near the middle, so the difference is computed as (l / a) / (sqrt(h^2 + l / a) + h), which is relatively
 * accurate there. For h < 0, deep in the tail, that cancels by a factor of 55 at most, far below the formula's error. l is
 * computed from v where v is small, and from c elsewhere, so that it is accurate at both ends.
 *
 * The error is the formula's: |x - the quantile| is at most 0.0073 for v >= 2^-32 (at 2^-14.5; relatively 0.0020, at
 * 2^-12.3), 0.030 down to 2^-126 in f32, 0.0374 down to 2^-1022 in f64; below that x is constant. x is finite for every v >
 * 0; c below 2^-64 (f32), 2^-512 (f64) underflows to 0. */
#ifndef RR_MATH_NORMAL_FAST_H
#define RR_MATH_NORMAL_FAST_H

#include "neglog.h"

/* Above this (2 c)^2 is below 1 - sqrt(1/2), and neglog takes t. */
#define RR_NEGLOG_T RR_C(-0.2929)

/* -log(4 v (1 - v)), where v (1 - v) is at least `min`. */
RR_FN rr_real rr_normal_neglog(rr_real v, rr_real c, rr_scalar min)
{
    const rr_real u = rr_max(rr_fma(-v, v, v), rr_splat(min)) * RR_C(4), t = c * c * RR_C(-4);
    return rr_neglog(u, t, rr_lt(rr_splat(RR_NEGLOG_T), t));
}

RR_FN rr_real rr_normal_fast(rr_real v, rr_real c)
{
    const rr_real l = rr_normal_neglog(v, c, RR_LOG_NORMAL);
    const rr_real h = rr_fma(l, rr_splat(RR_C(-0.5)), rr_splat(RR_C(4.33074675079987)));   /* 2 / (0.147 pi) */
    const rr_real k = l * RR_C(6.80272108843537415);                                     /* 1 / 0.147 */
    return rr_sqrt(rr_div(k + k, rr_sqrt(rr_fma(h, h, k)) + h));
}

#endif
