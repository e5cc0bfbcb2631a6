/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* -log U of a uniform U in f64, by a table of 16 rows: 11 operations less than by the polynomial of log_kernel.h.
 *
 * u is U rounded to nearest, from 2^-130 on and below 1, and t is U - 1 likewise, in the lanes of above, where U >= 1/2; t of the
 * others may be anything. With u = 2^e (2 m), m in [1/2, 1), row j of the table is for m in [16 + j, 17 + j) / 32. It has c,
 * about 1/m in the middle, and l = log c - LN2, LN2 being log 2 rounded:
 *
 *     -log U = (l - e LN2) + (r^2 Q(r) - r),     r = m c - 1 = (m - 1) c + (c - 1),     Q(r) = (r - log1p(r)) / r^2,
 *
 * Q a minimax polynomial of degree 7 for r in [-1/32, 1/33], within 2^-57.7 of the least result that any r goes with. m - 1 is
 * t where above, which has digits that u has not. The last row has c = 1 and l = -LN2: from U = 31/32 on l - e LN2 is 0 and
 * the result is -log1p(t), relatively accurate down to the least t. c was chosen near the middle's such that log c - LN2 is
 * within 2^-66 of a double: for e = -1 that is the error of log c itself.
 *
 * Error, in ulp of the result y, below 2. l - e LN2 is rounded once: 1/2, or 1 where it is above a power of 2 and y below. LN2 is
 * off by 2.32e-17, and so is each of -e - 1 >= 1 of them: 0.31 at most, as y >= (-e - 1) 0.69. c - 1 is exact, c being in [1,
 * 2]. r is rounded once, |r| < 2^-5, and so is r^2 Q - r: where y >= 0.0317, in all rows but the last, 1/8 each and less
 * than 1/32 where y >= 1/4, which powers of 2 in a row with e = -1 are from; what comes with r^2 Q is 2^-9 of r's. The last
 * sum is rounded once: 1/2. In the last row with e = -1 there is one rounding, 1/2, and what comes with r^2 Q, 1/16.
 * Largest seen: u 1.2793 ulp at 0x1.2ae006757907bp-88, t 1.0811 ulp at -0x1.8027a4439bbebp-2.
 *
 * It never grows with U (tests/law/tails.h looks at both sides of every row's ends): within a row l - e LN2 is one number, and
 * r^2 Q - r falls by 32 ulp or more from one u to the next; from one t to the next in the last row by one ulp, before the one
 * rounding of an argument that is off by a 20th of that. */
#ifndef RR_MATH_NEGLOG_TABLE_H
#define RR_MATH_NEGLOG_TABLE_H

#include "log_kernel.h"

#if RR_DTYPE == 64

/* c, l */
#define RR_NEGLOG_ROWS(E) \
    E(0x1.f07c1f1546f08p0, -0x1.f829af295e2f2p-6) E(0x1.d41d41f96141dp0, -0x1.6f0d276843b4dp-4) \
    E(0x1.bacf9174b6adp0, -0x1.29552ec632721p-3) E(0x1.a41a41b68741ap0, -0x1.9525a975720b5p-3)  \
    E(0x1.8f9c191e398fap0, -0x1.fb91861afce29p-3) E(0x1.7d05f44a1b5f4p0, -0x1.2e8e2b26e8431p-2) \
    E(0x1.6c16c1a54fc17p0, -0x1.5d1bdb54904cap-2) E(0x1.5c9882d93d057p0, -0x1.89a3380df0e5bp-2) \
    E(0x1.4e5e0a99b6539p0, -0x1.b44f77460a964p-2) E(0x1.4141416624414p0, -0x1.dd469fd688ba1p-2) \
    E(0x1.3521cfc9cc8c1p0, -0x1.02552a342247fp-1) E(0x1.29e412b6d529ep0, -0x1.154c3d050efeap-1) \
    E(0x1.1f70481be5f7p0, -0x1.2795e0b6e971cp-1) E(0x1.15b1e6291d70dp0, -0x1.393e0cd99459ap-1)  \
    E(0x1.0c971532baa3bp0, -0x1.4a4f85725023bp-1) E(0x1p0, -0x1.62e42fefa39efp-1)
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

RR_FN rr_real rr_neglog_table(rr_real u, rr_real t, rr_mask above)
{
    rr_real c, l;
    const rr_bits b = rr_asbits(u);
    rr_lookup16(rr_neglog_rows, rr_neglog_columns, b >> 48, &c, &l);
    const rr_real m = rr_asreal((b & 0xfffffffffffffu) | 0x3fe0000000000000u);
    const rr_real r = rr_fma(rr_select(above, t, m - RR_C(1)), c, c - RR_C(1)), s = r * r;
    return rr_fma(rr_exponent(u), rr_splat(-RR_LN2_HI), l) + rr_fma(s, rr_neglog_tail(r, s), -r);
}

#endif

#endif
