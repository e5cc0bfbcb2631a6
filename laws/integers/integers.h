/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* integers: an integer from [low, high), each with the same probability. n = high - low is any number up to 2^64.
 *
 * Lemire's multiplication (ACM Transactions on Modeling and Computer Simulation 29 (2019) 3): for a word X of b bits the
 * sample is low + floor(X n / 2^b), rejected where the leftover X n mod 2^b is below 2^b mod n. Then each integer comes from
 * the same number of words X, so the distribution is exact. Where n <= 2^32, X is word i mod 4 of block i / 4 of the attempt
 * and b = 32. Otherwise X is that word followed by its LOW word, and b = 64.
 *
 * One word is treated as two whose lower one is 0: with N = 2^32 n in place of n (N = n for two words) both leftovers are
 * compared with 2^64 mod N, which is computed once for constant low and high. For per-sample bounds a leftover of at least N
 * is above it; for a leftover below N, a fraction n / 2^b, the full test computes it. n and N are 64-bit numbers, with 0 for
 * 2^64. */
#ifndef RR_SAMPLER_INTEGERS_H
#define RR_SAMPLER_INTEGERS_H

#include "engine/draws/integer.h"
#if RR_DTYPE == 64
#include "engine/draws/count.h"
#endif

#define RR_GROUP_integers 4
#define RR_AUX_integers 0
#define RR_BLOCKS_integers (RR_DTYPE == 32 ? 1 : 2)
#define RR_IN_ORDER_integers (RR_DTYPE == 32)
#define RR_FILTER_integers (RR_DTYPE == 32)
#define RR_SUITS_integers 1
#define RR_ASCENDS_integers 1
#define RR_VARYING_integers 3

#if RR_DTYPE == 32
/* For constant bounds and n < 2^32, all below 2^31 in magnitude: no attempt is undecided. `more`: the number of integers in
 * addition to the high - low from low on. */
RR_FN void rr_integers_prepare_of(rr_tile *t, rr_uint32 more)
{
    rr_uint32 low, high;
    memcpy(&low, t->param[0], 4);
    memcpy(&high, t->param[1], 4);
    const rr_uint32 n = high - low + more, kept[3] = {low, n, n ? (0u - n) % n : 0};
    memcpy(RR_SETUP(t), kept, sizeof kept);
}

RR_FN rr_try rr_integers_number(const rr_tile *t, rr_uint32 slot0, rr_bits number)
{
    rr_uint32 kept[3];
    rr_word whole;
    (void)slot0;
    memcpy(kept, RR_SETUP(t), sizeof kept);
    const rr_word left = rr_mulhilo(rr_toword(number), kept[1], &whole);
    return rr_try_of(rr_word_value(whole + kept[0]), rr_mnot(rr_wlt(left, rr_wsplat(kept[2]))), rr_mfrom(0));
}
#else
typedef struct rr_integers_set {
    rr_wide low, n, bound;   /* 2^64 mod N, or N where that is not computed */
} rr_integers_set;

/* True where the sample takes two words. */
RR_FN rr_mask rr_integers_two(rr_wide n) { return rr_mnot(rr_weq(rr_wide_upper(n - 1u), rr_wsplat(0))); }

/* True where there are fewer than 2^32 integers. */
RR_FN rr_mask rr_integers_few(rr_wide n) { return rr_weq(rr_wide_upper(n) | rr_wide_upper(n - 1u), rr_wsplat(0)); }

RR_FN rr_wide rr_integers_unit(rr_wide n) { return rr_bselect(rr_integers_two(n), n, n << 32); }

/* 2^64 mod N for N from 2^32 on, as 2^64 - q N. q is the quotient rounded down, or one less; for N above 2^63 it is 1. */
RR_FN rr_wide rr_integers_over(rr_wide unit)
{
    const rr_real one = rr_splat(RR_C(1)), none = rr_splat(RR_C(0));
    const rr_real size = rr_fma(rr_fromuint(rr_wide_upper(unit)), rr_splat(RR_C(0x1p32)), rr_fromuint(rr_wide_lower(unit)));
    const rr_real q = rr_count_floor(rr_div(rr_splat(RR_C(0x1.ffffffffffff8p63)), rr_max(size, one)));
    const rr_wide rest = rr_asbits(none) - rr_count_bits(rr_max(q, one)) * unit;
    const rr_wide over = rr_bselect(rr_wide_less(rest, unit), rest, rest - unit);
    return rr_bselect(rr_lt(none, size), over, rr_asbits(none));
}

/* `more`: the number of integers in addition to the high - low from low on. */
RR_FN void rr_integers_prepare_of(rr_tile *t, rr_uint32 more)
{
    rr_setup_put(t, 0, rr_word_value(rr_wsplat(more)));
    if (t->varies & 3) return;
    const rr_wide low = rr_asbits(rr_tile_param(t, 0)),
                  n = rr_asbits(rr_tile_param(t, 1)) - low + rr_tobits(rr_wsplat(more));
    rr_setup_put(t, 1, rr_wide_value(low));
    rr_setup_put(t, 2, rr_wide_value(n));
    rr_setup_put(t, 3, rr_wide_value(rr_integers_over(rr_integers_unit(n))));
}

RR_FN rr_integers_set rr_integers_kept(const rr_tile *t)
{
    rr_integers_set g;
    g.low = rr_asbits(rr_splat(RR_SETUP(t)[1]));
    g.n = rr_asbits(rr_splat(RR_SETUP(t)[2]));
    g.bound = rr_asbits(rr_splat(RR_SETUP(t)[3]));
    return g;
}

