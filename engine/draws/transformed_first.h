/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The quick test of a transformed rejection of counts (transformed.h) in f32, for deviations up to 1024: k and the verdict
 * where the first words of U and V determine them. All other slots stay undecided.
 *
 * A count is represented as whole + away: whole is an integer near the mean, so that away needs bits for the deviation only,
 * not for the mean. The mean is whole + part. A parameter comes as two floats, the second of which is in part.
 *
 *   x     part + c +- y. In units of e = 2^-24, r = a / u: u is off by 2 e u, a by 14 e a (b is at least 6.8 where a
 *         cancels twice), b by 5 e b; with the roundings of 1 / u, of r, of y's sum, product and of x: (22 r + 4.5 b + 3) e,
 *         since |y| <= r + b / 2. Used: (24 r + 5 b + 4) e, and the half ulp of U's word, four times
 *   V     1 / (2 w + 1) of itself, w its word: below 2^-16 it is undecided, otherwise that is less than 2^-17
 *   q     the deviances, at most 17 where such a V accepts (16 log 2 and the hat over P's middle, 6 z^2, z deviations out).
 *         Near, |v| <= 1/2: to 12 e of themselves by d v; the series is truncated by at most 2^-18.3 of them. Far: to
 *         2 e of m + k <= 68 by the logarithm (d^2 <= 17 (m + k), |d| > (m + k) / 2). Either is below 2^-13.7, also for the
 *         sum of two distributions; S from k = 2 on 2^-18, four times; the logarithm and its argument 2^-18; half an ulp of
 *         U's word, where x is decided, 2^-15.7. The sum is below 2^-12, which is used */
#ifndef RR_TRANSFORMED_FIRST_H
#define RR_TRANSFORMED_FIRST_H

#include "count.h"
#include "engine/math/double_word.h"
#include "engine/math/exp.h"
#include "engine/math/neglog.h"
#include "engine/math/quick.h"

/* The constants of a hat: its b and a; 5 b + 4, times e; 1 / A and constant factors of P. whole + part: the mean. */
typedef struct rr_narrow_hat {
    rr_real a, b, margin, scale, whole, part;
} rr_narrow_hat;

typedef struct rr_narrow_proposal {
    rr_real away, hat, v;   /* k minus whole; (a / u^2 + b) / A */
    rr_mask edge;           /* k is uncertain */
} rr_narrow_proposal;

/* Splits the mean, given as two floats whose bits may overlap, into whole and part. */
RR_FN void rr_narrow_mean(rr_narrow_hat *g, rr_real mean, rr_real rest)
{
    g->whole = rr_narrow_floor(mean);
    g->part = (mean - g->whole) + rest;
}

/* A proposal around whole + part + c. */
RR_FN rr_narrow_proposal rr_narrow_propose(const rr_narrow_hat *g, rr_scalar c, rr_word wu, rr_word wv)
{
    const rr_mask above = rr_mnot(rr_wlt(wu, rr_wsplat(0x80000000u)));
    const rr_real u = (rr_fromuint(rr_wselect(above, wu ^ 0xffffffffu, wu)) + RR_C(0.5)) * RR_C(0x1p-32);
    const rr_real inv = rr_div(rr_splat(RR_C(1)), u), ratio = g->a * inv, steep = rr_fma(ratio, inv, g->b);
    const rr_real y = (RR_C(0.5) - u) * (ratio + ratio + g->b), centre = g->part + c;
    const rr_real x = rr_select(above, centre + y, centre - y);
    const rr_real width = rr_fma(ratio, rr_fma(inv, rr_splat(RR_C(0x1p-31)), rr_splat(RR_C(0x1.8p-20))), g->margin);
    rr_narrow_proposal p;
    p.away = rr_narrow_floor(x);
    p.hat = steep * g->scale;
    p.v = rr_narrow_unit(wv);
    const rr_real over = x - p.away;
    p.edge = rr_mor(rr_mor(rr_lt(over, width), rr_lt(RR_C(1) - width, over)), rr_le(rr_splat(RR_NARROW_MAX), rr_abs(x)));
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

/* D(k, m), k > 0: d = k - m, v = d / (k + m), over = 1 / m. Near the mean it is d v + 2 k v (v^2 / 3 + v^4 / 5 + ...). */
RR_FN rr_mask rr_narrow_rough(rr_real v) { return rr_lt(rr_splat(RR_C(0.5)), rr_abs(v)); }

RR_FN rr_real rr_narrow_near(rr_real k, rr_real d, rr_real v)
{
    const rr_real s = v * v;
    rr_real p = rr_fma(s, rr_splat(RR_C(0.066666667)), rr_splat(RR_C(0.076923077)));
    p = rr_fma(p, s, rr_splat(RR_C(0.090909091)));
    p = rr_fma(p, s, rr_splat(RR_C(0.11111111)));
    p = rr_fma(p, s, rr_splat(RR_C(0.14285714)));
    p = rr_fma(p, s, rr_splat(RR_C(0.2)));
    p = rr_fma(p, s, rr_splat(RR_C(0.33333333)));
    return rr_fma(d, v, (k + k) * (v * s) * p);
}

RR_FN rr_real rr_narrow_deviance(rr_real k, rr_real over, rr_real d, rr_real v)
{
    const rr_real near = rr_narrow_near(k, d, v);
    const rr_mask far = rr_narrow_rough(v);
    if (!rr_some(far)) return near;
    return rr_select(far, RR_C(0) - rr_fma(k, rr_minus_log(k * over), d), near);
}

/* A lower bound, sufficient for a rejection: a far deviance exceeds its truncated series where v > 0, and elsewhere is at
 * least .896 d v (k = .22 m). */
RR_FN rr_real rr_narrow_min(rr_real k, rr_real d, rr_real v)
{
    return rr_select(rr_lt(v, rr_splat(RR_C(-0.5))), d * v * RR_C(0.89), rr_narrow_near(k, d, v));
}

/* -log(x), x > 2^-126, within 2^-21 + 2^-24 |log x|. */
RR_FN rr_real rr_narrow_minus_log(rr_real x) { return rr_quick_log2(x) * RR_C(-0.69314718); }

RR_FN rr_mask rr_narrow_no(rr_real q) { return rr_lt(q, rr_splat(RR_C(-0x1p-12))); }

/* The verdict on k; q is -log of V A / (P(k) (a / u^2 + b)); few: q is wrong; out: there is no such count: rejection. */
RR_FN rr_try rr_narrow_verdict(rr_real k, rr_narrow_proposal p, rr_real q, rr_mask few, rr_mask out)
{
    const rr_mask coarse = rr_lt(p.v, rr_splat(RR_C(0x1p-16)));
    const rr_mask yes = rr_mandnot(rr_lt(rr_splat(RR_C(0x1p-12)), q), out);
    const rr_mask no = rr_mor(rr_narrow_no(q), out);
    const rr_mask certain = rr_mandnot(rr_mor(yes, no), rr_mor(p.edge, rr_mandnot(rr_mor(few, coarse), out)));
    return rr_try_of(rr_narrow_count(k), rr_mand(certain, yes), rr_mnot(certain));
}

/* ---- Masses ---------------------------------------------------------------------------------------------------------- */

/* For constant parameters the masses M(k) of the counts around the mean are tabulated, P(k) without the factors in the hat's
 * scale: V is compared with M(k) (a / u^2 + b) / A, without a logarithm, root or division.
 *
 *   M     the deviances, at most 29 where a V accepts, to 12 e and 2^-18.3 of themselves; far ones, a fifth of m + k and
 *         more, to 2 e of m + k <= 145. Together 2^-12.8; S 2^-16; e^-s and its root 2^-21
 *   hat   30 e, and half an ulp of U's word 2^-15.7, unless x is undecided
 *
 * The sum is below 2^-12, which is used. Masses decrease away from the mean, so that those at the ends bound all beyond.
 *
 * A tile computes its own: 2 `before` + 2 of them, `before` below `whole`, 4.5 deviations, unless they are more than a
 * quarter of its slots. (With fewer, the mass at the end is too large for most rejections: 2.5 % are undecided with 3.4
 * deviations, .3 % with 4.5.) The table is `before`, and from RR_NARROW_HEAD on the masses. Up to 64 are looked up in
 * registers of 512 bits, if they cover 3.7 deviations or more. */
#define RR_NARROW_HEAD 16
#define RR_NARROW_MASSES (RR_NARROW_HEAD + 1024)
#define RR_NARROW_MIN 31   /* the smallest `before` */
#define RR_NARROW_UNKNOWN rr_asreal(rr_tobits(rr_wsplat(0x7fc00000u)))   /* NaN: every comparison is uncertain */

/* The number of masses that pays for a tile of n slots; may be 0. `before` is written to the table's head. */
RR_FN rr_uint32 rr_narrow_begin(const rr_narrow_hat *g, rr_uint32 n, rr_scalar *table)
{
    rr_scalar b[RR_LANES];
    rr_store(b, g->b);
    const rr_scalar wide = b[0] < RR_C(400) ? b[0] : RR_C(400);
    rr_uint32 before = (rr_uint32)(wide * RR_C(1.8));
    if (before < RR_NARROW_MIN || (RR_LANES >= 16 && wide < RR_C(22))) before = RR_NARROW_MIN;
    const rr_uint32 masses = 2 * before + 2;
    table[0] = (rr_scalar)before;
    return masses <= 64 || (masses <= n / 4 && masses <= RR_NARROW_MASSES - RR_NARROW_HEAD) ? masses : 0;
}

/* e^-s / root, or more where it is below every V of a word. */
RR_FN rr_real rr_narrow_mass(rr_real s, rr_real root)
{
    return rr_div(rr_exp(RR_C(0) - rr_min(s, rr_splat(RR_C(80)))), root);
}

/* The counts of RR_LANES masses, beginning with number i. */
RR_FN rr_real rr_narrow_massed(const rr_narrow_hat *g, const rr_scalar *table, rr_uint32 i)
{
    return (g->whole - table[0]) + rr_fromuint(rr_iota() + i);
}

RR_FN rr_real rr_narrow_lookup(const rr_scalar *table, rr_word w)
{
    const rr_scalar *mass = table + RR_NARROW_HEAD;
    rr_real low[4], high[4];
    if (RR_LANES < 16 || table[0] > RR_NARROW_MIN) return rr_gather(mass, w);
    rr_lookup_row(mass, mass, w & 31u, 1, low);   /* in registers: two permutes */
    rr_lookup_row(mass + 32, mass + 32, w & 31u, 1, high);
    return rr_select(rr_wlt(w, rr_wsplat(32)), low[0], high[0]);
}

/* The verdict on k by masses, t->table. */
RR_FN rr_try rr_narrow_weigh(const rr_tile *t, rr_real k, rr_narrow_proposal p)
{
    const rr_scalar *table = (const rr_scalar *)t->table;
    const rr_real before = rr_splat(table[0]), at = p.away + before;
    const rr_real near = rr_min(rr_max(at, rr_splat(RR_C(0))), before + before + RR_C(1));
    const rr_real m = rr_narrow_lookup(table, rr_toword(rr_asbits(near + RR_C(0x1p23)) & 0x3ffu)) * p.hat;
    const rr_real slack = rr_fma(p.v, rr_splat(RR_C(0x1p-12)), rr_splat(RR_C(0x1p-32)));
    const rr_mask here = rr_mand(rr_le(at, near), rr_le(near, at));
    const rr_mask yes = rr_mand(rr_lt(p.v + slack, m), here), no = rr_lt(m, p.v - slack);
    const rr_mask certain = rr_mandnot(rr_mor(yes, no), p.edge);
    return rr_try_of(rr_narrow_count(k), rr_mand(certain, yes), rr_mnot(certain));
}

#endif
