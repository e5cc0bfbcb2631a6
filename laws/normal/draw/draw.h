/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The draw of a standard normal by Box-Muller (boxmuller.h). The sampler's family selects the numbers: normal, lognormal and
 * half-normal are functions of the same Z of an index, components of rows have their own family. Never rejects.
 *
 * f32: 4 samples share a Philox block, pairs (0, 1) and (2, 3): words 0, 1 and 2, 3. f64: 2 samples share a block.
 * Undecided: the radius, for 2^-8 of the pairs in f32, 2^-9 in f64. */
#ifndef RR_NORMAL_DRAW_H
#define RR_NORMAL_DRAW_H

#include "engine/draws/pairs.h"
#include "engine/passes/tile.h"

#define RR_GROUP_normal (RR_DTYPE == 32 ? 4 : 2)
#define RR_AUX_normal 0
#define RR_BLOCKS_normal 1

#if RR_DTYPE == 32
RR_FN void rr_normal_group(const rr_tile *t, const rr_block *b, rr_uint32 slot0, rr_try *v)
{
    (void)t;
    (void)slot0;
    RR_UNROLL
    for (int k = 0; k < 2; ++k) {
        const rr_pair p = rr_pair_words(b->w[2 * k], b->w[2 * k + 1]);
        v[2 * k] = rr_try_of(p.z0, rr_mnot(p.open), p.open);
        v[2 * k + 1] = rr_try_of(p.z1, rr_mnot(p.open), p.open);
    }
}

RR_FN rr_try rr_normal_attempt(const rr_tile *t, rr_word slot, rr_word j)
{
    const rr_index i = rr_slot_index(t, slot), q = rr_quarter(i);
    const rr_mask second = rr_weq(i.lo & 2u, rr_wsplat(2));
    rr_word u, v;
    rr_pick2(rr_draw(&t->key, q.lo, q.hi, j, RR_PURPOSE_MAIN), second, &u, &v);
    const rr_pair p = rr_pair_words(u, v);
    return rr_try_of(rr_pair_member(p, i), rr_mnot(p.open), p.open);
}

RR_FN rr_try rr_normal_decide(const rr_tile *t, rr_word slot, rr_word j)
{
    const rr_index i = rr_slot_index(t, slot), q = rr_quarter(i);
    const rr_mask second = rr_weq(i.lo & 2u, rr_wsplat(2));
    rr_word u, v, low, unused;
    rr_pick2(rr_draw(&t->key, q.lo, q.hi, j, RR_PURPOSE_MAIN), second, &u, &v);
    rr_pick2(rr_draw(&t->key, q.lo, q.hi, j, RR_PURPOSE_LOW), second, &low, &unused);
    const rr_pair p = rr_pair_words_full(u, v, low);
    return rr_try_of(rr_pair_member(p, i), rr_mnot(p.open), p.open);
}
#else
RR_FN void rr_normal_group(const rr_tile *t, const rr_block *b, rr_uint32 slot0, rr_try *v)
{
    const rr_pair p = rr_pair_words(b[0]);
    (void)t;
    (void)slot0;
    v[0] = rr_try_of(p.z0, rr_mnot(p.open), p.open);
    v[1] = rr_try_of(p.z1, rr_mnot(p.open), p.open);
}

RR_FN rr_try rr_normal_attempt(const rr_tile *t, rr_word slot, rr_word j)
{
    const rr_index i = rr_slot_index(t, slot), h = rr_half(i);
    const rr_pair p = rr_pair_words(rr_draw(&t->key, h.lo, h.hi, j, RR_PURPOSE_MAIN));
    return rr_try_of(rr_pair_member(p, i), rr_mnot(p.open), p.open);
}

RR_FN rr_try rr_normal_decide(const rr_tile *t, rr_word slot, rr_word j)
{
    const rr_index i = rr_slot_index(t, slot), h = rr_half(i);
    const rr_pair p = rr_pair_words_full(rr_draw(&t->key, h.lo, h.hi, j, RR_PURPOSE_MAIN),
                                         rr_draw(&t->key, h.lo, h.hi, j, RR_PURPOSE_LOW));
    return rr_try_of(rr_pair_member(p, i), rr_mnot(p.open), p.open);
}
#endif

#endif
