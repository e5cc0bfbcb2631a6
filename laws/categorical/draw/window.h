/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Counts whose probabilities are in categorical's table (targets/base/windows.c), restricted to a window from low to high.
 * The inverse CDFs of discrete distributions share it. */
#ifndef RR_CATEGORICAL_WINDOW_H
#define RR_CATEGORICAL_WINDOW_H

#include "laws/categorical/categorical.h"

#if RR_DTYPE == 64
/* True if all counts fit the type of a filter. Categories are below 2^28. */
RR_FN rr_mask rr_window_suits(const rr_tile *t)
{
    RR_GLOBAL const rr_uint32 *const first = rr_categorical_table(t) + RR_WEIGHTS_FIRST;
    return first[1] || first[0] > 0x6fffffffu ? rr_mfrom(0) : rr_mfirst(RR_LANES);
}

/* True where x >= 0 is an integer, or so large that a fraction is impossible. */
RR_FN rr_mask rr_window_whole(rr_real x)
{
    const rr_real big = rr_splat(RR_C(0x1p52)), near = rr_min(x, big) + big;
    return rr_mor(rr_le(big, x), rr_mand(rr_le(near - big, x), rr_le(x, near - big)));
}

/* True where [low, high] is a window of integers that contains a count. */
RR_FN rr_mask rr_window_related(rr_real low, rr_real high)
{
    return rr_mand(rr_le(low, high), rr_mand(rr_window_whole(low), rr_window_whole(high)));
}
#endif

#endif
