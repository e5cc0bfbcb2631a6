/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The words of samplers that take two uniforms per attempt, the first with all its bits.
 *
 * f32: 2 samples share a block: words 0, 1 are their first uniforms, words 2, 3 the second. f64: 2 samples share a block of
 * draw 0 (the first uniform, two words each), 4 share a block of draw 1 (one word of the second uniform each; its second
 * word is LOW). */
#ifndef RR_TWO_UNIFORMS_H
#define RR_TWO_UNIFORMS_H

#include "engine/passes/tile.h"
#include "engine/bits/uniform.h"

/* The words of one sample; for a group, those of RR_LANES samples at a time. RR_TWO_FIRST lists the words of the first
 * uniform as arguments. RR_TWO_FLIPPED complements words if the mask is all ones. */
#if RR_DTYPE == 32
#define RR_TWO_GROUP 2
#define RR_TWO_BLOCKS 1
typedef struct rr_two { rr_word first, second; } rr_two;
#define RR_TWO_FIRST(x) (x).first
#define RR_TWO_FLIPPED(x, flip) (x).first ^ (flip)

/* Member k of a group. */
RR_FN rr_two rr_two_member(const rr_block *b, int k)
{
    rr_two x;
    x.first = b->w[k];
    x.second = b->w[2 + k];
    return x;
}

/* For any index, attempt j; purpose LOW gives the extensions of both. */
RR_FN rr_two rr_two_draw(const rr_tile *t, rr_index i, rr_word j, rr_uint32 purpose)
{
    const rr_index h = rr_half(i);
    const rr_block b = rr_draw(&t->key, h.lo, h.hi, j, purpose);
    const rr_mask odd = rr_weq(i.lo & 1u, rr_wsplat(1));
    rr_two x;
    x.first = rr_wselect(odd, b.w[1], b.w[0]);
    x.second = rr_wselect(odd, b.w[3], b.w[2]);
    return x;
}

/* The second uniform with all its bits; flip as above. */
RR_FN rr_unit rr_two_second(rr_two x, rr_two low, rr_word flip)
{
    return rr_unit_full(x.second ^ flip, low.second ^ flip);
}
#else
#define RR_TWO_GROUP 4
#define RR_TWO_BLOCKS 3
#define RR_TWO_DRAW1 (1u << 8)
typedef struct rr_two { rr_word first, rest, second; } rr_two;
#define RR_TWO_FIRST(x) (x).first, (x).rest
#define RR_TWO_FLIPPED(x, flip) (x).first ^ (flip), (x).rest ^ (flip)

RR_FN rr_two rr_two_member(const rr_block *b, int k)
{
    rr_two x;
    x.first = b[k / 2].w[2 * (k & 1)];
    x.rest = b[k / 2].w[2 * (k & 1) + 1];
    x.second = b[2].w[k];
    return x;
}

/* Blocks of group q: the first uniforms of indices 4 q, 4 q + 1; of the next two; the second uniforms of all four. */
RR_FN rr_series rr_two_series(int k)
{
    return k == 2 ? rr_series_of(0, 0, RR_TWO_DRAW1, RR_PURPOSE_MAIN) : rr_series_of(1, (rr_uint32)k, 0, RR_PURPOSE_MAIN);
}

RR_FN rr_two rr_two_draw(const rr_tile *t, rr_index i, rr_word j, rr_uint32 purpose)
{
    const rr_index h = rr_half(i), q = rr_quarter(i);
    rr_two x;
    rr_pick2(rr_draw(&t->key, h.lo, h.hi, j, purpose), rr_weq(i.lo & 1u, rr_wsplat(1)), &x.first, &x.rest);
    x.second = rr_pick4(rr_draw(&t->key, q.lo, q.hi, j | RR_TWO_DRAW1, purpose), i.lo);
    return x;
}

RR_FN rr_unit rr_two_second(rr_two x, rr_two low, rr_word flip)
{
    return rr_unit_of(x.second ^ flip, low.second ^ flip);
}
#endif

/* Parameter p of a group's consecutive slots. */
RR_FN void rr_two_params(const rr_tile *t, rr_uint32 p, rr_uint32 slot0, rr_real *x)
{
    RR_GLOBAL const rr_scalar *v = (RR_GLOBAL const rr_scalar *)t->param[p];
    if (!(t->varies >> p & 1)) {
        RR_UNROLL
        for (int k = 0; k < RR_TWO_GROUP; ++k) x[k] = rr_tile_param(t, p);
        return;
    }
#if RR_TWO_GROUP == 2
    rr_load2(v + slot0, &x[0], &x[1]);
#else
    rr_load4(v + slot0, &x[0], &x[1], &x[2], &x[3]);
#endif
}

#endif
