/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* fisher-hypergeometric: Fisher's noncentral hypergeometric distribution, P(k) proportional to C(ngood, k) C(nbad,
 * nsample - k) odds^k; N = ngood + nbad up to 2^53.
 *
 * The reflections of hypergeometric.h apply, and one more that exchanges k with s - k and l - k with e + k where the
 * expected count exceeds s / 2. Then it is
 *
 *     f(k) = C(l, k) C(N - l, s - k) (a / b)^k,   0 <= k <= s <= l, e = N - l - s >= 0,
 *
 * a and b the odds and 1, in this order or the other: no quotient of them is rounded. With the m that solves (l - m) (s -
 * m) a = m (e + m),
 *
 *     m = 2 l s a / (h + sqrt(((l - s) a)^2 + (e b)^2 + 2 a b (e (l + s) + 2 l s))),   h = (l + s) a + e b,
 *
 * which has no cancellation, in double words, -log f is up to a constant the same as that of hypergeometric about its mean
 * (draw/urn.h), since the linear terms of the four D cancel. The sum of all f(k) is not needed.
 *
 * The hat. f(k + 1) / f(k) = (l - k) (s - k) a / ((k + 1) (e + k + 1) b) decreases in k, so that f is logarithmically
 * concave, and t(k) = (f(M) / f(k))^(1/2), M the mode, is convex: from any k1 on the right
 *
 *     t(k) >= t(k1) + c (k - k1)   for every k, t(k1) - t(k1 - 1) <= c <= t(k1 + 1) - t(k1),
 *
 * and f(k) / f(M) <= 1 / (t(k1) + c (k - k1))^2, whose integral is inverted by a quotient. A proposal is k = floor(x), so
 * that this is shifted by 1 on the right, and not on the left. M = floor of the m above for l + 1 and s + 1, which is
 * accurate to 1 (from 2^49 on to 8, where sd > 2^23), k1 = M + 1 + floor(1.5 sd), 1 / sd^2 = 1 / m + 1 / (l - m) + 1 / (s -
 * m) + 1 / (e + m), k2 = M - 1 - floor(1.5 sd), and c = t(k1) min(1, t(k1 + 1) / t(k1) - 1), which is in that interval,
 * since t(k1) - t(k1 - 1) < t(k1). Beyond s and 0 there is no tail. .389 (l = s = 4, odds .98) to .743 (sd large) of the
 * proposals are accepted, by computation; all where only one count is possible.
 *
 * A relative error r of c moves the tangent above t by r^2 / 2 only, as t is curved. t is accurate to 2^-44, and an error
 * of 8 in M with an sd of 2^23 adds 2^-41. So acceptance is multiplied by 1 - 2^-40, and the hat is above f.
 *
 * Odds below 1e-100, 0 included, give the smallest count and odds above 1e100, inf included, the largest. f(1) / f(0) is at
 * most l s a / b <= 2^106 1e-100 there, so all other counts together have a probability below 1e-68.
 *
 * The full test defines the distribution. Words are those of poisson. The relative error of P(k) where P(k) >=
 * 2^-64 is 2^-40, as for hypergeometric; an offset from M is a double word, accurate to a relative 2^-98. Beyond 2^45 of
 * the mode, where f is below e^-(2^16), nothing is accepted. */
#ifndef RR_SAMPLER_FISHER_HYPERGEOMETRIC_H
#define RR_SAMPLER_FISHER_HYPERGEOMETRIC_H

#include "engine/draws/transformed.h"
#include "engine/math/double_word.h"
#include "engine/math/exp.h"
#include "engine/math/neglog.h"
#include "laws/hypergeometric/draw/urn.h"

#define RR_GROUP_fisher_hypergeometric 2
#define RR_AUX_fisher_hypergeometric 0
#define RR_BLOCKS_fisher_hypergeometric 1
#define RR_REJECTS_OFTEN_fisher_hypergeometric 1
#define RR_OPEN_OFTEN_fisher_hypergeometric 1

#define RR_FISHER_FAR RR_C(0x1p45)
#define RR_FISHER_ODDS_MIN RR_C(1e-100)
#define RR_FISHER_ODDS_MAX RR_C(1e100)

