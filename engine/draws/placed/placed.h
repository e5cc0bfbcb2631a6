/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Attempts with two uniforms: the first, from its nearer end (sides.h), is the position under a hat; the attempt is accepted
 * if the second is below a bound (verdict.h). */
#ifndef RR_PLACED_H
#define RR_PLACED_H

#include "engine/draws/sides.h"
#include "engine/draws/verdict.h"
#include "engine/math/log.h"

/* The proposal, and the upper bound for the second uniform. */
typedef struct rr_placed {
    rr_real value, bound;
} rr_placed;

/* For a hat that is constant and ends in a tail e^-x of area `tail`, v is the area counted from the far end: below `tail` it
 * is in the tail. out: the distance from the end of the constant part in units of the tail, 0 on that part; beyond: that
 * distance, negative there. */
typedef struct rr_placed_tail {
    rr_real out, beyond;
} rr_placed_tail;

RR_FN rr_placed_tail rr_placed_at(rr_real v, rr_real tail)
{
    rr_placed_tail r;
    const rr_real one = rr_splat(RR_C(1)), fraction = rr_div(v, tail);
    r.out = RR_C(0) - rr_log(rr_min(fraction, one));
    r.beyond = rr_select(rr_lt(fraction, one), r.out * tail, tail - v);
    return r;
}

/* The same for a constant part with a tail on either side, where U counts from its nearer end. left: the side of the
 * position, from which `at` counts. A tail that may be more than half of the area is also entered from the other end, past
 * the constant part; heavy is 0 for hats without such a tail. */
typedef struct rr_placed_side {
    rr_mask left;
    rr_placed_tail at;
} rr_placed_side;

RR_FN rr_placed_side rr_placed_between(rr_real tail_left, rr_real level, rr_real tail_right, rr_sides x, int heavy)
{
    rr_placed_side r;
    const rr_mask first = rr_lt(rr_sides_signed(x, rr_splat(RR_C(1))), rr_splat(RR_C(0)));
    const rr_real area = (tail_left + tail_right) + level, from = x.v * area;
    if (!heavy) {
        r.left = first;
        r.at = rr_placed_at(from, rr_select(first, tail_left, tail_right));
        return r;
    }
    const rr_mask past = rr_lt(rr_select(first, tail_left, tail_right) + level, from);
    r.left = rr_mor(rr_mandnot(first, past), rr_mandnot(past, first));
    r.at = rr_placed_at(rr_select(past, area - from, from), rr_select(r.left, tail_left, tail_right));
    return r;
}

#endif
