/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Counts with two uniforms U and V per attempt. Word 0 of each is word i mod 2, or 2 + i mod 2, of block i / 2, word 1 the
 * same of its LOW block, words 2 and 3 are words 0 and 1, or 2 and 3, of index i's side block: 128 bits. */
#ifndef RR_COUNT_H
#define RR_COUNT_H

#include "engine/draws/integer.h"

RR_FN void rr_count_words(const rr_tile *t, rr_index i, rr_word j, rr_uint32 purpose, rr_word *wu, rr_word *wv)
{
    const rr_index h = rr_half(i);
    const rr_block b = rr_draw(&t->key, h.lo, h.hi, j, purpose);
    const rr_mask odd = rr_weq(i.lo & 1u, rr_wsplat(1));
    *wu = rr_wselect(odd, b.w[1], b.w[0]);
    *wv = rr_wselect(odd, b.w[3], b.w[2]);
}

/* Parameter p of a group's two slots. */
RR_FN void rr_count_params(const rr_tile *t, rr_uint32 p, rr_uint32 slot0, rr_real *v)
{
    if (t->varies >> p & 1) rr_load2((RR_GLOBAL const rr_scalar *)t->param[p] + slot0, &v[0], &v[1]);
    else v[0] = v[1] = rr_slot_param(t, p, rr_wsplat(0));
}

#if RR_DTYPE == 64
#include "engine/math/double_word.h"

/* floor(x) for x >= 0. Numbers from 2^52 on have no fraction. */
RR_FN rr_real rr_count_floor(rr_real x)
{
    const rr_real big = rr_select(rr_lt(x, rr_splat(RR_C(0x1p52))), rr_splat(RR_C(0x1p52)), rr_splat(RR_C(0)));
    const rr_real near = (x + big) - big;
    return near - rr_select(rr_lt(x, near), rr_splat(RR_C(1)), rr_splat(RR_C(0)));
}

/* The count of an integer k, 0 <= k < 2^52; of one up to 2^53, from a quarter of it. */
RR_FN rr_wide rr_count_bits(rr_real k) { return rr_asbits(k + RR_C(0x1p52)) & 0xfffffffffffffu; }
RR_FN rr_real rr_count_value(rr_real k) { return rr_wide_value(rr_count_bits(k)); }
RR_FN rr_real rr_count_long_value(rr_real k)
{
    const rr_real quarter = rr_count_floor(k * RR_C(0.25));
    return rr_wide_value((rr_count_bits(quarter) << 2) + rr_count_bits(k - RR_C(4) * quarter));
}

#define RR_COUNT_MAX RR_C(0x1p53)

/* The probability of the rarer one of two outcomes whose weights (or whose odds and 1) are a and b, within an ulp and a
 * half. An f64 near 1 has lost the digits of its complement: 1 + 1e-16 is 1. So composites count the rarer outcome. a may be
 * infinite, and a + b is above 0. */
RR_FN rr_real rr_rarer_chance(rr_real a, rr_real b) { return rr_div(rr_min(a, b), a + b); }

/* The count of the first outcome of n: what a stage counted, or the rest where that was the second one. */
RR_FN rr_real rr_count_of_first(rr_mask second, rr_real n, rr_real counted)
{
    const rr_wide all = rr_asbits(rr_count_long_value(n));
    return rr_select(second, rr_wide_value(all - rr_asbits(counted)), counted);
}

/* The stages of a count of parameter 0 whose probability is a beta variate, and their join. The odds are drawn, a beta-prime
 * variate of parameters 1 and 2, so that neither p nor 1 - p loses digits; then the count of the rarer outcome. */
RR_FN void rr_beta_count_stage(const rr_tile *t, rr_uint32 slot0, rr_uint32 number, const rr_real *made, rr_real *param)
{
    const rr_real one = rr_splat(RR_C(1));
    param[0] = rr_run_param_either(t, number == 0, 0, 1, slot0);
    param[1] = number == 0 ? rr_run_param(t, 2, slot0) : rr_rarer_chance(made[0], one);
    param[2] = one;   /* the odds' scale */
}

RR_FN rr_real rr_beta_count_join(const rr_tile *t, rr_uint32 slot0, const rr_real *made)
{
    return rr_count_of_first(rr_lt(rr_splat(RR_C(1)), made[0]), rr_run_param(t, 0, slot0), made[1]);
}

/* 128 bits as a double word, followed by a bit of 1/2. */
RR_FN rr_double rr_count_unit(const rr_word *w)
{
    const rr_real tail = rr_fma(rr_fromuint(w[2]), rr_splat(RR_C(0x1p-96)),
                                (rr_fromuint(w[3]) + RR_C(0.5)) * RR_C(0x1p-128));
    const rr_double top = rr_two_sum(rr_fromuint(w[0]) * RR_C(0x1p-32), rr_fromuint(w[1]) * RR_C(0x1p-64));
    return rr_double_add(top, rr_double_of(tail, rr_splat(RR_C(0))));
}

/* All words of U and V. */
RR_FN void rr_count_all_words(const rr_tile *t, rr_index i, rr_word j, rr_word *wu, rr_word *wv)
{
    const rr_block side = rr_draw(&t->key, i.lo, i.hi, j, RR_PURPOSE_SIDE);
    rr_count_words(t, i, j, RR_PURPOSE_MAIN, &wu[0], &wv[0]);
    rr_count_words(t, i, j, RR_PURPOSE_LOW, &wu[1], &wv[1]);
    wu[2] = side.w[0];
    wu[3] = side.w[1];
    wv[2] = side.w[2];
    wv[3] = side.w[3];
}
#else
/* u or v of one word: the least significant half is included. */
RR_FN rr_real rr_narrow_unit(rr_word w)
{
    return rr_fma(rr_upper16(w), rr_splat(RR_C(0x1p-16)), rr_lower16(w, RR_C(0x1p-32), RR_C(0x1p-33)));
}

/* Counts are below 2^23: the integer, by its bits. */
RR_FN rr_real rr_narrow_count(rr_real k) { return rr_word_value(rr_toword(rr_asbits(k + RR_C(0x1p23)) & 0x7fffffu)); }

/* floor(x) for |x| < 2^22; undefined for larger x. */
#define RR_NARROW_MAX RR_C(0x1p22)
RR_FN rr_real rr_narrow_floor(rr_real x)
{
    const rr_real round = (x + RR_C(0x1.8p23)) - RR_C(0x1.8p23);
    return round - rr_select(rr_lt(x, round), rr_splat(RR_C(1)), rr_splat(RR_C(0)));
}
#endif

#endif