/* The table, odds as a / b; none: only one count is possible. */
typedef struct rr_fisher {
    rr_urn urn;
    rr_real a, b;
    rr_mask none;
} rr_fisher;

/* Offsets from the mode: the ends of the level, to the left and to the right, and the tails' scale 1 / c. */
typedef struct rr_fisher_set {
    rr_double mean;
    rr_real mode, front;   /* the root of f's formula and its exponent at the mode, up to constants */
    rr_real none, left, right, tail_left, tail_right;
} rr_fisher_set;

#define RR_RELATES_fisher_hypergeometric 3
RR_FN rr_mask rr_fisher_hypergeometric_related(const rr_real *v) { return rr_urn_related(v); }

RR_FN rr_fisher rr_fisher_of(rr_real good, rr_real bad, rr_real taken, rr_real odds)
{
    const rr_real one = rr_splat(RR_C(1));
    rr_fisher x;
    rr_urn u = rr_urn_of(good, bad, taken);
    const rr_mask limit = rr_mor(rr_lt(odds, rr_splat(RR_FISHER_ODDS_MIN)), rr_lt(rr_splat(RR_FISHER_ODDS_MAX), odds));
    x.none = rr_mor(rr_lt(u.s, one), limit);
    /* Where only one count is possible: any table without a division by 0. */
    const rr_real l = rr_max(u.l, one), s = rr_max(u.s, one), e = u.rest;
    const rr_real a = rr_select(u.down, one, odds), b = rr_select(u.down, odds, one);
    const rr_mask max = rr_lt((e + s * RR_C(.5)) * b, (l - s * RR_C(.5)) * a);
    x.a = rr_select(limit, one, rr_select(max, b, a));
    x.b = rr_select(limit, one, rr_select(max, a, b));
    x.urn = u;
    x.urn.s = s;
    x.urn.l = rr_select(max, e + s, l);
    x.urn.rest = rr_select(max, l - s, e);
    x.urn.from = rr_select(max, rr_select(u.down, u.from - u.s, u.from + u.s), u.from);
    x.urn.down = rr_mor(rr_mandnot(max, u.down), rr_mandnot(u.down, max));
    return x;
}

RR_FN rr_fisher rr_fisher_at(const rr_tile *t, rr_word slot)
{
    return rr_fisher_of(rr_slot_param(t, 0, slot), rr_slot_param(t, 1, slot), rr_slot_param(t, 2, slot),
                        rr_slot_param(t, 3, slot));
}

RR_FN rr_double rr_fisher_mean(rr_fisher x)
{
    const rr_real zero = rr_splat(RR_C(0)), l = x.urn.l, s = x.urn.s, e = x.urn.rest;
    const rr_double apart = rr_two_product(l - s, x.a), rest = rr_two_product(e, x.b), ls = rr_two_product(l + l, s);
    const rr_double both = rr_double_of(RR_C(2) * x.a * x.b, zero);
    const rr_double cross = rr_double_times(rr_double_add(rr_two_product(e, l + s), ls), both);
    const rr_double square = rr_double_add(rr_double_add(rr_double_times(apart, apart), rr_double_times(rest, rest)), cross);
    const rr_real near = rr_sqrt(square.hi);
    const rr_double off = rr_double_add(square, rr_double_minus(rr_two_product(near, near)));
    const rr_double root = rr_double_join(near, rr_div(off.hi, near + near));
    const rr_double under = rr_double_add(rr_double_add(rr_two_product(l + s, x.a), rest), root);
    return rr_double_over(rr_double_times(ls, rr_double_of(x.a, zero)), under);
}

RR_FN rr_real rr_fisher_mode(rr_fisher x)
{
    const rr_real l = x.urn.l + RR_C(1), s = x.urn.s + RR_C(1), e = x.urn.rest, apart = (l - s) * x.a, rest = e * x.b;
    const rr_real cross = (RR_C(2) * x.a * x.b) * (e * (l + s) + RR_C(2) * (l * s));
    const rr_real root = rr_sqrt(apart * apart + (rest * rest + cross));
    return rr_min(rr_count_floor(rr_div(RR_C(2) * (l * s) * x.a, (l + s) * x.a + rest + root)), x.urn.s);
}

