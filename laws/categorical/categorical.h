/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* categorical: a category c = 0, 1, ..., K - 1 with probability w_c / (w_0 + ... + w_(K-1)), by inversion: the number of
 * cumulative probabilities F_0, F_1, ... that are not above the uniform U (engine/abi/weights.h).
 *
 * U and the F have 128 bits, so that a category of probability P has a relative error of 2^-126 / P; a category of weight 0
 * is never drawn. The bits of U are word i mod 4 of block i / 4, its LOW word, and words 0 and 1 of the side block of index
 * i, as for bernoulli.
 *
 * The quick test uses the first word. Up to RR_CATEGORICAL_FEW of the F are all compared with it. For longer tables a guide
 * table, indexed by the word's upper bits, gives the number of F below, and the next bits of the F that begins with these
 * bits. Where several F begin with them, or the next bits also equal the word's, a few F are compared. The test is
 * undecided where the first word equals that of an F, or the walk is long. The full test finds the number by binary search
 * in all bits. All find the same number. Antithetic calls, for the derived distributions that allow them, complement every
 * bit. */
#ifndef RR_SAMPLER_CATEGORICAL_H
#define RR_SAMPLER_CATEGORICAL_H

#include "engine/abi/weights.h"
#include "engine/draws/integer.h"

#define RR_GROUP_categorical 4
#define RR_AUX_categorical 0
#define RR_BLOCKS_categorical 1
#define RR_IN_ORDER_categorical (RR_DTYPE == 32)
#define RR_FILTER_categorical (RR_DTYPE == 32)
#define RR_OPEN_OFTEN_categorical 0

#define RR_CATEGORICAL_FEW 8u
#define RR_CATEGORICAL_STEPS 8u

RR_FN void rr_categorical_prepare(rr_tile *t) { (void)t; }

/* Category c is count `first` + c (draw/window.h), as a word in a filter. These are the first count, and the count of a
 * category. */
#if RR_DTYPE == 32
RR_FN rr_uint32 rr_categorical_from(RR_GLOBAL const rr_uint32 *table) { return table[RR_WEIGHTS_FIRST]; }
RR_FN rr_real rr_categorical_value(RR_GLOBAL const rr_uint32 *table, rr_word c) { return (void)table, rr_word_value(c); }
#else
RR_FN rr_uint32 rr_categorical_from(RR_GLOBAL const rr_uint32 *table) { return (void)table, 0; }

RR_FN rr_real rr_categorical_value(RR_GLOBAL const rr_uint32 *table, rr_word c)
{
    RR_GLOBAL const rr_uint32 *const first = table + RR_WEIGHTS_FIRST;
    return rr_wide_value(rr_wide_join(rr_wsplat(first[1]), rr_wsplat(first[0])) + rr_asbits(rr_word_value(c)));
}
#endif

RR_FN rr_try rr_categorical_few(RR_GLOBAL const rr_uint32 *table, rr_uint32 last, rr_word w)
{
    RR_GLOBAL const rr_uint32 *const tops = table + RR_WEIGHTS_HEAD;
    rr_word c = rr_wsplat(rr_categorical_from(table));
    rr_mask tie = rr_mfrom(0);
    for (rr_uint32 i = 0; i < last; ++i) {
        const rr_word top = rr_wsplat(tops[i]);
        c = c + rr_wselect(rr_wlt(top, w), rr_wsplat(1), rr_wsplat(0));
        tie = rr_mor(tie, rr_weq(top, w));
    }
    return rr_try_of(rr_categorical_value(table, c), rr_mnot(tie), tie);
}

/* Compares one top after another, from number c on, in the active lanes. */
RR_FN rr_try rr_categorical_walk(RR_GLOBAL const rr_uint32 *tops, rr_word c, rr_word w, rr_mask going)
{
    rr_mask tie = rr_mfrom(0);
    for (rr_uint32 k = 0; k < RR_CATEGORICAL_STEPS && rr_some(going); ++k) {
        const rr_word top = rr_wgather(tops, c);
        tie = rr_mor(tie, rr_mand(going, rr_weq(top, w)));
        going = rr_mand(going, rr_wlt(top, w));
        c = c + rr_wselect(going, rr_wsplat(1), rr_wsplat(0));
    }
    const rr_mask open = rr_mor(going, tie);
    return rr_try_of(rr_word_value(c), rr_mnot(open), open);
}

