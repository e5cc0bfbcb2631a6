/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The first attempt in f32, for n up to 2^22: binomial.h's attempt on the first words of U and V, undecided where these do
 * not suffice (engine/draws/transformed_first.h has the bounds of the rejection). p is two floats, and so is n p.
 *
 *   F     of an inversion: q^n to 60 e, e = 2^-24, as n log q is 14 at most and p, log q and the product are rounded; P(k)
 *         to 6 k e more, k about 10 where F matters; 40 roundings of a sum below 1. Total 2^-16.7; the margin is 2^-15
 *
 * The method that f64 would choose is certain here. p near 1 leaves 1 - p within 2^-50 and n p within 2^-28 of their f64
 * values, and no n p is between 10 - 2^-20 and 10 (suits() in binomial.h), so that the middle of this gap separates the two
 * methods. Divisions are combined: 1 / (h k j) and d / ((k + n p) (j + n q)), h the hat, j = n - k, give five. */
#ifndef RR_BINOMIAL_FIRST_H
#define RR_BINOMIAL_FIRST_H

#include "engine/draws/transformed_first.h"

#define RR_SPLIT_binomial 1
#define RR_AGAIN_binomial 1
#define RR_MASSES_binomial RR_NARROW_MASSES
#define RR_CONSTANT_FIRST_binomial 1
#define RR_VARYING_binomial 15
#define RR_REGIMES_binomial 4

/* Parameters after the reflections; small: n p < 10. */
typedef struct rr_tries {
    rr_real n, p, q;
    rr_double mean;
    rr_mask mirrored, small;
} rr_tries;

typedef struct rr_binomial_set {
    rr_narrow_hat hat;
    rr_real m, rest, over, over_rest, some;   /* n p, n q, 1 / (n p), 1 / (n q), S(n) */
    rr_real n, mirrored, small;               /* the values in f64; 1: yes, 0: no */
} rr_binomial_set;

typedef struct rr_binomial_low {
    rr_real none, odds;   /* q^n and p / q, where n p < 10 */
} rr_binomial_low;

RR_FN rr_tries rr_binomial_tries(rr_real n, rr_real p, rr_real low)
{
    const rr_real half = rr_splat(RR_C(0.5)), zero = rr_splat(RR_C(0));
    rr_tries x;
    x.n = n;
    x.mirrored = rr_mor(rr_lt(half, p), rr_mand(rr_le(half, p), rr_lt(zero, low)));
    /* 1 - p is exact, and low may be a large part of it. */
    const rr_double less = rr_two_sum(rr_select(x.mirrored, RR_C(1) - p, p), rr_select(x.mirrored, zero - low, low));
    x.p = less.hi;
    x.q = RR_C(1) - x.p;
    x.mean = rr_two_product(n, x.p);
    x.mean.lo = rr_fma(n, less.lo, x.mean.lo);
    x.small = rr_lt((x.mean.hi - RR_BINOMIAL_SWITCH) + x.mean.lo, rr_splat(RR_BINOMIAL_GAP * RR_C(-0.5)));
    return x;
}

RR_FN rr_binomial_set rr_binomial_setup(rr_tries x)
{
    /* Lanes below the switch use the other method. */
    const rr_real p = rr_select(x.small, rr_splat(RR_C(0.5)), x.p), n = rr_select(x.small, rr_splat(RR_C(20)), x.n);
    const rr_real q = RR_C(1) - p;
    const rr_real one = rr_splat(RR_C(1)), zero = rr_splat(RR_C(0));
    rr_binomial_set g;
    g.n = x.n;
    g.mirrored = rr_select(x.mirrored, one, zero);
    g.small = rr_select(x.small, one, zero);
    g.m = rr_select(x.small, rr_splat(RR_C(10)), x.mean.hi);
    g.rest = n * q;
    g.over = rr_div(one, g.m);
    g.over_rest = rr_div(one, g.rest);
    const rr_real s = rr_sqrt(g.m * q);
    g.hat.b = rr_fma(s, rr_splat(RR_C(2.53)), rr_splat(RR_C(1.15)));
    g.hat.a = rr_fma(g.hat.b, rr_splat(RR_C(0.0248)), rr_fma(p, rr_splat(RR_C(0.01)), rr_splat(RR_C(-0.0873))));
    g.hat.margin = rr_fma(g.hat.b, rr_splat(RR_C(0x1.4p-22)), rr_splat(RR_C(0x1p-22)));
    /* sqrt(n) / (2.83 + 5.1 / b), and 1 / n by the same division; the roots of 2 pi cancel */
    const rr_real area = rr_fma(g.hat.b, rr_splat(RR_C(2.83)), rr_splat(RR_C(5.1))), over = rr_div(one, n * area);
    g.some = rr_narrow_stirling(area * over);
    g.hat.scale = (rr_sqrt(n) * g.hat.b) * (n * over);
    rr_narrow_mean(&g.hat, g.m, rr_select(x.small, zero, x.mean.lo));
    return g;
}

