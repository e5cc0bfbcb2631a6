/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The window of a standard Gumbel, Z, and of functions of one. Its exponential is G = -log F, e^-z, which is decreasing: G =
 * G(high) + T, with T (window.h) of 1 - U below b = G(low) - G(high). With l, h the ends and w the width:
 *
 *     h <= 1          from high: b = e^-h expm1(w), and Z is log1p(T e^h) below high
 *     l >= 0, h > 1   from low, where G may underflow: q = 1 - e^-w, b = e^-l q, s = T / b, which is 1 - U where b is
 *                     negligible; Z is -log(e^-w + q s) above low, or -log1p(-q (1 - s)) where that is below log 2
 *     else            Z = -log(G(high) + T)
 *
 * Error: 30 ulp of the distance below high; of the window and the distance above low; of 1 + |z|. */
#ifndef RR_TRUNCATED_MAXIMA_H
#define RR_TRUNCATED_MAXIMA_H

#include "laws/truncated/draw/window.h"

/* The distance of Z below high (left) or above low (right), or Z itself. */
typedef struct rr_maxima {
    rr_real z;
    rr_mask left, right;
} rr_maxima;

/* The distance above low, for l >= 0. */
RR_SLOW_FN rr_real rr_maxima_above(rr_distances d, rr_real l, rr_real width)
{
    const rr_real one = rr_splat(RR_C(1)), q = RR_C(0) - rr_expm1(RR_C(0) - width), b = rr_exp(RR_C(0) - l) * q;
    const rr_real u = rr_select(d.upper, one - d.v, d.v), rest = rr_select(d.upper, d.v, one - d.v);
    const rr_mask flat = rr_lt(b, rr_splat(RR_WINDOW_FLAT));
    const rr_real part = rr_div(rr_window_excess(d, b), rr_select(flat, one, b));
    const rr_real s = rr_select(flat, u, part), other = rr_select(flat, rest, rr_max(one - part, rr_splat(RR_C(0))));
    const rr_real ratio = rr_fma(q, s, rr_exp(RR_C(0) - width));
    const rr_mask far = rr_lt(ratio, rr_splat(RR_C(0.5)));
    return RR_C(0) - rr_select(far, rr_log(ratio), rr_log1p(RR_C(0) - rr_select(far, rr_splat(RR_C(0)), q * other)));
}

RR_SLOW_FN rr_maxima rr_maxima_between(rr_real drawn, rr_real l, rr_real h, rr_real width)
{
    const rr_real zero = rr_splat(RR_C(0)), one = rr_splat(RR_C(1)), max = rr_splat(RR_WINDOW_MAX);
    const rr_distances d = rr_distances_mirrored(rr_distances_of(drawn));
    rr_maxima m;
    m.left = rr_le(h, one);
    m.right = rr_mand(rr_mnot(m.left), rr_le(zero, l));
    const rr_real min = rr_min(rr_exp(RR_C(0) - h), max);
    const rr_real b = rr_select(m.left, min * rr_expm1(width), rr_exp(RR_C(0) - l) - min);
    const rr_real e = rr_window_excess(d, b);
    const rr_real under = RR_C(0) - rr_log1p(rr_min(e * rr_exp(rr_min(h, one)), max));
    const rr_real above = rr_maxima_above(d, rr_max(l, zero), width);
    const rr_real across = RR_C(0) - rr_log(rr_max(e + min, rr_splat(RR_LOG_NORMAL)));
    m.z = rr_select(m.left, under, rr_select(m.right, above, across));
    return m;
}

#endif
