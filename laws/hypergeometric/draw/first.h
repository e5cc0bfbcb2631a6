/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The first attempt in f32: hypergeometric.h's attempt on the first words of U and V, undecided where these do not suffice
 * (engine/draws/transformed_first.h has the bounds). It is for m >= 12 with N below 2^23, where all integers are exact
 * floats, or with N below 2^47, m to 2^20 and samples below 2^23 (rr_hypergeometric_suits). A parameter is exactly two
 * floats, which are compared exactly; the mean has a relative error of 2^-44. For numbers as large as N the first float
 * suffices, since k is exact, and only k - m is small compared with the terms of its difference.
 *
 *   x     b, from 5.58 on (s = l = N / 2 = 24), has an error of 5.3 e b, a of 15.6 e a, m of 2 e: below the margin
 *   q     four D, whose sum is also at most 17, to a relative 14 e and 2^-18.3 (cells from 2^24 on are rounded), by
 *         the logarithm to 3 e of m + k (the means of l - k and s - k are rounded, too), together 2^-13.6, and four S:
 *         below 2^-12
 *
 * The hat's scale and the root of P are both divided by N. Divisions are combined: 1 / (h k i j n) and d / ((k + m) ...), h
 * the hat, i = s - k, j = (l - k) / N, n = (e + k) / N, all of them below 2^127. */
#ifndef RR_HYPERGEOMETRIC_FIRST_H
#define RR_HYPERGEOMETRIC_FIRST_H

#include "engine/draws/transformed_first.h"

#define RR_SPLIT_hypergeometric 1
#define RR_AGAIN_hypergeometric 1
#define RR_MASSES_hypergeometric RR_NARROW_MASSES
#define RR_CONSTANT_FIRST_hypergeometric 1

typedef struct rr_hypergeometric_set {
    rr_narrow_hat hat;
    rr_real m, over_all, some;         /* some: S(l) + S(N - l) + S(s) + S(N - s) - S(N) */
    rr_real s, l, rest, from, step;    /* as in urn.h; the sample is from + step k */
} rr_hypergeometric_set;

/* The counts k, l - k, s - k and e + k, each raised to at least 2, and their means. out: there is no such count. few: one
 * of the counts was below 2. */
typedef struct rr_urn_cells {
    rr_real k, j, i, n, mk, mj, mi, mn;
    rr_mask out, few;
} rr_urn_cells;

RR_FN rr_real rr_urn_inverse(rr_real x) { return rr_div(rr_splat(RR_C(1)), x); }

/* bad, left: N - l, N - s. */
RR_FN void rr_urn_hat(rr_hypergeometric_set *g, rr_real all, rr_real bad, rr_real left, rr_double mean)
{
    const rr_real one = rr_splat(RR_C(1));
    g->over_all = rr_div(one, all);
    g->m = mean.hi;
    const rr_real by_l = rr_narrow_stirling(rr_div(one, g->l)) + rr_narrow_stirling(rr_div(one, bad));
    const rr_real by_s = rr_narrow_stirling(rr_div(one, g->s)) + rr_narrow_stirling(rr_div(one, left));
    g->some = by_l + by_s - rr_narrow_stirling(g->over_all);
    const rr_real variance = g->m * rr_div(bad, all);
    const rr_real sd = rr_sqrt(variance * rr_div(left, all - RR_C(1)));
    g->hat.b = rr_fma(sd, rr_splat(RR_C(2.53)), rr_splat(RR_C(1.15)));
    const rr_real p = rr_div(g->l, all);
    g->hat.a = rr_fma(g->hat.b, rr_splat(RR_C(0.0248)), rr_fma(p, rr_splat(RR_C(0.01)), rr_splat(RR_C(-0.0873))));
    g->hat.margin = rr_fma(g->hat.b, rr_splat(RR_C(0x1.4p-22)), rr_splat(RR_C(0x1p-22)));
    /* sqrt(l (N - l) s (N - s) / N) / N; the roots of 2 pi cancel */
    g->hat.scale = rr_div(rr_sqrt(variance * rr_div(left, all)), rr_div(rr_splat(RR_C(5.1)), g->hat.b) + RR_C(2.83));
    rr_narrow_mean(&g->hat, g->m, mean.lo);
}

