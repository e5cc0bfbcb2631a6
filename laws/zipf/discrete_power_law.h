/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* discrete-power-law: counts k = low ... high of probability proportional to k^-a, a from 0 to 1024, high up to 2^53.
 *
 * Rejection by inversion (Hoermann and Derflinger 1996) of cells instead of counts, so that no large count is a rounded
 * number. A cell has the counts with the same 13 leading bits: one count below 8192, 2^(e - 12) counts in binade e. A cell
 * that low or high cuts is joined to its neighbour. A draw takes
 *
 *     x   of density x^-a from B - 1/2 to high + 1/2: its cell, of counts from l on, n of them, and its place in the cell,
 *     k = l + floor(n V), uniform in the cell, and accepts where
 *
 *     integral of t^-a from l - 1/2 to x < n k^-a / C.
 *
 * Given the cell and k, that integral is uniform up to the cell's, S. So k has the probability S (1 / n) (n k^-a / C) / S.
 * C makes it at most S for all k. As t^-a is convex, S is at least n m^-a, where m = l + (n - 1) / 2 is the cell's middle.
 * So C = (m / l)^a is enough: 1 for n = 1, and below e^(1.5 a 2^-12) for n > 1, as n / l < 3 2^-12, twice joined. C is 1 if
 * high < 8192. B is low; if a > 1 and low < 8192 it is low + 1, and low itself has the weight low^-a / C and is always
 * accepted: the hat near low would be far too high for large a.
 *
 * 91 % of the draws are accepted for a = 1 and low = high = 1, and at least as many for other parameters up to a = 256, 82 %
 * for a = 512, 68 % for a = 1024 (the last two by C).
 *
 * With F = B - 1/2, N = high - B + 1, s = log(1 + N / F), c = |a - 1|, R = e^-cs, M = 1 - R, x - F is F (e^y - 1), where
 *
 *     y = -log(R + U M) / c,   or s minus that where a < 1.
 *
 * As c goes to 0, y goes to (1 - U) s: R + U M - 1 = (U - 1) M is computed without cancellation, and at a = 1 c is 1e-200.
 * If low has its own weight, w of all, U from 1 - w on is for low, and smaller U are divided by 1 - w.
 *
 * The full test has 128 bits of U, 96 of V. Relative error of P(k), where P(k) >= 2^-64: 2^-31. y has an absolute
 * error of s 2^-51, s <= 37.5, so x has an error of x 2^-45.7 at the start of the cell and where acceptance ends. A cell is
 * at least x 2^-13 wide, or it is all of low ... high, where s is as small as that.
 *
 * The quick attempt has the first words. Half an ulp of U moves x by x M 2^-33 / (c (R + U M)); the margin is twice that and
 * x s 2^-46. floor(n V) is certain where the word's interval has no multiple of 1 / n: for n = 2^m, m <= 32, always. */
#ifndef RR_SAMPLER_DISCRETE_POWER_LAW_H
#define RR_SAMPLER_DISCRETE_POWER_LAW_H

#include "engine/draws/count.h"
#include "engine/draws/whole.h"
#include "engine/math/exp.h"
#include "engine/math/expm1.h"
#include "engine/math/log1p.h"
#include "engine/math/neglog.h"

#define RR_GROUP_discrete_power_law 2
#define RR_AUX_discrete_power_law 0
#define RR_BLOCKS_discrete_power_law 1

#define RR_POWER_LAW_SINGLE RR_C(8192)     /* every count below it is its own cell */
#define RR_POWER_LAW_CELL RR_C(0x1p-12)    /* the size of a larger cell, over its binade's smallest count */

/* True where low and high are integers, and low is at most high. */
#define RR_RELATES_discrete_power_law 3
RR_FN rr_mask rr_discrete_power_law_related(const rr_real *v)
{
    return rr_mand(rr_mand(rr_whole(v[1]), rr_whole(v[2])), rr_le(v[1], v[2]));
}

