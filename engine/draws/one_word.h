/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The draw that all inverse CDFs share: one uniform per index, f32 word i mod 4 of block i / 4, f64 words 2 (i mod 2) and
 * the next of block i / 2; all its bits are complemented in an antithetic job, which turns U into 1 - U. Each such sampler
 * includes it with RR_ONE_WORD set to its name, and
 *
 *   a formula   it has defined rr_NAME_of(rr_unit), the standard variate, and RR_ONE_WORD_OPEN(u): u.open or, where the
 *               variate is a function of u.u alone, u.open_u (uniform.h: 2^-8, 2^-9; 2^-8, 2^-10)
 *   both ends   RR_ONE_WORD_BOTH is 1, and it has defined rr_NAME_of(rr_unit), whose u and t have LOW words (sides.h)
 *   folded      RR_ONE_WORD_FOLDED is 1, and it has defined rr_NAME_size(rr_folded), |x| if symmetric (sides.h)
 *   two sides   it has defined rr_NAME_centre(v, c) and rr_NAME_any(v, c), |x| for the two distances of sides.h, and
 *               RR_ONE_WORD_SIDES: undecided where v is below that; for all others the two agree
 *   a table     RR_ONE_WORD_TABLE is 1: the quantile (icdf.h) of the table at t->table; undecided in both tails (2^-7)
 *   pieces      RR_ONE_WORD_PIECES is 1: the same with a table of pieces (pieces.h)
 *
 * and RR_ONE_WORD_PREPARES, if it defines its own rr_NAME_prepare. */
#include "engine/passes/tile.h"
#include "pieces.h"
#include "sides.h"

#define RR_ONE(f) RR_PASTE(rr_, RR_ONE_WORD, f)

#ifndef RR_ONE_WORD_H
#define RR_ONE_WORD_H

/* The words of a uniform, or its LOW words, the upper one first. */
typedef struct rr_first_words {
    rr_word w[RR_UNIT_WORDS];
} rr_first_words;

#if RR_DTYPE == 32
#define RR_ONE_WORD_GROUP 4
#define RR_FIRST_WORDS(d) (d).w[0]

RR_FN rr_first_words rr_one_word(const rr_tile *t, rr_index i, rr_word j, rr_uint32 purpose)
{
    const rr_index q = rr_quarter(i);
    rr_first_words d;
    d.w[0] = rr_pick4(rr_draw(&t->key, q.lo, q.hi, j, purpose), i.lo) ^ t->flip;
    return d;
}

RR_FN rr_first_words rr_one_word_of_block(const rr_tile *t, rr_block b, int k)
{
    rr_first_words d;
    d.w[0] = b.w[k] ^ t->flip;
    return d;
}
#else
#define RR_ONE_WORD_GROUP 2
#define RR_FIRST_WORDS(d) (d).w[0], (d).w[1]

RR_FN rr_first_words rr_one_word(const rr_tile *t, rr_index i, rr_word j, rr_uint32 purpose)
{
    const rr_index h = rr_half(i);
    rr_first_words d;
    rr_pick2(rr_draw(&t->key, h.lo, h.hi, j, purpose), rr_weq(i.lo & 1u, rr_wsplat(1)), &d.w[0], &d.w[1]);
    d.w[0] = d.w[0] ^ t->flip;
    d.w[1] = d.w[1] ^ t->flip;
    return d;
}

RR_FN rr_first_words rr_one_word_of_block(const rr_tile *t, rr_block b, int k)
{
    rr_first_words d;
    d.w[0] = b.w[2 * k] ^ t->flip;
    d.w[1] = b.w[2 * k + 1] ^ t->flip;
    return d;
}
#endif
#endif

/* The variate from the words alone; with LOW words, after which nothing is undecided. */
#ifdef RR_ONE_WORD_TABLE
RR_FN rr_try RR_ONE(_first)(const rr_tile *t, rr_first_words d)
{
    const rr_ends x = rr_ends_of(RR_FIRST_WORDS(d));
    return rr_try_of(rr_icdf_centre((RR_GLOBAL const rr_scalar *)t->table, x), rr_mnot(x.open), x.open);
}

RR_FN rr_try RR_ONE(_last)(const rr_tile *t, rr_first_words d, rr_first_words low)
{
    const rr_ends x = rr_ends_full(RR_FIRST_WORDS(d), RR_FIRST_WORDS(low));
    return rr_try_of(rr_icdf_any((RR_GLOBAL const rr_scalar *)t->table, x), rr_mnot(rr_mfrom(0)), rr_mfrom(0));
}
#elif defined(RR_ONE_WORD_PIECES)
RR_FN rr_try RR_ONE(_first)(const rr_tile *t, rr_first_words d)
{
    const rr_ends x = rr_ends_of(RR_FIRST_WORDS(d));
    return rr_try_of(rr_pieces_value((RR_GLOBAL const rr_uint32 *)t->table, x), rr_mnot(x.open), x.open);
}

