/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What laws between low and high share. With H = -log(1 - F) of the law, H(X) is H(low) and an exponential below b =
 * H(high) - H(low), T: by the inverse CDF of the index's uniform, so that X goes up with U, and both ends have all their
 * digits. No 1 - F is made, so a window may lie where it is 1e-1000. Each law makes b, and X from low and T, such that
 * what is small is no difference of what is large. What rounding puts outside the window is put on its end. */
#ifndef RR_TRUNCATED_WINDOW_H
#define RR_TRUNCATED_WINDOW_H

#include "laws/laplace/draw/below.h"

/* The largest number: instead of what overflows. */
#define RR_WINDOW_MOST RR_LOG_MOST
#define RR_WINDOW_INFINITE (rr_splat(RR_WINDOW_MOST) * RR_C(2))

/* low, high are the first two parameters of every law. */
RR_FN rr_mask rr_truncated_related(const rr_real *v) { return rr_le(v[0], v[1]); }

/* T. */
RR_SLOW_FN rr_real rr_window_excess(rr_distances d, rr_real b)
{
    return RR_C(0) - rr_exponential_below(d, rr_max(b, rr_splat(RR_C(0))));
}

RR_FN rr_real rr_window_clamp(rr_real x, rr_real low, rr_real high) { return rr_max(low, rr_min(x, high)); }

/* b of which T is b times its uniform, to less than half an ulp. */
#define RR_WINDOW_FLAT (RR_DTYPE == 32 ? RR_C(0x1p-26) : RR_C(0x1p-56))

/* A width in units of the law's scale that is as good as none, and may underflow: the density is the same at both ends to
 * half an ulp. With a shape, whose products with it are below 2^-40 (2^-60) yet, both ends are within 2^24 (2^53) such
 * widths of the law's origin. */
#define RR_WINDOW_TINY (RR_DTYPE == 32 ? RR_C(0x1p-60) : RR_C(0x1p-160))

/* x, or a uniform from low to high where their distance w in units of scale is tiny. */
RR_FN rr_real rr_window_sample(rr_distances d, rr_real w, rr_real x, rr_real low, rr_real high)
{
    const rr_mask tiny = rr_lt(w, rr_splat(RR_WINDOW_TINY));
    if (!rr_some(tiny)) return rr_window_clamp(x, low, high);
    const rr_real part = d.v * (high - low), even = rr_select(d.upper, high - part, low + part);
    return rr_window_clamp(rr_select(tiny, even, x), low, high);
}

#endif
