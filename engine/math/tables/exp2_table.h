/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* 2^e in f64, by a table of 16 rows and a polynomial of degree 6; exp.h has one of degree 11.
 *
 * The caller computes t = e + RR_EXP2_ROUND, whose low bits are e rounded to a multiple of 1/16, k + j/16, and f = e - (k +
 * j/16), |f| <= 1/32, as accurately as it can. Row j is 2^(j/16) as the sum of two doubles, h + l:
 *
 *     2^e = 2^k (h + (h q + l)),   q = f Q(f) = 2^f - 1,
 *
 * Q a minimax polynomial of degree 5, with which 1 + q is within 2^-56.8. tests/math/coefficients.py computes all of it.
 *
 * rr_exp2_table returns the factor of 2^k, w, in [0.978, 2). Its error, besides that of f, is below 1/2 ulp, the rounding of
 * the sum, plus 0.17 2^-53 w: the polynomial has 2^-56.8 w; q, |q| < 0.022, has roundings of 3 2^-54 q; h q + l is rounded,
 * and l q is omitted. That is 0.59 ulp where w is 1, 0.67 near 2. Largest seen: 0.6012 ulp at -0x1.158baaeba6d2bp+9. */
#ifndef RR_MATH_EXP2_TABLE_H
#define RR_MATH_EXP2_TABLE_H

#include "engine/math/poly.h"

#if RR_DTYPE == 64

#define RR_EXP2_ROUND RR_C(0x1.8p48)   /* adding it rounds to a multiple of 1/16, in the low bits */

/* h, l */
#define RR_EXP2_ROWS(E) \
    E(0x1p0, 0) E(0x1.0b5586cf9890fp0, 0x1.8a62e4adc610bp-54)                                     \
    E(0x1.172b83c7d517bp0, -0x1.19041b9d78a76p-55) E(0x1.2387a6e756238p0, 0x1.9b07eb6c70573p-54)  \
    E(0x1.306fe0a31b715p0, 0x1.6f46ad23182e4p-55) E(0x1.3dea64c123422p0, 0x1.ada0911f09ebcp-55)   \
    E(0x1.4bfdad5362a27p0, 0x1.d4397afec42e2p-56) E(0x1.5ab07dd485429p0, 0x1.6324c054647adp-54)   \
    E(0x1.6a09e667f3bcdp0, -0x1.bdd3413b26456p-54) E(0x1.7a11473eb0187p0, -0x1.41577ee04992fp-55) \
    E(0x1.8ace5422aa0dbp0, 0x1.6e9f156864b27p-54) E(0x1.9c49182a3f09p0, 0x1.c7c46b071f2bep-56)    \
    E(0x1.ae89f995ad3adp0, 0x1.7a1cd345dcc81p-54) E(0x1.c199bdd85529cp0, 0x1.11065895048ddp-55)   \
    E(0x1.d5818dcfba487p0, 0x1.2ed02d75b3707p-55) E(0x1.ea4afa2a490dap0, -0x1.e9c23179c2893p-54)
#define RR_EXP2_ROW(h, l) h, l,
#define RR_EXP2_H(h, l) h,
#define RR_EXP2_L(h, l) l,
RR_TABLE rr_scalar rr_exp2_rows[] = {RR_EXP2_ROWS(RR_EXP2_ROW)};
RR_TABLE rr_scalar rr_exp2_columns[] = {RR_EXP2_ROWS(RR_EXP2_H) RR_EXP2_ROWS(RR_EXP2_L)};

/* 2^f - 1 */
RR_FN rr_real rr_exp2_less(rr_real f)
{
    const rr_real s = f * f;
    rr_real odd = rr_splat(RR_C(0x1.430aa37b53161p-13)), even = rr_splat(RR_C(0x1.5d89be3435f66p-10));
    odd = rr_step(odd, s, RR_C(0x1.3b2ab6fa85c67p-7));
    even = rr_step(even, s, RR_C(0x1.c6b08d6e8a7f2p-5));
    odd = rr_step(odd, s, RR_C(0x1.ebfbdff82c59fp-3));
    even = rr_step(even, s, RR_C(0x1.62e42fefa39fdp-1));
    return rr_fma(odd, f, even) * f;
}

RR_FN rr_real rr_exp2_table(rr_real t, rr_real f)
{
    rr_real h, l;
    rr_lookup16(rr_exp2_rows, rr_exp2_columns, rr_asbits(t), &h, &l);
    return h + rr_fma(h, rr_exp2_less(f), l);
}

#endif

#endif
