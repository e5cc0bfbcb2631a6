/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* A tile: the samples in work at once, numbered by slot, with all that a sampler reads about them.
 *
 * The host divides a job into tiles, converts parameters to the kernel's dtype and replaces invalid ones by valid ones (it
 * overwrites those samples afterwards), so that device code sees valid parameters only. The layout is the same for both
 * dtypes and on every device. */
#ifndef RR_TILE_H
#define RR_TILE_H

#include "engine/bits/bits.h"
#include "engine/abi/tile.h"

/* The halves of the indices of slots: in two arrays, or, on a GPU, interleaved in the caller's array. */
#define RR_INDEX_STEP (RR_HAS_BUFFERS ? 1u : 2u)

/* 1: a GPU kernel with constant parameters whose set-up the host has computed (targets/gpu/kernels/kernel.h). */
#ifndef RR_PLAIN
#define RR_PLAIN 0
#endif
#define RR_PLAIN_MAIN 2   /* and no sample needs the auxiliary draw */

#define RR_SETUP(t) ((t)->setup.v)

/* Stores x, the same in all lanes, as number k of the set-up. */
RR_FN void rr_setup_put(rr_tile *t, int k, rr_real x)
{
#if RR_HAS_BUFFERS
    memcpy(&RR_SETUP(t)[k], &x, sizeof(rr_scalar));   /* lane 0; a masked store would stall */
#else
    RR_SETUP(t)[k] = rr_own(x);
#endif
}

/* The numbers of a set-up are listed once, in RR_LIST(each): each(k, member), where number k is this member of the struct g;
 * t is the tile. */
#if RR_HAS_BUFFERS
#define RR_SETUP_PUT(k, member) \
    _Static_assert((k) < sizeof(rr_setup) / sizeof(rr_scalar), "RR_TILE_SETUP"); rr_setup_put(t, k, g.member);
#else
#define RR_SETUP_PUT(k, member) rr_setup_put(t, k, g.member);
#endif
#define RR_SETUP_GET(k, member) g.member = rr_splat(RR_SETUP(t)[k]);

/* The result of an attempt. accept and open are disjoint; a lane with neither is rejected. An open (undecided) lane is
 * decided at the same attempt number; its value is undefined. */
typedef struct rr_try {
    rr_real value;
    rr_mask accept, open;
} rr_try;

RR_FN rr_try rr_try_of(rr_real value, rr_mask accept, rr_mask open)
{
    rr_try v;
    v.value = value;
    v.accept = accept;
    v.open = open;
    return v;
}

RR_FN rr_try rr_try_select(rr_mask m, rr_try a, rr_try b)
{
    return rr_try_of(rr_select(m, a.value, b.value), rr_mor(rr_mandnot(b.accept, m), rr_mand(m, a.accept)),
                     rr_mor(rr_mandnot(b.open, m), rr_mand(m, a.open)));
}

/* The index of a slot. */
RR_FN rr_index rr_slot_index(const rr_tile *t, rr_word slot)
{
    rr_index i;
    if (t->index_lo) {
        i.lo = rr_wgather(t->index_lo, slot * RR_INDEX_STEP);
        i.hi = rr_wgather(t->index_hi, slot * RR_INDEX_STEP);
        return i;
    }
    i.lo = rr_wsplat(t->base_lo);
    i.hi = rr_wsplat(t->base_hi);
    return rr_index_add(i, slot);
}

/* Parameter p, where it is constant. */
RR_FN rr_real rr_tile_param(const rr_tile *t, rr_uint32 p)
{
#if RR_HAS_BUFFERS
    return rr_splat(((const rr_scalar *)t->param[p])[0]);
#else
    return rr_splat(t->uniform[p]);
#endif
}

/* Parameter p of a slot; of RR_LANES consecutive slots from slot0, of which those below t->n exist. */
RR_FN rr_real rr_slot_param(const rr_tile *t, rr_uint32 p, rr_word slot)
{
    return t->varies >> p & 1 ? rr_gather((RR_GLOBAL const rr_scalar *)t->param[p], slot) : rr_tile_param(t, p);
}

RR_FN rr_real rr_run_param(const rr_tile *t, rr_uint32 p, rr_uint32 slot0)
{
#if RR_HAS_BUFFERS
    const rr_scalar *v = (const rr_scalar *)t->param[p];
    return t->varies >> p & 1 ? rr_loadn(v + slot0, t->n - slot0) : rr_splat(v[0]);
#else
    if (t->loaded) return rr_tile_param(t, p);
    const rr_word slot = slot0 + rr_iota();   /* slot0 alone may be before slot 0 (strategies/gpu/keep.h) */
    return rr_slot_param(t, p, slot < t->n ? slot : 0u);
#endif
}

/* Parameter p, or q where `second`. An index that is not constant would put the tile into a GPU's local memory. */
RR_FN rr_real rr_run_param_either(const rr_tile *t, int second, rr_uint32 p, rr_uint32 q, rr_uint32 slot0)
{
    return second ? rr_run_param(t, q, slot0) : rr_run_param(t, p, slot0);
}

/* Defines rr_NAME_keep(t, g), which stores a set-up of this type, and rr_NAME_kept(t), which returns it. */
#define RR_SETUP_KEPT(name, type, LIST)                         \
    RR_FN void rr_##name##_keep(rr_tile *t, type g)             \
    {                                                           \
        LIST(RR_SETUP_PUT)                                      \
    }                                                           \
    RR_FN type rr_##name##_kept(const rr_tile *t)               \
    {                                                           \
        type g;                                                 \
        LIST(RR_SETUP_GET)                                      \
        return g;                                               \
    }

#endif
