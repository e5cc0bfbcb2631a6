/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* polya-gamma-sum: PG(b, z), b from 1 to 2^20, the sum of b variates of PG(1, z) (Polson, Scott and Windle 2013, 2), each by
 * the hat of draw/hat.h. Every lane continues by itself: after a rejection it makes the next attempt, else the first attempt
 * of the next term. So a term takes 1.13 to 1.18 attempts, and lanes wait for each other only at the end. The sum is kept in
 * two words, so it is as accurate as its terms, within 24 ulps, and rounded once. (2^20 additions to the lower word add at
 * most 2^20 2^-49 in f32.) The first b terms do not depend on b.
 *
 * Words: attempt j of term c has block i at draw c: word 0 the first uniform, word 1 the second (f64: words 0 and 1, word
 * 2). LOW words are read at once, by a branch, which costs little compared with a term. So no draw is ever undecided. A draw
 * is rejected only where a term is rejected 256 times, with a probability below 2^-690. */
#ifndef RR_SAMPLER_POLYA_GAMMA_SUM_H
#define RR_SAMPLER_POLYA_GAMMA_SUM_H

#include "laws/polya_gamma/draw/hat.h"
#include "engine/draws/whole.h"
#include "engine/math/double_word.h"

#define RR_POLYA_MAX 0x1p20   /* the largest b */
#define RR_POLYA_CAP 256u

#define RR_GROUP_polya_gamma_sum 1
#define RR_AUX_polya_gamma_sum 0
#define RR_BLOCKS_polya_gamma_sum 1
#define RR_EXPENSIVE_polya_gamma_sum 1

/* The words of an attempt. */
RR_FN rr_two rr_polya_words(const rr_tile *t, rr_index i, rr_word turn, rr_uint32 purpose)
{
    const rr_block b = rr_draw(&t->key, i.lo, i.hi, turn, purpose);
    rr_two x;
    x.first = b.w[0];
#if RR_DTYPE == 32
    x.second = b.w[1];
#else
    x.rest = b.w[1];
    x.second = b.w[2];
#endif
    return x;
}

/* The same attempt, with LOW words. */
RR_SLOW_FN void rr_polya_low(const rr_tile *t, rr_index i, rr_word turn, const rr_polya_set *g, const rr_two *x, rr_try *v)
{
    const rr_two low = rr_polya_words(t, i, turn, RR_PURPOSE_LOW);
    *v = rr_polya_full(*g, *x, low);
}

/* The sums of samples i. Parameters that no host has checked may be anything; the loop ends in any case. */
RR_FN rr_try rr_polya_sum_of(const rr_tile *t, rr_index i, rr_real b, rr_real z)
{
    const rr_polya_set g = rr_polya_hat(t, 1, z);
    const rr_real zero = rr_splat(RR_C(0)), one = rr_splat(RR_C(1));
    rr_real left = rr_min(b, rr_splat(RR_C(RR_POLYA_MAX)));
    rr_word c = rr_wsplat(0), j = rr_wsplat(0);
    rr_double sum = rr_double_of(zero, zero);
    rr_mask going = rr_lt(zero, left);
    while (rr_some(going)) {
        const rr_word turn = j | c << 8;
        const rr_two x = rr_polya_words(t, i, turn, RR_PURPOSE_MAIN);
        rr_try v = rr_polya_quick(g, x);
        if (rr_some(rr_mand(going, v.open))) rr_polya_low(t, i, turn, &g, &x, &v);
        const rr_mask took = rr_mand(going, v.accept);
        const rr_double more = rr_two_sum(sum.hi, rr_select(took, v.value, zero));
        sum = rr_double_join(more.hi, sum.lo + more.lo);
        left = left - rr_select(took, one, zero);
        c = c + rr_wselect(took, rr_wsplat(1), rr_wsplat(0));
        j = rr_wselect(took, rr_wsplat(0), j + 1u);
        going = rr_mand(rr_lt(zero, left), rr_wlt(j, rr_wsplat(RR_POLYA_CAP)));
    }
    return rr_try_of(sum.hi, rr_le(left, zero), rr_mfrom(0));
}

#define RR_RELATES_polya_gamma_sum 1
RR_FN rr_mask rr_polya_gamma_sum_related(const rr_real *v) { return rr_whole(v[0]); }

RR_FN void rr_polya_gamma_sum_prepare(rr_tile *t) { rr_polya_prepare(t, 1); }

RR_FN void rr_polya_gamma_sum_group(const rr_tile *t, const rr_block *b, rr_uint32 slot0, rr_try *v)
{
    (void)b;
    v[0] = rr_polya_sum_of(t, rr_slot_index(t, rr_iota() + slot0), rr_run_param(t, 0, slot0), rr_run_param(t, 1, slot0));
}

RR_FN rr_try rr_polya_gamma_sum_attempt(const rr_tile *t, rr_word slot, rr_word j)
{
    (void)j;
    return rr_polya_sum_of(t, rr_slot_index(t, slot), rr_slot_param(t, 0, slot), rr_slot_param(t, 1, slot));
}

RR_FN rr_try rr_polya_gamma_sum_decide(const rr_tile *t, rr_word slot, rr_word j)
{
    return rr_polya_gamma_sum_attempt(t, slot, j);
}

#define RR_AS_DRAWN polya_gamma_sum
#include "engine/draws/as_drawn.h"

#endif
