/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* bits: 32 random bits, word i mod 4 of block i / 4. Type u32. */
#ifndef RR_SAMPLER_BITS_H
#define RR_SAMPLER_BITS_H

#include "engine/draws/word32.h"

#define RR_GROUP_bits 4
#define RR_AUX_bits 0
#define RR_BLOCKS_bits 1
#define RR_IN_ORDER_bits 1
#define RR_BARE_bits 1

RR_FN void rr_bits_prepare(rr_tile *t) { (void)t; }

RR_FN void rr_bits_group(const rr_tile *t, const rr_block *b, rr_uint32 slot0, rr_try *v)
{
    (void)t;
    (void)slot0;
    RR_UNROLL
    for (int k = 0; k < 4; ++k) v[k] = rr_try_of(rr_word_value(b->w[k]), rr_mfirst(RR_LANES), rr_mfrom(0));
}

RR_FN rr_try rr_bits_attempt(const rr_tile *t, rr_word slot, rr_word j)
{
    const rr_index i = rr_slot_index(t, slot), q = rr_quarter(i);
    const rr_word w = rr_pick4(rr_draw(&t->key, q.lo, q.hi, j, RR_PURPOSE_MAIN), i.lo);
    return rr_try_of(rr_word_value(w), rr_mfirst(RR_LANES), rr_mfrom(0));
}

RR_FN rr_try rr_bits_settle(const rr_tile *t, rr_word slot, rr_word j)
{
    return rr_bits_attempt(t, slot, j);
}

RR_FN rr_real rr_bits_finish(const rr_tile *t, rr_uint32 slot0, rr_real value, rr_real aux)
{
    (void)t;
    (void)slot0;
    (void)aux;
    return value;
}

#endif
