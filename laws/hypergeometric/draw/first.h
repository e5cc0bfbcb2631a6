/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The first pass in f32, for N below 2^23, all of whose integers are numbers, and m from 12 on: what hypergeometric.h does
 * with the first words of U and V, and open where that is not enough (engine/draws/transformed_first.h has the bounds).
 *
 *   x     b, from 5.58 on (s = l = N / 2 = 24), is off by 5.3 e b, a by 15.6 e a: still less than what is taken
 *   q     four D, whose sum is at most 17 as well, by the logarithm to 3 e of m + k (the means of l - k and s - k are
 *         rounded, too), 2^-12.3, and four S: yet below 2^-12, since half an ulp of U's word is nothing where a D is far
 *
 * The hat's scale and the root of P are both taken less by N. Divisions are put together: 1 / (h k i j n) and
 * d / ((k + m) ...), h the hat, i = s - k, j = (l - k) / N, n = (e + k) / N. */
#ifndef RR_HYPERGEOMETRIC_FIRST_H
#define RR_HYPERGEOMETRIC_FIRST_H

#include "engine/draws/transformed_first.h"

#define RR_AGAIN_hypergeometric 1
#define RR_MASSES_hypergeometric RR_NARROW_MASSES
#define RR_STILL_hypergeometric 1

typedef struct rr_urn_set {
    rr_narrow_hat hat;
    rr_real m, over_all, some;   /* some: S(l) + S(N - l) + S(s) + S(N - s) - S(N) */
} rr_urn_set;

/* k, l - k, s - k and e + k, or less than 2 for none; their means; whether there is such a count, and each is 2 at least. */
typedef struct rr_urn_cells {
    rr_real k, j, i, n, mk, mj, mi, mn;
    rr_mask out, few;
} rr_urn_cells;

RR_FN rr_real rr_urn_inverse(rr_real x) { return rr_div(rr_splat(RR_C(1)), x); }

RR_FN rr_urn_set rr_urn_setup(rr_urn x)
{
    const rr_real bad = x.all - x.l, left = x.all - x.s, one = rr_splat(RR_C(1));
    const rr_double product = rr_two_product(x.s, x.l);
    rr_urn_set g;
    g.over_all = rr_div(one, x.all);
    g.m = rr_div(product.hi, x.all);
    const rr_real rest = rr_div(rr_fma(RR_C(0) - g.m, x.all, product.hi) + product.lo, x.all);
    g.some = (rr_narrow_stirling(rr_div(one, x.l)) + rr_narrow_stirling(rr_div(one, bad))) +
             (rr_narrow_stirling(rr_div(one, x.s)) + rr_narrow_stirling(rr_div(one, left))) - rr_narrow_stirling(g.over_all);
    const rr_real variance = g.m * rr_div(bad, x.all);
    const rr_real sd = rr_sqrt(variance * rr_div(left, x.all - RR_C(1)));
    g.hat.b = rr_fma(sd, rr_splat(RR_C(2.53)), rr_splat(RR_C(1.15)));
    const rr_real p = rr_div(x.l, x.all);
    g.hat.a = rr_fma(g.hat.b, rr_splat(RR_C(0.0248)), rr_fma(p, rr_splat(RR_C(0.01)), rr_splat(RR_C(-0.0873))));
    g.hat.room = rr_fma(g.hat.b, rr_splat(RR_C(0x1.4p-22)), rr_splat(RR_C(0x1p-22)));
    /* sqrt(l (N - l) s (N - s) / N) / N; the roots of 2 pi cancel */
    g.hat.scale = rr_div(rr_sqrt(variance * rr_div(left, x.all)), rr_div(rr_splat(RR_C(5.1)), g.hat.b) + RR_C(2.83));
    rr_narrow_mean(&g.hat, g.m, rest);
    return g;
}

RR_FN rr_urn rr_urn_still(const rr_tile *t)
{
    return rr_urn_of(rr_tile_param(t, 0), rr_tile_param(t, 1), rr_tile_param(t, 2));
}

#define RR_URN_SET(each) \
    each(0, hat.a) each(1, hat.b) each(2, hat.room) each(3, hat.scale) each(4, hat.whole) each(5, hat.part) \
    each(6, m) each(7, over_all) each(8, some)

RR_FN void rr_hypergeometric_prepare(rr_tile *t)
{
    if (t->varies & 7) return;
    const rr_urn_set g = rr_urn_setup(rr_urn_still(t));
    RR_URN_SET(RR_SETUP_PUT)
}

RR_FN rr_urn_set rr_urn_kept(const rr_tile *t)
{
    rr_urn_set g;
    RR_URN_SET(RR_SETUP_GET)
    return g;
}

RR_FN rr_urn_cells rr_urn_split(rr_urn x, const rr_urn_set *g, rr_real k)
{
    const rr_real zero = rr_splat(RR_C(0)), two = rr_splat(RR_C(2)), j = x.l - k, i = x.s - k, n = x.rest + k;
    rr_urn_cells c;
    c.out = rr_mor(rr_lt(k, zero), rr_lt(i, zero));
    c.few = rr_mor(rr_mor(rr_lt(k, two), rr_lt(j, two)), rr_mor(rr_lt(i, two), rr_lt(n, two)));
    c.k = rr_max(k, two);
    c.j = rr_max(j, two);
    c.i = rr_max(i, two);
    c.n = rr_max(n, two);
    c.mk = g->m;
    c.mj = x.l - g->m;
    c.mi = x.s - g->m;
    c.mn = x.rest + g->m;
    return c;
}

