/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The window of a symmetric distribution of loc and scale, reflected where it reaches further to the left. Then its ends in
 * units of scale from loc are low and high >= -low, and it extends into the tail whose H = -log(1 - F) has full relative
 * precision (window.h). The three forms of windows differ in numbers only:
 *
 *     beyond   0 <= low: the sample is the excess over that end, added to it
 *     central  low < 0, high <= 1: by G = 2 F - 1, G(low) + U (G(high) - G(low)), from the nearer end
 *     else     by H
 *
 * So rounding errors are as small as the window. Parameters: low, high, loc, scale. */
#ifndef RR_TRUNCATED_TWO_TAILS_H
#define RR_TRUNCATED_TWO_TAILS_H

#include "laws/truncated/draw/window.h"

typedef struct rr_two_tails {
    rr_distances d, given;   /* given: before the reflection */
    rr_real low, high, width;
    rr_mask turned, beyond, central;
} rr_two_tails;

RR_FN rr_two_tails rr_two_tails_of(const rr_tile *t, rr_uint32 slot0, rr_real drawn)
{
    const rr_real low = rr_run_param(t, 0, slot0), high = rr_run_param(t, 1, slot0);
    const rr_real loc = rr_run_param(t, 2, slot0), scale = rr_run_param(t, 3, slot0), zero = rr_splat(RR_C(0));
    const rr_real l = rr_div(low - loc, scale), h = rr_div(high - loc, scale);
    rr_two_tails w;
    w.d = w.given = rr_distances_of(drawn);
    w.turned = rr_lt(h, RR_C(0) - l);
    w.low = rr_select(w.turned, RR_C(0) - h, l);
    w.high = rr_select(w.turned, RR_C(0) - l, h);
    w.width = rr_div(high - low, scale);
    w.beyond = rr_le(zero, w.low);
    w.central = rr_mand(rr_lt(w.low, zero), rr_le(w.high, rr_splat(RR_C(1))));
    w.d.upper = rr_mor(rr_mand(w.d.upper, rr_mnot(w.turned)), rr_mand(rr_mnot(w.d.upper), w.turned));
    return w;
}

/* G of the sample, from G at both ends. */
RR_FN rr_real rr_two_tails_central(rr_two_tails w, rr_real low, rr_real high)
{
    const rr_real part = w.d.v * (high - low);
    return rr_select(w.d.upper, high - part, low + part);
}

/* The sample from z, measured from loc or from the end that is nearer to it. */
RR_FN rr_real rr_two_tails_sample(const rr_tile *t, rr_uint32 slot0, rr_two_tails w, rr_real z)
{
    const rr_real low = rr_run_param(t, 0, slot0), high = rr_run_param(t, 1, slot0);
    const rr_real from = rr_select(w.beyond, rr_select(w.turned, high, low), rr_run_param(t, 2, slot0));
    const rr_real x = rr_fma(rr_select(w.turned, RR_C(0) - z, z), rr_run_param(t, 3, slot0), from);
    return rr_window_sample(w.given, w.width, x, low, high);
}

#endif
