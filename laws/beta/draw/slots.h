/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The beta draw for a tile's slots. beta and f are functions of one v, so that the same index gives the same draw. Each has
 * its own finish and its own prepare, which passes `unit`: the shapes are `unit` times parameters 0 and 1, which must be
 * exact in floating point. unit is 1, or 1/2 for degrees of freedom. */
#ifndef RR_BETA_SLOTS_H
#define RR_BETA_SLOTS_H

#include "draw.h"

#define RR_GROUP_beta RR_TWO_GROUP
#define RR_AUX_beta 0
#define RR_BLOCKS_beta RR_TWO_BLOCKS

/* Numbers of the set-up for constant shapes: 0 is the turn, 1 the kind (0: odds lanes; above 0: smooth, with the value k8,
 * or a normal number where k8 underflows; below 0: neither), 2 to 7 the constants of this kind, 8 the ratio. The last is
 * the unit, also for per-sample shapes. */
#define RR_BETA_KIND 1
#define RR_BETA_RATIO 8
#define RR_BETA_UNIT 9

/* The set of the shapes of a slot. */
RR_FN rr_beta_set rr_beta_set_of(const rr_tile *t, rr_word slot)
{
    const rr_scalar unit = RR_SETUP(t)[RR_BETA_UNIT];
    return rr_beta_setup(rr_slot_param(t, 0, slot) * unit, rr_slot_param(t, 1, slot) * unit);
}

RR_FN void rr_beta_prepare_of(rr_tile *t, rr_scalar unit)
{
    RR_SETUP(t)[RR_BETA_UNIT] = unit;
    if (t->varies & 3) return;
    const rr_beta_set g = rr_beta_set_of(t, rr_wsplat(0));
    const rr_beta_odds o = rr_beta_odds_of(g);
    const rr_beta_cumulants s = rr_beta_cumulants_of(g);
    const int odds = rr_some(rr_beta_is_odds(g)), smooth = rr_some(rr_beta_is_smooth(g));
    const rr_real six[6] = {o.minus_sum, o.first, o.base, o.upper, o.upper, o.upper};
    rr_setup_put(t, 0, g.turn);
    const rr_real k8 = rr_max(s.k8, rr_splat(RR_BETA_MIN));
    rr_setup_put(t, RR_BETA_KIND, odds ? rr_splat(RR_C(0)) : smooth ? k8 : rr_splat(RR_C(-1)));
    for (int i = 0; i < 6; ++i) rr_setup_put(t, 2 + i, odds ? six[i] : s.k[i]);
    rr_setup_put(t, RR_BETA_RATIO, o.ratio);
}

/* For constant shapes: true if lanes with these shapes are smooth lanes (draw.h). */
RR_FN int rr_beta_smooth_fixed(const rr_tile *t)
{
    return rr_some(rr_lt(rr_splat(RR_C(0)), rr_splat(RR_SETUP(t)[RR_BETA_KIND])));
}

RR_FN rr_beta_odds rr_beta_odds_fixed(const rr_tile *t)
{
    rr_beta_odds o;
    o.ratio = rr_splat(RR_SETUP(t)[RR_BETA_RATIO]);
    o.minus_sum = rr_splat(RR_SETUP(t)[2]);
    o.first = rr_splat(RR_SETUP(t)[3]);
    o.base = rr_splat(RR_SETUP(t)[4]);
    o.upper = rr_splat(RR_SETUP(t)[5]);
    return o;
}

RR_FN rr_beta_cumulants rr_beta_cumulants_fixed(const rr_tile *t)
{
    rr_beta_cumulants s;
    s.k8 = rr_splat(RR_SETUP(t)[RR_BETA_KIND]);
    RR_UNROLL
    for (int i = 0; i < 6; ++i) s.k[i] = rr_splat(RR_SETUP(t)[2 + i]);
    return s;
}

RR_FN rr_beta_set rr_beta_set_slot(const rr_tile *t, rr_word slot)
{
    const rr_scalar unit = RR_SETUP(t)[RR_BETA_UNIT];
    if (t->varies & 3) return rr_beta_set_of(t, slot);
    rr_beta_set g;
    g.first = rr_slot_param(t, 0, rr_wsplat(0)) * unit;
    g.second = rr_slot_param(t, 1, rr_wsplat(0)) * unit;
    g.turn = rr_splat(RR_SETUP(t)[0]);
    return g;
}

/* The common case: constant shapes of one kind. */
#define RR_CONSTANT_FIRST_beta 1
RR_FN int rr_beta_is_constant(const rr_tile *t)
{
    return rr_some(rr_le(rr_splat(RR_C(0)), rr_splat(RR_SETUP(t)[RR_BETA_KIND])));
}

