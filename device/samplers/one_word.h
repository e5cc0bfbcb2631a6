/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The draw that every inverse CDF shares: a uniform an index, f32 word i mod 4 of block i / 4, f64 words 2 (i mod 2) and
 * the next of block i / 2. A sampler defines rr_NAME_of(rr_unit), the standard variate; undecided where LOW words are
 * needed (2^-8, 2^-11). Included by each such sampler with RR_ONE_WORD set to its name. */
#include "../tile.h"
#include "../uniform.h"

#define RR_ONE_PASTE2(a, b, c) a##b##c
#define RR_ONE_PASTE(a, b, c) RR_ONE_PASTE2(a, b, c)
#define RR_ONE(f) RR_ONE_PASTE(rr_, RR_ONE_WORD, f)

#ifndef RR_ONE_WORD_H
#define RR_ONE_WORD_H

#if RR_DTYPE == 32
#define RR_ONE_WORD_GROUP 4

RR_FN rr_unit rr_one_word(RR_GLOBAL const rr_tile *t, rr_index i, rr_word j)
{
    const rr_index q = rr_quarter(i);
    return rr_unit_of(rr_pick4(rr_draw(&t->key, q.lo, q.hi, j, RR_PURPOSE_MAIN), i.lo));
}

RR_FN rr_unit rr_one_word_full(RR_GLOBAL const rr_tile *t, rr_index i, rr_word j)
{
    const rr_index q = rr_quarter(i);
    return rr_unit_full(rr_pick4(rr_draw(&t->key, q.lo, q.hi, j, RR_PURPOSE_MAIN), i.lo),
                        rr_pick4(rr_draw(&t->key, q.lo, q.hi, j, RR_PURPOSE_LOW), i.lo));
}

RR_FN rr_unit rr_one_word_of_block(rr_block b, int k) { return rr_unit_of(b.w[k]); }
#else
#define RR_ONE_WORD_GROUP 2

RR_FN rr_unit rr_one_word(RR_GLOBAL const rr_tile *t, rr_index i, rr_word j)
{
    const rr_index h = rr_half(i);
    rr_word w1, w0;
    rr_pick2(rr_draw(&t->key, h.lo, h.hi, j, RR_PURPOSE_MAIN), rr_weq(i.lo & 1u, rr_wsplat(1)), &w1, &w0);
    return rr_unit_of(w1, w0);
}

RR_FN rr_unit rr_one_word_full(RR_GLOBAL const rr_tile *t, rr_index i, rr_word j)
{
    const rr_index h = rr_half(i);
    const rr_mask second = rr_weq(i.lo & 1u, rr_wsplat(1));
    rr_word w1, w0, l1, l0;
    rr_pick2(rr_draw(&t->key, h.lo, h.hi, j, RR_PURPOSE_MAIN), second, &w1, &w0);
    rr_pick2(rr_draw(&t->key, h.lo, h.hi, j, RR_PURPOSE_LOW), second, &l1, &l0);
    return rr_unit_full(w1, w0, l1, l0);
}

RR_FN rr_unit rr_one_word_of_block(rr_block b, int k) { return rr_unit_of(b.w[2 * k], b.w[2 * k + 1]); }
#endif
#endif

RR_FN void RR_ONE(_prepare)(RR_GLOBAL rr_tile *t) { (void)t; }

RR_FN void RR_ONE(_group)(RR_GLOBAL const rr_tile *t, const rr_block *b, rr_uint32 slot0, rr_try *v)
{
    (void)t;
    (void)slot0;
    RR_UNROLL
    for (int k = 0; k < RR_ONE_WORD_GROUP; ++k) {
        const rr_unit u = rr_one_word_of_block(*b, k);
        v[k] = rr_try_of(RR_ONE(_of)(u), rr_mnot(u.open), u.open);
    }
}

RR_FN rr_try RR_ONE(_attempt)(RR_GLOBAL const rr_tile *t, rr_word slot, rr_word j)
{
    const rr_unit u = rr_one_word(t, rr_slot_index(t, slot), j);
    return rr_try_of(RR_ONE(_of)(u), rr_mnot(u.open), u.open);
}

RR_FN rr_try RR_ONE(_settle)(RR_GLOBAL const rr_tile *t, rr_word slot, rr_word j)
{
    const rr_unit u = rr_one_word_full(t, rr_slot_index(t, slot), j);
    return rr_try_of(RR_ONE(_of)(u), rr_mnot(u.open), u.open);
}

#undef RR_ONE_PASTE2
#undef RR_ONE_PASTE
#undef RR_ONE
#undef RR_ONE_WORD
