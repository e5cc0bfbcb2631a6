/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The first look at a transformed rejection of counts (transformed.h) in f32, for deviations up to 1024: what is sure of k
 * and of the verdict, by the first words of U and V. The rest is left open.
 *
 * A count is known as whole + away: whole is an integer near the law's mean, so that away needs digits of the deviation
 * only, not of the mean. The mean is whole + part. A parameter comes as two floats, whose second is in part.
 *
 *   x     part + c +- y. In units of e = 2^-24, r = a / u: u is off by 2 e u, a by 14 e a (b is 6.8 at least, where a
 *         cancels twice), b by 5 e b; with the roundings of 1 / u, of r, of y's sum, product and of x: (22 r + 4.5 b + 3) e,
 *         since |y| <= r + b / 2. Taken: (24 r + 5 b + 4) e, and the half ulp of U's word, four times
 *   q     the deviances, at most 23 where any V of a word accepts, to 12 e of themselves by d v and 2 e of m + k <= 1472
 *         by the logarithm (d^2 <= 23 (m + k), |d| > (m + k) / 8): 2^-12.4; S from k = 2 on 2^-18; the logarithm and its
 *         argument 2^-18. Together below 2^-12, and the room is 2^-11. Half an ulp of U's word matters less: where it is
 *         more than 2^-14 of u, x is open
 *   V     1 / (2 w + 1) of itself, w its word */
#ifndef RR_TRANSFORMED_FIRST_H
#define RR_TRANSFORMED_FIRST_H

#include "count.h"
#include "engine/math/double_word.h"
#include "engine/math/neglog.h"

/* Counts are below 2^23: the integer, by its bits. */
#define RR_NARROW_MOST RR_C(0x1p22)
RR_FN rr_real rr_narrow_count(rr_real k) { return rr_word_value(rr_toword(rr_asbits(k + RR_C(0x1p23)) & 0x7fffffu)); }

/* floor(x) for |x| < 2^22; for what is larger anything. */
RR_FN rr_real rr_narrow_floor(rr_real x)
{
    const rr_real round = (x + RR_C(0x1.8p23)) - RR_C(0x1.8p23);
    return round - rr_select(rr_lt(x, round), rr_splat(RR_C(1)), rr_splat(RR_C(0)));
}

/* The least significant words' halves are in: u and v of a word each. */
RR_FN rr_real rr_narrow_unit(rr_word w)
{
    return rr_fma(rr_upper16(w), rr_splat(RR_C(0x1p-16)), rr_lower16(w, RR_C(0x1p-32), RR_C(0x1p-33)));
}

/* What a law's hat needs: b, a of it; 5 b + 4, times e; 1 / A and what else P has as a factor. whole + part: the mean. */
typedef struct rr_narrow_hat {
    rr_real a, b, room, scale, whole, part;
} rr_narrow_hat;

typedef struct rr_narrow_proposal {
    rr_real away, hat, v;   /* k less whole; (a / u^2 + b) / A */
    rr_mask edge;           /* k is not sure */
} rr_narrow_proposal;

/* The mean, from two floats that need not be apart, into whole and part. */
RR_FN void rr_narrow_mean(rr_narrow_hat *g, rr_real mean, rr_real rest)
{
    g->whole = rr_narrow_floor(mean);
    g->part = (mean - g->whole) + rest;
}

/* About whole + part + c. */
RR_FN rr_narrow_proposal rr_narrow_propose(const rr_narrow_hat *g, rr_scalar c, rr_word wu, rr_word wv)
{
    const rr_mask above = rr_mnot(rr_wlt(wu, rr_wsplat(0x80000000u)));
    const rr_real u = (rr_fromuint(rr_wselect(above, wu ^ 0xffffffffu, wu)) + RR_C(0.5)) * RR_C(0x1p-32);
    const rr_real inv = rr_div(rr_splat(RR_C(1)), u), ratio = g->a * inv, steep = rr_fma(ratio, inv, g->b);
    const rr_real y = (RR_C(0.5) - u) * (ratio + ratio + g->b), centre = g->part + c;
    const rr_real x = rr_select(above, centre + y, centre - y);
    const rr_real width = rr_fma(ratio, rr_fma(inv, rr_splat(RR_C(0x1p-31)), rr_splat(RR_C(0x1.8p-20))), g->room);
    rr_narrow_proposal p;
    p.away = rr_narrow_floor(x);
    p.hat = steep * g->scale;
    p.v = rr_narrow_unit(wv);
    const rr_real over = x - p.away;
    p.edge = rr_mor(rr_mor(rr_lt(over, width), rr_lt(RR_C(1) - width, over)), rr_le(rr_splat(RR_NARROW_MOST), rr_abs(x)));
    return p;
}

/* S(k) from 1 / k, k > 1. */
RR_FN rr_real rr_narrow_stirling(rr_real over)
{
    const rr_real s = over * over;
    rr_real p = rr_fma(s, rr_splat(RR_C(-0.00059523810)), rr_splat(RR_C(0.00079365079)));
    p = rr_fma(p, s, rr_splat(RR_C(-0.0027777778)));
    return rr_fma(p, s, rr_splat(RR_C(0.083333333))) * over;
}

/* D(k, m), k > 0: d = k - m, v = d / (k + m), over = 1 / m. */
RR_FN rr_real rr_narrow_deviance(rr_real k, rr_real over, rr_real d, rr_real v)
{
    const rr_real s = v * v;
    rr_real p = rr_fma(s, rr_splat(RR_C(0.1111111)), rr_splat(RR_C(0.14285714)));
    p = rr_fma(p, s, rr_splat(RR_C(0.2)));
    p = rr_fma(p, s, rr_splat(RR_C(0.33333333)));
    const rr_real near = rr_fma(d, v, (k + k) * (v * s) * p);
    const rr_mask far = rr_lt(rr_splat(RR_C(0.125)), rr_abs(v));
    if (!rr_some(far)) return near;
    return rr_select(far, RR_C(0) - rr_fma(k, rr_minus_log(k * over), d), near);
}

/* The verdict on k, q being -log of V A / (P(k) (a / u^2 + b)); unless open already. */
RR_FN rr_try rr_narrow_verdict(rr_real k, rr_real v, rr_real q, rr_mask open)
{
    const rr_real room = rr_div(rr_splat(RR_C(0x1p-32)), v) + RR_C(0x1p-11);
    const rr_mask yes = rr_lt(room, q), no = rr_lt(q, RR_C(0) - room), sure = rr_mandnot(rr_mor(yes, no), open);
    return rr_try_of(rr_narrow_count(k), rr_mand(sure, yes), rr_mnot(sure));
}

#endif
