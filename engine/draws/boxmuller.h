/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Two standard normals from two uniforms: Box and Muller, Annals of Mathematical Statistics 29 (1958).
 *
 *     z0 = sqrt(-2 log U) cos 2 pi V,   z1 = sqrt(-2 log U) sin 2 pi V
 *
 * U keeps its significant digits near 0 (LOW words) and near 1 (t = U - 1), so the radius reaches sqrt(2 * 65 log 2) =
 * 9.49 in f32 and 13.37 in f64, and is right where it is small. V = (w + 1/2) 2^-32 needs no digits near 0: it is cut
 * into a quarter turn q and a rest |r| <= 1/2 quarter, in integers. No z is 0, since V is never a multiple of 1/8. */
#ifndef RR_BOXMULLER_H
#define RR_BOXMULLER_H

#include "engine/math/sincos.h"
#include "engine/bits/uniform.h"

typedef struct rr_turn {
    rr_real sin, cos;
} rr_turn;

/* Sine and cosine of 2 pi V from the quarter, which the upper two bits of q are the number of, and the rest r, in quarter
 * turns. The sine is negative in quarters 2 and 3, the cosine in 1 and 2. */
RR_FN rr_turn rr_turn_of(rr_word q, rr_real r)
{
    rr_turn a;
    rr_real s, c;
    rr_sincos_quarter(r, &s, &c);
    const rr_mask straight = rr_weq(q & 0x40000000u, rr_wsplat(0));
    const rr_bits minus_sin = rr_tobits(q & 0x80000000u) << (RR_DTYPE - 32);
    const rr_bits minus_cos = rr_tobits((q + 0x40000000u) & 0x80000000u) << (RR_DTYPE - 32);
    a.sin = rr_asreal(rr_asbits(rr_select(straight, s, c)) ^ minus_sin);
    a.cos = rr_asreal(rr_asbits(rr_select(straight, c, s)) ^ minus_cos);
    return a;
}

/* The quarter nearest to V, in the upper two bits, and what is left of the word, as a signed number. */
RR_FN rr_word rr_turn_quarter(rr_word w, rr_word *rest)
{
    const rr_word q = w + 0x20000000u;
    *rest = (w - (q & 0xc0000000u)) & RR_WORD_MASK;
    return q;
}

/* V of one word; of all the words that a dtype has. */
RR_FN rr_turn rr_turn_word(rr_word v)
{
    rr_word rest;
    const rr_word q = rr_turn_quarter(v, &rest);
    return rr_turn_of(q, rr_fma(rr_fromint(rest), rr_splat(RR_C(0x1p-30)), rr_splat(RR_C(0x1p-31))));
}

#if RR_DTYPE == 32
RR_FN rr_turn rr_turn_words(rr_word v) { return rr_turn_word(v); }
#else
RR_FN rr_turn rr_turn_words(rr_word v1, rr_word v0)
{
    rr_word rest;
    const rr_word q = rr_turn_quarter(v1, &rest);
    const rr_real lo = rr_fma(rr_fromuint(v0), rr_splat(RR_C(0x1p-62)), rr_splat(RR_C(0x1p-63)));
    return rr_turn_of(q, rr_fma(rr_fromint(rest), rr_splat(RR_C(0x1p-30)), lo));
}
#endif

/* 2 e is between 2^-32 (2^-64) and 130 log 2 (258 log 2). */
RR_FN rr_real rr_radius(rr_unit u)
{
    const rr_real e = rr_unit_neglog(u);
    return rr_sqrt_pos(e + e);
}

#endif
