/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Samplers that make each sample of one radius and one angle, a pair of its own, and never reject. Included by each with
 *
 *   RR_ONE_PAIR          its name; rr_NAME_of(unit, turn, parameter) is defined before and gives a rr_try
 *   RR_ONE_PAIR_PARAM    the number of the parameter that it wants, others being the finish's
 *
 * It makes all functions of a sampler but the finish.
 *
 * Words: f32, 2 samples share a block: words 2 (i mod 2), the radius, and the next, the angle. f64: words 0, 1 and 2, 3 of
 * block i. Undecided where the radius word wants LOW words: 2^-8, 2^-11. */
#include "../boxmuller.h"
#include "../tile.h"

#define RR_ONE_PASTE2(a, b, c) a##b##c
#define RR_ONE_PASTE(a, b, c) RR_ONE_PASTE2(a, b, c)
#define RR_ONE(f) RR_ONE_PASTE(rr_, RR_ONE_PAIR, f)

RR_FN void RR_ONE(_prepare)(RR_GLOBAL rr_tile *t) { (void)t; }

#if RR_DTYPE == 32
#define RR_ONE_PAIR_GROUP 2

RR_FN void RR_ONE(_group)(RR_GLOBAL const rr_tile *t, const rr_block *b, rr_uint32 slot0, rr_try *v)
{
    RR_GLOBAL const rr_scalar *from = (RR_GLOBAL const rr_scalar *)t->param[RR_ONE_PAIR_PARAM];
    rr_real value[2];
    if (t->varies >> RR_ONE_PAIR_PARAM & 1) rr_load2(from + slot0, &value[0], &value[1]);
    else value[0] = value[1] = rr_splat(from[0]);
    RR_UNROLL
    for (int k = 0; k < 2; ++k) v[k] = RR_ONE(_of)(rr_unit_of(b->w[2 * k]), rr_turn_words(b->w[2 * k + 1]), value[k]);
}

RR_FN void RR_ONE(_words)(RR_GLOBAL const rr_tile *t, rr_index i, rr_word j, rr_uint32 purpose, rr_word *u, rr_word *v)
{
    const rr_index h = rr_half(i);
    rr_pick2(rr_draw(&t->key, h.lo, h.hi, j, purpose), rr_weq(i.lo & 1u, rr_wsplat(1)), u, v);
}

RR_FN rr_try RR_ONE(_attempt)(RR_GLOBAL const rr_tile *t, rr_word slot, rr_word j)
{
    rr_word u, v;
    RR_ONE(_words)(t, rr_slot_index(t, slot), j, RR_PURPOSE_MAIN, &u, &v);
    return RR_ONE(_of)(rr_unit_of(u), rr_turn_words(v), rr_slot_param(t, RR_ONE_PAIR_PARAM, slot));
}

RR_FN rr_try RR_ONE(_settle)(RR_GLOBAL const rr_tile *t, rr_word slot, rr_word j)
{
    const rr_index i = rr_slot_index(t, slot);
    rr_word u, v, low, unused;
    RR_ONE(_words)(t, i, j, RR_PURPOSE_MAIN, &u, &v);
    RR_ONE(_words)(t, i, j, RR_PURPOSE_LOW, &low, &unused);
    return RR_ONE(_of)(rr_unit_full(u, low), rr_turn_words(v), rr_slot_param(t, RR_ONE_PAIR_PARAM, slot));
}
#else
#define RR_ONE_PAIR_GROUP 1

RR_FN void RR_ONE(_group)(RR_GLOBAL const rr_tile *t, const rr_block *b, rr_uint32 slot0, rr_try *v)
{
    v[0] = RR_ONE(_of)(rr_unit_of(b->w[0], b->w[1]), rr_turn_words(b->w[2], b->w[3]),
                       rr_run_param(t, RR_ONE_PAIR_PARAM, slot0));
}

RR_FN rr_try RR_ONE(_attempt)(RR_GLOBAL const rr_tile *t, rr_word slot, rr_word j)
{
    const rr_index i = rr_slot_index(t, slot);
    const rr_block b = rr_draw(&t->key, i.lo, i.hi, j, RR_PURPOSE_MAIN);
    return RR_ONE(_of)(rr_unit_of(b.w[0], b.w[1]), rr_turn_words(b.w[2], b.w[3]), rr_slot_param(t, RR_ONE_PAIR_PARAM, slot));
}

RR_FN rr_try RR_ONE(_settle)(RR_GLOBAL const rr_tile *t, rr_word slot, rr_word j)
{
    const rr_index i = rr_slot_index(t, slot);
    const rr_block b = rr_draw(&t->key, i.lo, i.hi, j, RR_PURPOSE_MAIN);
    const rr_block low = rr_draw(&t->key, i.lo, i.hi, j, RR_PURPOSE_LOW);
    const rr_unit u = rr_unit_full(b.w[0], b.w[1], low.w[0], low.w[1]);
    return RR_ONE(_of)(u, rr_turn_words(b.w[2], b.w[3]), rr_slot_param(t, RR_ONE_PAIR_PARAM, slot));
}
#endif

#undef RR_ONE_PASTE2
#undef RR_ONE_PASTE
#undef RR_ONE
#undef RR_ONE_PAIR
#undef RR_ONE_PAIR_PARAM