/* The four D; d is k - m. 1 / m and its like are for what is far only. */
RR_FN rr_real rr_urn_deviances(const rr_urn_cells *c, rr_real d)
{
    const rr_real sk = c->k + c->mk, sj = c->j + c->mj, si = c->i + c->mi, sn = c->n + c->mn, back = RR_C(0) - d;
    const rr_real ki = sk * si, jn = sj * sn, w = rr_div(d, ki * jn), wki = w * ki, wjn = w * jn;
    const rr_real vk = wjn * si, vi = wjn * sk, vj = wki * sn, vn = wki * sj;
    const rr_mask far = rr_lt(rr_splat(RR_C(0.125)), rr_max(rr_max(rr_abs(vk), rr_abs(vi)), rr_max(rr_abs(vj), rr_abs(vn))));
    rr_real ok = vk, oj = vk, oi = vk, on = vk;
    if (rr_some(far)) {
        ok = rr_urn_inverse(c->mk);
        oj = rr_urn_inverse(c->mj);
        oi = rr_urn_inverse(c->mi);
        on = rr_urn_inverse(c->mn);
    }
    return (rr_narrow_deviance(c->k, ok, d, vk) + rr_narrow_deviance(c->j, oj, back, RR_C(0) - vj)) +
           (rr_narrow_deviance(c->i, oi, back, RR_C(0) - vi) + rr_narrow_deviance(c->n, on, d, vn));
}

/* The sample. */
RR_FN rr_real rr_urn_narrow_value(rr_urn x, rr_real k) { return rr_select(x.down, x.from - k, x.from + k); }

RR_FN rr_try rr_urn_narrow(const rr_urn_set *g, rr_urn x, rr_word wu, rr_word wv)
{
    const rr_narrow_proposal p = rr_narrow_propose(&g->hat, RR_C(0.5), wu, wv);
    const rr_real k = g->hat.whole + p.away;
    const rr_urn_cells c = rr_urn_split(x, g, k);
    const rr_real j = c.j * g->over_all, n = c.n * g->over_all, ki = c.k * c.i, jn = j * n, both = ki * jn;
    const rr_real all = rr_urn_inverse(p.hat * both), inner = all * p.hat;   /* 1 / (k i j n) */
    const rr_real row = inner * jn, other = (inner * ki) * g->over_all;
    const rr_real stirling = (rr_narrow_stirling(row * c.i) + rr_narrow_stirling(row * c.k)) +
                             (rr_narrow_stirling(other * n) + rr_narrow_stirling(other * j)) - g->some;
    const rr_real away = rr_urn_deviances(&c, p.away - g->hat.part);
    const rr_real q = rr_minus_log((p.v * rr_sqrt(both)) * (all * both)) - (stirling + away);
    return rr_narrow_verdict(rr_urn_narrow_value(x, k), p, q, c.few, c.out);
}

RR_FN int rr_hypergeometric_masses(const rr_tile *t, rr_scalar *mass)
{
    if (t->varies & 7) return 0;
    const rr_urn x = rr_urn_still(t);
    const rr_urn_set g = rr_urn_kept(t);
    if (rr_some(rr_lt(rr_splat(RR_NARROW_WIDEST), g.hat.b))) return 0;
    for (rr_uint32 i = 0; i < RR_NARROW_MASSES; i += RR_LANES) {
        const rr_real k = rr_narrow_massed(&g.hat, i);
        const rr_urn_cells c = rr_urn_split(x, &g, k);
        const rr_real row = rr_narrow_stirling(rr_urn_inverse(c.k)) + rr_narrow_stirling(rr_urn_inverse(c.i));
        const rr_real other = rr_narrow_stirling(rr_urn_inverse(c.j)) + rr_narrow_stirling(rr_urn_inverse(c.n));
        const rr_real away = rr_urn_deviances(&c, (k - g.hat.whole) - g.hat.part);
        const rr_real root = rr_sqrt((c.k * c.i) * ((c.j * g.over_all) * (c.n * g.over_all)));
        const rr_real p = rr_narrow_mass(((row + other) - g.some) + away, root);
        rr_store(mass + i, rr_select(c.out, rr_splat(RR_C(0)), rr_select(c.few, RR_NARROW_UNKNOWN, p)));
    }
    return 1;
}

RR_FN rr_try rr_hypergeometric_weigh(const rr_tile *t, rr_word wu, rr_word wv)
{
    const rr_urn_set g = rr_urn_kept(t);
    const rr_narrow_proposal p = rr_narrow_propose(&g.hat, RR_C(0.5), wu, wv);
    return rr_narrow_weigh(t, rr_urn_narrow_value(rr_urn_still(t), g.hat.whole + p.away), p);
}

RR_FN rr_try rr_urn_try(const rr_tile *t, rr_urn x, rr_word wu, rr_word wv)
{
    const rr_urn_set g = t->varies & 7 ? rr_urn_setup(x) : rr_urn_kept(t);
    return rr_urn_narrow(&g, x, wu, wv);
}

#endif