/* (f(k) / f(k + 1))^(1/2) - 1, or, where `back`, that of f(k + 1) / f(k), k >= 0: f(k + 1) / f(k) is over / under. */
RR_FN rr_real rr_fisher_step(rr_fisher x, rr_real k, int back)
{
    const rr_real next = k + RR_C(1), zero = rr_splat(RR_C(0));
    const rr_double over = rr_double_times(rr_two_product(x.urn.l - k, x.urn.s - k), rr_double_of(x.a, zero));
    const rr_double under = rr_double_times(rr_two_product(next, x.urn.rest + next), rr_double_of(x.b, zero));
    const rr_double up = back ? over : under, down = back ? under : over;
    const rr_real more = rr_div(rr_double_add(up, rr_double_minus(down)).hi, down.hi);
    return rr_div(more, rr_sqrt(more + RR_C(1)) + RR_C(1));
}

RR_FN rr_real rr_fisher_away(rr_fisher x, rr_double mean, rr_real k)
{
    return rr_urn_away(mean, rr_splat(RR_C(0)), x.urn, k);
}

/* The end of the level, from the mode, and the tail, by the tangent at k; step: the relative growth of t outwards. */
RR_FN rr_real rr_fisher_side(rr_fisher x, rr_fisher_set g, rr_real k, rr_real step, rr_real *tail)
{
    const rr_real by = rr_exp((rr_fisher_away(x, g.mean, k) - g.none) * RR_C(.5));
    const rr_real t = by * rr_sqrt(rr_div(rr_urn_root(x.urn, k), g.front));
    *tail = rr_div(rr_splat(RR_C(1)), t * rr_min_scalar(step, RR_C(1)));
    return rr_abs(k - g.mode) - (t - RR_C(1)) * *tail;
}

RR_SLOW_FN rr_fisher_set rr_fisher_setup(rr_fisher x)
{
    const rr_real one = rr_splat(RR_C(1)), zero = rr_splat(RR_C(0)), s = x.urn.s;
    rr_fisher_set g;
    g.mean = rr_fisher_mean(x);
    g.mode = rr_fisher_mode(x);
    g.front = rr_urn_root(x.urn, g.mode);
    g.none = rr_fisher_away(x, g.mean, g.mode);
    const rr_real m = g.mean.hi, ends = rr_div(one, m) + rr_div(one, x.urn.l - m);
    const rr_real sd = rr_sqrt(rr_div(one, ends + (rr_div(one, s - m) + rr_div(one, x.urn.rest + m))));
    const rr_real step = rr_count_floor(sd * RR_C(1.5)) + RR_C(1);
    /* Where k1 or k2 would be an end of the counts, the level reaches that end. */
    const rr_real high = rr_min(g.mode + step, s), low = rr_max(g.mode - step, zero);
    const rr_mask whole = rr_le(s, high), all = rr_le(low, zero);
    const rr_real k1 = rr_select(whole, zero, high), k2 = rr_select(all, one, low);
    rr_real tail;
    const rr_real right = rr_fisher_side(x, g, k1, rr_fisher_step(x, k1, 0), &tail);
    g.right = rr_select(whole, s - g.mode, right) + RR_C(1);
    g.tail_right = rr_select(whole, zero, tail);
    const rr_real left = rr_fisher_side(x, g, k2, rr_fisher_step(x, k2 - RR_C(1), 1), &tail);
    g.left = rr_select(all, g.mode, left);
    g.tail_left = rr_select(all, zero, tail);
    return g;
}

#define RR_FISHER_SET(each) \
    each(0, mean.hi) each(1, mean.lo) each(2, mode) each(3, front) each(4, none) each(5, left) each(6, right) \
    each(7, tail_left) each(8, tail_right)
RR_SETUP_KEPT(fisher, rr_fisher_set, RR_FISHER_SET)

RR_FN void rr_fisher_hypergeometric_prepare(rr_tile *t)
{
    if (t->varies & 15) return;
    rr_fisher_keep(t, rr_fisher_setup(rr_fisher_at(t, rr_wsplat(0))));
}

