/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The draw of samplers that take a separate radius and angle for every sample. Each includes it with
 *
 *   RR_OWN_PAIR          its name; it has defined rr_NAME_of(u, a, p), the rr_try from the uniform of the radius, the turn
 *                        of the angle and a parameter,
 *   RR_OWN_PAIR_PARAM    the index of that parameter.
 *
 * Words: f32, 2 samples share a block: words 2 (i mod 2), the radius, and the next, the angle, of block i / 2. f64: words
 * 0, 1 and 2, 3 of block i. Undecided where the uniform of the radius is: 2^-8, 2^-9. */
#include "boxmuller.h"
#include "engine/passes/tile.h"

#define RR_OWN(f) RR_PASTE(rr_, RR_OWN_PAIR, f)

#ifndef RR_OWN_PAIR_H
#define RR_OWN_PAIR_H
#if RR_DTYPE == 32
#define RR_OWN_PAIR_GROUP 2

RR_FN void rr_own_words(const rr_tile *t, rr_index i, rr_word j, rr_uint32 purpose, rr_word *u, rr_word *v)
{
    const rr_index h = rr_half(i);
    rr_pick2(rr_draw(&t->key, h.lo, h.hi, j, purpose), rr_weq(i.lo & 1u, rr_wsplat(1)), u, v);
}
#else
#define RR_OWN_PAIR_GROUP 1
#endif
#endif

RR_FN void RR_OWN(_prepare)(rr_tile *t) { (void)t; }

#if RR_DTYPE == 32
RR_FN void RR_OWN(_group)(const rr_tile *t, const rr_block *b, rr_uint32 slot0, rr_try *v)
{
    RR_GLOBAL const rr_scalar *from = (RR_GLOBAL const rr_scalar *)t->param[RR_OWN_PAIR_PARAM];
    rr_real p[2];
    if (t->varies >> RR_OWN_PAIR_PARAM & 1) rr_load2(from + slot0, &p[0], &p[1]);
    else p[0] = p[1] = rr_tile_param(t, RR_OWN_PAIR_PARAM);
    RR_UNROLL
    for (int k = 0; k < 2; ++k) v[k] = RR_OWN(_of)(rr_unit_first(b->w[2 * k]), rr_turn_words(b->w[2 * k + 1]), p[k]);
}

RR_FN rr_try RR_OWN(_attempt)(const rr_tile *t, rr_word slot, rr_word j)
{
    rr_word u, v;
    rr_own_words(t, rr_slot_index(t, slot), j, RR_PURPOSE_MAIN, &u, &v);
    return RR_OWN(_of)(rr_unit_first(u), rr_turn_words(v), rr_slot_param(t, RR_OWN_PAIR_PARAM, slot));
}

RR_FN rr_try RR_OWN(_decide)(const rr_tile *t, rr_word slot, rr_word j)
{
    const rr_index i = rr_slot_index(t, slot);
    rr_word u, v, low, unused;
    rr_own_words(t, i, j, RR_PURPOSE_MAIN, &u, &v);
    rr_own_words(t, i, j, RR_PURPOSE_LOW, &low, &unused);
    return RR_OWN(_of)(rr_unit_full(u, low), rr_turn_words(v), rr_slot_param(t, RR_OWN_PAIR_PARAM, slot));
}
#else
RR_FN void RR_OWN(_group)(const rr_tile *t, const rr_block *b, rr_uint32 slot0, rr_try *v)
{
    v[0] = RR_OWN(_of)(rr_unit_first(b->w[0], b->w[1]), rr_turn_words(b->w[2], b->w[3]),
                       rr_run_param(t, RR_OWN_PAIR_PARAM, slot0));
}

RR_FN rr_try RR_OWN(_attempt)(const rr_tile *t, rr_word slot, rr_word j)
{
    const rr_index i = rr_slot_index(t, slot);
    const rr_block b = rr_draw(&t->key, i.lo, i.hi, j, RR_PURPOSE_MAIN);
    return RR_OWN(_of)(rr_unit_first(b.w[0], b.w[1]), rr_turn_words(b.w[2], b.w[3]),
                       rr_slot_param(t, RR_OWN_PAIR_PARAM, slot));
}

RR_FN rr_try RR_OWN(_decide)(const rr_tile *t, rr_word slot, rr_word j)
{
    const rr_index i = rr_slot_index(t, slot);
    const rr_block b = rr_draw(&t->key, i.lo, i.hi, j, RR_PURPOSE_MAIN);
    const rr_block low = rr_draw(&t->key, i.lo, i.hi, j, RR_PURPOSE_LOW);
    const rr_unit u = rr_unit_full(b.w[0], b.w[1], low.w[0], low.w[1]);
    return RR_OWN(_of)(u, rr_turn_words(b.w[2], b.w[3]), rr_slot_param(t, RR_OWN_PAIR_PARAM, slot));
}
#endif

#undef RR_OWN
#undef RR_OWN_PAIR
#undef RR_OWN_PAIR_PARAM
