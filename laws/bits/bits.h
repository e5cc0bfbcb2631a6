/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* bits: random bits. u32: word i mod 4 of block i / 4. u64: W of docs/contract.md, words 2 (i mod 2) and 2 (i mod 2) + 1 of
 * block i / 2, the first one as the upper half. */
#ifndef RR_SAMPLER_BITS_H
#define RR_SAMPLER_BITS_H

#include "engine/draws/integer.h"

#define RR_AUX_bits 0
#define RR_BLOCKS_bits 1
#define RR_IN_ORDER_bits 1
#define RR_BARE_bits 1

RR_FN void rr_bits_prepare(rr_tile *t) { (void)t; }

RR_FN rr_try rr_bits_try(rr_real value) { return rr_try_of(value, rr_mfirst(RR_LANES), rr_mfrom(0)); }

#if RR_DTYPE == 32
#define RR_GROUP_bits 4

RR_FN void rr_bits_group(const rr_tile *t, const rr_block *b, rr_uint32 slot0, rr_try *v)
{
    (void)t;
    (void)slot0;
    RR_UNROLL
    for (int k = 0; k < 4; ++k) v[k] = rr_bits_try(rr_word_value(b->w[k]));
}

RR_FN rr_try rr_bits_attempt(const rr_tile *t, rr_word slot, rr_word j)
{
    const rr_index i = rr_slot_index(t, slot), q = rr_quarter(i);
    return rr_bits_try(rr_word_value(rr_pick4(rr_draw(&t->key, q.lo, q.hi, j, RR_PURPOSE_MAIN), i.lo)));
}
#else
#define RR_GROUP_bits 2

RR_FN void rr_bits_group(const rr_tile *t, const rr_block *b, rr_uint32 slot0, rr_try *v)
{
    (void)t;
    (void)slot0;
    RR_UNROLL
    for (int k = 0; k < 2; ++k) v[k] = rr_bits_try(rr_wide_value(rr_wide_join(b->w[2 * k], b->w[2 * k + 1])));
}

RR_FN rr_try rr_bits_attempt(const rr_tile *t, rr_word slot, rr_word j)
{
    const rr_index i = rr_slot_index(t, slot), h = rr_half(i);
    rr_word upper, lower;
    rr_pick2(rr_draw(&t->key, h.lo, h.hi, j, RR_PURPOSE_MAIN), rr_weq(i.lo & 1u, rr_wsplat(1)), &upper, &lower);
    return rr_bits_try(rr_wide_value(rr_wide_join(upper, lower)));
}
#endif

RR_FN rr_try rr_bits_decide(const rr_tile *t, rr_word slot, rr_word j)
{
    return rr_bits_attempt(t, slot, j);
}

#define RR_AS_DRAWN bits
#include "engine/draws/as_drawn.h"

#endif