typedef struct rr_power_law_set {
    rr_real a, over;         /* 1 / (1 - a), 1e200 for a = 1 */
    rr_real min, range;      /* R, M */
    rr_real span;            /* s */
    rr_real first, n;        /* B, N */
    rr_real low, scale;      /* from where on U is for low, 2 if nowhere; what other U are multiplied by */
    rr_real keep;            /* 1 / C */
} rr_power_law_set;

RR_FN rr_power_law_set rr_power_law_setup(rr_real a, rr_real low, rr_real high)
{
    rr_power_law_set g;
    const rr_real one = rr_splat(RR_C(1)), zero = rr_splat(RR_C(0)), large = rr_splat(RR_POWER_LAW_SINGLE);
    const rr_mask weighs = rr_mand(rr_lt(one, a), rr_lt(low, large));
    const rr_real away = rr_select(rr_mor(rr_lt(a, one), rr_lt(one, a)), one - a, rr_splat(RR_C(1e-200)));
    g.a = a;
    g.over = rr_div(one, away);
    g.first = low + rr_select(weighs, one, zero);
    g.n = (high - g.first) + one;
    const rr_real front = g.first - RR_C(0.5);
    g.span = rr_log1p(rr_div(g.n, front));
    const rr_real all = RR_C(0) - rr_abs(away) * g.span;
    g.min = rr_exp(all);
    g.range = RR_C(0) - rr_expm1(all);
    g.keep = rr_select(rr_lt(high, large), one, rr_exp(a * (RR_C(-1.5) * RR_POWER_LAW_CELL)));
    /* The areas of low's weight and of the hat, over front^-a: the hat's is needed for a > 1 alone. */
    const rr_real own = rr_exp(a * rr_log1p(rr_div(rr_splat(RR_C(0.5)), low))) * g.keep;
    const rr_real hat = front * g.range * rr_abs(g.over);
    g.scale = rr_select(weighs, RR_C(1) + rr_div(own, rr_max(hat, rr_splat(RR_C(1e-100)))), one);
    g.low = rr_select(weighs, rr_div(one, g.scale), rr_splat(RR_C(2)));
    return g;
}

#define RR_POWER_LAW_SET(each) \
    each(0, a) each(1, over) each(2, min) each(3, range) each(4, span) each(5, first) each(6, n) each(7, low) \
    each(8, scale) each(9, keep)
RR_SETUP_KEPT(power_law, rr_power_law_set, RR_POWER_LAW_SET)

RR_FN void rr_discrete_power_law_prepare(rr_tile *t)
{
    const rr_word slot = rr_wsplat(0);
    if (t->varies & 7) return;
    const rr_real a = rr_slot_param(t, 0, slot), low = rr_slot_param(t, 1, slot), high = rr_slot_param(t, 2, slot);
    rr_power_law_keep(t, rr_power_law_setup(a, low, high));
}

RR_FN rr_power_law_set rr_power_law_set_of(const rr_tile *t, const rr_real *v)
{
    if (t->varies & 7) return rr_power_law_setup(v[0], v[1], v[2]);
    return rr_power_law_kept(t);
}

/* x, from U: its cell and where it is there. */
typedef struct rr_power_law_point {
    rr_real at, x;           /* R + U M; x - F */
    rr_real from, n, place;  /* l; n; x - (l - 1/2) */
    rr_mask whole;           /* the cell is neither cut nor joined */
    rr_mask low;             /* k is low; then the rest has no meaning */
} rr_power_law_point;

/* The first count of the cell of k without low and high, and its size. k = 0 is a cell, too. */
RR_FN rr_real rr_power_law_start(rr_real k) { return rr_asreal(rr_asbits(k) & 0xffffff0000000000u); }
RR_FN rr_real rr_power_law_size(rr_real k)
{
    return rr_max(rr_asreal(rr_asbits(k) & 0x7ff0000000000000u) * RR_POWER_LAW_CELL, rr_splat(RR_C(1)));
}

