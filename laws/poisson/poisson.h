/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* poisson: counts of mean lam, any from 0 to 1e15.
 *
 * From lam = 10 on Hoermann's transformed rejection with squeeze (PTRS, Insurance: Mathematics and Economics 12 (1993) 39).
 * With b = .931 + 2.53 sqrt(lam), a = .02483 b - .059, U and V uniform and u = 1/2 - |U - 1/2|, a proposal is
 *
 *     k = floor(lam + .43 +- y),   y = (1/2 - u) (2 a / u + b) = a / u + b / 2 - 2 a - b u,   + where U > 1/2,
 *
 * and it is accepted where V <= P(k) (a / u^2 + b) / A, A = 1.1239 + 1.1328 / (b - 3.4): V A / (a / u^2 + b) is uniform under a hat
 * of P, and each k has the part of u that maps to it. So P(k) is wrong by what u's part is, where the ends of it lie, and by
 * what P is (mass.h). His squeeze says yes only where this does, and is left out: it decides a third to three fifths.
 *
 * Below 10 inversion from 0: the least k with U < F(k), F(k) the sum of P(0) ... P(k).
 *
 * The law is what settle says. U and V have 128 digits each: word i mod 2, and 2 + i mod 2, of block i / 2 of the attempt, the
 * same words of its LOW block, words 0 and 1, and 2 and 3, of the side block of index i. y and F are double words (2^-98 of
 * them). Error of P(k), relative, where P(k) >= 2^-64: 2^-40 by inversion (F's absolute error by the least P), 2^-42 by
 * rejection (mass.h's logarithms, of size 90 at most; a step of y is one of k).
 *
 * The attempt looks at the first word of each, and leaves undecided what lies within their half ulp of an end of k's part, or of
 * acceptance: 2^-33 in U moves y by (a / u^2 + b) 2^-33, and V by 1 / (2 w + 1) of itself, w its word. */
#ifndef RR_SAMPLER_POISSON_H
#define RR_SAMPLER_POISSON_H

#include "engine/draws/count.h"
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
#define RR_POISSON_LAST 96u   /* 1 - F(96) < 2^-128 for means below 10 */

#if RR_DTYPE == 32
#include "draw/first.h"
#else
typedef struct rr_poisson_set {
    rr_real m, a, b, scale;   /* scale: 1 / A */
} rr_poisson_set;

RR_FN rr_poisson_set rr_poisson_setup(rr_real lam)
{
    rr_poisson_set g;
    g.m = rr_max(lam, rr_splat(RR_POISSON_SWITCH));   /* lanes below are another draw's */
    g.b = rr_fma(rr_sqrt(g.m), rr_splat(RR_C(2.53)), rr_splat(RR_C(0.931)));
    g.a = rr_fma(g.b, rr_splat(RR_C(0.02483)), rr_splat(RR_C(-0.059)));
    g.scale = rr_div(rr_splat(RR_C(1)), rr_div(rr_splat(RR_C(1.1328)), g.b - RR_C(3.4)) + RR_C(1.1239));
    return g;
}

RR_FN void rr_poisson_prepare(rr_tile *t)
{
    if (t->varies & 1) return;
    const rr_poisson_set g = rr_poisson_setup(rr_slot_param(t, 0, rr_wsplat(0)));
    rr_setup_put(t, 0, g.m);
    rr_setup_put(t, 1, g.a);
    rr_setup_put(t, 2, g.b);
    rr_setup_put(t, 3, g.scale);
}

RR_FN rr_poisson_set rr_poisson_kept(const rr_tile *t)
{
    rr_poisson_set g;
    g.m = rr_splat(RR_SETUP(t)[0]);
    g.a = rr_splat(RR_SETUP(t)[1]);
    g.b = rr_splat(RR_SETUP(t)[2]);
    g.scale = rr_splat(RR_SETUP(t)[3]);
    return g;
}

RR_FN rr_poisson_set rr_poisson_set_of(const rr_tile *t, rr_real lam)
{
    return t->varies & 1 ? rr_poisson_setup(lam) : rr_poisson_kept(t);
}

/* -log of V / (P(k) (a / u^2 + b) / A): accepted where it is not below 0. */
RR_FN rr_real rr_poisson_excess(rr_poisson_set g, rr_real k, rr_real u, rr_real v)
{
    const rr_real root = rr_sqrt(rr_max(k, rr_splat(RR_C(0.15915494309189533577))) * RR_C(6.2831853071795864769));
    const rr_real hat = rr_fma(rr_div(g.a, u * u), rr_splat(RR_C(1)), g.b) * g.scale;
    const rr_real some = rr_stirling(k) + rr_deviance(k, g.m);
    return rr_minus_log(rr_div(v * root, hat)) - some;
}

/* ---- The attempt ----------------------------------------------------------------------------------------------------- */

RR_FN rr_try rr_poisson_reject(rr_poisson_set g, rr_word wu, rr_word wv)
{
    const rr_mask above = rr_mnot(rr_wlt(wu, rr_wsplat(0x80000000u)));
    const rr_real u = (rr_fromuint(rr_wselect(above, wu ^ 0xffffffffu, wu)) + RR_C(0.5)) * RR_C(0x1p-32);
    const rr_real v = (rr_fromuint(wv) + RR_C(0.5)) * RR_C(0x1p-32);
    const rr_real ratio = rr_div(g.a, u), y = rr_fma(RR_C(0.5) - u, ratio + ratio, (RR_C(0.5) - u) * g.b);
    const rr_real centre = g.m + RR_C(0.43), x = rr_select(above, centre + y, centre - y);
    const rr_real k = rr_count_floor(rr_min(x, rr_splat(RR_COUNT_MOST))), part = x - k;
    /* Of x: half an ulp of U's word, twice, and roundings. */
    const rr_real width = rr_fma(rr_div(ratio, u) + g.b, rr_splat(RR_C(0x1p-32)), (rr_abs(x) + g.m) * RR_C(0x1p-49));
    const rr_mask edge = rr_mor(rr_lt(part, width), rr_lt(RR_C(1) - width, part));
    const rr_mask negative = rr_lt(x, rr_splat(RR_C(0)));
    const rr_real safe = rr_max(k, rr_splat(RR_C(0)));
    const rr_real q = rr_poisson_excess(g, safe, u, v);
    /* Of q: V's word and U's, relative to what they are, twice, and roundings. */
    const rr_real room = rr_div(rr_splat(RR_C(0x1p-32)), v) + rr_div(rr_splat(RR_C(0x1p-31)), u) + RR_C(0x1p-40);
    const rr_mask yes = rr_lt(room, q), no = rr_lt(q, RR_C(0) - room);
    /* Far outside, where x is no count of either kind: settle says. */
    const rr_mask far = rr_lt(rr_splat(RR_COUNT_MOST), x);
    const rr_mask sure = rr_mandnot(rr_mor(yes, no), rr_mor(edge, far));
    rr_try r;
    r.value = rr_count_value(safe);
    r.accept = rr_mandnot(rr_mand(yes, sure), negative);
    r.open = rr_mnot(sure);
    return r;
}

/* The least k with U < F(k), open where the ends of U's word are not of one k, or too near. */
RR_FN rr_try rr_poisson_invert(rr_real lam, rr_word wu, rr_mask here)
{
    const rr_real least = rr_fromuint(wu) * RR_C(0x1p-32) - RR_C(0x1p-45), most = rr_fma(rr_fromuint(wu), rr_splat(RR_C(0x1p-32)), rr_splat(RR_C(0x1.0008p-32)));
    rr_real p = rr_exp(RR_C(0) - lam), f = p, k = rr_splat(RR_C(0));
    rr_mask edge = rr_mfrom(0), going = here;
    rr_try r;
    for (rr_uint32 i = 1; i < RR_POISSON_LAST; ++i) {
        /* F lies within the word: open; below it: on to the next. */
        edge = rr_mor(edge, rr_mand(going, rr_mand(rr_lt(least, f), rr_lt(f, most))));
        going = rr_mand(going, rr_le(f, least));
        if (!rr_some(going)) break;
        k = rr_select(going, rr_splat((rr_scalar)i), k);
        p = rr_div(p * lam, rr_splat((rr_scalar)i));
        f = f + p;
    }
    r.value = rr_count_value(k);
    r.open = rr_mor(edge, going);
    r.accept = rr_mandnot(here, r.open);
    return r;
}

RR_FN rr_try rr_poisson_of(rr_poisson_set g, rr_real lam, rr_word wu, rr_word wv)
{
    const rr_mask small = rr_lt(lam, rr_splat(RR_POISSON_SWITCH));
    rr_try r = rr_poisson_reject(g, wu, wv);
    if (rr_some(small)) {
        const rr_try s = rr_poisson_invert(rr_select(small, lam, rr_splat(RR_C(1))), wu, small);
        r.value = rr_select(small, s.value, r.value);
        r.accept = rr_mor(rr_mandnot(r.accept, small), rr_mand(s.accept, small));
        r.open = rr_mor(rr_mandnot(r.open, small), rr_mand(s.open, small));
    }
    return r;
}

RR_FN void rr_poisson_group(const rr_tile *t, const rr_block *b, rr_uint32 slot0, rr_try *v)
{
    rr_real lam[2];
    if (t->varies & 1) rr_load2((RR_GLOBAL const rr_scalar *)t->param[0] + slot0, &lam[0], &lam[1]);
    else lam[0] = lam[1] = rr_slot_param(t, 0, rr_wsplat(0));
    RR_UNROLL
    for (int k = 0; k < 2; ++k) v[k] = rr_poisson_of(rr_poisson_set_of(t, lam[k]), lam[k], b->w[k], b->w[2 + k]);
}

RR_FN rr_try rr_poisson_attempt(const rr_tile *t, rr_word slot, rr_word j)
{
    const rr_real lam = rr_slot_param(t, 0, slot);
    rr_word wu, wv;
    rr_count_words(t, rr_slot_index(t, slot), j, RR_PURPOSE_MAIN, &wu, &wv);
    return rr_poisson_of(rr_poisson_set_of(t, lam), lam, wu, wv);
}

/* ---- Settle ---------------------------------------------------------------------------------------------------------- */

RR_FN rr_try rr_poisson_settle_reject(rr_poisson_set g, const rr_word *wu, const rr_word *wv)
{
    const rr_real zero = rr_splat(RR_C(0)), half = rr_splat(RR_C(0.5));
    const rr_mask above = rr_mnot(rr_wlt(wu[0], rr_wsplat(0x80000000u)));
    rr_word near[4];
    RR_UNROLL
    for (int k = 0; k < 4; ++k) near[k] = rr_wselect(above, wu[k] ^ 0xffffffffu, wu[k]);
    const rr_double u = rr_count_digits(near), v = rr_count_digits(wv);
    const rr_double ratio = rr_double_over(rr_double_of(g.a, zero), u), slope = rr_two_sum(ratio.hi + ratio.hi, g.b);
    const rr_double bow = rr_double_add(slope, rr_double_of(ratio.lo + ratio.lo, zero));
    const rr_double rest = rr_double_add(rr_double_of(half, zero), rr_double_minus(u)), y = rr_double_times(rest, bow);
    const rr_double centre = rr_two_sum(g.m, rr_splat(RR_C(0.43)));
    const rr_double x = rr_double_add(centre, rr_double_select(above, y, rr_double_minus(y)));
    const rr_mask far = rr_lt(rr_splat(RR_COUNT_MOST), x.hi), negative = rr_lt(x.hi, zero);
    const rr_real at = rr_select(rr_mor(far, negative), zero, x.hi), whole = rr_count_floor(at);
    const rr_mask under = rr_mand(rr_le(at, whole), rr_lt(x.lo, zero));   /* an integer and a little less */
    const rr_real k = rr_max(whole - rr_select(under, rr_splat(RR_C(1)), zero), zero);
    const rr_mask below = rr_mor(negative, rr_mand(rr_le(x.hi, zero), rr_lt(x.lo, zero)));
    const rr_mask in = rr_mandnot(rr_le(zero, rr_poisson_excess(g, k, u.hi, v.hi)), rr_mor(far, below));
    return rr_try_of(rr_count_value(k), in, rr_mfrom(0));
}

/* e^-x for x in [0, 16) as a double word: the series of 2^-7 x, to the 128th power. */
RR_FN rr_double rr_poisson_exp(rr_real x)
{
    const rr_real y = x * RR_C(-0x1p-7);
    rr_double e = rr_double_of(rr_splat(RR_C(1)), rr_splat(RR_C(0)));
    for (rr_uint32 n = 20; n; --n) {
        const rr_double term = rr_double_times(e, rr_double_of(y, rr_splat(RR_C(0))));
        e = rr_double_add(rr_double_of(rr_splat(RR_C(1)), rr_splat(RR_C(0))),
                          rr_double_over(term, rr_double_of(rr_splat((rr_scalar)n), rr_splat(RR_C(0)))));
    }
    for (rr_uint32 n = 0; n < 7; ++n) e = rr_double_times(e, e);
    return e;
}

RR_FN rr_try rr_poisson_settle_invert(rr_real lam, const rr_word *wu)
{
    const rr_double u = rr_count_digits(wu), mean = rr_double_of(lam, rr_splat(RR_C(0)));
    rr_double p = rr_poisson_exp(lam), f = p;
    rr_real k = rr_splat(RR_C(0));
    rr_mask going = rr_mnot(rr_double_lt(u, f));
    for (rr_uint32 i = 1; i < RR_POISSON_LAST && rr_some(going); ++i) {
        k = rr_select(going, rr_splat((rr_scalar)i), k);
        p = rr_double_over(rr_double_times(p, mean), rr_double_of(rr_splat((rr_scalar)i), rr_splat(RR_C(0))));
        f = rr_double_add(f, p);
        going = rr_mandnot(going, rr_double_lt(u, f));
    }
    return rr_try_of(rr_count_value(k), rr_mnot(rr_mfrom(0)), rr_mfrom(0));
}

RR_FN rr_try rr_poisson_settle(const rr_tile *t, rr_word slot, rr_word j)
{
    const rr_index i = rr_slot_index(t, slot);
    const rr_real lam = rr_slot_param(t, 0, slot);
    const rr_mask small = rr_lt(lam, rr_splat(RR_POISSON_SWITCH));
    rr_word wu[4], wv[4];
    rr_count_all_words(t, i, j, wu, wv);
    rr_try r = rr_poisson_settle_reject(rr_poisson_set_of(t, lam), wu, wv);
    if (rr_some(small)) {
        const rr_try s = rr_poisson_settle_invert(rr_select(small, lam, rr_splat(RR_C(1))), wu);
        r.value = rr_select(small, s.value, r.value);
        r.accept = rr_mor(r.accept, small);
    }
    return r;
}

/* A first pass in f32 knows k to less than one half up to here. */
RR_FN rr_mask rr_poisson_suits(const rr_tile *t, rr_uint32 slot0)
{
    return rr_le(rr_run_param(t, 0, slot0), rr_splat(RR_C(4096)));
}
#endif

RR_FN rr_real rr_poisson_finish(const rr_tile *t, rr_uint32 slot0, rr_real value, rr_real aux)
{
    (void)t;
    (void)slot0;
    (void)aux;
    return value;
}

#endif
