/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* bernoulli: 1 with probability p, otherwise 0. A sample uses one uniform U per index, and is 1 where U < p.
 *
 * U has 128 bits: word i mod 4 of block i / 4, its LOW word, and words 0 and 1 of the side block of index i. They are
 * compared in this order with the 32-bit words of p, each only where those before it are equal. So P(1) is exactly p
 * rounded down to a multiple of 2^-128; p = 0 never gives 1, p = 1 always does. The first two words of p decide all but
 * 2^-32 of the draws. */
#ifndef RR_SAMPLER_BERNOULLI_H
#define RR_SAMPLER_BERNOULLI_H

#include "engine/draws/integer.h"

#define RR_GROUP_bernoulli 4
#define RR_AUX_bernoulli 0
#define RR_BLOCKS_bernoulli 1
#define RR_IN_ORDER_bernoulli (RR_DTYPE == 32)
#define RR_FILTER_bernoulli (RR_DTYPE == 32)

RR_FN void rr_bernoulli_prepare(rr_tile *t) { (void)t; }

#if RR_DTYPE == 32
/* p and U are both rounded, with a relative error of at most 2^-24. */
RR_FN rr_try rr_bernoulli_of(rr_word w, rr_real p)
{
    const rr_real u = rr_fma(rr_fromuint(w >> 16), rr_splat(RR_C(0x1p-16)), rr_lower16(w, RR_C(0x1p-32), RR_C(0x1p-33)));
    const rr_mask below = rr_lt(u, p * RR_C(0.999999)), above = rr_lt(p * RR_C(1.000001), u);
    const rr_mask certain = rr_mor(below, above);
    return rr_try_of(rr_word_value(rr_wselect(below, rr_wsplat(1), rr_wsplat(0))), certain, rr_mnot(certain));
}

RR_FN rr_try rr_bernoulli_number(const rr_tile *t, rr_uint32 slot0, rr_bits n)
{
    return rr_bernoulli_of(rr_toword(n), rr_run_param(t, 0, slot0));
}
#else
/* The next base-2^32 digit of p; *rest becomes the fraction after it. Exact. */
RR_FN rr_real rr_bernoulli_digit(rr_real *rest)
{
    const rr_real x = *rest * RR_C(0x1p32), near = (x + RR_C(0x1p52)) - RR_C(0x1p52);
    const rr_real digit = near - rr_select(rr_lt(x, near), rr_splat(RR_C(1)), rr_splat(RR_C(0)));
    *rest = x - digit;
    return digit;
}

RR_FN rr_real rr_bernoulli_value(rr_mask below) { return rr_word_value(rr_wselect(below, rr_wsplat(1), rr_wsplat(0))); }

/* The first digit decides where it differs from that of U. */
RR_FN rr_try rr_bernoulli_of(rr_word w, rr_real p)
{
    const rr_real digit = rr_bernoulli_digit(&p), u = rr_fromuint(w);
    const rr_mask below = rr_lt(u, digit), certain = rr_mor(below, rr_lt(digit, u));
    return rr_try_of(rr_bernoulli_value(below), certain, rr_mnot(certain));
}

RR_FN void rr_bernoulli_group(const rr_tile *t, const rr_block *b, rr_uint32 slot0, rr_try *v)
{
    rr_real p[4];
    if (t->varies & 1)
        rr_load4((RR_GLOBAL const rr_scalar *)t->param[0] + slot0, &p[0], &p[1], &p[2], &p[3]);
    else
        p[0] = p[1] = p[2] = p[3] = rr_slot_param(t, 0, rr_wsplat(0));
    RR_UNROLL
    for (int k = 0; k < 4; ++k) v[k] = rr_bernoulli_of(b->w[k], p[k]);
}

RR_FN rr_word rr_bernoulli_word(const rr_tile *t, rr_index i, rr_uint32 purpose)
{
    const rr_index q = rr_quarter(i);
    return rr_pick4(rr_draw(&t->key, q.lo, q.hi, rr_wsplat(0), purpose), i.lo);
}

RR_FN rr_try rr_bernoulli_attempt(const rr_tile *t, rr_word slot, rr_word j)
{
    (void)j;
    return rr_bernoulli_of(rr_bernoulli_word(t, rr_slot_index(t, slot), RR_PURPOSE_MAIN), rr_slot_param(t, 0, slot));
}

/* All digits, from the last to the first: an earlier digit overrides the later ones. */
RR_FN rr_try rr_bernoulli_decide(const rr_tile *t, rr_word slot, rr_word j)
{
    const rr_index i = rr_slot_index(t, slot);
    const rr_block side = rr_draw(&t->key, i.lo, i.hi, rr_wsplat(0), RR_PURPOSE_SIDE);
    const rr_word w[4] = {rr_bernoulli_word(t, i, RR_PURPOSE_MAIN), rr_bernoulli_word(t, i, RR_PURPOSE_LOW), side.w[0],
                          side.w[1]};
    rr_real p = rr_slot_param(t, 0, slot), digit[4];
    rr_mask below = rr_mfrom(0);
    (void)j;
    RR_UNROLL
    for (int k = 0; k < 4; ++k) digit[k] = rr_bernoulli_digit(&p);
    RR_UNROLL
    for (int k = 3; k >= 0; --k) {
        const rr_real u = rr_fromuint(w[k]);
        below = rr_mor(rr_lt(u, digit[k]), rr_mandnot(below, rr_lt(digit[k], u)));
    }
    return rr_try_of(rr_bernoulli_value(below), rr_mnot(rr_mfrom(0)), rr_mfrom(0));
}
#endif

#define RR_AS_DRAWN bernoulli
#include "engine/draws/as_drawn.h"

#endif