/* Sets p's cell, which k is in. */
RR_FN void rr_power_law_cell(rr_power_law_set g, rr_real k, rr_power_law_point *p)
{
    const rr_real one = rr_splat(RR_C(1)), high = g.first + (g.n - RR_C(1));
    const rr_real here = rr_power_law_start(k), next = here + rr_power_law_size(here);
    const rr_real before = rr_power_law_start(here - RR_C(1));
    /* A cell that is not cut, if there is one; then those that are cut before and after it. */
    const rr_real start = rr_select(rr_lt(here, g.first), next, rr_select(rr_lt(high, next - one), before, here));
    const rr_real size = rr_power_law_size(start), end = start + size;
    const rr_mask first = rr_lt(rr_power_law_start(start - RR_C(1)), g.first);
    const rr_mask last = rr_lt(high, (end + rr_power_law_size(end)) - one);
    p->from = rr_select(first, g.first, start);
    p->n = rr_select(last, (high - p->from) + one, end - p->from);
    p->whole = rr_mand(rr_le(size, p->n), rr_le(p->n, size));
}

RR_FN rr_power_law_point rr_power_law_point_of(rr_power_law_set g, rr_real u)
{
    rr_power_law_point p;
    const rr_real one = rr_splat(RR_C(1)), zero = rr_splat(RR_C(0));
    const rr_real part = rr_min(u * g.scale, one);
    p.low = rr_le(g.low, u);
    p.at = rr_fma(part, g.range, g.min);
    const rr_real y = rr_neglog(p.at, (part - RR_C(1)) * g.range, rr_le(rr_splat(RR_C(0.7071)), p.at)) * rr_abs(g.over);
    p.x = (g.first - RR_C(0.5)) * rr_expm1(rr_select(rr_lt(g.a, one), g.span - y, y));
    const rr_real k = g.first + rr_max(rr_min(rr_count_floor(rr_max(p.x, zero)), g.n - RR_C(1)), zero);
    rr_power_law_cell(g, k, &p);
    p.place = p.x - (p.from - g.first);
    return p;
}

/* The integral up to x, and its bound for k = l + i, over (l - 1/2)^-a. */
RR_FN rr_real rr_power_law_integral(rr_power_law_set g, rr_power_law_point p)
{
    const rr_real front = p.from - RR_C(0.5), one = rr_splat(RR_C(1));
    const rr_real away = rr_select(rr_mor(rr_lt(g.a, one), rr_lt(one, g.a)), one - g.a, rr_splat(RR_C(1e-200)));
    return front * g.over * rr_expm1(away * rr_log1p(rr_div(rr_max(p.place, rr_splat(RR_C(0))), front)));
}

RR_FN rr_real rr_power_law_bound(rr_power_law_set g, rr_power_law_point p, rr_real i)
{
    const rr_real far = rr_log1p(rr_div(i + RR_C(0.5), p.from - RR_C(0.5)));
    return p.n * g.keep * rr_exp(RR_C(0) - g.a * far);
}

RR_FN rr_real rr_power_law_value(rr_power_law_set g, rr_power_law_point p, rr_real i)
{
    return rr_count_long_value(rr_select(p.low, g.first - RR_C(1), p.from + i));
}

/* ---- The attempt ----------------------------------------------------------------------------------------------------- */