/* Where low or high is per-sample. */
RR_FN rr_integers_set rr_integers_varying(const rr_tile *t, rr_real low, rr_real high)
{
    rr_integers_set g;
    g.low = rr_asbits(low);
    g.n = rr_asbits(high) - g.low + rr_asbits(rr_splat(RR_SETUP(t)[0]));
    g.bound = rr_integers_unit(g.n);
    return g;
}

RR_FN rr_integers_set rr_integers_of_slots(const rr_tile *t, rr_word slot)
{
    return t->varies & 3 ? rr_integers_varying(t, rr_slot_param(t, 0, slot), rr_slot_param(t, 1, slot)) :
        rr_integers_kept(t);
}

/* X n: the upper half is returned, the lower half is *left. X is w, with `low` below it where two words are used. */
RR_FN rr_wide rr_integers_product(rr_wide n, rr_word w, rr_word low, rr_wide *left)
{
    const rr_word n0 = rr_wide_lower(n), n1 = rr_wide_upper(n);
    const rr_wide first = rr_wide_times(w, n0);
    *left = first << 32;
    if (!rr_some(rr_mnot(rr_integers_few(n)))) return first >> 32;
    const rr_word y = rr_wselect(rr_integers_two(n), low, rr_wsplat(0));
    const rr_wide last = rr_wide_times(y, n0);
    const rr_wide middle = (last >> 32) + rr_tobits(rr_wide_lower(first)) + rr_wide_times(y, n1);
    *left = middle << 32 | rr_tobits(rr_wide_lower(last));
    const rr_wide whole = rr_wide_times(w, n1) + rr_tobits(rr_wide_upper(first)) + rr_tobits(rr_wide_upper(middle));
    return rr_bselect(rr_weq(rr_wide_upper(n) | rr_wide_lower(n), rr_wsplat(0)), rr_wide_join(w, low), whole);
}

RR_FN rr_try rr_integers_of(const rr_tile *t, rr_integers_set g, rr_word w, rr_word low)
{
    rr_wide left;
    const rr_wide whole = rr_integers_product(g.n, w, low, &left);
    const rr_mask under = rr_wide_less(left, g.bound);
    return rr_try_of(rr_wide_value(g.low + whole), rr_mnot(under), t->varies & 3 ? under : rr_mfrom(0));
}

RR_FN void rr_integers_params(const rr_tile *t, rr_uint32 p, rr_uint32 slot0, rr_real *v)
{
    if (t->varies >> p & 1) rr_load4((RR_GLOBAL const rr_scalar *)t->param[p] + slot0, &v[0], &v[1], &v[2], &v[3]);
    else v[0] = v[1] = v[2] = v[3] = rr_tile_param(t, p);
}

/* The block of four indices, and its LOW block. */
RR_FN rr_series rr_integers_series(int k) { return rr_series_of(0, 0, 0, k ? RR_PURPOSE_LOW : RR_PURPOSE_MAIN); }

RR_FN void rr_integers_group(const rr_tile *t, const rr_block *b, rr_uint32 slot0, rr_try *v)
{
    rr_integers_set g[4] = {rr_integers_kept(t), rr_integers_kept(t), rr_integers_kept(t), rr_integers_kept(t)};
    if (t->varies & 3) {
        rr_real low[4], high[4];
        rr_integers_params(t, 0, slot0, low);
        rr_integers_params(t, 1, slot0, high);
        RR_UNROLL
        for (int k = 0; k < 4; ++k) g[k] = rr_integers_varying(t, low[k], high[k]);
    }
    RR_UNROLL
    for (int k = 0; k < 4; ++k) v[k] = rr_integers_of(t, g[k], b[0].w[k], b[1].w[k]);
}

RR_FN void rr_integers_words(const rr_tile *t, rr_word slot, rr_word j, rr_word *w, rr_word *low)
{
    const rr_index i = rr_slot_index(t, slot), q = rr_quarter(i);
    *w = rr_pick4(rr_draw(&t->key, q.lo, q.hi, j, RR_PURPOSE_MAIN), i.lo);
    *low = rr_pick4(rr_draw(&t->key, q.lo, q.hi, j, RR_PURPOSE_LOW), i.lo);
}

RR_FN rr_try rr_integers_attempt(const rr_tile *t, rr_word slot, rr_word j)
{
    rr_word w, low;
    rr_integers_words(t, slot, j, &w, &low);
    return rr_integers_of(t, rr_integers_of_slots(t, slot), w, low);
}

RR_FN rr_try rr_integers_decide(const rr_tile *t, rr_word slot, rr_word j)
{
    const rr_integers_set g = rr_integers_of_slots(t, slot);
    rr_word w, low;
    rr_wide left;
    rr_integers_words(t, slot, j, &w, &low);
    const rr_wide whole = rr_integers_product(g.n, w, low, &left);
    const rr_mask under = rr_wide_less(left, rr_integers_over(rr_integers_unit(g.n)));
    return rr_try_of(rr_wide_value(g.low + whole), rr_mnot(under), rr_mfrom(0));
}

/* True where the first attempt in 32 bits holds all integers. */
RR_FN rr_mask rr_integers_suits(const rr_tile *t, rr_uint32 slot0)
{
    const rr_integers_set g = rr_integers_kept(t);
    const rr_wide first = g.low + 0x80000000u, last = first + g.n - 1u;
    (void)slot0;
    if (t->varies & 3) return rr_mfrom(0);
    return rr_mand(rr_integers_few(g.n), rr_weq(rr_wide_upper(first) | rr_wide_upper(last), rr_wsplat(0)));
}
#endif

RR_FN void rr_integers_prepare(rr_tile *t) { rr_integers_prepare_of(t, 0); }

#define RR_AS_DRAWN integers
#include "engine/draws/as_drawn.h"

#endif
