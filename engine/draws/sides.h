/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The two distances of a uniform U, for symmetric distributions: v to the nearer end, c = 1/2 - v to the middle, and the
 * sign of U - 1/2. Both are computed from the words, so that each has all its significant bits where it is small: v by the
 * rule of uniform.h, down to 2^-65 (2^-129), c as (m + 1/2) 2^-32 or 2^-64 with m the words' distance to the middle, so
 * never 0. U and 1 - U have the same v and c.
 *
 * f32: near, the word or its complement, has its top bit 0. v = RN(near) 2^-32 from near = 2^24 on, which drops the 1/2 (so
 * that v is within 3/4 ulp, by one conversion), and c = fma(RN(m), 2^-32, 2^-33): exact in m up to 2^24, then two roundings,
 * which differ from one by 2^-25 of it. f64: U - 1/2 = hi + lo, w1 2^-32 - 1/2 and (w0 + 1/2) 2^-64, both exact, and so is
 * 1/2 - |hi|: v and c are rounded once.
 *
 * Undecided where v is below a limit that the sampler sets, at least that of LOW words, RR_SIDES_LOW. */
#ifndef RR_SIDES_H
#define RR_SIDES_H

#include "icdf.h"

typedef struct rr_sides {
    rr_real v, c;
    rr_bits sign;
    rr_mask open;
} rr_sides;

#if RR_DTYPE == 32
#define RR_SIDES_LOW RR_C(0x1p-8)

RR_FN rr_sides rr_sides_of(rr_word w, rr_scalar limit)
{
    rr_sides x;
    const rr_word near = w ^ rr_ends_flip(w >> 31);
    x.v = rr_fromint(near) * RR_C(0x1p-32);
    x.c = rr_fma(rr_fromint(near ^ 0x7fffffffu), rr_splat(RR_C(0x1p-32)), rr_splat(RR_C(0x1p-33)));
    x.sign = rr_tobits(~w & 0x80000000u);
    x.open = rr_lt(x.v, rr_splat(limit));
    return x;
}

RR_FN rr_sides rr_sides_full(rr_word w, rr_word low)
{
    const rr_word flip = rr_ends_flip(w >> 31);
    rr_sides x = rr_sides_of(w, RR_SIDES_LOW);
    x.v = rr_select(x.open, rr_unit_full(w ^ flip, low ^ flip).u, x.v);
    return x;
}
#else
#define RR_SIDES_LOW RR_C(0x1p-11)

RR_FN rr_sides rr_sides_of(rr_word w1, rr_word w0, rr_scalar limit)
{
    rr_sides x;
    const rr_real hi = rr_fma(rr_fromuint(w1), rr_splat(RR_C(0x1p-32)), rr_splat(RR_C(-0.5)));
    const rr_real lo = rr_fma(rr_fromuint(w0), rr_splat(RR_C(0x1p-64)), rr_splat(RR_C(0x1p-65)));
    x.sign = rr_asbits(hi) & rr_asbits(rr_splat(RR_C(-0.)));
    const rr_real size = rr_abs(hi), rest = rr_asreal(rr_asbits(lo) ^ x.sign);
    x.c = size + rest;
    x.v = (RR_C(0.5) - size) - rest;
    x.open = rr_lt(x.v, rr_splat(limit));
    return x;
}

RR_FN rr_sides rr_sides_full(rr_word w1, rr_word w0, rr_word l1, rr_word l0)
{
    const rr_word flip = rr_ends_flip(w1 >> 31);
    rr_sides x = rr_sides_of(w1, w0, RR_SIDES_LOW);
    x.v = rr_select(x.open, rr_unit_full(w1 ^ flip, w0 ^ flip, l1 ^ flip, l0 ^ flip).u, x.v);
    return x;
}
#endif

/* y >= 0 with the sign of U - 1/2. */
RR_FN rr_real rr_sides_signed(rr_sides x, rr_real y) { return rr_asreal(rr_asbits(y) | x.sign); }

/* ---- For functions that have a logarithm at both ends ----------------------------------------------------------------- */