RR_FN rr_try RR_ONE(_last)(const rr_tile *t, rr_first_words d, rr_first_words low)
{
    const rr_ends x = rr_ends_full(RR_FIRST_WORDS(d), RR_FIRST_WORDS(low));
    return rr_try_of(rr_pieces_value((RR_GLOBAL const rr_uint32 *)t->table, x), rr_mnot(rr_mfrom(0)), rr_mfrom(0));
}
#elif defined(RR_ONE_WORD_SIDES)
RR_FN rr_try RR_ONE(_first)(const rr_tile *t, rr_first_words d)
{
    const rr_sides x = rr_sides_of(RR_FIRST_WORDS(d), RR_ONE_WORD_SIDES);
    (void)t;
    return rr_try_of(rr_sides_signed(x, RR_ONE(_centre)(x.v, x.c)), rr_mnot(x.open), x.open);
}

RR_FN rr_try RR_ONE(_last)(const rr_tile *t, rr_first_words d, rr_first_words low)
{
    const rr_sides x = rr_sides_full(RR_FIRST_WORDS(d), RR_FIRST_WORDS(low));
    (void)t;
    return rr_try_of(rr_sides_signed(x, RR_ONE(_any)(x.v, x.c)), rr_mnot(rr_mfrom(0)), rr_mfrom(0));
}
#elif defined(RR_ONE_WORD_BOTH)
RR_FN rr_try RR_ONE(_first)(const rr_tile *t, rr_first_words d)
{
    const rr_unit u = rr_both_first(RR_FIRST_WORDS(d));
    (void)t;
    return rr_try_of(RR_ONE(_of)(u), rr_mnot(u.open), u.open);
}

RR_FN rr_try RR_ONE(_last)(const rr_tile *t, rr_first_words d, rr_first_words low)
{
    (void)t;
    return rr_try_of(RR_ONE(_of)(rr_both_full(RR_FIRST_WORDS(d), RR_FIRST_WORDS(low))), rr_mnot(rr_mfrom(0)), rr_mfrom(0));
}
#elif defined(RR_ONE_WORD_FOLDED)
RR_FN rr_try RR_ONE(_first)(const rr_tile *t, rr_first_words d)
{
    const rr_folded x = rr_folded_of(RR_FIRST_WORDS(d));
    (void)t;
    return rr_try_of(rr_folded_signed(x, RR_ONE(_size)(x)), rr_mnot(x.open), x.open);
}

RR_FN rr_try RR_ONE(_last)(const rr_tile *t, rr_first_words d, rr_first_words low)
{
    const rr_folded x = rr_folded_full(RR_FIRST_WORDS(d), RR_FIRST_WORDS(low));
    (void)t;
    return rr_try_of(rr_folded_signed(x, RR_ONE(_size)(x)), rr_mnot(rr_mfrom(0)), rr_mfrom(0));
}
#else
RR_FN rr_try RR_ONE(_first)(const rr_tile *t, rr_first_words d)
{
    const rr_unit u = rr_unit_first(RR_FIRST_WORDS(d));
    const rr_mask open = RR_ONE_WORD_OPEN(u);
    (void)t;
    return rr_try_of(RR_ONE(_of)(u), rr_mnot(open), open);
}

RR_FN rr_try RR_ONE(_last)(const rr_tile *t, rr_first_words d, rr_first_words low)
{
    const rr_unit u = rr_unit_full(RR_FIRST_WORDS(d), RR_FIRST_WORDS(low));
    (void)t;
    return rr_try_of(RR_ONE(_of)(u), rr_mnot(u.open), u.open);
}
#undef RR_ONE_WORD_OPEN
#endif

#ifdef RR_ONE_WORD_PREPARES
#undef RR_ONE_WORD_PREPARES
#else
RR_FN void RR_ONE(_prepare)(rr_tile *t) { (void)t; }
#endif

RR_FN void RR_ONE(_group)(const rr_tile *t, const rr_block *b, rr_uint32 slot0, rr_try *v)
{
    (void)slot0;
    RR_UNROLL
    for (int k = 0; k < RR_ONE_WORD_GROUP; ++k) v[k] = RR_ONE(_first)(t, rr_one_word_of_block(t, *b, k));
}

/* From a number of words in order (passes/words.h). */
RR_FN rr_try RR_ONE(_number)(const rr_tile *t, rr_uint32 slot0, rr_bits n)
{
    rr_first_words d;
    (void)slot0;
#if RR_DTYPE == 32
    d.w[0] = rr_toword(n) ^ t->flip;
#else
    n = n ^ ((rr_uint64)t->flip << 32 | t->flip);
    d.w[0] = rr_wide_upper(n);
    d.w[1] = rr_wide_lower(n);
#endif
    return RR_ONE(_first)(t, d);
}

RR_FN rr_try RR_ONE(_attempt)(const rr_tile *t, rr_word slot, rr_word j)
{
    return RR_ONE(_first)(t, rr_one_word(t, rr_slot_index(t, slot), j, RR_PURPOSE_MAIN));
}

RR_FN rr_try RR_ONE(_decide)(const rr_tile *t, rr_word slot, rr_word j)
{
    const rr_index i = rr_slot_index(t, slot);
    return RR_ONE(_last)(t, rr_one_word(t, i, j, RR_PURPOSE_MAIN), rr_one_word(t, i, j, RR_PURPOSE_LOW));
}

#undef RR_ONE
#undef RR_ONE_WORD
#undef RR_ONE_WORD_TABLE
#undef RR_ONE_WORD_PIECES
#undef RR_ONE_WORD_SIDES
#undef RR_ONE_WORD_BOTH
#undef RR_ONE_WORD_FOLDED
