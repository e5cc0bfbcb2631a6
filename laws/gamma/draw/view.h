/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What every view of the gamma draw shares: gamma, loggamma, chi2, chi, inverse-gamma and nakagami are functions of one
 * gamma variate, so that the same index gives the same gamma. Included by each with
 *
 *   RR_GAMMA_VIEW            its name
 *   RR_GAMMA_VIEW_SHAPE(p)   the gamma's shape as a function of the view's parameter 0, where it is not that itself. It must
 *                            be exact in floating point
 *
 * It makes all functions of a sampler but the finish, which turns the gamma (and the boost's E where rr_NAME_aux_wanted
 * says so) into the variate. */
#include "boost.h"
#include "draw.h"

#ifndef RR_GAMMA_VIEW_SHAPE
#define RR_GAMMA_VIEW_SHAPE(p) (p)
#endif

#define RR_VIEW_PASTE2(a, b, c) a##b##c
#define RR_VIEW_PASTE(a, b, c) RR_VIEW_PASTE2(a, b, c)
#define RR_VIEW(f) RR_VIEW_PASTE(rr_, RR_GAMMA_VIEW, f)

RR_FN void RR_VIEW(_prepare)(rr_tile *t)
{
    if (t->varies & 1) return;
    rr_gamma_set_keep(t, rr_gamma_setup(RR_GAMMA_VIEW_SHAPE(rr_slot_param(t, 0, rr_wsplat(0)))));
}

RR_FN rr_gamma_set RR_VIEW(_set_slot)(const rr_tile *t, rr_word slot)
{
    return t->varies & 1 ? rr_gamma_setup(RR_GAMMA_VIEW_SHAPE(rr_slot_param(t, 0, slot))) : rr_gamma_set_kept(t);
}

/* The set-up of each part of the groups from slot0 on. */
RR_FN void RR_VIEW(_set_group)(const rr_tile *t, rr_uint32 slot0, rr_gamma_set *g)
{
    rr_real p[RR_GAMMA_GROUP];
    if (t->varies & 1) rr_gamma_load_group((RR_GLOBAL const rr_scalar *)t->param[0] + slot0, p);
    RR_UNROLL
    for (int k = 0; k < RR_GAMMA_GROUP; ++k)
        g[k] = t->varies & 1 ? rr_gamma_setup(RR_GAMMA_VIEW_SHAPE(p[k])) : rr_gamma_set_kept(t);
}

RR_FN void RR_VIEW(_group)(const rr_tile *t, const rr_block *b, rr_uint32 slot0, rr_try *v)
{
    rr_gamma_set g[RR_GAMMA_GROUP];
    RR_VIEW(_set_group)(t, slot0, g);
    rr_gamma_group_of(g, b, v);
}

#if RR_GAMMA_BLOCKS > 1
RR_FN rr_counter RR_VIEW(_counter)(const rr_tile *t, rr_index q, int k)
{
    return rr_gamma_counter_of(t, q, k);
}
#endif

RR_FN rr_try RR_VIEW(_attempt)(const rr_tile *t, rr_word slot, rr_word j)
{
    return rr_gamma_attempt_of(t, RR_VIEW(_set_slot)(t, slot), rr_slot_index(t, slot), j);
}

RR_FN rr_try RR_VIEW(_settle)(const rr_tile *t, rr_word slot, rr_word j)
{
    return rr_gamma_settle_of(t, RR_VIEW(_set_slot)(t, slot), rr_slot_index(t, slot), j);
}

/* Does one of RR_LANES consecutive slots want the boost? */
RR_FN rr_mask RR_VIEW(_aux_wanted)(const rr_tile *t, rr_uint32 slot0)
{
    return rr_boost_wanted(RR_GAMMA_VIEW_SHAPE(rr_run_param(t, 0, slot0)));
}

RR_FN void RR_VIEW(_aux_groups)(const rr_tile *t, const rr_index *q, int n, rr_real *e)
{
    rr_boost_groups(t, q, n, e);
}

RR_FN rr_real RR_VIEW(_aux_index)(const rr_tile *t, rr_index i)
{
    return rr_boost_index(t, i);
}

#undef RR_GAMMA_VIEW_SHAPE
#undef RR_VIEW_PASTE2
#undef RR_VIEW_PASTE
#undef RR_VIEW
#undef RR_GAMMA_VIEW
