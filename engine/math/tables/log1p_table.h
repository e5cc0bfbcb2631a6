/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* -log(1 + x) in f64, for x from 0 to 2^200, by a table of 16 rows and the polynomial of neglog_table.h.
 *
 * z is 1 + x rounded, which selects only the row and k. Row j is for z 2^-k in [1 + j/16 - h, 1 + (j + 1)/16 - h), h = 1/32
 * + 2^-10 (the part of row 0 below 1 belongs to the octave below, so that it is h/2 long). It has c, about 1 / (1 + j/16),
 * and l = log c; c was chosen near that value such that log c is within 2^-66 of a double, and is 1 in row 0
 * (tests/math/coefficients.py):
 *
 *     -log(1 + x) = -k LN2 + (l + (r^2 Q(r) - r)),   r = 2^-k c (1 + x) - 1 = x S + (S - 1),   S = 2^-k c.
 *
 * r is in [-1/32, 1/33], as there. The table holds c times 2^1022, so that one subtraction of bits gives S.
 *
 * Error, in ulp of the result y, below 2. In row 0 of k = 0 S is 1: r is x and the result is v = r^2 Q - r, relatively
 * accurate down to the smallest x. In the other rows of k = 0, S - 1 is exact, as S is in [1/2, 1]; y >= 0.0298; r and v are
 * rounded once, 2^-59 at most, 1/2 each, l + v once, 1/2, and r^2 Q contributes 1/16. Where k > 0, y >= 0.677: S - 1 is
 * rounded to 2^-54 and so is l + v, 1/2 each, r and v are 1/16, LN2 is off by 2.32e-17, and k LN2 by 0.31 at most; and the
 * sum is rounded once, 1/2. Largest seen: 1.1990 ulp at 0x1.8786f08805e08p+2.
 *
 * Rounding is monotone, so the result is monotone within a row, except for the roundings of r^2 Q, a 20th of an ulp of r;
 * tests/law/quantiles/two_tails.c tests the ends of rows. */
#ifndef RR_MATH_LOG1P_TABLE_H
#define RR_MATH_LOG1P_TABLE_H

#include "engine/math/tables/neglog_table.h"

#if RR_DTYPE == 64

/* c 2^1022, l */
#define RR_LOG1P_ROWS(E) \
    E(0x1p1022, 0) E(0x1.e1e1e1f98be1ep1021, -0x1.f0a30a6ecc2a9p-5)                                   \
    E(0x1.c71c71d2dc71cp1021, -0x1.e2707678ef2eap-4) E(0x1.af286be32ef28p1021, -0x1.5ff306935a3d6p-3) \
    E(0x1.999999b6e199ap1021, -0x1.c8ff7be741a2p-3) E(0x1.861861ca90618p1021, -0x1.1675ca06ff61p-2)   \
    E(0x1.745d174cd1746p1021, -0x1.4618bc0e85ec2p-2) E(0x1.642c85cbfe164p1021, -0x1.739d7ec142808p-2) \
    E(0x1.555555630d555p1021, -0x1.9f323ea2d184dp-2) E(0x1.47ae14ab6d47bp1021, -0x1.c8ff7be1f4222p-2) \
    E(0x1.3b13b1598bb14p1021, -0x1.f128f597ea6ecp-2) E(0x1.2f684c1d5af68p1021, -0x1.0be72dd0c9284p-1) \
    E(0x1.24924949ba492p1021, -0x1.1e85f5a5fe0d1p-1) E(0x1.1a7b964edbb96p1021, -0x1.307d72c602cbfp-1) \
    E(0x1.1111114081111p1021, -0x1.41d8fe2b752afp-1) E(0x1.084210bfe5084p1021, -0x1.52a2d1f1f09acp-1)
RR_TABLE rr_scalar rr_log1p_rows[] = {RR_LOG1P_ROWS(RR_NEGLOG_ROW)};
RR_TABLE rr_scalar rr_log1p_columns[] = {RR_LOG1P_ROWS(RR_NEGLOG_C) RR_LOG1P_ROWS(RR_NEGLOG_L)};

/* h octaves minus one octave. */
#define RR_LOG1P_MOVED (0x840000000000u - 0x10000000000000u)

/* -log(1 + x) */
RR_FN rr_real rr_minus_log1p_table(rr_real x)
{
    rr_real c, l;
    const rr_bits b = rr_asbits(x + RR_C(1)) + RR_LOG1P_MOVED;
    rr_lookup16(rr_log1p_rows, rr_log1p_columns, b >> 48, &c, &l);
    const rr_real scaled = rr_asreal(rr_asbits(c) - (b & 0x7ff0000000000000u));
    const rr_real r = rr_fma(x, scaled, scaled - RR_C(1)), s = r * r;
    return rr_fma(rr_octave(rr_asreal(b)), rr_splat(RR_LN2_HI), l + rr_fma(s, rr_neglog_tail(r, s), -r));
}

#endif

#endif
