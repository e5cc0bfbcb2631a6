/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* A fixed distribution by its inverse CDF, a table of polynomials (host/tables/icdf.c builds it from a quantile).
 *
 * A uniform U is represented as (upper, v). `upper` is the half that contains U, and v in (0, 1/2] is the distance of U to
 * the nearer end. v is made from the bits of U, or their complements, by the rule of uniform.h, so it is exact at both ends.
 * The range of v is divided into rows, from 1/2 down to the smallest v, 2^-65 (f32) or 2^-129 (f64); v = 1/2 begins a row.
 * With v = 2^e m, 1 <= m < 2, the quantile in a row is a polynomial in t, so that nothing in a table under- or overflows
 * with v:
 *
 *   f32   half octaves, split at m = 3/2; t is the distance of m to the middle, |t| <= 1/4; degree 6
 *   f64   octaves; t = sqrt(m) - (1 + sqrt 2) / 2, |t| <= 0.2072; degree 15
 *
 * Quantiles are singular at v = 0, so that the error decreases 9.9 times per degree in f32 (13.9 in the upper half octaves)
 * and 11.6 in f64: the root moves the singularity away. In the uppermost octave the singularity at v = 1 is nearer (7.5
 * times per degree), but weak. In f64 coefficients of t^8 and higher need at most 20 bits, for terms below 2^-23 of the
 * value, and are stored in pairs: the first number of a pair is the coefficient, rounded so as to allow for its lower half;
 * the second is that half, shifted up.
 *
 * The centre, v >= 2^-8, is 32 rows (f64: 16), whose coefficients are two registers each with AVX-512 (lanes/lane.h,
 * rr_lookup_row). Tails (2^-7 of the draws) are undecided; they are decided by gathers from a table of all rows, which has
 * the same coefficients. So a lane that is decided twice gets the same bits.
 *
 * Quantiles that vary too fast for a polynomial (the gamma's, like v^(1/shape)) are tabulated as their 2^s-th root, which
 * the sampler squares s times. The relative error of the root is multiplied by 2^s, which is still small relative to v. */
#ifndef RR_ICDF_H
#define RR_ICDF_H

#include "engine/bits/uniform.h"

/* The layout, as numbers of the kernel's dtype: RR_ICDF_HEAD numbers, the first of which is s; the centre by rows (the
 * coefficients of each row, the constant first) and again by columns (one per coefficient); all rows, the lower half and
 * then the upper, each from v = 1/2 down, [1, 3/2) 2^e before [3/2, 2) 2^e. */
#define RR_ICDF_HEAD 16
#define RR_ICDF_ROW_32 8
#define RR_ICDF_ROW_64 12
#define RR_ICDF_PARTS_32 2      /* rows per octave */
#define RR_ICDF_PARTS_64 1
#define RR_ICDF_OCTAVES_32 65
#define RR_ICDF_OCTAVES_64 129
#define RR_ICDF_CENTRE(parts) (16 * (parts))
#define RR_ICDF_COLUMNS(row, parts) (RR_ICDF_HEAD + RR_ICDF_CENTRE(parts) * (row))
#define RR_ICDF_ALL(row, parts) (RR_ICDF_HEAD + 2 * RR_ICDF_CENTRE(parts) * (row))
#define RR_ICDF_SIZE(row, parts, octaves) (RR_ICDF_ALL(row, parts) + 2 * (parts) * (octaves) * (row))

/* A number whose square is normal. */
#define RR_ICDF_ROOT_TINY (RR_DTYPE == 32 ? RR_C(0x1p-60) : RR_C(0x1p-500))

/* Numbers per row, which hold TERMS coefficients; the number of the octave of 1/2, counted in rows. */
#if RR_DTYPE == 32
#define RR_ICDF_ROW RR_ICDF_ROW_32
#define RR_ICDF_PARTS RR_ICDF_PARTS_32
#define RR_ICDF_OCTAVES RR_ICDF_OCTAVES_32
#define RR_ICDF_TERMS 7
#define RR_ICDF_PART_BIT 22         /* the exponent field, and the bit for m >= 3/2 */
#define RR_ICDF_FIELD 252u
#define RR_ICDF_FRACTION 0x3fffffu
#else
#define RR_ICDF_ROW RR_ICDF_ROW_64
#define RR_ICDF_PARTS RR_ICDF_PARTS_64
#define RR_ICDF_OCTAVES RR_ICDF_OCTAVES_64
#define RR_ICDF_TERMS 16
#define RR_ICDF_PAIRS 8             /* coefficients from here on are stored two to a number */
#define RR_ICDF_PART_BIT 52         /* the exponent field */
#define RR_ICDF_FIELD 1022u
#define RR_ICDF_FRACTION 0xfffffffffffffu
#endif

/* The middle of sqrt(m) in f64, and its distance from either end. */
#define RR_ICDF_MIDDLE 0x1.3504f333f9de6p0
#define RR_ICDF_REACH 0x1.a827999fcef34p-3

/* Words whose distance to an end is below 2^24 need LOW words or the table of all octaves. */
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

/* t, and the field that selects the row of v: its exponent field, in f32 with the half of the octave. */
RR_FN rr_real rr_icdf_local(rr_real v, rr_word *field)
{
    const rr_bits b = rr_asbits(v);
    const rr_real m = rr_asreal((b & RR_ICDF_FRACTION) | rr_asbits(rr_splat(RR_C(1))));
    *field = rr_toword(b >> RR_ICDF_PART_BIT);
#if RR_DTYPE == 32
    return m - RR_C(1.25);
#else
    return rr_sqrt_pos(m) - RR_ICDF_MIDDLE;
#endif
}

/* The polynomial of a row. */
#if RR_DTYPE == 32
RR_FN rr_real rr_icdf_value(const rr_real *c, rr_real t)
{
    rr_real y = c[RR_ICDF_TERMS - 1];
    RR_UNROLL
    for (int k = RR_ICDF_TERMS - 2; k >= 0; --k) y = rr_fma(y, t, c[k]);
    return y;
}
#else
RR_FN rr_real rr_icdf_value(const rr_real *c, rr_real t)
{
    const rr_real s = t * t;
    rr_real even = c[RR_ICDF_ROW - 1], odd = rr_asreal(rr_asbits(even) << 32);
    RR_UNROLL
    for (int k = RR_ICDF_ROW - 2; k >= RR_ICDF_PAIRS; --k) {
        even = rr_fma(even, s, c[k]);
        odd = rr_fma(odd, s, rr_asreal(rr_asbits(c[k]) << 32));
    }
    RR_UNROLL
    for (int k = RR_ICDF_PAIRS - 2; k >= 0; k -= 2) {
        even = rr_fma(even, s, c[k]);
        odd = rr_fma(odd, s, c[k + 1]);
    }
    return rr_fma(odd, t, even);
}
#endif

/* The root of the quantile for v >= 2^-8; undefined for smaller v. The row is the field's last bits, with `upper` above
 * them. */
RR_FN rr_real rr_icdf_centre(RR_GLOBAL const rr_scalar *table, rr_ends x)
{
    rr_real c[RR_ICDF_ROW];
    rr_word field;
    const rr_real t = rr_icdf_local(x.v, &field);
    const rr_word row = (field & (8u * RR_ICDF_PARTS - 1u)) | (x.upper << (RR_ICDF_PARTS == 2 ? 4 : 3));
    rr_lookup_row(table + RR_ICDF_HEAD, table + RR_ICDF_COLUMNS(RR_ICDF_ROW, RR_ICDF_PARTS), row, RR_ICDF_ROW, c);
    return rr_icdf_value(c, t);
}

/* The same for every v that a full draw can have. */
RR_FN rr_real rr_icdf_any(RR_GLOBAL const rr_scalar *table, rr_ends x)
{
    rr_real c[RR_ICDF_ROW];
    rr_word field;
    const rr_real t = rr_icdf_local(x.v, &field);
    const rr_uint32 part = RR_ICDF_PARTS - 1u;
    /* field decreases with v, by the rows of an octave; its part, if there is one, increases with m. */
    const rr_word lower = ((rr_wsplat(RR_ICDF_FIELD) - (field & ~part)) | (field & part)) & RR_WORD_MASK;
    const rr_word row = lower + rr_wselect(rr_weq(x.upper, rr_wsplat(0)), rr_wsplat(0),
                                           rr_wsplat(RR_ICDF_PARTS * RR_ICDF_OCTAVES));
    RR_UNROLL
    for (int k = 0; k < RR_ICDF_ROW; ++k)
        c[k] = rr_gather(table + RR_ICDF_ALL(RR_ICDF_ROW, RR_ICDF_PARTS) + k, row * (rr_uint32)RR_ICDF_ROW);
    return rr_icdf_value(c, t);
}

/* root^(2^s): s is one number for all lanes. */
RR_FN rr_real rr_icdf_power(RR_GLOBAL const rr_scalar *table, rr_real root)
{
    for (int s = (int)table[0]; s > 0; --s) root = root * root;
    return root;
}

/* The same times a scale; the last square is combined with it where it would underflow alone. */
RR_FN rr_real rr_icdf_power_times(RR_GLOBAL const rr_scalar *table, rr_real root, rr_real scale)
{
    int s = (int)table[0];
    if (s == 0) return root * scale;
    for (; s > 1; --s) root = root * root;
    const rr_mask tiny = rr_lt(root, rr_splat(RR_ICDF_ROOT_TINY));
    return rr_select(tiny, root * scale, root * root) * rr_select(tiny, root, scale);
}

#endif
