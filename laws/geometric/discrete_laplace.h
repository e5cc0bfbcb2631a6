/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* discrete-laplace: integers of probability tanh(a / 2) e^(-a |k|).
 *
 * |k| is a geometric count from 0 of ratio e^-a, computed as in geometric.h: m H + L, lambda = a and m the smallest power
 * of 2 for which a m >= 2^-9. V's first bit is the sign; its other bits give L and its acceptance. A negative 0 is
 * rejected: (1 + e^-a) / 2 of the draws are accepted, at least half of them. Since a itself is the rate, no probability 1 -
 * e^-a is rounded.
 *
 * The full test defines the distribution. The relative error of P(k) where P(k) >= 2^-64 is 2^-35, as in
 * geometric.h. The largest |k|, at a = 1e-17, is 129 log 2 / a = 8.95e18. */
#ifndef RR_SAMPLER_DISCRETE_LAPLACE_H
#define RR_SAMPLER_DISCRETE_LAPLACE_H

#include "laws/geometric/draw/split.h"
#include "engine/math/expm1.h"
#if RR_DTYPE == 32
#include "laws/geometric/draw/first.h"
#endif

#define RR_GROUP_discrete_laplace 2
#define RR_AUX_discrete_laplace 0
#define RR_BLOCKS_discrete_laplace 1
#define RR_REJECTS_OFTEN_discrete_laplace 1
#define RR_FILTER_discrete_laplace (RR_DTYPE == 32)
#define RR_SUITS_discrete_laplace 1
#define RR_VARYING_discrete_laplace 1
#define RR_AGAIN_discrete_laplace 1

#define RR_DISCRETE_LAPLACE_MAX RR_C(0x1p21)   /* the largest m of the quick test: 31 bits */

RR_FN rr_mask rr_discrete_laplace_negative(rr_word wv) { return rr_mnot(rr_wlt(wv, rr_wsplat(0x80000000u))); }

#if RR_DTYPE == 32
RR_FN void rr_discrete_laplace_prepare(rr_tile *t) { (void)t; }

RR_FN rr_geometric_set rr_discrete_laplace_set_of(const rr_tile *t, rr_real a)
{
    rr_geometric_set g;
    (void)t;
    g.m = rr_splat(RR_C(1));
    g.over = rr_div(g.m, a);
    return g;
}

RR_FN rr_try rr_discrete_laplace_of(const rr_tile *t, const rr_real *a, rr_word wu, rr_word wv)
{
    const rr_geometric_set g = rr_discrete_laplace_set_of(t, a[0]);
    rr_mask open;
    const rr_real h = rr_geometric_quick(g.over, wu, &open);
    const rr_word k = rr_toword(rr_asbits(rr_narrow_count(h)));
    const rr_mask negative = rr_discrete_laplace_negative(wv), none = rr_mand(negative, rr_weq(k, rr_wsplat(0)));
    return rr_try_of(rr_word_value(rr_wselect(negative, 0u - k, k)), rr_mnot(rr_mor(open, none)), open);
}
#else
RR_FN rr_geometric_set rr_discrete_laplace_setup(rr_real a)
{
    rr_geometric_set g;
    const rr_real one = rr_splat(RR_C(1));
    g.rate = a;
    g.m = rr_max(rr_geometric_over(a) * RR_GEOMETRIC_PLAIN, one);
    g.over = rr_div(one, g.rate * g.m);
    return g;
}

RR_FN void rr_discrete_laplace_prepare(rr_tile *t)
{
    if (t->varies & 1) return;
    rr_geometric_keep(t, rr_discrete_laplace_setup(rr_slot_param(t, 0, rr_wsplat(0))));
}

RR_FN rr_geometric_set rr_discrete_laplace_set_of(const rr_tile *t, rr_real a)
{
    if (t->varies & 1) return rr_discrete_laplace_setup(a);
    return rr_geometric_kept(t);
}

/* m h + l with its sign; accepted where it is kept and not a negative 0. */
RR_FN rr_try rr_discrete_laplace_try(rr_geometric_set g, rr_real h, rr_real l, rr_mask negative, rr_mask kept)
{
    const rr_wide next = rr_asbits(rr_geometric_value(g, h, l));   /* 1 + |k| */
    const rr_real value = rr_select(negative, rr_wide_value((rr_uint64)1 - next), rr_wide_value(next - (rr_uint64)1));
    const rr_mask zero = rr_le(h + l, rr_splat(RR_C(0)));
    return rr_try_of(value, rr_mandnot(kept, rr_mand(zero, negative)), rr_mfrom(0));
}

/* ---- The attempt ----------------------------------------------------------------------------------------------------- */

RR_FN rr_try rr_discrete_laplace_of(const rr_tile *t, const rr_real *a, rr_word wu, rr_word wv)
{
    const rr_geometric_set g = rr_discrete_laplace_set_of(t, a[0]);
    rr_mask rare;
    const rr_real h = rr_geometric_quick(g, wu, &rare);
    const rr_real v = rr_fromuint(wv & 0x7fffffffu) * (g.m * RR_C(0x1p-31)), l = rr_count_floor(v);
    const rr_mask near = rr_mor(rr_lt(v - l, rr_splat(RR_GEOMETRIC_MARGIN)), rr_lt(rr_splat(RR_DISCRETE_LAPLACE_MAX), g.m));
    const rr_mask open = rr_mor(rare, rr_mand(rr_lt(rr_splat(RR_C(1)), g.m), near));
    rr_try x = rr_discrete_laplace_try(g, h, l, rr_discrete_laplace_negative(wv), rr_mnot(open));
    x.open = open;
    return x;
}

/* ---- Full test ------------------------------------------------------------------------------------------------------- */

RR_FN rr_try rr_discrete_laplace_decide(const rr_tile *t, rr_word slot, rr_word j)
{
    const rr_geometric_set g = rr_discrete_laplace_set_of(t, rr_slot_param(t, 0, slot));
    rr_word wu[4], wv[4];
    rr_real w;
    rr_count_all_words(t, rr_slot_index(t, slot), j, wu, wv);
    const rr_mask negative = rr_discrete_laplace_negative(wv[0]);
    RR_UNROLL
    for (int k = 0; k < 3; ++k) wv[k] = ((wv[k] << 1) & RR_WORD_MASK) | wv[k + 1] >> 31;   /* without the sign */
    const rr_real l = rr_geometric_low(g, wv, &w), loss = RR_C(0) - rr_expm1(RR_C(0) - l * g.rate);
    return rr_discrete_laplace_try(g, rr_geometric_high(g, wu), l, negative, rr_le(loss, w));
}

/* A first attempt in f32 is for m = 1. */
RR_FN rr_mask rr_discrete_laplace_suits(const rr_tile *t, rr_uint32 slot0)
{
    return rr_le(rr_splat(RR_GEOMETRIC_PLAIN), rr_run_param(t, 0, slot0));
}
#endif

#define RR_COUNT_PAIR discrete_laplace
#define RR_COUNT_PARAMS 1
#include "engine/draws/count_pair.h"

#define RR_AS_DRAWN discrete_laplace
#include "engine/draws/as_drawn.h"

#endif