/* The reflections of urn.h, in pairs; v: parameters and their low parts. */
RR_FN rr_hypergeometric_set rr_urn_setup(const rr_real *v)
{
    const rr_real one = rr_splat(RR_C(1)), zero = rr_splat(RR_C(0));
    const rr_double good = rr_double_of(v[0], v[3]), bad = rr_double_of(v[1], v[4]), taken = rr_double_of(v[2], v[5]);
    const rr_double all = rr_double_add(good, bad), kept = rr_double_add(all, rr_double_minus(taken));
    const rr_mask swapped = rr_double_lt(bad, good), left = rr_double_lt(kept, taken);
    const rr_double of = rr_double_select(swapped, bad, good), drawn = rr_double_select(left, kept, taken);
    const rr_mask fewer = rr_double_lt(drawn, of);
    const rr_double s = rr_double_select(fewer, drawn, of), l = rr_double_select(fewer, of, drawn);
    const rr_double other = rr_double_select(swapped, drawn, rr_double_of(zero, zero)), less = rr_double_minus(other);
    const rr_mask down = rr_mor(rr_mandnot(swapped, left), rr_mandnot(left, swapped));
    const rr_double mean = rr_double_over(rr_double_times(s, l), all);
    rr_hypergeometric_set g;
    g.s = s.hi;
    g.l = l.hi;
    g.rest = rr_double_add(all, rr_double_minus(rr_double_add(s, l))).hi;
    g.from = rr_select(left, rr_double_add(good, less).hi, other.hi);
    g.step = rr_select(down, rr_splat(RR_C(-1)), one);
    rr_urn_hat(&g, all.hi, rr_double_add(all, rr_double_minus(l)).hi, rr_double_add(all, rr_double_minus(s)).hi, mean);
    return g;
}

#define RR_URN_SET(each) \
    each(0, hat.a) each(1, hat.b) each(2, hat.margin) each(3, hat.scale) each(4, hat.whole) each(5, hat.part) \
    each(6, m) each(7, over_all) each(8, some) each(9, s) each(10, l) each(11, rest) each(12, from) each(13, step)
RR_SETUP_KEPT(urn, rr_hypergeometric_set, RR_URN_SET)

RR_FN void rr_hypergeometric_prepare(rr_tile *t)
{
    if (t->varies & 7) return;
    rr_real v[6];
    RR_UNROLL
    for (rr_uint32 p = 0; p < 6; ++p) v[p] = rr_tile_param(t, p);
    rr_urn_keep(t, rr_urn_setup(v));
}

RR_FN rr_urn_cells rr_urn_split(const rr_hypergeometric_set *g, rr_real k)
{
    const rr_real zero = rr_splat(RR_C(0)), two = rr_splat(RR_C(2)), j = g->l - k, i = g->s - k, n = g->rest + k;
    rr_urn_cells c;
    c.out = rr_mor(rr_lt(k, zero), rr_lt(i, zero));
    c.few = rr_mor(rr_mor(rr_lt(k, two), rr_lt(j, two)), rr_mor(rr_lt(i, two), rr_lt(n, two)));
    c.k = rr_max(k, two);
    c.j = rr_max(j, two);
    c.i = rr_max(i, two);
    c.n = rr_max(n, two);
    c.mk = g->m;
    c.mj = g->l - g->m;
    c.mi = g->s - g->m;
    c.mn = g->rest + g->m;
    return c;
}

/* The four D; d is k - m. far: accurate also where one is far. Otherwise only a lower bound, and *rough where one is
 * far. */
RR_FN rr_real rr_urn_deviances(const rr_hypergeometric_set *g, const rr_urn_cells *c, rr_real d, int far, rr_mask *rough)
{
    const rr_real sk = c->k + c->mk, si = c->i + c->mi, back = RR_C(0) - d;
    const rr_real sj = (c->j + c->mj) * g->over_all, sn = (c->n + c->mn) * g->over_all;   /* over N */
    const rr_real ki = sk * si, jn = sj * sn, w = rr_div(d, ki * jn), wki = (w * ki) * g->over_all, wjn = w * jn;
    const rr_real vk = wjn * si, vi = RR_C(0) - wjn * sk, vj = RR_C(0) - wki * sn, vn = wki * sj;
    *rough = rr_narrow_rough(rr_max(rr_max(rr_abs(vk), rr_abs(vi)), rr_max(rr_abs(vj), rr_abs(vn))));
    if (!far) return (rr_narrow_min(c->k, d, vk) + rr_narrow_min(c->j, back, vj)) +
                     (rr_narrow_min(c->i, back, vi) + rr_narrow_min(c->n, d, vn));
    const rr_real k = rr_narrow_deviance(c->k, rr_urn_inverse(c->mk), d, vk),
                  j = rr_narrow_deviance(c->j, rr_urn_inverse(c->mj), back, vj),
                  i = rr_narrow_deviance(c->i, rr_urn_inverse(c->mi), back, vi),
                  n = rr_narrow_deviance(c->n, rr_urn_inverse(c->mn), d, vn);
    return (k + j) + (i + n);
}

