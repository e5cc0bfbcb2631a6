/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* log2 x for x from 2^-130 to 2^130 in f64, as the sum of two numbers, by a table of 16 rows and a polynomial. It is
 * accurate absolutely, not relatively near 1 (as pow.h is).
 *
 * With x = 2^-k m, m in [1/2, 1), row j is for m in [16 + j, 17 + j) / 32. It has c, about 1/m in the middle, and L = -log2
 * c:
 *
 *     log2 x = (L - k) + P,   P = r Q(r) = log2(1 + r),   r = m c - 1,   |r| < 1/32.99,
 *
 * Q a minimax polynomial of degree 7, with which r Q is within 2^-56.0. L is a multiple of 2^-45, so L - k is exact, and was
 * chosen near the middle's such that c, rounded, has log2 c = -L to within 2^-66. tests/math/coefficients.py computes all of
 * it.
 *
 * Error of the sum: below 2^-55.2, including the polynomial's 2^-56.0. r is rounded once, 2^-59, which is 2^-58.4 of log2.
 * Q, below 1.47, and the product are rounded, 2^-58 each of P; earlier steps are multiplied by r. Largest seen, rounded
 * where |log2 x| >= 1: 0.5936 ulp at 0x1.30cd964948a3p-2. */
#ifndef RR_MATH_LOG2_TABLE_H
#define RR_MATH_LOG2_TABLE_H

#include "engine/math/poly.h"

#if RR_DTYPE == 64

/* c, L */
#define RR_LOG2_ROWS(E) \
    E(0x1.f07c1f07e0793p0, -0x1.e9452c8a9e7p-1) E(0x1.d41d41d401f23p0, -0x1.bdce9dcc6bp-1)  \
    E(0x1.bacf914c0a989p0, -0x1.94c287490fdp-1) E(0x1.a41a41a4a4b1cp0, -0x1.6ddfc2a8833p-1) \
    E(0x1.8f9c18f9ec9e5p0, -0x1.48eef193673p-1) E(0x1.7d05f41801189p0, -0x1.25c0a0469a6p-1) \
    E(0x1.6c16c16c416f6p0, -0x1.042bd4b9fe6p-1) E(0x1.5c9882b880673p0, -0x1.c819dc2a598p-2) \
    E(0x1.4e5e0a73560bfp0, -0x1.8a8980adbd4p-2) E(0x1.414141418a0dfp0, -0x1.4f6fbb2e3b2p-2) \
    E(0x1.3521cfb294f36p0, -0x1.169c053599cp-2) E(0x1.29e4129e39dfdp0, -0x1.bfc67a7fb7p-3)  \
    E(0x1.1f7047dc201d9p0, -0x1.563dc2a08c4p-3) E(0x1.15b1e5f71917fp0, -0x1.e0b1ae8a6b8p-4) \
    E(0x1.0c9714fc197c7p0, -0x1.1bb32a668ap-4) E(0x1.04104103b2eaep0, -0x1.743ee840dp-6)
#define RR_LOG2_ROW(c, l) c, l,
#define RR_LOG2_C(c, l) c,
#define RR_LOG2_L(c, l) l,
RR_TABLE rr_scalar rr_log2_rows[] = {RR_LOG2_ROWS(RR_LOG2_ROW)};
RR_TABLE rr_scalar rr_log2_columns[] = {RR_LOG2_ROWS(RR_LOG2_C) RR_LOG2_ROWS(RR_LOG2_L)};

/* log2(1 + r) / r */
RR_FN rr_real rr_log2_ratio(rr_real r)
{
    const rr_real s = r * r;
    rr_real odd = rr_splat(RR_C(-0x1.71fa0e23d33ebp-3)), even = rr_splat(RR_C(0x1.a6c580b18f5eap-3));
    odd = rr_step(odd, s, RR_C(-0x1.ec707caff5cd2p-3));
    even = rr_step(even, s, RR_C(0x1.2776b5af5d7f4p-2));
    odd = rr_step(odd, s, RR_C(-0x1.7154765417e55p-2));
    even = rr_step(even, s, RR_C(0x1.ec709dc4a1603p-2));
    odd = rr_step(odd, s, RR_C(-0x1.71547652b82afp-1));
    even = rr_step(even, s, RR_C(0x1.71547652b82ecp0));
    return rr_fma(odd, r, even);
}

/* log2 x: L - k, which is exact, and the rest, below 1/22 in size. */
typedef struct rr_log2_parts {
    rr_real row, rest;
} rr_log2_parts;

RR_FN rr_log2_parts rr_log2_table(rr_real x)
{
    rr_log2_parts p;
    rr_real c, l;
    const rr_bits b = rr_asbits(x);
    rr_lookup16(rr_log2_rows, rr_log2_columns, b >> 48, &c, &l);
    const rr_real m = rr_asreal((b & 0xfffffffffffffu) | 0x3fe0000000000000u), r = rr_fma(m, c, rr_splat(RR_C(-1)));
    p.row = l - rr_octave(x);
    p.rest = r * rr_log2_ratio(r);
    return p;
}

#endif

#endif
