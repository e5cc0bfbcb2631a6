/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Are the parameters of a tile good? A CPU asks before it draws, a register at a time; which slots are bad is found later,
 * slot by slot, where there are such. NaN fails every comparison; an open end is a strict one. */
#ifndef RR_GOOD_H
#define RR_GOOD_H

#include "names.h"
#include "tile.h"

/* Do n values lie in a range whose ends are rounded to the dtype as the values were? */
RR_FN int rr_all_inside(const rr_scalar *v, rr_uint32 n, double low, double high, int low_open, int high_open)
{
    const rr_real least = rr_splat((rr_scalar)low), most = rr_splat((rr_scalar)high);
    for (rr_uint32 k = 0; k < n; k += RR_LANES) {
        const rr_real x = n - k < RR_LANES ? rr_loadn(v + k, n - k) : rr_load(v + k);
        const rr_mask above = low_open ? rr_lt(least, x) : rr_le(least, x);
        const rr_mask below = high_open ? rr_lt(x, most) : rr_le(x, most);
        if (rr_vote(rr_mnot(rr_mand(above, below)))) return 0;
    }
    return 1;
}

#if RR_SUITS
/* Is a first pass in f32 worth while: does it suit the parameters of every slot? */
RR_FN int rr_all_suit(const rr_tile *t)
{
    const rr_uint32 n = t->varies ? t->n : 1;
    for (rr_uint32 k = 0; k < n; k += RR_LANES)
        if (rr_vote(rr_mnot(RR_SAMPLER_FN(suits)(t, k)))) return 0;
    return 1;
}
#endif

#if RR_RELATES
/* Do the parameters of every slot go with each other? */
RR_FN int rr_all_related(const rr_tile *t)
{
    const rr_uint32 n = t->varies ? t->n : 1;
    for (rr_uint32 k = 0; k < n; k += RR_LANES) {
        rr_real v[RR_RELATES];
        for (rr_uint32 p = 0; p < RR_RELATES; ++p) v[p] = rr_run_param(t, p, k);
        if (rr_vote(rr_mnot(RR_SAMPLER_FN(related)(v)))) return 0;
    }
    return 1;
}
#endif

#endif
