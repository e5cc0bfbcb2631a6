/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* zipf: counts k >= 1 of probability k^-a / zeta(a), a > 1, under the condition that they are below 2^63.
 *
 * By binades (engine/draws/binade.h): w(e) = 2^-(a - 1) e, so E is geometric with the ratio e^-c, c = (a - 1) log 2, given E
 * < 63. A draw is accepted with probability (1 + x)^-a, x = L 2^-e. Without the condition the acceptance is 1 - 2^-a +
 * 3^-a - ...: log 2 at a = 1, .82 at 2, .90 at 3. With R = e^-63c and M = 1 - R,
 *
 *     y = -log(R + U M) / c,   E = floor(y),   and accept where E + 1 - y < log1p((e^c - 1) (1 + x)^-a) / c,
 *
 * the binade's part of R + U M being from e^-c(E + 1) to e^-cE. y is measured from the lower end, where nothing cancels when
 * e^-c is negligible.
 *
 * In the full test U has 128 bits (count.h). Relative error of P(k), where P(k) >= 2^-64: 2^-44. The
 * logarithm, at most 89, is accurate to 2^-47, and at least .4 of its range is accepted; a log1p(x), at most 44, to 2^-47.
 * From a = 200 on, where P(2) is below 2^-199, a is replaced by 200.
 *
 * The quick attempt has U's first word: half an ulp of it moves y by M 2^-33 / (c (R + U M)), and the margin is twice
 * that. */
#ifndef RR_SAMPLER_ZIPF_H
#define RR_SAMPLER_ZIPF_H

#include "engine/draws/binade.h"
#include "engine/math/exp.h"
#include "engine/math/expm1.h"
#include "engine/math/log1p.h"
#include "engine/math/neglog.h"

#define RR_GROUP_zipf 2
#define RR_AUX_zipf 0
#define RR_BLOCKS_zipf 1
#define RR_REJECTS_OFTEN_zipf 1
#define RR_FILTER_zipf (RR_DTYPE == 32)
#define RR_SUITS_zipf 1

#define RR_ZIPF_MAX RR_C(200)

typedef struct rr_zipf_set {
    rr_real a, c, over;      /* 1 / c */
    rr_real min, range;    /* R, M */
    rr_real growth;          /* e^c - 1 */
} rr_zipf_set;

RR_FN rr_zipf_set rr_zipf_setup(rr_real a)
{
    rr_zipf_set g;
    g.a = rr_min_scalar(a, RR_ZIPF_MAX);
    g.c = (g.a - RR_C(1)) * RR_C(0.69314718055994530942);
    g.over = rr_div(rr_splat(RR_C(1)), g.c);
    g.min = rr_exp(g.c * RR_C(-63));
    g.range = RR_C(0) - rr_expm1(g.c * RR_C(-63));
    g.growth = rr_expm1(g.c);
    return g;
}

#define RR_ZIPF_SET(each) each(0, a) each(1, c) each(2, over) each(3, min) each(4, range) each(5, growth)
RR_SETUP_KEPT(zipf, rr_zipf_set, RR_ZIPF_SET)

RR_FN void rr_zipf_prepare(rr_tile *t)
{
    if (t->varies & 1) return;
    rr_zipf_keep(t, rr_zipf_setup(rr_slot_param(t, 0, rr_wsplat(0))));
}

RR_FN rr_zipf_set rr_zipf_set_of(const rr_tile *t, rr_real a)
{
    if (t->varies & 1) return rr_zipf_setup(a);
    return rr_zipf_kept(t);
}

#if RR_DTYPE == 32
#include "laws/zipf/draw/first.h"
#else
/* y, E and R + U M, from U. */
typedef struct rr_zipf_point {
    rr_real y, e, at;
} rr_zipf_point;

RR_FN rr_zipf_point rr_zipf_point_of(rr_zipf_set g, rr_real u)
{
    rr_zipf_point p;
    p.at = rr_fma(u, g.range, g.min);
    p.y = rr_neglog(p.at, (u - RR_C(1)) * g.range, rr_le(rr_splat(RR_C(0.7071)), p.at)) * g.over;
    p.e = rr_min_scalar(rr_count_floor(p.y), RR_C(RR_BINADE_LAST));
    return p;
}

/* The margin of acceptance: the accepted part of the binade minus the distance of y from its end. */
RR_FN rr_real rr_zipf_excess(rr_zipf_set g, rr_zipf_point p, rr_real part)
{
    const rr_real odds = rr_exp(RR_C(0) - g.a * rr_log1p(part));
    return rr_fma(rr_log1p(g.growth * odds), g.over, (p.y - p.e) - RR_C(1));
}

/* ---- The attempt ----------------------------------------------------------------------------------------------------- */

RR_FN rr_try rr_zipf_of(const rr_tile *t, const rr_real *a, rr_word wu, rr_word wv)
{
    const rr_zipf_set g = rr_zipf_set_of(t, a[0]);
    const rr_zipf_point p = rr_zipf_point_of(g, (rr_fromuint(wu) + RR_C(0.5)) * RR_C(0x1p-32));
    const rr_binade k = rr_binade_first(p.e, wv);
    const rr_mask plain = rr_le(k.rest, rr_splat(RR_C(0)));
    const rr_real margin = rr_fma(rr_div(g.range * g.over, p.at), rr_splat(RR_C(0x1p-32)), (p.y + RR_C(1)) * RR_C(0x1p-44));
    const rr_real q = rr_zipf_excess(g, p, k.part), above = p.y - p.e;
    const rr_mask edge = rr_mor(rr_lt(above, margin), rr_lt(RR_C(1) - margin, above));
    const rr_mask far = rr_mor(rr_lt(rr_splat(RR_BINADE_FIRST), p.e), rr_weq(wu, rr_wsplat(0)));
    const rr_mask yes = rr_mor(plain, rr_lt(margin, q)), no = rr_mandnot(rr_lt(q, RR_C(0) - margin), plain);
    const rr_mask certain = rr_mandnot(rr_mor(yes, no), rr_mor(edge, far));
    return rr_try_of(k.value, rr_mand(yes, certain), rr_mnot(certain));
}

/* ---- Full test ------------------------------------------------------------------------------------------------------- */

RR_FN rr_try rr_zipf_decide(const rr_tile *t, rr_word slot, rr_word j)
{
    const rr_zipf_set g = rr_zipf_set_of(t, rr_slot_param(t, 0, slot));
    rr_word wu[4], wv[4];
    rr_count_all_words(t, rr_slot_index(t, slot), j, wu, wv);
    const rr_zipf_point p = rr_zipf_point_of(g, rr_count_unit(wu).hi);
    const rr_binade k = rr_binade_decided(p.e, wv);
    const rr_mask plain = rr_le(k.rest, rr_splat(RR_C(0)));
    return rr_try_of(k.value, rr_mor(plain, rr_lt(rr_splat(RR_C(0)), rr_zipf_excess(g, p, k.part))), rr_mfrom(0));
}

/* A first pass in f32 represents y accurately enough, and few counts are beyond its binades. */
RR_FN rr_mask rr_zipf_suits(const rr_tile *t, rr_uint32 slot0)
{
    const rr_real a = rr_run_param(t, 0, slot0);
    return rr_mand(rr_le(rr_splat(RR_C(1.375)), a), rr_le(a, rr_splat(RR_C(100))));
}
#endif

#define RR_COUNT_PAIR zipf
#define RR_COUNT_PARAMS 1
#include "engine/draws/count_pair.h"

#define RR_AS_DRAWN zipf
#include "engine/draws/as_drawn.h"

#endif
