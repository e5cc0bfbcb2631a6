/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The common part of samplers inside a user's kernel (include/reroll_device.h). A thread has its own tile, of one sample or
 * of the few that share a block, all with the same parameters; it is a warp of one lane (lanes/alone.h).
 *
 * rr_key, rr_index64 and rr_warp_state are the header's; all other lane text is included twice, once per dtype, under
 * different names (host/generate/device_header.c). */
#ifndef RR_INSIDE_H
#define RR_INSIDE_H

#include "engine/lanes/lane.h"
#include "engine/passes/names.h"
#include "engine/passes/tile.h"
#include "deal.h"
#include "queue.h"

#if RR_DTYPE == 32
#define RR_INSIDE_NAN rr_asreal(0x7fc00000u)
#else
#define RR_INSIDE_NAN rr_asreal(0x7ff8000000000000u)
#endif

RR_FN void rr_inside_params(rr_tile *t, const rr_scalar *param)
{
    t->varies = 0;
    RR_UNROLL
    for (int p = 0; p < RR_TILE_PARAMS; ++p) {
        t->param[p] = 0;
        t->uniform[p] = param[p];
    }
}

/* A tile without an index. kind: family << 1 | dtype. The round keys are sums with constants, computed on use. */
RR_FN void rr_inside_tile(rr_tile *t, rr_key key, rr_uint32 kind, rr_uint32 cap, rr_uint32 n, const rr_scalar *param)
{
    RR_UNROLL
    for (int r = 0; r < RR_PHILOX_ROUNDS; ++r) {
        t->key.round[2 * r] = key.k0 + (rr_uint32)r * RR_PHILOX_W0;
        t->key.round[2 * r + 1] = key.k1 + (rr_uint32)r * RR_PHILOX_W1;
    }
    t->key.x = key.x ^ kind << 8;
    t->key.y = key.y;
    t->n = n;
    t->cap = cap;
    t->flip = 0;
    t->index_lo = t->index_hi = 0;
    t->loaded = 0;
    rr_inside_params(t, param);
    t->table = 0;
}

/* Sets slot 0 to the sample of this index. */
RR_FN void rr_inside_at(rr_tile *t, rr_uint64 index)
{
    t->base_lo = (rr_uint32)index;
    t->base_hi = (rr_uint32)(index >> 32);
}

/* True if x is between these bit patterns. False for NaN. */
RR_FN rr_mask rr_inside_range(rr_scalar x, rr_bits low, rr_bits high)
{
    return rr_le(rr_asreal(low), rr_splat(x)) && rr_le(rr_splat(x), rr_asreal(high));
}

/* ---- The state of a lane between calls of cached ---- */

/* The sample in one word: the bits of its value, or of the NaN RR_SLOT_NEW + j after j rejected attempts. No value is a NaN;
 * caps are 256. The cap of `attempts` exceeds the number of NaNs, but its values are small integers' bits. */
#if RR_DTYPE == 32
#define RR_SLOT_NEW 0x7fc00001u
#else
#define RR_SLOT_NEW 0x7ff8000000000001ull
#endif

/* True if another attempt may be made. The bits of a value are outside this range. */
RR_FN rr_mask rr_slot_open(rr_bits slot, rr_uint32 cap) { return slot - RR_SLOT_NEW < cap; }

RR_FN rr_uint64 rr_state_bits(rr_scalar x) { return rr_asbits(rr_splat(x)); }

/* True if the state belongs to this sample. */
RR_FN rr_mask rr_state_fits(const rr_warp_state *s, rr_key key, rr_uint32 sampler, rr_uint64 index, const rr_scalar *param)
{
    rr_mask fits = s->sampler == sampler && s->index == index && s->key.k0 == key.k0 && s->key.k1 == key.k1 &&
                   s->key.x == key.x && s->key.y == key.y;
    RR_UNROLL
    for (int p = 0; p < RR_TILE_PARAMS; ++p) fits = fits && s->param[p] == rr_state_bits(param[p]);
    return fits;
}

/* Assigns the state to this sample, before its first attempt. */
RR_FN void rr_state_begin(rr_warp_state *s, rr_key key, rr_uint32 sampler, rr_uint64 index, const rr_scalar *param)
{
    s->key = key;
    s->sampler = sampler;
    s->index = index;
    s->slot = RR_SLOT_NEW;
    RR_UNROLL
    for (int p = 0; p < RR_TILE_PARAMS; ++p) s->param[p] = rr_state_bits(param[p]);
}

#endif
