/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Functions that distributions of a 2 by 2 table with given margins share: the cells k, l - k, s - k and e + k. Their
 * probability is a product of two binomials; hypergeometric.h has the formula. */
#ifndef RR_URN_H
#define RR_URN_H

#include "engine/draws/count.h"
#include "engine/draws/whole.h"
#include "engine/math/mass.h"

#define RR_URN_SWITCH RR_C(12)

/* Parameters after the reflections: s, l, N, e; small: m < 12. The sample is `from` plus the count, or minus it
 * where `down`. */
typedef struct rr_urn {
    rr_real s, l, all, rest, from;
    rr_mask down, small;
} rr_urn;

RR_FN rr_urn rr_urn_of(rr_real good, rr_real bad, rr_real taken)
{
    rr_urn x;
    x.all = good + bad;
    const rr_mask swapped = rr_lt(bad, good), left = rr_lt(x.all - taken, taken);
    const rr_real of = rr_min(good, bad), drawn = rr_min(taken, x.all - taken);
    x.s = rr_min(of, drawn);
    x.l = rr_max(of, drawn);
    x.rest = x.all - (x.l + x.s);
    /* Swapped: drawn - k. Left: good minus that. */
    const rr_real other = rr_select(swapped, drawn, rr_splat(RR_C(0)));
    x.from = rr_select(left, good - other, other);
    x.down = rr_mor(rr_mandnot(swapped, left), rr_mandnot(left, swapped));
    x.small = rr_lt(x.s * x.l, rr_max(RR_URN_SWITCH * x.all, rr_splat(RR_C(1))));   /* 1: also where N is 0 */
    return x;
}

#if RR_DTYPE == 64
/* True where all are integers, and nsample is at most N. */
RR_FN rr_mask rr_urn_related(const rr_real *v)
{
    const rr_mask whole = rr_mand(rr_mand(rr_whole(v[0]), rr_whole(v[1])), rr_whole(v[2]));
    const rr_mask fits = rr_le(v[1], rr_splat(RR_COUNT_MAX) - v[0]);
    return rr_mand(rr_mand(whole, fits), rr_le(v[2], v[0] + v[1]));
}

RR_FN rr_real rr_urn_value(rr_urn x, rr_real k)
{
    return rr_count_long_value(rr_select(x.down, x.from - k, x.from + k));
}

/* The root of k (l - k) (s - k) (e + k), with 1 / (2 pi) for a factor of 0, as S(0) = 0 requires. */
RR_FN rr_real rr_urn_root(rr_urn x, rr_real k)
{
    const rr_real min = rr_splat(RR_C(0.15915494309189533577));
    const rr_real row = rr_max(k, min) * rr_max(x.l - k, min);
    return rr_sqrt(row * (rr_max(x.s - k, min) * rr_max(x.rest + k, min)));
}

/* -log P(k) without the logarithm; some: the constant terms S, without k. Not inline, because a draw of
 * fisher-hypergeometric calls it four times. */
RR_SLOW_FN rr_real rr_urn_away(rr_double mean, rr_real some, rr_urn x, rr_real k)
{
    const rr_real d = (k - mean.hi) - mean.lo, back = RR_C(0) - d;
    const rr_real j = x.l - k, i = x.s - k, h = x.rest + k;
    const rr_real row = rr_deviance_by(k, mean.hi, d) + rr_deviance_by(j, x.l - mean.hi, back);
    const rr_real other = rr_deviance_by(i, x.s - mean.hi, back) + rr_deviance_by(h, x.rest + mean.hi, d);
    return ((rr_stirling(k) + rr_stirling(j)) + (rr_stirling(i) + rr_stirling(h)) - some) + (row + other);
}
#endif

#endif
