/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The beta draw of a tile's slots: beta and f are functions of one v, so that the same index gives the same draw. Each has
 * its finish, and its prepare, which says what the shapes are: `unit` times parameters 0 and 1, which must be exact in
 * floating point, 1 or a half of degrees of freedom. */
#ifndef RR_BETA_SLOTS_H
#define RR_BETA_SLOTS_H

#include "draw.h"

#define RR_GROUP_beta RR_TWO_GROUP
#define RR_AUX_beta 0
#define RR_BLOCKS_beta RR_TWO_BLOCKS

/* Numbers of the set-up: 0 to 7 are the set of shapes that do not vary, one is free for a finish, the last is the unit,
 * whatever varies. */
#define RR_BETA_FREE 8
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
    rr_setup_put(t, 0, g.turn);
    rr_setup_put(t, 1, g.k8);
    for (int i = 0; i < 6; ++i) rr_setup_put(t, 2 + i, g.k[i]);
}

RR_FN rr_beta_set rr_beta_set_fixed(const rr_tile *t)
{
    const rr_scalar unit = RR_SETUP(t)[RR_BETA_UNIT];
    rr_beta_set g;
    g.first = rr_slot_param(t, 0, rr_wsplat(0)) * unit;
    g.second = rr_slot_param(t, 1, rr_wsplat(0)) * unit;
    g.turn = rr_splat(RR_SETUP(t)[0]);
    g.k8 = rr_splat(RR_SETUP(t)[1]);
    RR_UNROLL
    for (int i = 0; i < 6; ++i) g.k[i] = rr_splat(RR_SETUP(t)[2 + i]);
    return g;
}

RR_FN rr_beta_set rr_beta_set_slot(const rr_tile *t, rr_word slot)
{
    return t->varies & 3 ? rr_beta_set_of(t, slot) : rr_beta_set_fixed(t);
}

/* The sets of a group's consecutive slots. */
RR_FN void rr_beta_sets(const rr_tile *t, rr_uint32 slot0, rr_beta_set *g)
{
    const rr_scalar unit = RR_SETUP(t)[RR_BETA_UNIT];
    rr_real a[RR_TWO_GROUP], b[RR_TWO_GROUP];
    if (t->varies & 3) {
        rr_two_params(t, 0, slot0, a);
        rr_two_params(t, 1, slot0, b);
    }
    RR_UNROLL
    for (int k = 0; k < RR_TWO_GROUP; ++k)
        g[k] = t->varies & 3 ? rr_beta_setup(a[k] * unit, b[k] * unit) : rr_beta_set_fixed(t);
}

/* The plain case: shapes that don't vary, and smooth. */
#define RR_STILL_beta 1
RR_FN int rr_beta_is_still(const rr_tile *t)
{
    return !rr_some(rr_mnot(rr_beta_is_smooth(rr_beta_set_fixed(t))));
}

RR_FN void rr_beta_group_still(const rr_tile *t, const rr_block *b, rr_try *v)
{
    rr_beta_set g[RR_TWO_GROUP];
    RR_UNROLL
    for (int k = 0; k < RR_TWO_GROUP; ++k) g[k] = rr_beta_set_fixed(t);
    rr_beta_group_kind(g, b, v, RR_BETA_ALL_SMOOTH);
}

RR_FN void rr_beta_group(const rr_tile *t, const rr_block *b, rr_uint32 slot0, rr_try *v)
{
    rr_beta_set g[RR_TWO_GROUP];
    rr_mask smooth = rr_mnot(rr_mfrom(0)), direct = smooth;
    rr_beta_sets(t, slot0, g);
    RR_UNROLL
    for (int k = 0; k < RR_TWO_GROUP; ++k) {
        smooth = rr_mand(smooth, rr_beta_is_smooth(g[k]));
        direct = rr_mand(direct, rr_beta_is_direct(g[k]));
    }
    if (!rr_some(rr_mnot(smooth))) rr_beta_group_kind(g, b, v, RR_BETA_ALL_SMOOTH);
    else if (!rr_some(rr_mnot(direct))) rr_beta_group_direct(g, b, v);
    else rr_beta_group_any(g, b, v);
}

#if RR_TWO_BLOCKS > 1
RR_FN rr_series rr_beta_series(int k) { return rr_two_series(k); }
#endif

RR_FN rr_try rr_beta_attempt(const rr_tile *t, rr_word slot, rr_word j)
{
    const rr_two x = rr_two_draw(t, rr_slot_index(t, slot), j, RR_PURPOSE_MAIN);
    return rr_beta_quick(rr_beta_set_slot(t, slot), rr_beta_words(x), x.second, RR_BETA_ANY);
}

RR_FN rr_try rr_beta_settle(const rr_tile *t, rr_word slot, rr_word j)
{
    const rr_index i = rr_slot_index(t, slot);
    const rr_two x = rr_two_draw(t, i, j, RR_PURPOSE_MAIN), low = rr_two_draw(t, i, j, RR_PURPOSE_LOW);
    return rr_beta_exact(rr_beta_set_slot(t, slot), rr_beta_words_full(x, low), rr_two_second(x, low, rr_wsplat(0)));
}

#endif