RR_FN rr_fisher_set rr_fisher_set_of(const rr_tile *t, rr_fisher x)
{
    if (t->varies & 15) return rr_fisher_setup(x);
    return rr_fisher_kept(t);
}

/* A proposal and the root of the hat there. */
typedef struct rr_fisher_proposal {
    rr_proposal at;
    rr_real hat;
} rr_fisher_proposal;

/* The area below the hat. */
RR_FN rr_double rr_fisher_area(rr_fisher_set g)
{
    return rr_double_add(rr_two_sum(g.left, g.right), rr_two_sum(g.tail_left, g.tail_right));
}

/* floor(y), |y| < 2^51. */
RR_FN rr_real rr_fisher_floor(rr_real y)
{
    const rr_real near = (y + RR_C(0x1.8p52)) - RR_C(0x1.8p52);
    return near - rr_select(rr_lt(y, near), rr_splat(RR_C(1)), rr_splat(RR_C(0)));
}

/* The count at offset j, which does not exist outside 0 ... s. */
RR_FN rr_proposal rr_fisher_count(rr_fisher x, rr_fisher_set g, rr_real j)
{
    const rr_real k = g.mode + j, zero = rr_splat(RR_C(0));
    rr_proposal p;
    p.outside = rr_mor(rr_lt(k, zero), rr_lt(x.urn.s, k));
    p.k = rr_min(rr_max(k, zero), x.urn.s);
    p.u = p.v = p.over_u = p.over_v = p.width = zero;
    p.edge = rr_mfrom(0);
    return p;
}

/* U is counted from its nearer end. z, that fraction of the area, is in the tail where it is below the tail's scale. */
RR_FN rr_fisher_proposal rr_fisher_propose(rr_fisher x, rr_fisher_set g, rr_word wu, rr_word wv)
{
    const rr_mask above = rr_mnot(rr_wlt(wu, rr_wsplat(0x80000000u)));
    const rr_real tail = rr_select(above, g.tail_right, g.tail_left), end = rr_select(above, g.right, g.left);
    const rr_real u = (rr_fromuint(rr_wselect(above, wu ^ 0xffffffffu, wu)) + RR_C(0.5)) * RR_C(0x1p-32);
    const rr_real area = rr_fisher_area(g).hi, z = u * area, ratio = rr_div(tail, z);
    const rr_mask far = rr_lt(z, tail);
    const rr_real d = end + rr_select(far, tail * (ratio - RR_C(1)), tail - z);
    const rr_real y = rr_min(rr_max(rr_select(above, d, RR_C(0) - d), rr_splat(-RR_FISHER_FAR)), rr_splat(RR_FISHER_FAR));
    const rr_real one = rr_splat(RR_C(1)), steep = rr_select(far, ratio * ratio, one);
    const rr_real j = rr_fisher_floor(y), part = y - j;
    /* Error of y: half an ulp of U's word, twice, and roundings. */
    const rr_real width = rr_fma(area * steep, rr_splat(RR_C(0x1p-32)), (rr_abs(y) + area) * RR_C(0x1p-49));
    rr_fisher_proposal r;
    r.at = rr_fisher_count(x, g, j);
    r.at.u = u;
    r.at.v = (rr_fromuint(wv) + RR_C(0.5)) * RR_C(0x1p-32);
    rr_propose_overs(&r.at);
    r.at.width = width;
    /* Certainly not a count: below 0 or above s by more than the error. */
    const rr_mask under = rr_lt(g.mode + y, RR_C(0) - width), over = rr_lt((x.urn.s - g.mode) + RR_C(1) + width, y);
    const rr_mask near = rr_mor(rr_lt(part, width), rr_lt(one - width, part));
    r.at.edge = rr_mandnot(near, rr_mor(under, over));
    r.hat = rr_select(far, rr_div(z, tail), one);
    return r;
}

