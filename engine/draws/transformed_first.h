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
 *   V     1 / (2 w + 1) of itself, w its word: below 2^-16 it is open, else that is less than 2^-17
 *   q     the deviances, at most 17 where such a V accepts (16 log 2 and the hat over P's middle, 6 z^2, z deviations out).
 *         Near, |v| <= 1/2: to 12 e of themselves by d v, and what the series lacks is at most 2^-18.3 of them. Far: to
 *         2 e of m + k <= 68 by the logarithm (d^2 <= 17 (m + k), |d| > (m + k) / 2). Either is below 2^-13.7, for two laws'
 *         sum too; S from k = 2 on 2^-18, four times; the logarithm and its argument 2^-18; half an ulp of U's word, where x
 *         is not open, 2^-15.7. Together below 2^-12, which is taken */
#ifndef RR_TRANSFORMED_FIRST_H
#define RR_TRANSFORMED_FIRST_H

#include "count.h"
#include "engine/math/double_word.h"
#include "engine/math/exp.h"
#include "engine/math/neglog.h"
#include "engine/math/quick.h"

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

/* The same from below, enough for a no: a far deviance is more than what the series has of it where v > 0, and else at least
 * .896 d v (k = .22 m). */
RR_FN rr_real rr_narrow_least(rr_real k, rr_real d, rr_real v)
{
    return rr_select(rr_lt(v, rr_splat(RR_C(-0.5))), d * v * RR_C(0.89), rr_narrow_near(k, d, v));
}

/* -log(x), x > 2^-126, to 2^-21 + 2^-24 |log x|. */
RR_FN rr_real rr_narrow_minus_log(rr_real x) { return rr_quick_log2(x) * RR_C(-0.69314718); }

RR_FN rr_mask rr_narrow_no(rr_real q) { return rr_lt(q, rr_splat(RR_C(-0x1p-12))); }

/* The verdict on k, q being -log of V A / (P(k) (a / u^2 + b)); few: q is not right; out: there is no such count, a no. */
RR_FN rr_try rr_narrow_verdict(rr_real k, rr_narrow_proposal p, rr_real q, rr_mask few, rr_mask out)
{
    const rr_mask coarse = rr_lt(p.v, rr_splat(RR_C(0x1p-16)));
    const rr_mask yes = rr_mandnot(rr_lt(rr_splat(RR_C(0x1p-12)), q), out);
    const rr_mask no = rr_mor(rr_narrow_no(q), out);
    const rr_mask sure = rr_mandnot(rr_mor(yes, no), rr_mor(p.edge, rr_mandnot(rr_mor(few, coarse), out)));
    return rr_try_of(rr_narrow_count(k), rr_mand(sure, yes), rr_mnot(sure));
}

/* ---- Masses ---------------------------------------------------------------------------------------------------------- */

/* Of parameters that don't vary the masses M(k) of the counts about the mean are kept, P(k) less what is in the hat's scale:
 * V is compared with M(k) (a / u^2 + b) / A, and there is no logarithm, root or division.
 *
 *   M     the deviances, at most 29 where a V accepts, to 12 e and 2^-18.3 of themselves; those that are far, a fifth of
 *         m + k and more, to 2 e of m + k <= 145. Together 2^-12.8; S 2^-16; e^-s and its root 2^-21
 *   hat   30 e, and half an ulp of U's word 2^-15.7, unless x is open
 *
 * Together below 2^-12, which is taken. Masses fall away from the mean, so that those of the ends bound what is beyond.
 *
 * A tile makes its own: 2 `before` + 2 of them, `before` below `whole`, 4.5 deviations, unless they are more than a quarter
 * of its slots. (Beyond, the mass at the end is not low enough for most noes: 2.5 % were open with 3.4 deviations, .3 % are
 * with 4.5.) The table is `before`, and from RR_NARROW_HEAD on the masses. Up to 64 are looked up in registers of 512 bits,
 * which is worth 3.7 deviations or more. */
#define RR_NARROW_HEAD 16
#define RR_NARROW_MASSES (RR_NARROW_HEAD + 1024)
#define RR_NARROW_LEAST 31   /* the least `before` */
#define RR_NARROW_UNKNOWN rr_asreal(rr_tobits(rr_wsplat(0x7fc00000u)))   /* NaN: nothing is sure of it */

/* How many are worth while for a tile of n slots, which may be 0; `before` goes to the table's head. */
RR_FN rr_uint32 rr_narrow_begin(const rr_narrow_hat *g, rr_uint32 n, rr_scalar *table)
{
    rr_scalar b[RR_LANES];
    rr_store(b, g->b);
    const rr_scalar wide = b[0] < RR_C(400) ? b[0] : RR_C(400);
    rr_uint32 before = (rr_uint32)(wide * RR_C(1.8));
    if (before < RR_NARROW_LEAST || (RR_LANES >= 16 && wide < RR_C(22))) before = RR_NARROW_LEAST;
    const rr_uint32 masses = 2 * before + 2;
    table[0] = (rr_scalar)before;
    return masses <= 64 || (masses <= n / 4 && masses <= RR_NARROW_MASSES - RR_NARROW_HEAD) ? masses : 0;
}

/* e^-s / root, or more where no V of a word is below it. */
RR_FN rr_real rr_narrow_mass(rr_real s, rr_real root)
{
    return rr_div(rr_exp(RR_C(0) - rr_min(s, rr_splat(RR_C(80)))), root);
}

/* The counts of RR_LANES masses from number i on. */
RR_FN rr_real rr_narrow_massed(const rr_narrow_hat *g, const rr_scalar *table, rr_uint32 i)
{
    return (g->whole - table[0]) + rr_fromuint(rr_iota() + i);
}

RR_FN rr_real rr_narrow_look(const rr_scalar *table, rr_word w)
{
    const rr_scalar *mass = table + RR_NARROW_HEAD;
    rr_real low[4], high[4];
    if (RR_LANES < 16 || table[0] > RR_NARROW_LEAST) return rr_gather(mass, w);
    rr_lookup_row(mass, mass, w & 31u, 1, low);   /* of registers: two permutes */
    rr_lookup_row(mass + 32, mass + 32, w & 31u, 1, high);
    return rr_select(rr_wlt(w, rr_wsplat(32)), low[0], high[0]);
}

/* The verdict by masses, t->table, on k. */
RR_FN rr_try rr_narrow_weigh(const rr_tile *t, rr_real k, rr_narrow_proposal p)
{
    const rr_scalar *table = (const rr_scalar *)t->table;
    const rr_real before = rr_splat(table[0]), at = p.away + before;
    const rr_real near = rr_min(rr_max(at, rr_splat(RR_C(0))), before + before + RR_C(1));
    const rr_real m = rr_narrow_look(table, rr_toword(rr_asbits(near + RR_C(0x1p23)) & 0x3ffu)) * p.hat;
    const rr_real slack = rr_fma(p.v, rr_splat(RR_C(0x1p-12)), rr_splat(RR_C(0x1p-32)));
    const rr_mask here = rr_mand(rr_le(at, near), rr_le(near, at));
    const rr_mask yes = rr_mand(rr_lt(p.v + slack, m), here), no = rr_lt(m, p.v - slack);
    const rr_mask sure = rr_mandnot(rr_mor(yes, no), p.edge);
    return rr_try_of(rr_narrow_count(k), rr_mand(sure, yes), rr_mnot(sure));
}

#endif