RR_FN rr_try rr_beta_quick_fixed(const rr_tile *t, rr_two x)
{
    const rr_beta_uniform u = rr_beta_words(x);
    const rr_real turn = rr_splat(RR_SETUP(t)[0]);
    if (rr_beta_smooth_fixed(t)) return rr_beta_quick_smooth(turn, rr_beta_cumulants_fixed(t), u, x.second);
    return rr_beta_quick_odds(turn, rr_beta_odds_fixed(t), u, x.second);
}

RR_FN void rr_beta_group_constant(const rr_tile *t, const rr_block *b, rr_try *v)
{
    const rr_real turn = rr_splat(RR_SETUP(t)[0]);
    if (rr_beta_smooth_fixed(t)) {
        const rr_beta_cumulants s = rr_beta_cumulants_fixed(t);
        RR_UNROLL
        for (int k = 0; k < RR_TWO_GROUP; ++k) {
            const rr_two x = rr_two_member(b, k);
            v[k] = rr_beta_quick_smooth(turn, s, rr_beta_words(x), x.second);
        }
    } else {
        const rr_beta_odds o = rr_beta_odds_fixed(t);
        RR_UNROLL
        for (int k = 0; k < RR_TWO_GROUP; ++k) {
            const rr_two x = rr_two_member(b, k);
            v[k] = rr_beta_quick_odds(turn, o, rr_beta_words(x), x.second);
        }
    }
}

/* The sets of a group's consecutive slots. */
RR_FN void rr_beta_sets(const rr_tile *t, rr_uint32 slot0, rr_beta_set *g)
{
    const rr_scalar unit = RR_SETUP(t)[RR_BETA_UNIT];
    rr_real a[RR_TWO_GROUP], b[RR_TWO_GROUP];
    rr_two_params(t, 0, slot0, a);
    rr_two_params(t, 1, slot0, b);
    RR_UNROLL
    for (int k = 0; k < RR_TWO_GROUP; ++k) g[k] = rr_beta_setup(a[k] * unit, b[k] * unit);
}

/* Not inline, so that the common case stays short. */
RR_SLOW_FN void rr_beta_group_any(const rr_beta_set *g, const rr_block *b, rr_try *v)
{
    RR_UNROLL
    for (int k = 0; k < RR_TWO_GROUP; ++k) {
        const rr_two x = rr_two_member(b, k);
        v[k] = rr_beta_quick(g[k], rr_beta_words(x), x.second);
    }
}

RR_FN void rr_beta_group(const rr_tile *t, const rr_block *b, rr_uint32 slot0, rr_try *v)
{
    rr_beta_set g[RR_TWO_GROUP];
    rr_mask odds = rr_mnot(rr_mfrom(0));
    /* On a CPU the first attempt's caller has tested this already. */
    if (!RR_HAS_BUFFERS && !(t->varies & 3) && rr_beta_is_constant(t)) {
        rr_beta_group_constant(t, b, v);
        return;
    }
    rr_beta_sets(t, slot0, g);
    RR_UNROLL
    for (int k = 0; k < RR_TWO_GROUP; ++k) odds = rr_mand(odds, rr_beta_is_odds(g[k]));
    if (rr_some(rr_mnot(odds))) {
        rr_beta_group_any(g, b, v);
        return;
    }
    RR_UNROLL
    for (int k = 0; k < RR_TWO_GROUP; ++k) {
        const rr_two x = rr_two_member(b, k);
        v[k] = rr_beta_quick_shapes(g[k], rr_beta_words(x), x.second);
    }
}

#if RR_TWO_BLOCKS > 1
RR_FN rr_series rr_beta_series(int k) { return rr_two_series(k); }
#endif

RR_FN rr_try rr_beta_attempt(const rr_tile *t, rr_word slot, rr_word j)
{
    const rr_two x = rr_two_draw(t, rr_slot_index(t, slot), j, RR_PURPOSE_MAIN);
    if (!(t->varies & 3) && rr_beta_is_constant(t)) return rr_beta_quick_fixed(t, x);
    return rr_beta_quick(rr_beta_set_slot(t, slot), rr_beta_words(x), x.second);
}

RR_FN rr_try rr_beta_decide(const rr_tile *t, rr_word slot, rr_word j)
{
    const rr_index i = rr_slot_index(t, slot);
    const rr_two x = rr_two_draw(t, i, j, RR_PURPOSE_MAIN), low = rr_two_draw(t, i, j, RR_PURPOSE_LOW);
    return rr_beta_exact(rr_beta_set_slot(t, slot), rr_beta_words_full(x, low), rr_two_second(x, low, rr_wsplat(0)));
}

#endif
