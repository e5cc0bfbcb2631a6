/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The gamma draw of a tile's slots. gamma, loggamma, chi2, chi, inverse-gamma and nakagami are functions of one gamma
 * variate, so that the same index gives the same gamma. Each has its own finish, which turns the gamma (and the boost's E
 * where the shape needs it) into the variate, and its own prepare, which gives the shape.
 *
 * The shape is `unit` times parameter 0, which must be exact in floating point: 1, or 1/2 for degrees of freedom. */
#ifndef RR_GAMMA_SLOTS_H
#define RR_GAMMA_SLOTS_H

#include "boost.h"
#include "draw.h"

#define RR_AUX_gamma RR_BOOST_GROUP
#define RR_AUX_PURPOSE_gamma RR_PURPOSE_BOOST
#define RR_VARYING_gamma 1u
#define RR_OPEN_OFTEN_gamma 1

/* Number of the set-up where prepare keeps the unit, in all cases; the set-up of a constant shape is before it. */
#define RR_GAMMA_UNIT 3

RR_FN void rr_gamma_prepare_of(rr_tile *t, rr_scalar unit)
{
    RR_SETUP(t)[RR_GAMMA_UNIT] = unit;
    if (t->varies & 1) return;
    rr_gamma_set_keep(t, rr_gamma_setup(rr_slot_param(t, 0, rr_wsplat(0)) * unit));
}

RR_FN rr_gamma_set rr_gamma_set_slot(const rr_tile *t, rr_word slot)
{
    return t->varies & 1 ? rr_gamma_setup(rr_slot_param(t, 0, slot) * RR_SETUP(t)[RR_GAMMA_UNIT]) : rr_gamma_set_kept(t);
}

/* The set-up of each part of the groups from slot0 on. */
RR_FN void rr_gamma_set_group(const rr_tile *t, rr_uint32 slot0, rr_gamma_set *g)
{
    RR_UNROLL
    for (int k = 0; k < RR_GROUP_gamma; ++k) g[k] = rr_gamma_set_kept(t);
    if (t->varies & 1) {
        rr_real p[RR_GROUP_gamma];
        rr_gamma_load_group((RR_GLOBAL const rr_scalar *)t->param[0] + slot0, p);
        RR_UNROLL
        for (int k = 0; k < RR_GROUP_gamma; ++k) g[k] = rr_gamma_setup(p[k] * RR_SETUP(t)[RR_GAMMA_UNIT]);
    }
}

RR_FN void rr_gamma_group(const rr_tile *t, const rr_block *b, rr_uint32 slot0, rr_try *v)
{
    rr_gamma_set g[RR_GROUP_gamma];
    rr_gamma_set_group(t, slot0, g);
    rr_gamma_group_of(g, b, v);
}

RR_FN rr_try rr_gamma_attempt(const rr_tile *t, rr_word slot, rr_word j)
{
    return rr_gamma_attempt_of(t, rr_gamma_set_slot(t, slot), rr_slot_index(t, slot), j);
}

RR_FN rr_try rr_gamma_decide(const rr_tile *t, rr_word slot, rr_word j)
{
    return rr_gamma_decide_of(t, rr_gamma_set_slot(t, slot), rr_slot_index(t, slot), j);
}

/* True if one of RR_LANES consecutive slots needs the boost. */
RR_FN rr_mask rr_gamma_aux_wanted(const rr_tile *t, rr_uint32 slot0)
{
    return rr_boost_wanted(rr_run_param(t, 0, slot0) * RR_SETUP(t)[RR_GAMMA_UNIT]);
}

RR_FN void rr_gamma_aux_groups(const rr_tile *t, const rr_index *q, int n, rr_real *e)
{
    rr_boost_groups(t, q, n, e);
}

#if RR_HAS_POINTERS
RR_FN rr_real rr_gamma_aux_number(const rr_tile *t, rr_uint64 first, rr_bits n)
{
    return rr_boost_number(t, first, n);
}
#endif

RR_FN rr_real rr_gamma_aux_index(const rr_tile *t, rr_index i)
{
    return rr_boost_index(t, i);
}

#endif
