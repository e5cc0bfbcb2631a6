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

#endif