RR_FN rr_try rr_categorical_of(RR_GLOBAL const rr_uint32 *table, rr_word w)
{
    const rr_uint32 last = table[RR_WEIGHTS_LAST], next = table[RR_WEIGHTS_NEXT];
    if (last <= RR_CATEGORICAL_FEW) return rr_categorical_few(table, last, w);
    rr_word b;
    const rr_word mine = (rr_mulhilo(w, table[RR_WEIGHTS_SIZE], &b) & RR_WORD_MASK) >> (32u - next);
    const rr_word said = rr_wgather(table + rr_weights_guide(table[RR_WEIGHTS_COUNT]), b);
    const rr_word before = (said & (RR_WEIGHTS_CROWDED - 1u)) >> next, top = said & ((1u << next) - 1u);
    const rr_mask crowded = rr_mnot(rr_wlt(said, rr_wsplat(RR_WEIGHTS_CROWDED))), far = rr_mor(crowded, rr_weq(top, mine));
    const rr_word c = before + rr_wselect(rr_wlt(top, mine), rr_wsplat(1), rr_wsplat(0));
    rr_try r = rr_try_of(rr_word_value(c), rr_mnot(rr_mfrom(0)), rr_mfrom(0));
    if (rr_some(far)) r = rr_try_select(far, rr_categorical_walk(table + RR_WEIGHTS_HEAD, before, w, far), r);
    r.value = rr_categorical_value(table, rr_toword(rr_asbits(r.value)) + rr_categorical_from(table));
    return r;
}

RR_FN RR_GLOBAL const rr_uint32 *rr_categorical_table(const rr_tile *t) { return (RR_GLOBAL const rr_uint32 *)t->table; }

#if RR_DTYPE == 32
RR_FN rr_try rr_categorical_number(const rr_tile *t, rr_uint32 slot0, rr_bits n)
{
    (void)slot0;
    return rr_categorical_of(rr_categorical_table(t), rr_toword(n) ^ t->flip);
}
#else
RR_FN void rr_categorical_group(const rr_tile *t, const rr_block *b, rr_uint32 slot0, rr_try *v)
{
    (void)slot0;
    RR_UNROLL
    for (int k = 0; k < 4; ++k) v[k] = rr_categorical_of(rr_categorical_table(t), b->w[k] ^ t->flip);
}

RR_FN rr_word rr_categorical_word(const rr_tile *t, rr_index i, rr_uint32 purpose)
{
    const rr_index q = rr_quarter(i);
    return rr_pick4(rr_draw(&t->key, q.lo, q.hi, rr_wsplat(0), purpose), i.lo) ^ t->flip;
}

RR_FN rr_try rr_categorical_attempt(const rr_tile *t, rr_word slot, rr_word j)
{
    (void)j;
    return rr_categorical_of(rr_categorical_table(t), rr_categorical_word(t, rr_slot_index(t, slot), RR_PURPOSE_MAIN));
}

/* True where U is below the four words at p[4 n]. Earlier words override later ones. */
RR_FN rr_mask rr_categorical_below(const rr_word *u, RR_GLOBAL const rr_uint32 *p, rr_word n)
{
    rr_mask below = rr_mfrom(0);
    for (int d = 3; d >= 0; --d) {
        const rr_word f = rr_wgather(p + d, n * 4u);
        below = rr_mor(rr_wlt(u[d], f), rr_mand(rr_weq(u[d], f), below));
    }
    return below;
}

RR_FN rr_try rr_categorical_decide(const rr_tile *t, rr_word slot, rr_word j)
{
    RR_GLOBAL const rr_uint32 *table = rr_categorical_table(t);
    const rr_uint32 last = table[RR_WEIGHTS_LAST];
    RR_GLOBAL const rr_uint32 *bits = table + rr_weights_bits(table[RR_WEIGHTS_COUNT], table[RR_WEIGHTS_SIZE]);
    const rr_index i = rr_slot_index(t, slot);
    const rr_block side = rr_draw(&t->key, i.lo, i.hi, rr_wsplat(0), RR_PURPOSE_SIDE);
    const rr_word u[4] = {rr_categorical_word(t, i, RR_PURPOSE_MAIN), rr_categorical_word(t, i, RR_PURPOSE_LOW),
                          side.w[0] ^ t->flip, side.w[1] ^ t->flip};
    rr_word c = rr_wsplat(0);
    rr_uint32 step = 1;
    (void)j;
    while (step <= last / 2) step *= 2;
    for (; last && step; step /= 2) {
        /* True where the first c + step of them are not above U. */
        const rr_mask there = rr_wlt(c, rr_wsplat(last - step + 1));
        const rr_word n = rr_wselect(there, c + (step - 1), rr_wsplat(0));
        const rr_mask up = rr_mandnot(there, rr_categorical_below(u, bits, n));
        c = c + rr_wselect(up, rr_wsplat(step), rr_wsplat(0));
    }
    return rr_try_of(rr_categorical_value(table, c), rr_mnot(rr_mfrom(0)), rr_mfrom(0));
}
#endif

#define RR_AS_DRAWN categorical
#include "engine/draws/as_drawn.h"

#endif
