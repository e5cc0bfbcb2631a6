/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* A fixed law by its inverse CDF, as a table of polynomials (host/tables/icdf.c builds it from any quantile function).
 *
 * A uniform U is taken as (upper, v): upper says which half it lies in, v in (0, 1/2] is its distance to the nearer end,
 * made of the digits of U, or of their complements, by the rule of uniform.h, so that it is exact at both ends. The half
 * line of v is cut into half octaves, [1, 3/2) 2^e and [3/2, 2) 2^e, from 1/2 down to the least v, 2^-65 (f32) or 2^-129
 * (f64); v = 1/2 begins one of its own. With v = 2^e m the quantile is there a polynomial in t, the distance of m to the
 * middle, |t| <= 1/4 in all of them, so that nothing in a table under- or overflows with v. Quantiles are singular at v = 0,
 * so that the error of a polynomial falls by 9.9 a degree (13.9 in the upper half octaves): degree 6 in f32, 14 in f64.
 *
 * The centre, v >= 2^-8, is 32 half octaves: a row of coefficients in a register or two (lanes/lane.h, rr_lookup32), number
 * (exponent of v mod 8) * 2 + (m >= 3/2) + 16 upper. Tails (2^-7 of the draws) are undecided, and settled by gathers from a
 * table of all half octaves, which holds the same coefficients, so that settling a decided lane would give the same bits.
 *
 * Quantiles that vary by more than a polynomial can follow (the gamma's, like v^(1/shape)) are tabulated as their 2^s-th
 * root; the sampler squares s times. A relative error of the root becomes 2^s times as large, and is still a small one in
 * v. */
#ifndef RR_ICDF_H
#define RR_ICDF_H

#include "engine/bits/uniform.h"

/* The layout, as numbers of the kernel's dtype: RR_ICDF_HEAD of them, the first of which is s; the centre in rows (those of
 * a half octave, the constant first) and once more in columns (32 for each coefficient); all half octaves in rows, lower
 * half and then upper, each from v = 1/2 down, [1, 3/2) 2^e before [3/2, 2) 2^e. */
#define RR_ICDF_HEAD 16
#define RR_ICDF_CENTRE 32
#define RR_ICDF_ROW_32 8
#define RR_ICDF_ROW_64 16
#define RR_ICDF_OCTAVES_32 65
#define RR_ICDF_OCTAVES_64 129
#define RR_ICDF_COLUMNS(row) (RR_ICDF_HEAD + RR_ICDF_CENTRE * (row))
#define RR_ICDF_ALL(row) (RR_ICDF_HEAD + 2 * RR_ICDF_CENTRE * (row))
#define RR_ICDF_SIZE(row, octaves) (RR_ICDF_ALL(row) + 4 * (octaves) * (row))

/* Coefficients; the rest of a row is 0. */
#if RR_DTYPE == 32
#define RR_ICDF_ROW RR_ICDF_ROW_32
#define RR_ICDF_OCTAVES RR_ICDF_OCTAVES_32
#define RR_ICDF_HALF_BIT 22         /* the bit that says m >= 3/2 */
#define RR_ICDF_FIELD 252u          /* exponent field of 1/2, and that bit */
#define RR_ICDF_FRACTION 0x3fffffu
#else
#define RR_ICDF_ROW RR_ICDF_ROW_64
#define RR_ICDF_OCTAVES RR_ICDF_OCTAVES_64
#define RR_ICDF_HALF_BIT 51
#define RR_ICDF_FIELD 2044u
#define RR_ICDF_FRACTION 0x7ffffffffffffu
#endif
#define RR_ICDF_TERMS (RR_ICDF_ROW - 1)

/* Words whose distance to an end is below 2^24 want LOW words or the table of all octaves. */
#define RR_ICDF_OPEN (1u << 24)

/* upper: 0 or 1. */
typedef struct rr_ends {
    rr_real v;
    rr_word upper;
    rr_mask open;
} rr_ends;

/* All ones where upper is 1. */
RR_FN rr_word rr_ends_flip(rr_word upper) { return (rr_wsplat(0) - upper) & RR_WORD_MASK; }

RR_FN rr_ends rr_ends_join(rr_unit u, rr_word upper, rr_word near)
{
    rr_ends x;
    x.v = u.u;
    x.upper = upper;
    x.open = rr_wlt(near, rr_wsplat(RR_ICDF_OPEN));
    return x;
}

#if RR_DTYPE == 32
RR_FN rr_ends rr_ends_of(rr_word w)
{
    const rr_word upper = w >> 31, near = w ^ rr_ends_flip(upper);
    return rr_ends_join(rr_unit_first(near), upper, near);
}

RR_FN rr_ends rr_ends_full(rr_word w, rr_word low)
{
    const rr_word upper = w >> 31, flip = rr_ends_flip(upper);
    return rr_ends_join(rr_unit_full(w ^ flip, low ^ flip), upper, w ^ flip);
}
#else
RR_FN rr_ends rr_ends_of(rr_word w1, rr_word w0)
{
    const rr_word upper = w1 >> 31, flip = rr_ends_flip(upper);
    return rr_ends_join(rr_unit_first(w1 ^ flip, w0 ^ flip), upper, w1 ^ flip);
}

RR_FN rr_ends rr_ends_full(rr_word w1, rr_word w0, rr_word l1, rr_word l0)
{
    const rr_word upper = w1 >> 31, flip = rr_ends_flip(upper);
    return rr_ends_join(rr_unit_full(w1 ^ flip, w0 ^ flip, l1 ^ flip, l0 ^ flip), upper, w1 ^ flip);
}
#endif

/* t, and exponent field and half of v. */
RR_FN rr_real rr_icdf_local(rr_real v, rr_word *field)
{
    const rr_bits b = rr_asbits(v);
    *field = rr_toword(b >> RR_ICDF_HALF_BIT);
    return rr_asreal((b & RR_ICDF_FRACTION) | rr_asbits(rr_splat(RR_C(1)))) - RR_C(1.25);
}

RR_FN rr_real rr_icdf_horner(const rr_real *c, rr_real t)
{
    rr_real y = c[RR_ICDF_TERMS - 1];
    RR_UNROLL
    for (int k = RR_ICDF_TERMS - 2; k >= 0; --k) y = rr_fma(y, t, c[k]);
    return y;
}

/* The root of the quantile for v >= 2^-8; anything below. */
RR_FN rr_real rr_icdf_centre(RR_GLOBAL const rr_scalar *table, rr_ends x)
{
    rr_real c[RR_ICDF_ROW];
    rr_word field;
    const rr_real t = rr_icdf_local(x.v, &field);
    rr_lookup32(table + RR_ICDF_HEAD, table + RR_ICDF_COLUMNS(RR_ICDF_ROW), (field & 15u) | (x.upper << 4), RR_ICDF_ROW, c);
    return rr_icdf_horner(c, t);
}

/* The same for every v that a full draw can have. */
RR_FN rr_real rr_icdf_any(RR_GLOBAL const rr_scalar *table, rr_ends x)
{
    rr_real c[RR_ICDF_ROW];
    rr_word field;
    const rr_real t = rr_icdf_local(x.v, &field);
    /* field runs down with v in steps of 2 an octave, its last bit up with m. */
    const rr_word lower = ((rr_wsplat(RR_ICDF_FIELD) - (field & ~1u)) | (field & 1u)) & RR_WORD_MASK;
    const rr_word row = lower + rr_wselect(rr_weq(x.upper, rr_wsplat(0)), rr_wsplat(0), rr_wsplat(2 * RR_ICDF_OCTAVES));
    RR_UNROLL
    for (int k = 0; k < RR_ICDF_TERMS; ++k)
        c[k] = rr_gather(table + RR_ICDF_ALL(RR_ICDF_ROW) + k, row * (rr_uint32)RR_ICDF_ROW);
    return rr_icdf_horner(c, t);
}

/* root^(2^s): s is one number for all lanes. */
RR_FN rr_real rr_icdf_power(RR_GLOBAL const rr_scalar *table, rr_real root)
{
    for (int s = (int)table[0]; s > 0; --s) root = root * root;
    return root;
}

#endif
