/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Checks the parameters of a tile before a CPU draws it, a register at a time. Only if some are invalid, their slots are
 * searched for. NaN fails every comparison; an open end uses a strict comparison. */
#ifndef RR_GOOD_H
#define RR_GOOD_H

#include "names.h"
#include "tile.h"

RR_FN rr_mask rr_within(rr_real x, rr_real min, rr_real max, int low_open, int high_open)
{
    return rr_mand(low_open ? rr_lt(min, x) : rr_le(min, x), high_open ? rr_lt(x, max) : rr_le(x, max));
}

/* The same for n values, with one loop for each kind of ends. */
RR_FN int rr_all_within(const rr_scalar *v, rr_uint32 n, rr_real min, rr_real max, int low_open, int high_open)
{
    rr_mask all = rr_mfirst(RR_LANES);
    rr_uint32 k = 0;
    for (; n - k >= 4 * RR_LANES; k += 4 * RR_LANES) {
        RR_UNROLL
        for (rr_uint32 r = 0; r < 4 * RR_LANES; r += RR_LANES)
            all = rr_mand(all, rr_within(rr_load(v + k + r), min, max, low_open, high_open));
    }
    for (; n - k >= RR_LANES; k += RR_LANES) all = rr_mand(all, rr_within(rr_load(v + k), min, max, low_open, high_open));
    if (k < n) all = rr_mand(all, rr_within(rr_loadn(v + k, n - k), min, max, low_open, high_open));
    return !rr_vote(rr_mnot(all));
}

/* True if n values are in a range whose ends are rounded to the dtype, as the values were. */
RR_FN int rr_all_inside(const rr_scalar *v, rr_uint32 n, double low, double high, int low_open, int high_open)
{
    const rr_real min = rr_splat((rr_scalar)low), max = rr_splat((rr_scalar)high);
    if (low_open) return high_open ? rr_all_within(v, n, min, max, 1, 1) : rr_all_within(v, n, min, max, 1, 0);
    return high_open ? rr_all_within(v, n, min, max, 0, 1) : rr_all_within(v, n, min, max, 0, 0);
}

#if RR_SUITS
/* True if a first pass in f32 pays: it suits the parameters of every slot. */
RR_FN int rr_all_suit(const rr_tile *t)
{
    const rr_uint32 n = t->varies ? t->n : 1;
    rr_mask all = rr_mfirst(RR_LANES);
    for (rr_uint32 k = 0; k < n; k += RR_LANES) all = rr_mand(all, RR_SAMPLER_FN(suits)(t, k));
    return !rr_vote(rr_mnot(all));
}
#endif

#if RR_RELATES
/* True if the parameters of the slots from k on are consistent with each other. whole: there is a full register of them. */
RR_FN rr_mask rr_related_from(const rr_tile *t, rr_uint32 k, int whole)
{
    rr_real v[RR_RELATES];
    RR_UNROLL
    for (rr_uint32 p = 0; p < RR_RELATES; ++p)
        v[p] = whole && t->varies >> p & 1 ? rr_load((const rr_scalar *)t->param[p] + k) : rr_run_param(t, p, k);
    return RR_SAMPLER_FN(related)(v);
}

/* True if the parameters of every slot are consistent. */
RR_FN int rr_all_related(const rr_tile *t)
{
    const rr_uint32 n = t->varies ? t->n : 1;
    rr_mask all = rr_mfirst(RR_LANES);
    rr_uint32 k = 0;
    for (; n - k >= RR_LANES; k += RR_LANES) all = rr_mand(all, rr_related_from(t, k, 1));
    if (k < n) all = rr_mand(all, rr_related_from(t, k, 0));
    return !rr_vote(rr_mnot(all));
}
#endif

#endif
