/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Common part of the inverse CDFs: u in (0, 1) becomes its distance v to the nearer end and c = 1/2 - v to the middle. v is
 * exact (1 - u is, from 1/2 on); c is exact from v = 1/4 on and otherwise rounded once. So z is odd about u = 1/2, where it
 * is +0. u = 0, u = 1, values outside [0, 1] and NaN are refused. */
#ifndef RR_TRANSFORM_QUANTILE_H
#define RR_TRANSFORM_QUANTILE_H

#include "engine/passes/batch.h"

typedef struct rr_middle {
    rr_real v, c;
    rr_mask lower, good;
} rr_middle;

RR_FN rr_middle rr_middle_of(rr_real u)
{
    rr_middle m;
    const rr_real centre = rr_splat(RR_C(0.5)), one = rr_splat(RR_C(1));
    m.good = rr_mand(rr_lt(rr_splat(RR_C(0)), u), rr_lt(u, one));
    m.lower = rr_lt(u, centre);
    m.v = rr_select(m.good, rr_select(m.lower, u, one - u), centre);
    m.c = centre - m.v;
    return m;
}

/* The distance |z|, a function of (v, c), with its sign. */
RR_FN rr_real rr_middle_signed(rr_middle m, rr_real z)
{
    return rr_select(m.lower, RR_C(0) - z, z);
}

#endif
