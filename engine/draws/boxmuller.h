/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Two standard normals from two uniforms: Box and Muller, Annals of Mathematical Statistics 29 (1958).
 *
 *     z0 = sqrt(-2 log U) cos 2 pi V,   z1 = sqrt(-2 log U) sin 2 pi V
 *
 * U keeps its significant bits near 0 (LOW words) and near 1 (t = U - 1), so the radius reaches sqrt(2 * 65 log 2) = 9.49 in
 * f32 and 13.37 in f64, and is accurate where it is small. V = (w + 1/2) 2^-32 needs no more bits near 0: it is split into a
 * quarter turn q and a rest |r| <= 1/2 quarter, in integers. No z is 0, since V is never a multiple of 1/8.
 *
 * In f64 V = (W + 1/2) 2^-64, and 4 r 2^62 = 4 W + 2, modulo the 2^64 of the quarters, which overflow: a signed number of 64
 * bits, rounded once when it is converted. */
#ifndef RR_BOXMULLER_H
#define RR_BOXMULLER_H

#include "engine/math/sincos.h"
#include "engine/bits/uniform.h"

typedef struct rr_turn {
    rr_real sin, cos;
} rr_turn;

/* Sine and cosine of 2 pi V from the quarter nearest to V, whose number is the upper two bits of q, and the rest r, in
 * quarter turns. In odd quarters (not straight) the two are exchanged; the sine is negative in quarters 2 and 3, the cosine
 * in 1 and 2. */
RR_FN rr_turn rr_turn_of(rr_bits q, rr_mask straight, rr_real r)
{
    rr_turn a;
    rr_real s, c;
    rr_sincos_quarter(r, &s, &c);
    const rr_bits top = rr_asbits(rr_splat(RR_C(-0.)));
    a.sin = rr_asreal(rr_asbits(rr_select(straight, s, c)) ^ (q & top));
    a.cos = rr_asreal(rr_asbits(rr_select(straight, c, s)) ^ ((q + (top >> 1)) & top));
    return a;
}

#if RR_DTYPE == 32
RR_FN rr_turn rr_turn_words(rr_word v)
{
    const rr_word q = v + 0x20000000u, rest = v - (q & 0xc0000000u);
    const rr_real r = rr_fma(rr_fromint(rest), rr_splat(RR_C(0x1p-30)), rr_splat(RR_C(0x1p-31)));
    return rr_turn_of(rr_tobits(q), rr_weq(q & 0x40000000u, rr_wsplat(0)), r);
}

/* V of one word; here the same function. */
RR_FN rr_turn rr_turn_word(rr_word v) { return rr_turn_words(v); }
#else
/* V of the bits w; rest is 4 V 2^64 as a signed number. */
RR_FN rr_turn rr_turn_rest(rr_wide w, rr_wide rest)
{
    const rr_wide q = w + 0x2000000000000000u;
    return rr_turn_of(q, rr_mnot(rr_wide_bit(q, 62)), rr_wide_signed(rest));
}

RR_FN rr_turn rr_turn_wide(rr_wide w) { return rr_turn_rest(w, w << 2 | 2u); }

/* V of one word: 4 W is exact, where W is the word plus one half. */
RR_FN rr_turn rr_turn_word(rr_word v)
{
    const rr_wide w = rr_wide_join(v, rr_wsplat(0x80000000u));
    return rr_turn_rest(w, w << 2);
}

RR_FN rr_turn rr_turn_words(rr_word v1, rr_word v0) { return rr_turn_wide(rr_wide_join(v1, v0)); }
#endif

/* 2 e is between 2^-32 (2^-64) and 130 log 2 (258 log 2). */
RR_FN rr_real rr_radius(rr_unit u)
{
    const rr_real e = rr_unit_neglog(u);
    return rr_sqrt_pos(e + e);
}

#endif
