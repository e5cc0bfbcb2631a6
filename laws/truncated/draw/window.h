/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Functions that distributions between low and high share. With H = -log(1 - F), H(X) is H(low) plus T, an exponential below
 * b = H(high) - H(low). T is the inverse CDF of the index's uniform, so X is increasing in U, and both ends are relatively
 * accurate. 1 - F is never computed, so a window may be where it is 1e-1000. b, and X from low and T, are computed such that
 * no small number is a difference of large ones. A result that rounding puts outside the window is clamped to its end. */
#ifndef RR_TRUNCATED_WINDOW_H
#define RR_TRUNCATED_WINDOW_H

#include "laws/laplace/draw/below.h"

/* Returns the largest number instead of overflowing. */
#define RR_WINDOW_MAX RR_LOG_MAX
#define RR_WINDOW_INFINITE (rr_splat(RR_WINDOW_MAX) * RR_C(2))

/* low and high are the first two parameters of every sampler. */
RR_FN rr_mask rr_truncated_related(const rr_real *v) { return rr_le(v[0], v[1]); }

/* T. */
RR_SLOW_FN rr_real rr_window_excess(rr_distances d, rr_real b)
{
    return RR_C(0) - rr_exponential_below(d, rr_max(b, rr_splat(RR_C(0))));
}

RR_FN rr_real rr_window_clamp(rr_real x, rr_real low, rr_real high) { return rr_max(low, rr_min(x, high)); }

/* Below this b, T is b times its uniform, to less than half an ulp. */
#define RR_WINDOW_FLAT (RR_DTYPE == 32 ? RR_C(0x1p-26) : RR_C(0x1p-56))

/* A width in units of scale that counts as none, and may underflow: the density is the same at both ends to half an ulp.
 * With a shape, whose products with it are still below 2^-40 (2^-60), both ends are within 2^24 (2^53) such widths of the
 * origin. */
#define RR_WINDOW_TINY (RR_DTYPE == 32 ? RR_C(0x1p-60) : RR_C(0x1p-160))

/* x, or a uniform from low to high where the width w in units of scale is tiny. */
RR_FN rr_real rr_window_sample(rr_distances d, rr_real w, rr_real x, rr_real low, rr_real high)
{
    const rr_mask tiny = rr_lt(w, rr_splat(RR_WINDOW_TINY));
    if (!rr_some(tiny)) return rr_window_clamp(x, low, high);
    const rr_real part = d.v * (high - low), even = rr_select(d.upper, high - part, low + part);
    return rr_window_clamp(rr_select(tiny, even, x), low, high);
}

#endif
