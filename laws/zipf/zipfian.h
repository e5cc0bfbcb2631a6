/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* zipfian: counts k = 1 ... n of probability proportional to k^-a, a >= 0, n up to 2^53.
 *
 * By binades (engine/draws/binade.h), as zipf (zipf.h), of which E <= T = floor(log2 n); counts above n are rejected. w(e) =
 * 2^-(a - 1) e grows with e where a < 1. So c = |a - 1| log 2, and D, which is E, or T - E where a < 1, is geometric with
 * the ratio e^-c, given D <= T. With R = e^-(T + 1)c and M = 1 - R,
 *
 *     y = -log(R + U M) / c,   D = floor(y),   and accept where D + 1 - y < log1p((e^c - 1) (1 + x)^-a) / c,
 *
 * x = L 2^-E. As c goes to 0, y goes to (1 - U) (T + 1): R + U M - 1 = (U - 1) M is computed without cancellation, and at a
 * = 1 c is 1e-200.
 *
 * Acceptance: at least 1/2, as the counts of the binade below T have at least half of its weight for a <= 1, and at least
 * log 2 of theirs are accepted for a >= 1 (binade.h), to which those of T only add a part of w(T) <= w(0).
 *
 * Relative error of P(k), where P(k) >= 2^-64: 2^-43. From a = 200 on a is replaced by 200. The other bounds are those of
 * zipf.h: y has an absolute error of 2^-46, where M is small from U - 1, else from the logarithm, over c. */
#ifndef RR_SAMPLER_ZIPFIAN_H
#define RR_SAMPLER_ZIPFIAN_H

#include "engine/draws/binade.h"
#include "engine/draws/whole.h"
#include "engine/math/exp.h"
#include "engine/math/expm1.h"
#include "engine/math/log1p.h"
#include "engine/math/neglog.h"

#define RR_GROUP_zipfian 2
#define RR_AUX_zipfian 0
#define RR_BLOCKS_zipfian 1
#define RR_REJECTS_OFTEN_zipfian 1

/* True where n is an integer. */
#define RR_RELATES_zipfian 2
RR_FN rr_mask rr_zipfian_related(const rr_real *v) { return rr_whole(v[1]); }

#define RR_ZIPFIAN_MAX RR_C(200)

typedef struct rr_zipfian_set {
    rr_real a, n, over;      /* 1 / c */
    rr_real min, range;      /* R, M */
    rr_real growth;          /* e^c - 1 */
    rr_real top, grows;      /* T; 1 where a < 1, otherwise 0 */
} rr_zipfian_set;

RR_FN rr_zipfian_set rr_zipfian_setup(rr_real a, rr_real n)
{
    rr_zipfian_set g;
    const rr_real one = rr_splat(RR_C(1)), zero = rr_splat(RR_C(0));
    g.a = rr_min_scalar(a, RR_ZIPFIAN_MAX);
    g.n = n;
    g.grows = rr_select(rr_lt(g.a, one), one, zero);
    g.top = rr_fromuint(rr_toword(rr_asbits(n) >> 52)) - RR_C(1023);
    const rr_real c = rr_max(rr_abs(g.a - one) * RR_C(0.69314718055994530942), rr_splat(RR_C(1e-200)));
    const rr_real all = RR_C(0) - c * (g.top + one);
    g.over = rr_div(one, c);
    g.min = rr_exp(all);
    g.range = RR_C(0) - rr_expm1(all);
    g.growth = rr_expm1(c);
    return g;
}

#define RR_ZIPFIAN_SET(each) \
    each(0, a) each(1, n) each(2, over) each(3, min) each(4, range) each(5, growth) each(6, top) each(7, grows)
RR_SETUP_KEPT(zipfian, rr_zipfian_set, RR_ZIPFIAN_SET)

RR_FN void rr_zipfian_prepare(rr_tile *t)
{
    if (t->varies & 3) return;
    rr_zipfian_keep(t, rr_zipfian_setup(rr_slot_param(t, 0, rr_wsplat(0)), rr_slot_param(t, 1, rr_wsplat(0))));
}

RR_FN rr_zipfian_set rr_zipfian_set_of(const rr_tile *t, rr_real a, rr_real n)
{
    if (t->varies & 3) return rr_zipfian_setup(a, n);
    return rr_zipfian_kept(t);
}

