/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* wallenius-hypergeometric: Wallenius' noncentral hypergeometric distribution, the number of good items among nsample items
 * that are drawn one by one without replacement, a good item having odds times the weight of a bad one (Fog 2008).
 *
 * The draw is this urn. With g good and b bad items left, the next item is good with probability A / (A + b), A = odds g.
 * Let m be the smaller of A and b. The item is of the kind of m where U (A + b) < m, so both probabilities have a small
 * relative error however different they are. The urn ends where one kind is used up: the other items are of the other kind.
 * So a sample takes at most nsample items, 2^20, and one uniform of 128 bits per item.
 *
 * Relative error of P(k): a probability of an item is accurate to 2^-51 (A, A + b, the product and U are rounded once each),
 * which makes nsample 2^-51, 2^-31 for 2^20 items. Odds above 1e100 are replaced by 1e100: there and at odds 0 the smaller
 * kind would need a U below 2^-129.
 *
 * Words: item c of sample i has word c mod 4 of block i at draw c / 4, then the same word of its LOW block, then words 0 and
 * 1 of the side block at draw c (128 bits: count.h). The first word decides unless U (A + b) is within half an ulp of it,
 * with probability 2^-31 per item; then the other words are read, by a branch. So no draw is undecided or rejected. The
 * first items do not depend on nsample. */
#ifndef RR_SAMPLER_WALLENIUS_HYPERGEOMETRIC_H
#define RR_SAMPLER_WALLENIUS_HYPERGEOMETRIC_H

#include "laws/hypergeometric/draw/urn.h"

#define RR_GROUP_wallenius_hypergeometric 1
#define RR_AUX_wallenius_hypergeometric 0
#define RR_BLOCKS_wallenius_hypergeometric 1
#define RR_EXPENSIVE_wallenius_hypergeometric 1

#define RR_WALLENIUS_MAX 0x1p20        /* the largest nsample */
#define RR_WALLENIUS_ODDS_MAX RR_C(1e100)
#define RR_WALLENIUS_ITEMS 4u          /* per block */

#define RR_RELATES_wallenius_hypergeometric 3
RR_FN rr_mask rr_wallenius_hypergeometric_related(const rr_real *v) { return rr_urn_related(v); }

RR_FN void rr_wallenius_hypergeometric_prepare(rr_tile *t) { (void)t; }

/* The items that are left: good, bad, those to draw. */
typedef struct rr_wallenius {
    rr_real good, bad, left;
} rr_wallenius;

RR_FN rr_mask rr_wallenius_going(rr_wallenius x)
{
    const rr_real zero = rr_splat(RR_C(0));
    return rr_mand(rr_lt(zero, x.left), rr_mand(rr_lt(zero, x.good), rr_lt(zero, x.bad)));
}

/* U of item c, from all of its words. */
RR_SLOW_FN rr_real rr_wallenius_unit(const rr_tile *t, rr_index i, rr_uint32 c, rr_word first)
{
    const rr_word whole = rr_wsplat((c / RR_WALLENIUS_ITEMS) << 8), own = rr_wsplat(c << 8);
    const rr_block low = rr_draw(&t->key, i.lo, i.hi, whole, RR_PURPOSE_LOW);
    const rr_block side = rr_draw(&t->key, i.lo, i.hi, own, RR_PURPOSE_SIDE);
    const rr_word w[4] = {first, low.w[c % RR_WALLENIUS_ITEMS], side.w[0], side.w[1]};
    return rr_count_unit(w).hi;
}

/* Takes item c, whose first word is w. */
RR_FN rr_wallenius rr_wallenius_item(const rr_tile *t, rr_index i, rr_uint32 c, rr_word w, rr_real odds, rr_wallenius x)
{
    const rr_real one = rr_splat(RR_C(1)), zero = rr_splat(RR_C(0));
    const rr_mask going = rr_wallenius_going(x);
    const rr_real a = odds * x.good, all = a + x.bad, min = rr_min(a, x.bad);
    const rr_real u = (rr_fromuint(w) + RR_C(0.5)) * RR_C(0x1p-32), excess = u * all - min;
    rr_mask smaller = rr_lt(excess, zero);
    const rr_mask rough = rr_mand(going, rr_le(rr_abs(excess), all * RR_C(0x1p-32)));
    if (rr_some(rough)) smaller = rr_lt(rr_wallenius_unit(t, i, c, w) * all, min);
    const rr_mask less = rr_le(a, x.bad);
    const rr_mask good = rr_mor(rr_mand(less, smaller), rr_mnot(rr_mor(less, smaller)));
    const rr_real step = rr_select(going, one, zero), took = rr_select(good, step, zero);
    x.good = x.good - took;
    x.bad = x.bad - (step - took);
    x.left = x.left - step;
    return x;
}

/* The samples i; b: their blocks at draw 0. Parameters that no host has checked may be anything; the loop ends in any
 * case. */
RR_FN rr_try rr_wallenius_of(const rr_tile *t, rr_index i, rr_block b, const rr_real *v)
{
    const rr_real odds = rr_min_scalar(v[3], RR_WALLENIUS_ODDS_MAX);
    rr_wallenius x = {v[0], v[1], rr_min_scalar(v[2], RR_C(RR_WALLENIUS_MAX))};
    for (rr_uint32 c = 0; rr_some(rr_wallenius_going(x)); c += RR_WALLENIUS_ITEMS) {
        if (c) b = rr_draw(&t->key, i.lo, i.hi, rr_wsplat((c / RR_WALLENIUS_ITEMS) << 8), RR_PURPOSE_MAIN);
        RR_UNROLL
        for (rr_uint32 k = 0; k < RR_WALLENIUS_ITEMS; ++k) x = rr_wallenius_item(t, i, c + k, b.w[k], odds, x);
    }
    /* No bad item is left: all others are good. */
    const rr_real rest = rr_select(rr_lt(rr_splat(RR_C(0)), x.bad), rr_splat(RR_C(0)), rr_min(x.left, x.good));
    return rr_try_of(rr_count_value((v[0] - x.good) + rest), rr_mnot(rr_mfrom(0)), rr_mfrom(0));
}

RR_FN void rr_wallenius_hypergeometric_group(const rr_tile *t, const rr_block *b, rr_uint32 slot0, rr_try *v)
{
    rr_real p[4];
    RR_UNROLL
    for (rr_uint32 k = 0; k < 4; ++k) p[k] = rr_run_param(t, k, slot0);
    v[0] = rr_wallenius_of(t, rr_slot_index(t, rr_iota() + slot0), b[0], p);
}

RR_FN rr_try rr_wallenius_hypergeometric_attempt(const rr_tile *t, rr_word slot, rr_word j)
{
    const rr_index i = rr_slot_index(t, slot);
    rr_real p[4];
    RR_UNROLL
    for (rr_uint32 k = 0; k < 4; ++k) p[k] = rr_slot_param(t, k, slot);
    return rr_wallenius_of(t, i, rr_draw(&t->key, i.lo, i.hi, j, RR_PURPOSE_MAIN), p);
}

RR_FN rr_try rr_wallenius_hypergeometric_decide(const rr_tile *t, rr_word slot, rr_word j)
{
    return rr_wallenius_hypergeometric_attempt(t, slot, j);
}

#define RR_AS_DRAWN wallenius_hypergeometric
#include "engine/draws/as_drawn.h"

#endif
