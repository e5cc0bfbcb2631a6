/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* poisson: counts of mean lam, from 0 to 1e15.
 *
 * From lam = 10 on the method is Hoermann's transformed rejection with squeeze (PTRS, Insurance: Mathematics and Economics
 * 12 (1993) 39; engine/draws/transformed.h) about lam + .43, with b = .931 + 2.53 sqrt(lam), a = .02483 b - .059 and A =
 * 1.1239 + 1.2 / (b - 3.4). Below 10 it is inversion from 0 (engine/draws/climb.h). With 1.1328, as published, the hat is
 * below P from 10 to 1527: P / hat is 1.0051 at lam = 10, k = 16, and P(16) is too low. With 1.2, P / hat is below .9999 for
 * every mean, count and u: laws/poisson/hat.py proves it by intervals, and tests/law/counts scans this text.
 *
 * In the full test U and V have 128 bits each: word i mod 2, and 2 + i mod 2, of Philox block i / 2 of the
 * attempt, the same words of its LOW block, words 0 and 1, and 2 and 3, of the side block of index i. Relative error of
 * P(k), where P(k) >= 2^-64: 2^-40 by inversion (F's absolute error by the smallest P), 2^-42 by rejection (mass.h's
 * logarithms, at most 90 in absolute value; a step of y is one of k). */
#ifndef RR_SAMPLER_POISSON_H
#define RR_SAMPLER_POISSON_H

#include "engine/draws/climb.h"
#include "engine/draws/transformed.h"
#include "engine/math/double_exp.h"
#include "engine/math/exp.h"
#include "engine/math/mass.h"
#include "engine/math/neglog.h"

#define RR_GROUP_poisson 2
#define RR_AUX_poisson 0
#define RR_BLOCKS_poisson 1
#define RR_REJECTS_OFTEN_poisson 1
#define RR_OPEN_OFTEN_poisson 1
#define RR_FILTER_poisson (RR_DTYPE == 32)
#define RR_SUITS_poisson 1

#define RR_POISSON_SWITCH RR_C(10)

#if RR_DTYPE == 32
#include "laws/poisson/draw/first.h"
#else
#define RR_VARYING_poisson 1

typedef struct rr_poisson_set {
    rr_real m;
    rr_hat hat;
} rr_poisson_set;

RR_FN rr_poisson_set rr_poisson_setup(rr_real lam)
{
    rr_poisson_set g;
    g.m = rr_max(lam, rr_splat(RR_POISSON_SWITCH));   /* lanes below take the other draw */
    g.hat.b = rr_fma(rr_sqrt(g.m), rr_splat(RR_C(2.53)), rr_splat(RR_C(0.931)));
    g.hat.a = rr_fma(g.hat.b, rr_splat(RR_C(0.02483)), rr_splat(RR_C(-0.059)));
    g.hat.scale = rr_div(rr_splat(RR_C(1)), rr_div(rr_splat(RR_C(1.2)), g.hat.b - RR_C(3.4)) + RR_C(1.1239));
    return g;
}

#define RR_POISSON_SET(each) each(0, m) each(1, hat.a) each(2, hat.b) each(3, hat.scale)
RR_SETUP_KEPT(poisson, rr_poisson_set, RR_POISSON_SET)

RR_FN void rr_poisson_prepare(rr_tile *t)
{
    if (t->varies & 1) return;
    rr_poisson_keep(t, rr_poisson_setup(rr_slot_param(t, 0, rr_wsplat(0))));
}

RR_FN rr_poisson_set rr_poisson_set_of(const rr_tile *t, rr_real lam)
{
    return t->varies & 1 ? rr_poisson_setup(lam) : rr_poisson_kept(t);
}

/* -log of V / (P(k) (a / u^2 + b) / A): accepted where it is at least 0. */
RR_FN rr_real rr_poisson_excess(rr_poisson_set g, rr_real k, rr_real u, rr_real v)
{
    const rr_real root = rr_sqrt(rr_max(k, rr_splat(RR_C(0.15915494309189533577))) * RR_C(6.2831853071795864769));
    const rr_real some = rr_stirling(k) + rr_deviance(k, g.m);
    return rr_minus_log(rr_div(v * root, rr_hat_over(g.hat, u))) - some;
}