/* Uniforms with LOW words in the distance to either end.
 *
 * rr_both_first, rr_both_full   rr_unit (uniform.h), but t, U - 1, has LOW words for the last 2^24 words of U
 *                               (in f64 the last 2^53): it is -u of the mirrored words. Undecided at both ends (2^-7; f64:
 *                               2^-9).
 * rr_folded                     for distributions symmetric about U = 1/2: with v the distance of U to its nearer end and c
 *                               to 1/2, u = 2 v and t = u - 1 = -2 c, and the sign of U - 1/2. v has LOW words where it is
 *                               below 2^-8 (2^-11): there it is undecided (2^-7; f64: 2^-10). u is in (0, 1].
 *
 * f64: the words make W; near is W, or its complement from 2^63 on, and 2 near + 1, an odd 64-bit number, is u 2^64 exactly:
 * u and t are rounded once. t is defined where u is above 1/2 only. f32: near has 31 bits, u = RN(near) 2^-31 from near =
 * 2^24 on, which drops the 1/2, so that u is within 3/4 ulp, and t = -fma(RN(m), 2^-31, 2^-32), m the complement of near,
 * everywhere; m up to 2^24 is exact, then there are two roundings, which differ from one by 2^-25 of it. */
typedef struct rr_folded {
    rr_real u, t;
    rr_bits sign;
    rr_mask open;
} rr_folded;

/* y >= 0 with the sign of U - 1/2. */
RR_FN rr_real rr_folded_signed(rr_folded x, rr_real y) { return rr_asreal(rr_asbits(y) | x.sign); }

/* -2 c for every u. */
RR_FN rr_real rr_folded_less(rr_folded x)
{
#if RR_DTYPE == 32
    return x.t;
#else
    return rr_select(rr_lt(rr_splat(RR_C(0.5)), x.u), x.t, x.u - RR_C(1));
#endif
}

#if RR_DTYPE == 32
#define RR_FOLDED_LOW RR_C(0x1p-7)

RR_FN rr_unit rr_both_first(rr_word w)
{
    rr_unit x = rr_unit_first(w);
    x.open = rr_wlt(w + RR_UNIT_OPEN, rr_wsplat(2 * RR_UNIT_OPEN));
    return x;
}

RR_FN rr_unit rr_both_full(rr_word w, rr_word low)
{
    rr_unit x = rr_unit_full(w, low);
    x.t = -rr_unit_full(~w, ~low).u;
    return x;
}

RR_FN rr_folded rr_folded_of(rr_word w)
{
    rr_folded x;
    const rr_word near = w ^ rr_ends_flip(w >> 31);
    x.u = rr_fromint(near) * RR_C(0x1p-31);
    x.t = rr_fma(rr_fromint(near ^ 0x7fffffffu), rr_splat(RR_C(-0x1p-31)), rr_splat(RR_C(-0x1p-32)));
    x.sign = rr_tobits(~w & 0x80000000u);
    x.open = rr_lt(x.u, rr_splat(RR_FOLDED_LOW));
    return x;
}

RR_FN rr_folded rr_folded_full(rr_word w, rr_word low)
{
    const rr_word flip = rr_ends_flip(w >> 31);
    rr_folded x = rr_folded_of(w);
    const rr_real v = rr_unit_full(w ^ flip, low ^ flip).u;
    x.u = rr_select(x.open, v + v, x.u);
    return x;
}
#else
#define RR_FOLDED_LOW RR_C(0x1p-10)

RR_FN rr_unit rr_both_first(rr_word w1, rr_word w0) { return rr_unit_first(w1, w0); }

RR_FN rr_word rr_word_not(rr_word w) { return ~w & RR_WORD_MASK; }

RR_FN rr_unit rr_both_full(rr_word w1, rr_word w0, rr_word l1, rr_word l0)
{
    rr_unit x = rr_unit_full(w1, w0, l1, l0);
    x.t = -rr_unit_full(rr_word_not(w1), rr_word_not(w0), rr_word_not(l1), rr_word_not(l0)).u;
    return x;
}

RR_FN rr_folded rr_folded_of(rr_word w1, rr_word w0)
{
    rr_folded x;
    const rr_wide w = rr_wide_join(w1, w0), flip = rr_tobits(rr_wsplat(0)) - (w >> 63), twice = ((w << 1) ^ flip) | 1u;
    x.u = rr_wide_unit(twice);
    x.t = rr_wide_unit_less(twice);
    x.sign = ~w & 0x8000000000000000u;
    x.open = rr_lt(x.u, rr_splat(RR_FOLDED_LOW));
    return x;
}

RR_FN rr_folded rr_folded_full(rr_word w1, rr_word w0, rr_word l1, rr_word l0)
{
    const rr_word flip = rr_ends_flip(w1 >> 31);
    rr_folded x = rr_folded_of(w1, w0);
    const rr_real v = rr_unit_full(w1 ^ flip, w0 ^ flip, l1 ^ flip, l0 ^ flip).u;
    x.u = rr_select(x.open, v + v, x.u);
    return x;
}
#endif

#endif