RR_FN rr_binomial_low rr_binomial_lowest(rr_tries x)
{
    const rr_real zero = rr_splat(RR_C(0)), few = rr_select(x.small, x.p, zero);
    rr_binomial_low g;
    g.none = rr_exp(rr_select(x.small, x.n, zero) * rr_log1p(zero - few));
    g.odds = rr_div(few, x.q);
    return g;
}

RR_FN rr_tries rr_binomial_at(const rr_tile *t)
{
    return rr_binomial_tries(rr_tile_param(t, 0), rr_tile_param(t, 1), rr_tile_param(t, 3));
}

#define RR_BINOMIAL_LOW(each) each(14, none) each(15, odds)
#define RR_BINOMIAL_SET(each) \
    each(0, hat.a) each(1, hat.b) each(2, hat.margin) each(3, hat.scale) each(4, hat.whole) each(5, hat.part) \
    each(6, m) each(7, rest) each(8, over) each(9, over_rest) each(10, some) \
    each(11, n) each(12, mirrored) each(13, small)
RR_SETUP_KEPT(binomial_low, rr_binomial_low, RR_BINOMIAL_LOW)
RR_SETUP_KEPT(binomial, rr_binomial_set, RR_BINOMIAL_SET)

RR_FN void rr_binomial_prepare(rr_tile *t)
{
    if (t->varies & 3) return;
    const rr_tries x = rr_binomial_at(t);
    rr_binomial_keep(t, rr_binomial_setup(x));
    rr_binomial_low_keep(t, rr_binomial_lowest(x));
}

RR_FN rr_mask rr_binomial_is(rr_real number) { return rr_lt(rr_splat(RR_C(0)), number); }

/* far: also accurate where a deviance is far. Otherwise such lanes are rough, except those with a certain rejection without
 * it, and those with few, whose q is not used. */
RR_FN rr_try rr_binomial_judge(const rr_binomial_set *g, rr_word wu, rr_word wv, int far, rr_mask *rough)
{
    const rr_real zero = rr_splat(RR_C(0)), two = rr_splat(RR_C(2));
    const rr_narrow_proposal p = rr_narrow_propose(&g->hat, RR_C(0.5), wu, wv);
    const rr_real k = g->hat.whole + p.away, j = g->n - k, some = rr_max(k, two), rest = rr_max(j, two);
    const rr_mask out = rr_mor(rr_lt(k, zero), rr_lt(j, zero));   /* no such count: rejected, where k is certain */
    const rr_mask few = rr_mor(rr_lt(k, two), rr_lt(j, two));
    const rr_real both = some * rest, all = rr_div(rr_splat(RR_C(1)), p.hat * both), over = all * p.hat;   /* 1 / (k j) */
    const rr_real sum = some + g->m, other = rest + g->rest, d = p.away - g->hat.part;
    const rr_real w = rr_div(d, sum * other);
    const rr_real stirling = (rr_narrow_stirling(over * rest) + rr_narrow_stirling(over * some)) - g->some;
    const rr_real back = zero - d, vk = w * other, vj = zero - w * sum;
    const rr_real away = !far ? rr_narrow_min(some, d, vk) + rr_narrow_min(rest, back, vj)
                              : rr_narrow_deviance(some, g->over, d, vk) + rr_narrow_deviance(rest, g->over_rest, back, vj);
    const rr_real q = rr_narrow_minus_log((p.v * rr_sqrt(both)) * (all * both)) - (stirling + away);
    *rough = rr_mandnot(rr_mor(rr_narrow_rough(vk), rr_narrow_rough(vj)), rr_mor(few, rr_narrow_no(q)));
    return rr_narrow_verdict(rr_select(rr_binomial_is(g->mirrored), j, k), p, q, few, out);
}

