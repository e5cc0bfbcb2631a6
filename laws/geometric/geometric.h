/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* geometric: number of trials up to the first success, each of probability p: 1, 2, ...; P(k) = p (1 - p)^(k - 1).
 *
 * With lambda = -log(1 - p) and m the smallest power of 2 for which p m >= 2^-9 a count is
 *
 *     k = 1 + m H + L,   H = floor(E / (m lambda)), E = -log U,
 *                        L uniform on 0 ... m - 1, kept with probability e^(-lambda L).
 *
 * H is geometric from 0 with ratio e^(-m lambda), so that P(k) is proportional to e^(-lambda (m H + L)). For p >= 2^-9, m
 * is 1: inversion of one uniform, and nothing is rejected. Below, more than .998 of the L are kept, as 1 - e^-c > .998 c
 * for c = m lambda < 2^-7.998. One inversion alone would be too coarse there: E has 53 bits, of which log2(E / lambda)
 * select the count, and P(k) has the precision of the rest.
 *
 * L and the uniform W that keeps it are one uniform V: m V = L + W. L is kept where W >= 1 - e^(-lambda L), and always
 * where W is above RR_GEOMETRIC_MARGIN.
 *
 * The full test defines the distribution. U and V have 128 bits each (engine/draws/count.h). The relative error of
 * P(k) where P(k) >= 2^-64 is 2^-35, from E / c, which is within a relative 2^-51: 1 ulp each of -log U and lambda, a
 * division, a product. W is within 2^-53. p = 1 always gives 1. The largest k, at p = 1e-17, is 129 log 2 / p = 8.94e18,
 * below 2^63.
 *
 * The quick test has one word of U, and E to 2^-33 / U. It is undecided where an integer is that near, and for p < 2^-31,
 * where L takes more bits of V than one word can give. */
#ifndef RR_SAMPLER_GEOMETRIC_H
#define RR_SAMPLER_GEOMETRIC_H

#include "laws/geometric/draw/split.h"
#include "engine/math/expm1.h"
#include "engine/math/log1p.h"

#define RR_GROUP_geometric 2
#define RR_AUX_geometric 0
#define RR_BLOCKS_geometric 1
#define RR_FILTER_geometric (RR_DTYPE == 32)
#define RR_SUITS_geometric 1

#if RR_DTYPE == 32
#include "laws/geometric/draw/first.h"
#else
#define RR_GEOMETRIC_MAX RR_C(0x1p22)         /* the largest m of the quick test */

RR_FN rr_geometric_set rr_geometric_setup(rr_real p)
{
    rr_geometric_set g;
    const rr_real one = rr_splat(RR_C(1)), zero = rr_splat(RR_C(0));
    const rr_mask certain = rr_le(one, p);
    g.rate = RR_C(0) - rr_log1p(RR_C(0) - rr_select(certain, rr_splat(RR_C(0.5)), p));
    g.m = rr_max(rr_geometric_over(p) * RR_GEOMETRIC_PLAIN, one);
    g.over = rr_select(certain, zero, rr_div(one, g.rate * g.m));
    return g;
}

RR_FN rr_geometric_set rr_geometric_set_of(const rr_tile *t, rr_real p)
{
    if (t->varies & 1) return rr_geometric_setup(p);
    return rr_geometric_kept(t);
}

/* ---- The attempt ----------------------------------------------------------------------------------------------------- */

RR_FN rr_try rr_geometric_of(const rr_tile *t, const rr_real *p, rr_word wu, rr_word wv)
{
    const rr_geometric_set g = rr_geometric_set_of(t, p[0]);
    rr_mask rare;
    const rr_real one = rr_splat(RR_C(1)), h = rr_geometric_quick(g, wu, &rare);
    const rr_mask tilted = rr_lt(one, g.m);
    if (!rr_some(tilted)) return rr_try_of(rr_wide_value(rr_count_bits(h + RR_C(1))), rr_mnot(rare), rare);
    const rr_real v = rr_fromuint(wv) * (g.m * RR_C(0x1p-32)), l = rr_count_floor(v);
    const rr_mask near = rr_mand(tilted,
                                 rr_mor(rr_lt(v - l, rr_splat(RR_GEOMETRIC_MARGIN)),
                                     rr_lt(rr_splat(RR_GEOMETRIC_MAX), g.m)));
    const rr_mask open = rr_mor(rare, near);
    return rr_try_of(rr_geometric_value(g, h, rr_select(tilted, l, rr_splat(RR_C(0)))), rr_mnot(open), open);
}

/* ---- Full test ------------------------------------------------------------------------------------------------------- */

RR_FN rr_try rr_geometric_decide(const rr_tile *t, rr_word slot, rr_word j)
{
    const rr_geometric_set g = rr_geometric_set_of(t, rr_slot_param(t, 0, slot));
    rr_word wu[4], wv[4];
    rr_real w;
    rr_count_all_words(t, rr_slot_index(t, slot), j, wu, wv);
    const rr_real l = rr_geometric_low(g, wv, &w), loss = RR_C(0) - rr_expm1(RR_C(0) - l * g.rate);
    const rr_mask tilted = rr_lt(rr_splat(RR_C(1)), g.m);
    const rr_mask kept = rr_mor(rr_mnot(tilted), rr_le(loss, w));
    const rr_real value = rr_geometric_value(g, rr_geometric_high(g, wu), rr_select(tilted, l, rr_splat(RR_C(0))));
    return rr_try_of(value, kept, rr_mfrom(0));
}

/* A first attempt in f32 has E / (m lambda) to a relative 2^-20 here; rounding p does not change m. */
RR_FN rr_mask rr_geometric_suits(const rr_tile *t, rr_uint32 slot0)
{
    const rr_real p = rr_run_param(t, 0, slot0);
    const rr_mask plain = rr_le(rr_splat(RR_GEOMETRIC_PLAIN), p);
    const rr_mask same = rr_le(rr_geometric_over(p), rr_geometric_over(p * RR_C(0x1.000002p0)));
    return rr_mand(rr_mor(plain, same), rr_mand(rr_le(rr_splat(RR_GEOMETRIC_MIN), p), rr_le(p, rr_splat(RR_C(0.96875)))));
}
#endif

RR_FN void rr_geometric_prepare(rr_tile *t)
{
    if (t->varies & 1) return;
    rr_geometric_keep(t, rr_geometric_setup(rr_slot_param(t, 0, rr_wsplat(0))));
}

#define RR_COUNT_PAIR geometric
#define RR_COUNT_PARAMS 1
#include "engine/draws/count_pair.h"

#define RR_AS_DRAWN geometric
#include "engine/draws/as_drawn.h"

#endif
