/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The draws of a user-defined distribution (docs/your-own-law.md): the definitions of RR_TRY, rr_draw_... and rr_accept.
 *
 * Attempt j of sample i uses words one after the other, and shares none with other attempts or samples: word k is word k mod
 * 4 of block (i, k div 4, j), whose turn is j | k div 4 << room. A uniform takes RR_UNIT_WORDS of them, a normal twice as
 * many, bits one. Word k of the LOW block of the same turn extends word k (engine/bits/uniform.h).
 *
 * The text of an attempt is compiled twice. Without LOW words a lane with an undecided uniform is undecided, whatever the
 * text returns; with LOW words no lane is. Values of decided lanes are the same in both. */
#ifndef RR_USER_BITS_H
#define RR_USER_BITS_H

#include "engine/draws/boxmuller.h"
#include "engine/draws/integer.h"

typedef struct rr_user_bits {
    const rr_bits_key *key;
    rr_index index;
    rr_word attempt;
    rr_uint32 attempt_bits;      /* bits of the attempt number */
    int full;            /* with LOW words */
    int used;            /* words so far: a constant at every draw, after inlining */
    int given;           /* 1: block 0 is available already */
    rr_block block, low;
    rr_mask open;
    rr_real derived;        /* the value of a derived distribution, instead of the text's value */
} rr_user_bits;

/* A word and its extension, which is 0 without LOW words. */
typedef struct rr_user_bits_word {
    rr_word w, low;
} rr_user_bits_word;

RR_FN rr_user_bits_word rr_user_next(rr_user_bits *d)
{
    const int k = d->used++, part = k & 3;
    const rr_word turn = d->attempt | ((rr_uint32)(k >> 2) << d->attempt_bits);
    rr_user_bits_word x;
    if (part == 0) {
        if (!(d->given && k == 0)) d->block = rr_draw(d->key, d->index.lo, d->index.hi, turn, RR_PURPOSE_MAIN);
        if (d->full) d->low = rr_draw(d->key, d->index.lo, d->index.hi, turn, RR_PURPOSE_LOW);
    }
    x.w = d->block.w[part];
    x.low = d->full ? d->low.w[part] : rr_wsplat(0);
    return x;
}

RR_FN rr_unit rr_draw_uniform(rr_user_bits *d)
{
#if RR_DTYPE == 32
    const rr_user_bits_word x = rr_user_next(d);
    const rr_unit u = d->full ? rr_unit_full(x.w, x.low) : rr_unit_first(x.w);
#else
    const rr_user_bits_word x = rr_user_next(d), y = rr_user_next(d);
    const rr_unit u = d->full ? rr_unit_full(x.w, y.w, x.low, y.low) : rr_unit_first(x.w, y.w);
#endif
    d->open = rr_mor(d->open, u.open);
    return u;
}

RR_FN rr_real rr_draw_exponential(rr_user_bits *d) { return rr_unit_neglog(rr_draw_uniform(d)); }

RR_FN rr_word rr_draw_bits(rr_user_bits *d) { return rr_user_next(d).w; }

/* Box and Muller, the cosine: engine/draws/boxmuller.h. */
RR_FN rr_real rr_draw_normal(rr_user_bits *d)
{
    const rr_real radius = rr_radius(rr_draw_uniform(d));
#if RR_DTYPE == 32
    return radius * rr_turn_words(rr_user_next(d).w).cos;
#else
    const rr_word v1 = rr_user_next(d).w, v0 = rr_user_next(d).w;
    return radius * rr_turn_words(v1, v0).cos;
#endif
}

#endif