RR_FN int rr_binomial_masses(const rr_tile *t, rr_scalar *table)
{
    if (t->varies & 3) return 0;
    const rr_tries x = rr_binomial_at(t);
    const rr_binomial_set g = rr_binomial_kept(t);
    const rr_real one = rr_splat(RR_C(1)), two = rr_splat(RR_C(2)), zero = rr_splat(RR_C(0));
    if (rr_some(x.small)) return 0;
    const rr_uint32 masses = rr_narrow_begin(&g.hat, t->n, table);
    for (rr_uint32 i = 0; i < masses; i += RR_LANES) {
        const rr_real k = rr_narrow_massed(&g.hat, table, i), j = x.n - k, some = rr_max(k, two), rest = rr_max(j, two);
        const rr_real d = (some - g.hat.whole) - g.hat.part, back = zero - d;
        const rr_real stirling = rr_narrow_stirling(rr_div(one, some)) + rr_narrow_stirling(rr_div(one, rest)) - g.some;
        const rr_real away = rr_narrow_deviance(some, g.over, d, rr_div(d, some + g.m)) +
                             rr_narrow_deviance(rest, g.over_rest, back, rr_div(back, rest + g.rest));
        const rr_mask few = rr_mor(rr_lt(k, two), rr_lt(j, two)), out = rr_mor(rr_lt(k, zero), rr_lt(j, zero));
        const rr_real p = rr_narrow_mass(stirling + away, rr_sqrt(some * rest));
        rr_store(table + RR_NARROW_HEAD + i, rr_select(out, zero, rr_select(few, RR_NARROW_UNKNOWN, p)));
    }
    return masses != 0;
}

/* v: n, p, the low part of n, which is 0, and that of p. */
RR_FN rr_tries rr_binomial_tries_of(const rr_real *v) { return rr_binomial_tries(v[0], v[1], v[3]); }

RR_FN rr_binomial_set rr_binomial_set_of(const rr_tile *t, const rr_real *v)
{
    return t->varies & 3 ? rr_binomial_setup(rr_binomial_tries_of(v)) : rr_binomial_kept(t);
}

RR_FN rr_mask rr_binomial_rejects(const rr_tile *t, const rr_real *v)
{
    return rr_mnot(t->varies & 3 ? rr_binomial_tries_of(v).small : rr_binomial_is(rr_binomial_kept(t).small));
}

RR_FN rr_binomial_low rr_binomial_low_of(const rr_tile *t, const rr_real *v)
{
    if (t->varies & 3) return rr_binomial_lowest(rr_binomial_tries_of(v));
    return rr_binomial_low_kept(t);
}

RR_FN void rr_binomial_invert(const rr_tile *t, rr_real v[2][4], const rr_word *wu, const rr_mask *here, rr_try *made)
{
    rr_binomial_set g[2];
    rr_narrow_panjer law[2];
    RR_UNROLL
    for (int k = 0; k < 2; ++k) {
        const rr_binomial_low low = rr_binomial_low_of(t, v[k]);
        g[k] = rr_binomial_set_of(t, v[k]);
        law[k].top = g[k].n;
        law[k].p = low.none;
        law[k].ratio = low.odds;
    }
    rr_narrow_climb(law, RR_C(1), RR_C(0x1p-15), wu, here, made);
    RR_UNROLL
    for (int k = 0; k < 2; ++k) {
        const rr_real x = made[k].value;
        made[k].value = rr_narrow_count(rr_select(rr_binomial_is(g[k].mirrored), g[k].n - x, x));
    }
}

RR_FN rr_try rr_binomial_weigh(const rr_tile *t, rr_word wu, rr_word wv)
{
    const rr_binomial_set g = rr_binomial_kept(t);
    const rr_narrow_proposal p = rr_narrow_propose(&g.hat, RR_C(0.5), wu, wv);
    const rr_real k = g.hat.whole + p.away;
    return rr_narrow_weigh(t, rr_select(rr_binomial_is(g.mirrored), g.n - k, k), p);
}

#endif
