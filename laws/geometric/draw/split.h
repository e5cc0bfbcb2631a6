/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The decomposition that draws of this module share: a geometric count from 0 as m H + L (geometric.h). */
#ifndef RR_GEOMETRIC_SPLIT_H
#define RR_GEOMETRIC_SPLIT_H

#include "engine/draws/count.h"
#include "engine/bits/uniform.h"

#define RR_GEOMETRIC_PLAIN RR_C(0x1p-9)        /* from here on m is 1 */
#define RR_GEOMETRIC_MIN RR_C(0x1p-20)       /* the smallest p of a first attempt in f32 */
#define RR_GEOMETRIC_MARGIN_WORD 16802000u       /* RR_GEOMETRIC_MARGIN 2^32 */

/* An upper bound of 1 / x, less than twice it: a power of 2, from the exponent alone. */
RR_FN rr_real rr_geometric_over(rr_real x)
{
#if RR_DTYPE == 32
    return rr_asreal(0x7f000000u - (rr_asbits(x) & 0x7f800000u));
#else
    return rr_asreal(0x7fe0000000000000u - (rr_asbits(x) & 0x7ff0000000000000u));
#endif
}

#if RR_DTYPE == 64
#define RR_GEOMETRIC_MARGIN RR_C(0.003912)       /* above 1 - e^-c */

typedef struct rr_geometric_set {
    rr_real rate, over, m;   /* lambda, 1 / (m lambda) and m */
} rr_geometric_set;

#define RR_GEOMETRIC_SET(each) each(0, rate) each(1, over) each(2, m)
RR_SETUP_KEPT(geometric, rr_geometric_set, RR_GEOMETRIC_SET)

/* 1 + m h + l: m h may have 63 bits, and its two halves are exact numbers. */
RR_FN rr_real rr_geometric_value(rr_geometric_set g, rr_real h, rr_real l)
{
    const rr_real high = g.m * h, upper = rr_count_floor(high * RR_C(0x1p-32)), lower = high - upper * RR_C(0x1p32);
    return rr_wide_value((rr_count_bits(upper) << 32) + rr_count_bits(lower) + rr_count_bits(l + RR_C(1)));
}

/* H by U's first word; `rare`: it is not certain. */
RR_FN rr_real rr_geometric_quick(rr_geometric_set g, rr_word wu, rr_mask *rare)
{
    const rr_real u = (rr_fromuint(wu) + RR_C(0.5)) * RR_C(0x1p-32), t = u - RR_C(1), one = rr_splat(RR_C(1));
    const rr_real e = rr_neglog_table(u, t, rr_le(rr_splat(RR_C(0.5)), u)), x = e * g.over, h = rr_count_floor(x);
    /* U's word, times 1.01 for its curvature; the roundings of this test and of the full one */
    const rr_real width = rr_fma(rr_geometric_over(u), g.over * RR_C(0x1.03p-33), x * RR_C(0x1p-49)), part = x - h;
    const rr_mask edge = rr_mor(rr_lt(part, width), rr_lt(one - width, part));
    *rare = rr_mor(rr_wlt(wu, rr_wsplat(256)), edge);
    return h;
}

/* floor(E / c) */
RR_FN rr_real rr_geometric_high(rr_geometric_set g, const rr_word *wu)
{
    const rr_unit u = rr_unit_full(wu[0], wu[1], wu[2], wu[3]);
    return rr_count_floor(rr_neglog_table(u.raw, u.t, u.upper_half) * g.over);
}

/* L and W from the first three words of V, times m 2^-32, m 2^-64 and m 2^-96; either the first two or the last two have
 * fractions. */
RR_FN rr_real rr_geometric_low(rr_geometric_set g, const rr_word *wv, rr_real *w)
{
    const rr_real a = rr_fromuint(wv[0]) * (g.m * RR_C(0x1p-32)), b = rr_fromuint(wv[1]) * (g.m * RR_C(0x1p-64));
    const rr_real c = rr_fromuint(wv[2]) * (g.m * RR_C(0x1p-96)), la = rr_count_floor(a), lb = rr_count_floor(b);
    *w = (a - la) + ((b - lb) + c);
    return la + lb;
}
#endif

#endif
