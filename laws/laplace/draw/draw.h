/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The draw of distributions with two tails: the distances of the uniform of family 2 to its nearer end, v, and to 1/2, c, in
 * one number with the sign of U - 1/2 (engine/draws/sides.h). Its absolute value is v where v <= c, so at most 1/4, else c
 * times RR_LAPLACE_MIDDLE, which is above 1. So the smaller distance has full relative precision. The other one is 1/2 minus
 * it, rounded once. */
#ifndef RR_LAPLACE_DRAW_H
#define RR_LAPLACE_DRAW_H

#include "engine/draws/sides.h"
#include "engine/math/neglog.h"

#define RR_GROUP_triangular RR_ONE_WORD_GROUP
#define RR_AUX_triangular 0
#define RR_BLOCKS_triangular 1
#define RR_IN_ORDER_triangular 1

/* c is at least 2^-33 (2^-65). */
#if RR_DTYPE == 32
#define RR_LAPLACE_MIDDLE RR_C(0x1p40)
#define RR_LAPLACE_UNMIDDLE RR_C(0x1p-40)
#else
#define RR_LAPLACE_MIDDLE RR_C(0x1p80)
#define RR_LAPLACE_UNMIDDLE RR_C(0x1p-80)
#endif

RR_FN rr_real rr_triangular_centre(rr_real v, rr_real c) { return rr_select(rr_lt(c, v), c * RR_LAPLACE_MIDDLE, v); }
RR_FN rr_real rr_triangular_any(rr_real v, rr_real c) { return rr_triangular_centre(v, c); }

#define RR_ONE_WORD triangular
#define RR_ONE_WORD_SIDES RR_SIDES_LOW
#include "engine/draws/one_word.h"

/* v and c again; middle: c is the smaller one; upper: U > 1/2. */
typedef struct rr_distances {
    rr_real v, c;
    rr_mask middle, upper;
} rr_distances;

RR_FN rr_distances rr_distances_of(rr_real drawn)
{
    rr_distances d;
    const rr_real size = rr_abs(drawn), middle = rr_splat(RR_C(0.5)), zero = rr_splat(RR_C(0));
    d.middle = rr_lt(middle, size);
    d.upper = rr_lt(zero, drawn);
    d.c = rr_select(d.middle, size * RR_LAPLACE_UNMIDDLE, middle - size);
    d.v = rr_select(d.middle, middle - d.c, size);
    return d;
}

/* loc + scale y, y with the sign of U - 1/2. */
RR_FN rr_real rr_two_sided(const rr_tile *t, rr_uint32 slot0, rr_distances d, rr_real y)
{
    return rr_fma(rr_select(d.upper, y, RR_C(0) - y), rr_run_param(t, 1, slot0), rr_run_param(t, 0, slot0));
}

/* -log U, relatively accurate at both ends: 2^-65 to 65 log 2 (2^-129 to 129 log 2). t = U - 1 is used where U >= 0.7071. */
RR_FN rr_real rr_distances_neglog(rr_distances d)
{
    const rr_real one = rr_splat(RR_C(1));
    const rr_real u = rr_select(d.upper, one - d.v, d.v), t = RR_C(0) - d.v;
    return rr_neglog(u, t, rr_mand(d.upper, rr_lt(rr_splat(RR_C(-0.2929)), t)));
}

/* The distances of 1 - U. */
RR_FN rr_distances rr_distances_mirrored(rr_distances d)
{
    d.upper = rr_mnot(d.upper);
    return d;
}

#endif
