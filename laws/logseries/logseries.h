/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* logseries: counts k >= 1 with probability p^k / (-k log(1 - p)), 0 <= p < 1.
 *
 * By binades (engine/draws/binade.h), with weights relative to P(1): w(e) = p^(2^e - 1), and a draw is accepted with
 * probability p^L / (1 + x), x = L 2^-e. The acceptance is 1 at p = 0 and log 2 as p tends to 1. S is the sum of the w, C(e)
 * the sum of those from e on, and z = U S. Then
 *
 *     E is the last e where z < C(e), and accept where z - C(E + 1) < w(E) p^L / (1 + x).
 *
 * In the full test U has 128 bits (count.h). It sums C from the smallest w on, each e^(-lam (2^e - 1)), lam
 * = -log p. Relative error of P(k), where P(k) >= 2^-64: 2^-39. Exponents are at most 90, and their powers accurate to
 * 2^-45. C(E + 1) is at most 126 times the accepted part, and twice where w is small.
 *
 * S, and the quick attempt with U's first word, compute 1 - w from binade to binade: 1 - w' = q + p (1 - w) (1 + w), without
 * cancellation. Each is accurate to e 2^-51, sums to 2^-43. The attempt's sum is from 0 on, S - C. */
#ifndef RR_SAMPLER_LOGSERIES_H
#define RR_SAMPLER_LOGSERIES_H

#include "engine/draws/binade.h"
#include "engine/math/exp.h"
#include "engine/math/log.h"

#define RR_GROUP_logseries 2
#define RR_AUX_logseries 0
#define RR_BLOCKS_logseries 1
#define RR_REJECTS_OFTEN_logseries 1

typedef struct rr_logseries_set {
    rr_real p, q, lam, sum;   /* 1 - p, -log p, S */
} rr_logseries_set;

/* 1 - w of the next binade. */
RR_FN rr_real rr_logseries_next(rr_logseries_set g, rr_real less)
{
    return rr_fma(g.p * less, RR_C(2) - less, g.q);
}

RR_FN rr_logseries_set rr_logseries_setup(rr_real p)
{
    rr_logseries_set g;
    rr_real less = rr_splat(RR_C(0));
    g.p = p;
    g.q = RR_C(1) - p;
    g.lam = rr_minus_log(rr_max(p, rr_splat(RR_LOG_NORMAL)));
    g.sum = rr_splat(RR_C(1));
    for (rr_uint32 e = 1; e <= RR_BINADE_LAST; ++e) {
        less = rr_logseries_next(g, less);
        g.sum = g.sum + (RR_C(1) - less);
        if (!rr_some(rr_lt(less, rr_splat(RR_C(1) - RR_C(0x1p-30))))) break;   /* the next w is below 2^-60 */
    }
    return g;
}

#define RR_LOGSERIES_SET(each) each(0, p) each(1, q) each(2, lam) each(3, sum)
RR_SETUP_KEPT(logseries, rr_logseries_set, RR_LOGSERIES_SET)

RR_FN void rr_logseries_prepare(rr_tile *t)
{
    if (t->varies & 1) return;
    rr_logseries_keep(t, rr_logseries_setup(rr_slot_param(t, 0, rr_wsplat(0))));
}

RR_FN rr_logseries_set rr_logseries_set_of(const rr_tile *t, rr_real p)
{
    if (t->varies & 1) return rr_logseries_setup(p);
    return rr_logseries_kept(t);
}

/* p^L / (1 + x) */
RR_FN rr_real rr_logseries_fraction(rr_logseries_set g, rr_binade k)
{
    return rr_div(rr_exp(RR_C(0) - g.lam * k.rest), RR_C(1) + k.part);
}

/* ---- The attempt ----------------------------------------------------------------------------------------------------- */

RR_FN rr_try rr_logseries_of(const rr_tile *t, const rr_real *p, rr_word wu, rr_word wv)
{
    const rr_logseries_set g = rr_logseries_set_of(t, p[0]);
    /* y = S - z is in the binade below `until`. */
    const rr_real y = g.sum * ((RR_C(0x1p32) - RR_C(0.5)) - rr_fromuint(wu)) * RR_C(0x1p-32);
    const rr_real margin = g.sum * RR_C(0x1.001p-32);
    rr_real less = rr_splat(RR_C(0)), w = rr_splat(RR_C(1)), until = w, e = less;
    for (rr_uint32 i = 1; i <= RR_BINADE_LAST; ++i) {
        const rr_mask on = rr_le(until, y);
        if (!rr_some(on)) break;
        less = rr_logseries_next(g, less);
        e = rr_select(on, rr_splat((rr_scalar)i), e);
        w = rr_select(on, RR_C(1) - less, w);
        until = rr_select(on, until + (RR_C(1) - less), until);
    }
    const rr_binade k = rr_binade_first(e, wv);
    const rr_mask plain = rr_le(k.rest, rr_splat(RR_C(0))), far = rr_lt(rr_splat(RR_BINADE_FIRST), e);
    const rr_real before = until - y, q = rr_fma(w, rr_logseries_fraction(g, k), RR_C(0) - before);
    const rr_mask edge = rr_mor(rr_lt(before, margin), rr_lt(w - margin, before));
    const rr_mask yes = rr_mor(plain, rr_lt(margin, q)), no = rr_mandnot(rr_lt(q, RR_C(0) - margin), plain);
    const rr_mask certain = rr_mandnot(rr_mor(yes, no), rr_mor(edge, far));
    return rr_try_of(k.value, rr_mand(yes, certain), rr_mnot(certain));
}

/* ---- Full test ------------------------------------------------------------------------------------------------------- */

RR_FN rr_try rr_logseries_decide(const rr_tile *t, rr_word slot, rr_word j)
{
    const rr_logseries_set g = rr_logseries_set_of(t, rr_slot_param(t, 0, slot));
    rr_word wu[4], wv[4];
    rr_count_all_words(t, rr_slot_index(t, slot), j, wu, wv);
    const rr_real zero = rr_splat(RR_C(0)), z = rr_count_unit(wu).hi * g.sum;
    rr_real e = zero, w = zero, after = zero, size = rr_splat(RR_C(0x1p62));
    rr_mask found = rr_mfrom(0);
    for (rr_uint32 i = RR_BINADE_LAST; i; --i) {
        const rr_real next = rr_exp(RR_C(0) - g.lam * (size - RR_C(1)));
        const rr_mask here = rr_mandnot(rr_lt(z, after + next), found);
        e = rr_select(here, rr_splat((rr_scalar)i), e);
        w = rr_select(here, next, w);
        found = rr_mor(found, here);
        after = rr_select(found, after, after + next);
        size = size * RR_C(0.5);
    }
    const rr_binade k = rr_binade_decided(e, wv);
    const rr_mask plain = rr_le(k.rest, zero);
    return rr_try_of(k.value, rr_mor(plain, rr_lt(z - after, w * rr_logseries_fraction(g, k))), rr_mfrom(0));
}

#define RR_COUNT_PAIR logseries
#define RR_COUNT_PARAMS 1
#include "engine/draws/count_pair.h"

#define RR_AS_DRAWN logseries
#include "engine/draws/as_drawn.h"

#endif