RR_FN rr_try rr_discrete_power_law_of(const rr_tile *t, const rr_real *v, rr_word wu, rr_word wv)
{
    const rr_real one = rr_splat(RR_C(1)), zero = rr_splat(RR_C(0)), ulp = rr_splat(RR_C(0x1p-32));
    const rr_power_law_set g = rr_power_law_set_of(t, v);
    const rr_real u = (rr_fromuint(wu) + RR_C(0.5)) * ulp;
    const rr_power_law_point p = rr_power_law_point_of(g, u);
    const rr_real moves = rr_fma(rr_div(g.range * g.scale * rr_abs(g.over), p.at), ulp, g.span * RR_C(0x1p-46));
    const rr_real margin = (g.first + p.x) * moves;
    /* The count in the cell. */
    const rr_real z = (rr_fromuint(wv) + RR_C(0.5)) * (p.n * ulp), i = rr_count_floor(z), above = z - i;
    const rr_real half = p.n * rr_select(p.whole, rr_splat(RR_C(0x1p-33)), rr_splat(RR_C(0x1.0001p-33)));
    const rr_mask between = rr_mor(rr_lt(above, half), rr_lt(one - above, half));
    /* The cell, and the test. */
    const rr_mask edge = rr_mor(rr_lt(p.place, margin), rr_lt(p.n - p.place, margin));
    const rr_real excess = rr_power_law_bound(g, p, i) - rr_power_law_integral(g, p);
    const rr_real close = rr_fma(p.n, rr_splat(RR_C(0x1p-42)), margin);
    const rr_mask near = rr_le(rr_abs(excess), close);
    const rr_mask rough = rr_mor(rr_mor(between, edge), rr_mor(near, rr_weq(wu, rr_wsplat(0))));
    const rr_mask divide = rr_le(rr_abs(u - g.low), ulp);
    const rr_mask open = rr_mor(divide, rr_mandnot(rough, p.low));
    const rr_mask yes = rr_mor(p.low, rr_lt(zero, excess));
    return rr_try_of(rr_power_law_value(g, p, i), rr_mandnot(yes, open), open);
}

/* ---- Full test ------------------------------------------------------------------------------------------------------- */

/* floor(n V), V in 96 bits and a half of the last, which a double word holds: rounded up, it could be the next word's. */
RR_FN rr_real rr_power_law_count(rr_real n, const rr_word *wv)
{
    const rr_real one = rr_splat(RR_C(1)), zero = rr_splat(RR_C(0));
    const rr_double top = rr_two_sum(rr_fromuint(wv[0]) * RR_C(0x1p-32), rr_fromuint(wv[1]) * RR_C(0x1p-64));
    const rr_double v = rr_double_add(top, rr_double_of((rr_fromuint(wv[2]) + RR_C(0.5)) * RR_C(0x1p-96), zero));
    const rr_double z = rr_two_product(v.hi, n);
    const rr_real i = rr_count_floor(z.hi), above = (z.hi - i) + rr_fma(v.lo, n, z.lo);
    const rr_real step = rr_select(rr_lt(above, zero), rr_splat(RR_C(-1)), rr_select(rr_le(one, above), one, zero));
    return rr_max(rr_min(i + step, n - RR_C(1)), zero);
}

RR_FN rr_try rr_discrete_power_law_decide(const rr_tile *t, rr_word slot, rr_word j)
{
    const rr_real v[3] = {rr_slot_param(t, 0, slot), rr_slot_param(t, 1, slot), rr_slot_param(t, 2, slot)};
    const rr_power_law_set g = rr_power_law_set_of(t, v);
    rr_word wu[4], wv[4];
    rr_count_all_words(t, rr_slot_index(t, slot), j, wu, wv);
    const rr_power_law_point p = rr_power_law_point_of(g, rr_count_unit(wu).hi);
    const rr_real i = rr_power_law_count(p.n, wv);
    const rr_mask yes = rr_mor(p.low, rr_lt(rr_power_law_integral(g, p), rr_power_law_bound(g, p, i)));
    return rr_try_of(rr_power_law_value(g, p, i), yes, rr_mfrom(0));
}

#define RR_COUNT_PAIR discrete_power_law
#define RR_COUNT_PARAMS 3
#include "engine/draws/count_pair.h"

#define RR_AS_DRAWN discrete_power_law
#include "engine/draws/as_drawn.h"

#endif
