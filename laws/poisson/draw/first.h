/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The first pass in f32, for means up to 2^20. It applies poisson.h to the first words of U and V, and is undecided where
 * they do not suffice (engine/draws/transformed_first.h has the bounds of the rejection). The mean is two floats.
 *
 *     F     of an inversion: 100 roundings of a sum below 1, 2^-17
 *
 * One division replaces three: 1 / (h k (k + m)) times the other two factors. */
#ifndef RR_POISSON_FIRST_H
#define RR_POISSON_FIRST_H

#include "engine/draws/transformed_first.h"

#define RR_SPLIT_poisson 1
#define RR_AGAIN_poisson 1
#define RR_MASSES_poisson RR_NARROW_MASSES
#define RR_CONSTANT_FIRST_poisson 1
#define RR_VARYING_poisson 3
#define RR_REGIMES_poisson 2

typedef struct rr_poisson_set {
    rr_narrow_hat hat;
    rr_real m, over;   /* 1 / m */
} rr_poisson_set;

/* True where the mean is below the switch. Its first float may already equal the switch. */
RR_FN rr_mask rr_poisson_small(rr_real lam, rr_real rest)
{
    return rr_lt((lam - RR_POISSON_SWITCH) + rest, rr_splat(RR_C(0)));
}

RR_FN rr_poisson_set rr_poisson_setup(rr_real lam, rr_real rest)
{
    const rr_mask small = rr_poisson_small(lam, rest);   /* lanes below take the other draw */
    rr_poisson_set g;
    g.m = rr_select(small, rr_splat(RR_POISSON_SWITCH), lam);
    g.hat.b = rr_fma(rr_sqrt(g.m), rr_splat(RR_C(2.53)), rr_splat(RR_C(0.931)));
    g.hat.a = rr_fma(g.hat.b, rr_splat(RR_C(0.02483)), rr_splat(RR_C(-0.059)));
    g.hat.margin = rr_fma(g.hat.b, rr_splat(RR_C(0x1.4p-22)), rr_splat(RR_C(0x1p-22)));
    /* 1 / A = (b - 3.4) / (1.1239 (b - 3.4) + 1.2) */
    const rr_real c = g.hat.b - RR_C(3.4), d = rr_fma(c, rr_splat(RR_C(1.1239)), rr_splat(RR_C(1.2)));
    const rr_real r = rr_div(rr_splat(RR_C(1)), d * g.m);
    g.hat.scale = c * (r * g.m);
    g.over = r * d;
    rr_narrow_mean(&g.hat, g.m, rr_select(small, rr_splat(RR_C(0)), rest));
    return g;
}

#define RR_POISSON_SET(each) \
    each(0, hat.a) each(1, hat.b) each(2, hat.margin) each(3, hat.scale) each(4, hat.whole) each(5, hat.part) \
    each(6, m) each(7, over)
RR_SETUP_KEPT(poisson, rr_poisson_set, RR_POISSON_SET)

RR_FN void rr_poisson_prepare(rr_tile *t)
{
    if (t->varies & 1) return;
    rr_poisson_keep(t, rr_poisson_setup(rr_tile_param(t, 0), rr_tile_param(t, 1)));
}

/* far: also accurate where a deviance is large. Otherwise such attempts are marked rough, except a certain rejection without
 * it, and except small k, whose q is ignored. */