RR_FN rr_fisher_proposal rr_fisher_propose_decided(rr_fisher x, rr_fisher_set g, const rr_word *wu, const rr_word *wv)
{
    const rr_real zero = rr_splat(RR_C(0)), one = rr_splat(RR_C(1));
    const rr_mask above = rr_mnot(rr_wlt(wu[0], rr_wsplat(0x80000000u)));
    rr_word near[4];
    RR_UNROLL
    for (int k = 0; k < 4; ++k) near[k] = rr_wselect(above, wu[k] ^ 0xffffffffu, wu[k]);
    const rr_double u = rr_count_unit(near), z = rr_double_times(u, rr_fisher_area(g));
    const rr_real tail = rr_select(above, g.tail_right, g.tail_left);
    const rr_double end = rr_double_of(rr_select(above, g.right, g.left), zero), scale = rr_double_of(tail, zero);
    const rr_double ratio = rr_double_over(scale, z);
    const rr_mask far = rr_lt(z.hi, tail);
    const rr_double out = rr_double_times(rr_double_add(ratio, rr_double_of(RR_C(0) - one, zero)), scale);
    const rr_double d = rr_double_add(end, rr_double_select(far, out, rr_double_add(scale, rr_double_minus(z))));
    const rr_double y = rr_double_select(above, d, rr_double_minus(d));
    const rr_mask beyond = rr_lt(rr_splat(RR_FISHER_FAR), rr_abs(y.hi));
    const rr_real at = rr_select(beyond, zero, y.hi), whole = rr_fisher_floor(at);
    const rr_mask under = rr_mand(rr_le(at, whole), rr_lt(y.lo, zero));   /* just below an integer */
    rr_fisher_proposal r;
    r.at = rr_fisher_count(x, g, whole - rr_select(under, one, zero));
    r.at.outside = rr_mor(r.at.outside, beyond);
    r.at.u = u.hi;
    r.at.v = rr_count_unit(wv).hi;
    r.hat = rr_select(far, rr_div(z.hi, tail), one);
    return r;
}

/* -log of V over f's fraction of the hat: accepted where it is not below 0. */
RR_FN rr_real rr_fisher_excess(rr_fisher x, rr_fisher_set g, rr_fisher_proposal p)
{
    const rr_real root = rr_div(rr_urn_root(x.urn, p.at.k), g.front);
    const rr_real away = rr_fisher_away(x, g.mean, p.at.k) - g.none;
    return (rr_minus_log(p.at.v * (p.hat * p.hat) * root) - away) - RR_C(0x1p-40);
}

/* v: good, bad, taken and odds. */
RR_FN rr_try rr_fisher_hypergeometric_of(const rr_tile *t, const rr_real *v, rr_word wu, rr_word wv)
{
    const rr_fisher x = rr_fisher_of(v[0], v[1], v[2], v[3]);
    const rr_fisher_set g = rr_fisher_set_of(t, x);
    const rr_fisher_proposal p = rr_fisher_propose(x, g, wu, wv);
    rr_try r = rr_proposal_try(p.at, rr_fisher_excess(x, g, p));
    r = rr_try_select(x.none, rr_try_of(rr_splat(RR_C(0)), x.none, rr_mfrom(0)), r);
    r.value = rr_urn_value(x.urn, r.value);
    return r;
}

RR_FN rr_try rr_fisher_hypergeometric_decide(const rr_tile *t, rr_word slot, rr_word j)
{
    const rr_fisher x = rr_fisher_at(t, slot);
    const rr_fisher_set g = rr_fisher_set_of(t, x);
    rr_word wu[4], wv[4];
    rr_count_all_words(t, rr_slot_index(t, slot), j, wu, wv);
    const rr_fisher_proposal p = rr_fisher_propose_decided(x, g, wu, wv);
    const rr_mask in = rr_mandnot(rr_le(rr_splat(RR_C(0)), rr_fisher_excess(x, g, p)), p.at.outside);
    const rr_real k = rr_select(x.none, rr_splat(RR_C(0)), p.at.k);
    return rr_try_of(rr_urn_value(x.urn, k), rr_mor(in, x.none), rr_mfrom(0));
}

#define RR_COUNT_PAIR fisher_hypergeometric
#define RR_COUNT_PARAMS 4
#include "engine/draws/count_pair.h"

#define RR_AS_DRAWN fisher_hypergeometric
#include "engine/draws/as_drawn.h"

#endif
