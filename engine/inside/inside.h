/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Samplers inside a user's kernel (include/reroll_device.h): what they share. A thread has a tile of its own, of one
 * sample or of the few that share a block, all with the same parameters; it is a warp of one, wherever it is
 * (lanes/alone.h).
 *
 * rr_key, rr_index64 and rr_warp_state are the header's; all other lane text is there twice, for either dtype,
 * under other names (host/generate/device_header.c). */
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

/* A tile without an index. view: family << 1 | dtype. The round keys are sums with constants, made where they are used. */
RR_FN void rr_inside_tile(rr_tile *t, rr_key key, rr_uint32 view, rr_uint32 cap, rr_uint32 n, const rr_scalar *param)
{
    RR_UNROLL
    for (int r = 0; r < RR_PHILOX_ROUNDS; ++r) {
        t->key.round[2 * r] = key.k0 + (rr_uint32)r * RR_PHILOX_W0;
        t->key.round[2 * r + 1] = key.k1 + (rr_uint32)r * RR_PHILOX_W1;
    }
    t->key.x = key.x ^ view << 8;
    t->key.y = key.y;
    t->n = n;
    t->cap = cap;
    t->flip = 0;
    t->index_lo = t->index_hi = 0;
    t->loaded = 0;
    rr_inside_params(t, param);
    t->table = 0;
}

/* Slot 0 is the sample of this index. */
RR_FN void rr_inside_at(rr_tile *t, rr_uint64 index)
{
    t->base_lo = (rr_uint32)index;
    t->base_hi = (rr_uint32)(index >> 32);
}

/* Does x lie between these bit patterns? NaN does not. */
RR_FN rr_mask rr_inside_range(rr_scalar x, rr_bits low, rr_bits high)
{
    return rr_le(rr_asreal(low), rr_splat(x)) && rr_le(rr_splat(x), rr_asreal(high));
}

/* ---- What a lane of cached keeps between calls ---- */

/* Its sample in one word: the value's bits, or those of the NaN RR_SLOT_NEW + j after j attempts, all rejected. No value is
 * a NaN, and caps are 256; that of attempts is beyond the NaNs, but its values are small whole numbers' bits. */
#if RR_DTYPE == 32
#define RR_SLOT_NEW 0x7fc00001u
#else
#define RR_SLOT_NEW 0x7ff8000000000001ull
#endif

/* May it be tried again? A value's bits are further away. */
RR_FN rr_mask rr_slot_open(rr_bits slot, rr_uint32 cap) { return slot - RR_SLOT_NEW < cap; }

RR_FN rr_uint64 rr_state_bits(rr_scalar x) { return rr_asbits(rr_splat(x)); }

/* Is it of this sample? */
RR_FN rr_mask rr_state_fits(const rr_warp_state *s, rr_key key, rr_uint32 sampler, rr_uint64 index, const rr_scalar *param)
{
    rr_mask fits = s->sampler == sampler && s->index == index && s->key.k0 == key.k0 && s->key.k1 == key.k1 &&
                   s->key.x == key.x && s->key.y == key.y;
    RR_UNROLL
    for (int p = 0; p < RR_TILE_PARAMS; ++p) fits = fits && s->param[p] == rr_state_bits(param[p]);
    return fits;
}

/* From now on it is of this one, which has not been tried. */
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