RR_FN rr_try rr_poisson_judge(const rr_poisson_set *g, rr_word wu, rr_word wv, int far, rr_mask *rough)
{
    const rr_narrow_proposal p = rr_narrow_propose(&g->hat, RR_C(0.43), wu, wv);
    const rr_real k = g->hat.whole + p.away, some = rr_max(k, rr_splat(RR_C(2))), sum = some + g->m;
    const rr_mask out = rr_lt(k, rr_splat(RR_C(0))), few = rr_lt(k, rr_splat(RR_C(2)));
    const rr_real all = rr_div(rr_splat(RR_C(1)), (p.hat * some) * sum), over = (all * p.hat) * sum;   /* 1 / k */
    const rr_real d = p.away - g->hat.part, root = rr_sqrt(some * RR_C(6.2831853)), v = d * ((all * p.hat) * some);
    const rr_real away = far ? rr_narrow_deviance(some, g->over, d, v) : rr_narrow_min(some, d, v);
    const rr_real q = rr_narrow_minus_log((p.v * root) * ((all * some) * sum)) - rr_narrow_stirling(over) - away;
    *rough = rr_mandnot(rr_narrow_rough(v), rr_mor(few, rr_narrow_no(q)));
    return rr_narrow_verdict(k, p, q, few, out);
}

/* The probabilities of 0 and 1 are e^-m and m e^-m. */
RR_FN int rr_poisson_masses(const rr_tile *t, rr_scalar *table)
{
    if (t->varies & 1) return 0;
    const rr_poisson_set g = rr_poisson_kept(t);
    const rr_real one = rr_splat(RR_C(1)), zero = rr_splat(RR_C(0)), none = rr_exp(zero - rr_min(g.m, rr_splat(RR_C(100))));
    if (rr_some(rr_poisson_small(rr_tile_param(t, 0), rr_tile_param(t, 1)))) return 0;
    const rr_uint32 masses = rr_narrow_begin(&g.hat, t->n, table);
    for (rr_uint32 i = 0; i < masses; i += RR_LANES) {
        const rr_real k = rr_narrow_massed(&g.hat, table, i), some = rr_max(k, rr_splat(RR_C(2)));
        const rr_real d = (some - g.hat.whole) - g.hat.part, v = rr_div(d, some + g.m);
        const rr_real s = rr_narrow_stirling(rr_div(one, some)) + rr_narrow_deviance(some, g.over, d, v);
        const rr_real first = rr_select(rr_lt(k, zero), zero, rr_select(rr_lt(k, one), none, none * g.m));
        const rr_real many = rr_narrow_mass(s, rr_sqrt(some * RR_C(6.2831853)));
        rr_store(table + RR_NARROW_HEAD + i, rr_select(rr_lt(k, rr_splat(RR_C(2))), first, many));
    }
    return masses != 0;
}

/* v: lam and its rest. */
RR_FN rr_poisson_set rr_poisson_set_of(const rr_tile *t, const rr_real *v)
{
    return t->varies & 1 ? rr_poisson_setup(v[0], v[1]) : rr_poisson_kept(t);
}

RR_FN rr_mask rr_poisson_rejects(const rr_tile *t, const rr_real *v)
{
    (void)t;
    return rr_mnot(rr_poisson_small(v[0], v[1]));
}

RR_FN void rr_poisson_invert(const rr_tile *t, rr_real v[2][2], const rr_word *wu, const rr_mask *here, rr_try *made)
{
    rr_narrow_panjer law[2];
    (void)t;
    RR_UNROLL
    for (int k = 0; k < 2; ++k) {
        law[k].ratio = rr_select(here[k], v[k][0], rr_splat(RR_C(1)));
        law[k].p = rr_exp(RR_C(0) - law[k].ratio);
        law[k].top = rr_splat(RR_C(1));
    }
    rr_narrow_climb(law, RR_C(0), RR_C(0x1p-17), wu, here, made);
    RR_UNROLL
    for (int k = 0; k < 2; ++k) made[k].value = rr_narrow_count(made[k].value);
}

RR_FN rr_try rr_poisson_weigh(const rr_tile *t, rr_word wu, rr_word wv)
{
    const rr_poisson_set g = rr_poisson_kept(t);
    const rr_narrow_proposal p = rr_narrow_propose(&g.hat, RR_C(0.43), wu, wv);
    return rr_narrow_weigh(t, g.hat.whole + p.away, p);
}

#endif
