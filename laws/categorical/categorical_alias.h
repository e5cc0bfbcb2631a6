/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* categorical:alias: the distribution of categorical, to the last of its 128 bits, by an alias table
 * (engine/abi/weights.h). The first B bits of U give a column; the others choose between its category and its alias. It
 * reads two neighbouring words for any number of categories. U has the same bits as in categorical, but another family.
 *
 * The quick test compares the bits of the first word after the column with the first 32 of the threshold. It is undecided
 * where they are equal: for one of 2^(32 - B) values in every column with two categories. */
#ifndef RR_SAMPLER_CATEGORICAL_ALIAS_H
#define RR_SAMPLER_CATEGORICAL_ALIAS_H

#include "engine/abi/weights.h"
#include "engine/draws/integer.h"

#define RR_GROUP_categorical_alias 4
#define RR_AUX_categorical_alias 0
#define RR_BLOCKS_categorical_alias 1
#define RR_FILTER_categorical_alias (RR_DTYPE == 32)   /* the same test, with twice the lanes */

RR_FN void rr_categorical_alias_prepare(rr_tile *t) { (void)t; }

/* The column of a first word, and in *behind the following bits. */
RR_FN rr_word rr_alias_column(rr_uint32 columns, rr_word w, rr_word *after)
{
    rr_word b;
    *after = rr_mulhilo(w, columns, &b) & RR_WORD_MASK;
    return b;
}

RR_FN rr_try rr_alias_first(const rr_tile *t, rr_word w)
{
    RR_GLOBAL const rr_uint32 *table = (RR_GLOBAL const rr_uint32 *)t->table;
    const rr_uint32 columns = table[RR_ALIAS_COLUMNS];
    rr_word after;
    const rr_word b = rr_alias_column(columns, w, &after), pair = b * 2u + RR_ALIAS_PAIRS;
    const rr_word top = rr_wgather(table, pair), other = rr_wgather(table + 1, pair);
    /* The bits of `after` above its last B bits are the bits of V in the word. The last B bits are 0, so V is below after +
     * columns. */
    const rr_word min = top & ~(columns - 1u);
    const rr_mask open = rr_mandnot(rr_weq(after, min), rr_weq(other, b));
    return rr_try_of(rr_word_value(rr_wselect(rr_wlt(after, top), b, other)), rr_mnot(open), open);
}

RR_FN void rr_categorical_alias_group(const rr_tile *t, const rr_block *b, rr_uint32 slot0, rr_try *v)
{
    (void)slot0;
    RR_UNROLL
    for (int k = 0; k < 4; ++k) v[k] = rr_alias_first(t, b->w[k]);
}

RR_FN rr_word rr_alias_word(const rr_tile *t, rr_index i, rr_uint32 purpose)
{
    const rr_index q = rr_quarter(i);
    return rr_pick4(rr_draw(&t->key, q.lo, q.hi, rr_wsplat(0), purpose), i.lo);
}

RR_FN rr_try rr_categorical_alias_attempt(const rr_tile *t, rr_word slot, rr_word j)
{
    (void)j;
    return rr_alias_first(t, rr_alias_word(t, rr_slot_index(t, slot), RR_PURPOSE_MAIN));
}

RR_FN rr_try rr_categorical_alias_decide(const rr_tile *t, rr_word slot, rr_word j)
{
    RR_GLOBAL const rr_uint32 *table = (RR_GLOBAL const rr_uint32 *)t->table;
    const rr_uint32 columns = table[RR_ALIAS_COLUMNS];
    RR_GLOBAL const rr_uint32 *bits = table + rr_alias_bits(columns);
    const rr_index i = rr_slot_index(t, slot);
    const rr_block side = rr_draw(&t->key, i.lo, i.hi, rr_wsplat(0), RR_PURPOSE_SIDE);
    rr_word v[4], b, carry = rr_wsplat(0);
    (void)j;
    /* V = 2^B U without the column: from the last word on. */
    const rr_word u[4] = {rr_alias_word(t, i, RR_PURPOSE_MAIN), rr_alias_word(t, i, RR_PURPOSE_LOW), side.w[0], side.w[1]};
    for (int d = 3; d >= 0; --d) {
        rr_word after;
        b = rr_alias_column(columns, u[d], &after);
        v[d] = after | carry;
        carry = b;
    }
    b = carry;
    rr_mask own = rr_mfrom(0);
    for (int d = 3; d >= 0; --d) {
        const rr_word f = rr_wgather(bits + d, b * 4u);
        own = rr_mor(rr_wlt(v[d], f), rr_mand(rr_weq(v[d], f), own));
    }
    const rr_word other = rr_wgather(table, b * 2u + (RR_ALIAS_PAIRS + 1u));
    return rr_try_of(rr_word_value(rr_wselect(own, b, other)), rr_mnot(rr_mfrom(0)), rr_mfrom(0));
}

#define RR_AS_DRAWN categorical_alias
#include "engine/draws/as_drawn.h"

#endif
