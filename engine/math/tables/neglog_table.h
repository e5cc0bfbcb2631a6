/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* -log U of a uniform U in f64, by a table of 16 rows and a polynomial of degree 7; log_kernel.h has one of degree 19.
 *
 * u is U rounded to nearest, 2^-130 <= u < 1; t is U - 1, rounded likewise, in the lanes of above, where U >= 1/2, and is
 * ignored elsewhere. With u = 2^-k m, m in [1/2, 1), row j is for m in [16 + j, 17 + j) / 32. It has c, about 1/m in the
 * middle, and l = log c:
 *
 *     -log U = k LN2 + (l + (r^2 Q(r) - r)),   r = m c - 1 = (m - 1) c + (c - 1),   Q(r) = (r - log1p(r)) / r^2,
 *
 * LN2 is log 2 rounded, Q a minimax polynomial for r in [-1/32, 1/33], within 2^-57.7 of the smallest result for each r. m -
 * 1 is t where above, which has bits that u lacks. The last row has c = 1 and l = 0: for U >= 31/32 the result is -log1p(t),
 * relatively accurate down to the smallest t. c of the others was chosen near the middle's such that log c is within 2^-66
 * of a double. tests/math/coefficients.py computes all of it.
 *
 * Error, in ulp of the result y, below 1.5. c - 1 is exact, as c is in [1, 2]. r is rounded once, |r| < 2^-5, and so is v =
 * r^2 Q - r: 1/4 each at most where y >= 0.0317, in all rows but the last; r^2 Q contributes 2^-9 of that. l + v is rounded
 * once, 1/2, and that is all where k = 0 (in the last row v is rounded, and l + v is exact). Where k > 0, y >= 0.69 and
 * these are 1/2 and less than 1/16; LN2 is off by 2.32e-17, and k LN2 by 0.31 at most, as y >= 0.69 k; and the sum is
 * rounded once, 1/2. Largest seen: u 0.9651 ulp at 0x1.8e20d35580297p-2, t 0.9845 ulp at -0x1.00e1f7e54558p-5.
 *
 * It never increases with U. Rounding is monotone, so l + v and y may be compared before they are rounded. Within a row r is
 * monotone in m, and so is v, which the roundings of r^2 Q move by a 20th of an ulp of r at most. At the end of a row, those
 * of r and v move each side by 2^-58 at most, and the step across it is at least 2^-53 if it is a step of u, 2^-56 if of t,
 * but 2^-57 at the start of the last row, which has no such error. At the end of an octave, l + v of u = 2^-k is LN2, and
 * that of the u before it is above 0 with k one more. tests/law/quantiles/tails.c tests these ends. */
#ifndef RR_MATH_NEGLOG_TABLE_H
#define RR_MATH_NEGLOG_TABLE_H

#include "engine/math/log_kernel.h"

#if RR_DTYPE == 64

/* c, l */
#define RR_NEGLOG_ROWS(E) \
    E(0x1.f07c1f5af6f08p0, 0x1.5322e2be362d7p-1) E(0x1.d41d4224e441dp0, 0x1.35028b3232705p-1) \
    E(0x1.bacf91b439adp0, 0x1.188ee487867a6p-1) E(0x1.a41a41dbc141ap0, 0x1.fb358b7f4b983p-2)  \
    E(0x1.8f9c19379a8fap0, 0x1.c7ff9d12d15c9p-2) E(0x1.7d05f44a1b5f4p0, 0x1.973a34b85efadp-2) \
    E(0x1.6c16c1a54fc17p0, 0x1.68ac848ab6f14p-2) E(0x1.5c9882d93d057p0, 0x1.3c2527d156583p-2) \
    E(0x1.4e5e0a99b6539p0, 0x1.1178e8993ca7ap-2) E(0x1.4141416624414p0, 0x1.d10380117d07ap-3) \
    E(0x1.3521cfc9cc8c1p0, 0x1.823c16ee055cp-3) E(0x1.29e412b6d529ep0, 0x1.365fcbaa52814p-3)  \
    E(0x1.1f7047ea40f7p0, 0x1.da7277026229ep-4) E(0x1.15b1e5ffa470dp0, 0x1.4d31164cc16acp-4)  \
    E(0x1.0c971509e7a3bp0, 0x1.894aa2f81434ap-5) E(0x1p0, 0)
#define RR_NEGLOG_ROW(c, l) c, l,
#define RR_NEGLOG_C(c, l) c,
#define RR_NEGLOG_L(c, l) l,
RR_TABLE rr_scalar rr_neglog_rows[] = {RR_NEGLOG_ROWS(RR_NEGLOG_ROW)};
RR_TABLE rr_scalar rr_neglog_columns[] = {RR_NEGLOG_ROWS(RR_NEGLOG_C) RR_NEGLOG_ROWS(RR_NEGLOG_L)};

/* (r - log1p(r)) / r^2 */
RR_FN rr_real rr_neglog_tail(rr_real r, rr_real s)
{
    rr_real even = rr_splat(RR_C(0x1.0052ac331ea6bp-3)), odd = rr_splat(RR_C(-0x1.d33502684d46ep-4));
    even = rr_step(even, s, RR_C(0x1.55554bd7c9d5fp-3));
    odd = rr_step(odd, s, RR_C(-0x1.248ff6864619ap-3));
    even = rr_step(even, s, RR_C(0x1.000000002425cp-2));
    odd = rr_step(odd, s, RR_C(-0x1.999999dc4b6dbp-3));
    even = rr_step(even, s, RR_C(0x1.0000000000002p-1));
    odd = rr_step(odd, s, RR_C(-0x1.55555555544c8p-2));
    return rr_fma(odd, r, even);
}

/* m - 1 */
RR_FN rr_real rr_neglog_below(rr_real x)
{
    return rr_asreal((rr_asbits(x) & 0xfffffffffffffu) | 0x3fe0000000000000u) - RR_C(1);
}

/* From x, which selects the row and k, and m - 1. */
RR_FN rr_real rr_neglog_rest(rr_real x, rr_real below)
{
    rr_real c, l;
    rr_lookup16(rr_neglog_rows, rr_neglog_columns, rr_asbits(x) >> 48, &c, &l);
    const rr_real r = rr_fma(below, c, c - RR_C(1)), s = r * r;
    return rr_fma(rr_octave(x), rr_splat(RR_LN2_HI), l + rr_fma(s, rr_neglog_tail(r, s), -r));
}

RR_FN rr_real rr_neglog_table(rr_real u, rr_real t, rr_mask above)
{
    return rr_neglog_rest(u, rr_select(above, t, rr_neglog_below(u)));
}

/* -log x of any x from 2^-130 to 2^130: k may be negative; for x > 1 the error is absolute, 2^-54 and 2.4e-17 |k|, and half
 * an ulp. It is 0 at 1: l + v is LN2 there, as at the end of every octave. */
RR_FN rr_real rr_minus_log_table(rr_real x) { return rr_neglog_rest(x, rr_neglog_below(x)); }

#endif

#endif
