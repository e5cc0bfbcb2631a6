/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The draw of samplers that take one 32-bit word per sample, in f32 and in f64: word i mod 4 of block i / 4 (their families
 * differ from those of one_word.h), complemented in an antithetic job. There are no LOW words, so no draw is undecided and
 * none is rejected. Each such sampler includes it with RR_ONE_WORD32 set to its name, and
 *
 *   a word   it has defined rr_NAME_of(word), the standard variate of a word
 *   a pair   RR_ONE_WORD32_PAIR is 1, and it has defined rr_NAME_of(u, v, z): z[0] and z[1] are the variates of indices 2p
 *            and 2p + 1, where u and v are the words of the two in that order
 *
 * and RR_ONE_WORD32_PREPARES, if it defines its own rr_NAME_prepare. */
#include "engine/passes/tile.h"

#define RR_ONE32(f) RR_PASTE(rr_, RR_ONE_WORD32, f)

#ifndef RR_ONE_WORD32_H
#define RR_ONE_WORD32_H

#define RR_ONE_WORD32_GROUP 4

RR_FN rr_try rr_one_word32_try(rr_real value) { return rr_try_of(value, rr_mfirst(RR_LANES), rr_mfrom(0)); }
#endif

#ifdef RR_ONE_WORD32_PREPARES
#undef RR_ONE_WORD32_PREPARES
#else
RR_FN void RR_ONE32(_prepare)(rr_tile *t) { (void)t; }
#endif

#ifdef RR_ONE_WORD32_PAIR
RR_FN void RR_ONE32(_group)(const rr_tile *t, const rr_block *b, rr_uint32 slot0, rr_try *v)
{
    (void)t;
    (void)slot0;
    RR_UNROLL
    for (int k = 0; k < RR_ONE_WORD32_GROUP; k += 2) {
        rr_real z[2];
        RR_ONE32(_of)(b->w[k], b->w[k + 1], z);
        v[k] = rr_one_word32_try(z[0]);
        v[k + 1] = rr_one_word32_try(z[1]);
    }
}

RR_FN rr_try RR_ONE32(_attempt)(const rr_tile *t, rr_word slot, rr_word j)
{
    const rr_index i = rr_slot_index(t, slot), q = rr_quarter(i);
    rr_word u, v;
    rr_real z[2];
    rr_pick2(rr_draw(&t->key, q.lo, q.hi, j, RR_PURPOSE_MAIN), rr_weq(i.lo & 2u, rr_wsplat(2)), &u, &v);
    RR_ONE32(_of)(u, v, z);
    return rr_one_word32_try(rr_select(rr_weq(i.lo & 1u, rr_wsplat(1)), z[1], z[0]));
}
#else
RR_FN void RR_ONE32(_group)(const rr_tile *t, const rr_block *b, rr_uint32 slot0, rr_try *v)
{
    (void)slot0;
    RR_UNROLL
    for (int k = 0; k < RR_ONE_WORD32_GROUP; ++k) v[k] = rr_one_word32_try(RR_ONE32(_of)(b->w[k] ^ t->flip));
}

/* From words in order (passes/words.h). */
RR_FN rr_try RR_ONE32(_word)(const rr_tile *t, rr_uint32 slot0, rr_word w)
{
    (void)slot0;
    return rr_one_word32_try(RR_ONE32(_of)(w ^ t->flip));
}

RR_FN rr_try RR_ONE32(_attempt)(const rr_tile *t, rr_word slot, rr_word j)
{
    const rr_index i = rr_slot_index(t, slot), q = rr_quarter(i);
    const rr_word w = rr_pick4(rr_draw(&t->key, q.lo, q.hi, j, RR_PURPOSE_MAIN), i.lo);
    return rr_one_word32_try(RR_ONE32(_of)(w ^ t->flip));
}
#endif

RR_FN rr_try RR_ONE32(_decide)(const rr_tile *t, rr_word slot, rr_word j) { return RR_ONE32(_attempt)(t, slot, j); }

#undef RR_ONE32
#undef RR_ONE_WORD32
#undef RR_ONE_WORD32_PAIR
