/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Definitions for passes that are compiled together with a draw, RR_DRAW.
 *
 * A *group* is RR_GROUP consecutive indices, beginning at a multiple of RR_GROUP, that share blocks; the draw computes
 * RR_LANES groups at a time, with group q + b in lane b. A group takes RR_BLOCKS blocks; RR_AUX consecutive indices share a
 * block of the auxiliary draw (0: there is none). */
#ifndef RR_SAMPLER_PASSES_H
#define RR_SAMPLER_PASSES_H

#include "names.h"
#include "tile.h"

#define RR_RUN (RR_GROUP * RR_LANES)   /* samples in registers of groups */

/* The auxiliary draw of a tile is computed in chunks of this many slots. */
#define RR_AUX_CHUNK (16 * RR_AUX * RR_LANES)

/* size consecutive values in groups of n parts, to p. */
RR_FN void rr_store_parts(RR_GLOBAL rr_scalar *p, const rr_real *part, int n)
{
    if (n == 4) rr_store4(p, part[0], part[1], part[2], part[3]);
    else if (n == 2) rr_store2(p, part[0], part[1]);
    else rr_store(p, part[0]);
}

/* The index of slot 0 of a tile. */
RR_FN rr_uint64 rr_tile_base(const rr_tile *t)
{
    return (rr_uint64)t->base_hi << 32 | t->base_lo;
}

/* The slots of part k of the groups from slot0 on. A lane's slot may be outside the tile: see `here`. */
RR_FN rr_word rr_part_slots(rr_uint32 slot0, int k)
{
    return (rr_iota() * (rr_uint32)RR_GROUP + (slot0 + (rr_uint32)k)) & RR_WORD_MASK;
}

/* The series of block k of the RR_BLOCKS of a group; its counter. */
RR_FN rr_series rr_group_series(int k)
{
#if RR_BLOCKS > 1
    return RR_DRAW_FN(series)(k);
#else
    (void)k;
    return rr_series_of(0, 0, 0, RR_PURPOSE_MAIN);
#endif
}

RR_FN rr_counter rr_group_counter(const rr_tile *t, rr_index q, int k)
{
    return rr_series_counter(&t->key, rr_group_series(k), q);
}

#endif