/* The sample. */
RR_FN rr_real rr_urn_narrow_value(const rr_hypergeometric_set *g, rr_real k) { return rr_fma(g->step, k, g->from); }

RR_FN rr_try rr_hypergeometric_judge(const rr_hypergeometric_set *g, rr_word wu, rr_word wv, int far, rr_mask *rough)
{
    const rr_narrow_proposal p = rr_narrow_propose(&g->hat, RR_C(0.5), wu, wv);
    const rr_real k = g->hat.whole + p.away;
    const rr_urn_cells c = rr_urn_split(g, k);
    const rr_real j = c.j * g->over_all, n = c.n * g->over_all, ki = c.k * c.i, jn = j * n, both = ki * jn;
    const rr_real all = rr_urn_inverse(p.hat * both), inner = all * p.hat;   /* 1 / (k i j n) */
    const rr_real row = inner * jn, other = (inner * ki) * g->over_all;
    const rr_real stirling = (rr_narrow_stirling(row * c.i) + rr_narrow_stirling(row * c.k)) +
                             (rr_narrow_stirling(other * n) + rr_narrow_stirling(other * j)) - g->some;
    const rr_real away = rr_urn_deviances(g, &c, p.away - g->hat.part, far, rough);
    const rr_real q = rr_narrow_minus_log((p.v * rr_sqrt(both)) * (all * both)) - (stirling + away);
    *rough = rr_mandnot(*rough, rr_mor(c.few, rr_narrow_no(q)));
    return rr_narrow_verdict(rr_urn_narrow_value(g, k), p, q, c.few, c.out);
}

RR_FN int rr_hypergeometric_masses(const rr_tile *t, rr_scalar *table)
{
    if (t->varies & 7) return 0;
    const rr_hypergeometric_set g = rr_urn_kept(t);
    const rr_uint32 masses = rr_narrow_begin(&g.hat, t->n, table);
    for (rr_uint32 i = 0; i < masses; i += RR_LANES) {
        const rr_real k = rr_narrow_massed(&g.hat, table, i);
        const rr_urn_cells c = rr_urn_split(&g, k);
        const rr_real row = rr_narrow_stirling(rr_urn_inverse(c.k)) + rr_narrow_stirling(rr_urn_inverse(c.i));
        const rr_real other = rr_narrow_stirling(rr_urn_inverse(c.j)) + rr_narrow_stirling(rr_urn_inverse(c.n));
        rr_mask rough;
        const rr_real away = rr_urn_deviances(&g, &c, (k - g.hat.whole) - g.hat.part, 1, &rough);
        const rr_real root = rr_sqrt((c.k * c.i) * ((c.j * g.over_all) * (c.n * g.over_all)));
        const rr_real p = rr_narrow_mass(((row + other) - g.some) + away, root);
        rr_store(table + RR_NARROW_HEAD + i, rr_select(c.out, rr_splat(RR_C(0)), rr_select(c.few, RR_NARROW_UNKNOWN, p)));
    }
    return masses != 0;
}

RR_FN rr_try rr_hypergeometric_weigh(const rr_tile *t, rr_word wu, rr_word wv)
{
    const rr_hypergeometric_set g = rr_urn_kept(t);
    const rr_narrow_proposal p = rr_narrow_propose(&g.hat, RR_C(0.5), wu, wv);
    return rr_narrow_weigh(t, rr_urn_narrow_value(&g, g.hat.whole + p.away), p);
}

RR_FN rr_hypergeometric_set rr_hypergeometric_set_of(const rr_tile *t, const rr_real *v)
{
    return t->varies & 7 ? rr_urn_setup(v) : rr_urn_kept(t);
}

#endif
