/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The two distances of a uniform U, for symmetric laws: v to the nearer end, c = 1/2 - v to the middle, and the sign of U -
 * 1/2. Both are made from the words, so that each has all its significant digits where it is small: v by the rule of
 * uniform.h, down to 2^-65 (2^-129), c as (m + 1/2) 2^-32 or 2^-64 with m the words' distance to the middle, so never 0. The
 * sides of U and of 1 - U are the same numbers.
 *
 * f32: near, the word or its complement, has its top bit 0. v = RN(near) 2^-32 from near = 2^24 on, where 1/2 more is lost
 * in the rounding (so that v is within 3/4 ulp, and one conversion), and c = fma(RN(m), 2^-32, 2^-33): m up to 2^24 exact,
 * then two roundings, which differ from one by a 2^-25th. f64: U - 1/2 = hi + lo, w1 2^-32 - 1/2 and (w0 + 1/2) 2^-64, both
 * exact, and so is 1/2 - |hi|: v and c are rounded once.
 *
 * Undecided where v is below a limit that the sampler gives, at least that of LOW words, RR_SIDES_LOW. */
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

#endif
