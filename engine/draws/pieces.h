/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* A fixed distribution by its inverse CDF, as polynomials in pieces that adapt to its density (host/density makes them from
 * any density; engine/abi/pieces.h has the layout). A uniform is represented as (upper, v), as in icdf.h; v below 2^-64 is
 * replaced by 2^-64.
 *
 * The piece of v is found by a guide, to within a few pieces, and a binary search: all lanes make the same number of steps,
 * which is that of the worst cell of the guide, and 0 if the density is smooth. Then
 *
 *     x = c0 + t (c1 + t (c2 + ...)),   t = (high - v) / width,
 *
 * of degree 5 (f32), 9 (f64), by Horner's rule with fma. high - v is exact within an octave, and no piece is longer. The
 * last fma rounds to the value's ulp; the other steps contribute a few ulps of the piece's own range. If the coefficients
 * after the constant have one sign, as in most tails, every step is monotone in t, and so is x, in every bit. A value that
 * rounds out of the support becomes its end.
 *
 * The tests of one_word.h with and without LOW words read the same table. */
#ifndef RR_PIECES_H
#define RR_PIECES_H

#include "icdf.h"
#include "engine/abi/pieces.h"

#if RR_DTYPE == 32
#define RR_PIECES_ROW RR_PIECES_ROW_32
#define RR_PIECES_SHIFT 21          /* leaves the exponent and two bits of v */
#define RR_PIECES_BASE (63u << 2)   /* of 2^-64 */
#else
#define RR_PIECES_ROW RR_PIECES_ROW_64
#define RR_PIECES_SHIFT 50
#define RR_PIECES_BASE (959u << 2)
#endif
#define RR_PIECES_MIN RR_C(0x1p-64)

/* The number of the piece of v. */
RR_FN rr_word rr_pieces_find(RR_GLOBAL const rr_uint32 *words, RR_GLOBAL const rr_scalar *low, rr_real v, rr_word upper)
{
    const rr_word cell = rr_toword(rr_asbits(v) >> RR_PIECES_SHIFT) - rr_wsplat(RR_PIECES_BASE);
    const rr_word pad = rr_wselect(rr_weq(upper, rr_wsplat(0)), rr_wsplat(0), rr_wsplat(words[RR_PIECES_PAD]));
    rr_word at = (rr_wgather(words + RR_PIECES_HEAD, cell + (upper << 8)) + pad) & RR_WORD_MASK;
    for (rr_uint32 step = words[RR_PIECES_PAD] >> 1; step > 0; step >>= 1) {
        const rr_mask above = rr_le(rr_gather(low + step, at), v);
        at = (at + rr_wselect(above, rr_wsplat(step), rr_wsplat(0))) & RR_WORD_MASK;
    }
    return (at - pad) & RR_WORD_MASK;
}

RR_FN rr_real rr_pieces_value(RR_GLOBAL const rr_uint32 *words, rr_ends x)
{
    RR_GLOBAL const rr_scalar *numbers = (RR_GLOBAL const rr_scalar *)(words + RR_PIECES_NUMBERS);
    RR_GLOBAL const rr_scalar *piece = numbers + rr_pieces_first(words[RR_PIECES_COUNT], words[RR_PIECES_PAD]);
    const rr_real v = rr_max(x.v, rr_splat(RR_PIECES_MIN));
    const rr_word at = (rr_pieces_find(words, numbers + RR_PIECES_LOWS, v, x.upper) * RR_PIECES_ROW) & RR_WORD_MASK;
    const rr_real high = rr_gather(piece + (RR_PIECES_ROW - 2), at), over = rr_gather(piece + (RR_PIECES_ROW - 1), at);
    const rr_real t = (high - v) * over;
    rr_real y = rr_gather(piece + (RR_PIECES_ROW - 3), at);
    RR_UNROLL
    for (int k = (int)RR_PIECES_ROW - 4; k >= 0; --k) y = rr_fma(y, t, rr_gather(piece + k, at));
    const rr_real min = rr_splat(numbers[0]), max = rr_splat(numbers[1]);
    return rr_select(rr_lt(y, min), min, rr_select(rr_lt(max, y), max, y));
}

#endif
