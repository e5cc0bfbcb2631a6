/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The words of a ziggurat's sample (described in engine/draws/ziggurat.h): from their blocks, and as uniforms. */
#ifndef RR_ZIGGURAT_WORDS_H
#define RR_ZIGGURAT_WORDS_H

#include "engine/passes/tile.h"
#include "engine/bits/uniform.h"

/* Word(s) of a sample, the upper one first. */
typedef struct rr_zig_words {
    rr_word w[RR_UNIT_WORDS];
} rr_zig_words;

/* A point, from the words alone: its layer; x_i, in f32 over a power of two as in the tables; its value; true if it is left
 * of T; true if it takes more bits. */
typedef struct rr_zig_point {
    rr_word layer;
    rr_real scale, value;
    rr_mask inside, low;
} rr_zig_point;

/* All ones where the top bit, the sign, is set: the abscissa's bits are complements there. */
RR_FN rr_word rr_zig_flip(rr_zig_words w) { return (rr_wsplat(0) - (w.w[0] >> 31)) & RR_WORD_MASK; }

/* RR_OPEN_OFTEN (first_pass.h): 2 % per lane is one in six registers of 8 lanes, and without the branch a sample takes 0.2
 * ns less; with 4 lanes there is no gain. */
#define RR_ZIGGURAT_OPEN_OFTEN (RR_DTYPE == 32)

/* RR_ZIGGURAT_LOW: abscissas below it take further bits. */
#if RR_DTYPE == 32
#define RR_ZIGGURAT_GROUP 4
#define RR_ZIGGURAT_LOW RR_C(0x1p-8)

RR_FN rr_zig_words rr_zig_of_block(const rr_block *b, int k)
{
    rr_zig_words w;
    w.w[0] = b->w[k];
    return w;
}

RR_FN rr_zig_words rr_zig_of(const rr_tile *t, rr_index i, rr_word j)
{
    const rr_index q = rr_quarter(i);
    rr_zig_words w;
    w.w[0] = rr_pick4(rr_draw(&t->key, q.lo, q.hi, j, RR_PURPOSE_MAIN), i.lo);
    return w;
}

/* U from its first bits (the word without its top `drop` bits, 0 or 1, and its lowest 8 bits), then 32 (64) more bits, then
 * a half. */
RR_FN rr_real rr_zig_abscissa(rr_zig_words w, const rr_block *side, int drop)
{
    const rr_word digits = (w.w[0] << drop) & (0xffffff00u << drop), more = side->w[1];
    return rr_unit_full(digits | (more >> (24 - drop)), (more << (8 + drop)) | (0x80u << drop)).u;
}

/* The uniform of y. */
RR_FN rr_real rr_zig_height(const rr_block *side) { return rr_unit_of(side->w[0]).u; }

/* -log of the tail's uniform. */
RR_FN rr_real rr_zig_neglog(const rr_tile *t, rr_index i, rr_word j, const rr_block *side, rr_mask tail)
{
    (void)t;
    (void)i;
    (void)j;
    (void)tail;
    return rr_unit_neglog(rr_unit_full(side->w[2], side->w[3]));
}
#else
#define RR_ZIGGURAT_GROUP 2
#define RR_ZIGGURAT_LOW RR_C(0x1p-11)

RR_FN rr_zig_words rr_zig_of_block(const rr_block *b, int k)
{
    rr_zig_words w;
    w.w[0] = b->w[2 * k];
    w.w[1] = b->w[2 * k + 1];
    return w;
}

RR_FN rr_zig_words rr_zig_of(const rr_tile *t, rr_index i, rr_word j)
{
    const rr_index h = rr_half(i);
    rr_zig_words w;
    rr_pick2(rr_draw(&t->key, h.lo, h.hi, j, RR_PURPOSE_MAIN), rr_weq(i.lo & 1u, rr_wsplat(1)), &w.w[0], &w.w[1]);
    return w;
}

RR_FN rr_real rr_zig_abscissa(rr_zig_words w, const rr_block *side, int drop)
{
    const rr_word m1 = side->w[2], m0 = side->w[3];
    const rr_word w1 = ((w.w[0] << drop) & RR_WORD_MASK) | (drop ? w.w[1] >> 31 : rr_wsplat(0));
    const rr_word w0 = ((w.w[1] << drop) & (0xffffff00u << drop)) | (m1 >> (24 - drop));
    const rr_word l1 = ((m1 << (8 + drop)) | (m0 >> (24 - drop))) & RR_WORD_MASK;
    return rr_unit_full(w1, w0, l1, ((m0 << (8 + drop)) & RR_WORD_MASK) | (0x80u << drop)).u;
}

RR_FN rr_real rr_zig_height(const rr_block *side) { return rr_unit_of(side->w[0], side->w[1]).u; }

RR_FN rr_real rr_zig_neglog(const rr_tile *t, rr_index i, rr_word j, const rr_block *side, rr_mask tail)
{
    rr_unit u = rr_unit_of(side->w[2], side->w[3]);
    if (rr_some(rr_mand(tail, u.open))) {
        const rr_block low = rr_draw(&t->key, i.lo, i.hi, j, RR_PURPOSE_SIDE_LOW);
        u = rr_unit_full(side->w[2], side->w[3], low.w[2], low.w[3]);
    }
    return rr_unit_neglog(u);
}
#endif

#endif