/* y, D, E and R + U M, from U. */
typedef struct rr_zipfian_point {
    rr_real y, d, e, at;
} rr_zipfian_point;

RR_FN rr_zipfian_point rr_zipfian_point_of(rr_zipfian_set g, rr_real u)
{
    rr_zipfian_point p;
    p.at = rr_fma(u, g.range, g.min);
    p.y = rr_neglog(p.at, (u - RR_C(1)) * g.range, rr_le(rr_splat(RR_C(0.7071)), p.at)) * g.over;
    p.d = rr_min(rr_count_floor(p.y), g.top);
    p.e = rr_select(rr_lt(rr_splat(RR_C(0)), g.grows), g.top - p.d, p.d);
    return p;
}

/* The margin of acceptance: the accepted part of the binade minus the distance of y from its end. */
RR_FN rr_real rr_zipfian_excess(rr_zipfian_set g, rr_zipfian_point p, rr_real part)
{
    const rr_real odds = rr_exp(RR_C(0) - g.a * rr_log1p(part));
    return rr_fma(rr_log1p(g.growth * odds), g.over, (p.y - p.d) - RR_C(1));
}

/* True where k is above n. */
RR_FN rr_mask rr_zipfian_beyond(rr_zipfian_set g, rr_binade k)
{
    return rr_wide_less(rr_asbits(rr_count_long_value(g.n)), rr_asbits(k.value));
}

/* ---- The attempt ----------------------------------------------------------------------------------------------------- */

RR_FN rr_try rr_zipfian_of(const rr_tile *t, const rr_real *a, rr_word wu, rr_word wv)
{
    const rr_zipfian_set g = rr_zipfian_set_of(t, a[0], a[1]);
    const rr_zipfian_point p = rr_zipfian_point_of(g, (rr_fromuint(wu) + RR_C(0.5)) * RR_C(0x1p-32));
    const rr_binade k = rr_binade_first(p.e, wv);
    const rr_mask plain = rr_le(k.rest, rr_splat(RR_C(0))), beyond = rr_zipfian_beyond(g, k);
    const rr_real margin = rr_fma(rr_div(g.range * g.over, p.at), rr_splat(RR_C(0x1p-32)), (p.y + RR_C(1)) * RR_C(0x1p-43));
    const rr_real q = rr_zipfian_excess(g, p, k.part), above = p.y - p.d;
    const rr_mask edge = rr_mor(rr_lt(above, margin), rr_lt(RR_C(1) - margin, above));
    const rr_mask far = rr_mor(rr_lt(rr_splat(RR_BINADE_FIRST), p.e), rr_weq(wu, rr_wsplat(0)));
    const rr_mask yes = rr_mandnot(rr_mor(plain, rr_lt(margin, q)), beyond);
    const rr_mask no = rr_mor(rr_mandnot(rr_lt(q, RR_C(0) - margin), plain), beyond);
    const rr_mask certain = rr_mandnot(rr_mor(yes, no), rr_mor(edge, far));
    return rr_try_of(k.value, rr_mand(yes, certain), rr_mnot(certain));
}

/* ---- Full test ------------------------------------------------------------------------------------------------------- */

RR_FN rr_try rr_zipfian_decide(const rr_tile *t, rr_word slot, rr_word j)
{
    const rr_zipfian_set g = rr_zipfian_set_of(t, rr_slot_param(t, 0, slot), rr_slot_param(t, 1, slot));
    rr_word wu[4], wv[4];
    rr_count_all_words(t, rr_slot_index(t, slot), j, wu, wv);
    const rr_zipfian_point p = rr_zipfian_point_of(g, rr_count_unit(wu).hi);
    const rr_binade k = rr_binade_decided(p.e, wv);
    const rr_mask plain = rr_le(k.rest, rr_splat(RR_C(0)));
    const rr_mask yes = rr_mor(plain, rr_lt(rr_splat(RR_C(0)), rr_zipfian_excess(g, p, k.part)));
    return rr_try_of(k.value, rr_mandnot(yes, rr_zipfian_beyond(g, k)), rr_mfrom(0));
}

#define RR_COUNT_PAIR zipfian
#define RR_COUNT_PARAMS 2
#include "engine/draws/count_pair.h"

#define RR_AS_DRAWN zipfian
#include "engine/draws/as_drawn.h"

#endif