/* The same for the quick test. One division replaces three: 1 / (h k (k + m)), h the hat. */
RR_FN rr_real rr_poisson_quick(rr_poisson_set g, rr_proposal p)
{
    const rr_real k = rr_max(p.k, rr_splat(RR_C(1))), sum = p.k + g.m, hat = rr_hat_quick(g.hat, p.over_u), d = p.k - g.m;
    const rr_real all = rr_div(rr_splat(RR_C(1)), hat * (k * sum)), rest = all * hat;
    const rr_real root = rr_sqrt(rr_max(p.k, rr_splat(RR_C(0.15915494309189533577))) * RR_C(6.2831853071795864769));
    const rr_real away = rr_stirling_by(p.k, rest * sum) + rr_deviance_quick(p.k, g.m, d, d * (rest * k));
    return rr_minus_log((p.v * root) * (all * (k * sum))) - away;
}

/* ---- The attempt ----------------------------------------------------------------------------------------------------- */

RR_FN rr_try rr_poisson_of(const rr_tile *t, const rr_real *lam, rr_word wu, rr_word wv)
{
    const rr_poisson_set g = rr_poisson_set_of(t, lam[0]);
    const rr_mask small = rr_lt(lam[0], rr_splat(RR_POISSON_SWITCH));
    const rr_proposal p = rr_propose(g.hat, g.m + RR_C(0.43), wu, wv);
    rr_try r = rr_proposal_try(p, rr_poisson_quick(g, p));
    if (rr_some(small)) {
        const rr_climb law = rr_climb_of(rr_splat(RR_C(1)), rr_splat(RR_C(0)));
        const rr_real mean = rr_select(small, lam[0], rr_splat(RR_C(1)));
        r = rr_try_select(small, rr_climb_first(law, rr_exp(RR_C(0) - mean), mean, wu, small), r);
    }
    r.value = rr_count_value(r.value);
    return r;
}

/* ---- Full test ------------------------------------------------------------------------------------------------------- */

RR_FN rr_try rr_poisson_decide(const rr_tile *t, rr_word slot, rr_word j)
{
    const rr_real lam = rr_slot_param(t, 0, slot), zero = rr_splat(RR_C(0));
    const rr_mask small = rr_lt(lam, rr_splat(RR_POISSON_SWITCH));
    const rr_poisson_set g = rr_poisson_set_of(t, lam);
    rr_word wu[4], wv[4];
    rr_count_all_words(t, rr_slot_index(t, slot), j, wu, wv);
    const rr_proposal p = rr_propose_decided(g.hat, rr_two_sum(g.m, rr_splat(RR_C(0.43))), wu, wv);
    const rr_mask in = rr_mandnot(rr_le(zero, rr_poisson_excess(g, p.k, p.u, p.v)), p.outside);
    if (!rr_some(small)) return rr_try_of(rr_count_value(p.k), in, rr_mfrom(0));
    const rr_climb law = rr_climb_of(rr_splat(RR_C(1)), zero);
    const rr_double mean = rr_double_of(rr_select(small, lam, rr_splat(RR_C(1))), zero);
    const rr_real k = rr_climb_decided(law, rr_double_exp_minus(mean), mean, wu);
    return rr_try_of(rr_count_value(rr_select(small, k, p.k)), rr_mor(in, small), rr_mfrom(0));
}

/* A first pass in f32 represents k accurately enough up to here. */
RR_FN rr_mask rr_poisson_suits(const rr_tile *t, rr_uint32 slot0)
{
    return rr_le(rr_run_param(t, 0, slot0), rr_splat(RR_C(0x1p20)));
}
#endif

#define RR_COUNT_PAIR poisson
#define RR_COUNT_PARAMS (RR_DTYPE == 32 ? 2 : 1)   /* and lam's rest */
#define RR_COUNT_REGIMES (RR_DTYPE == 32)
#define RR_COUNT_MASSES (RR_DTYPE == 32)
#include "engine/draws/count_pair.h"

#define RR_AS_DRAWN poisson
#include "engine/draws/as_drawn.h"

#endif
