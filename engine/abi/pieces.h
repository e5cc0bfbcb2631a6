/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The table of an inverse CDF, in pieces whose number and widths are not fixed (engine/draws/pieces.h reads it,
 * host/density/pieces.c makes it). Each half of the distribution, below and above the median, is a function of v, the
 * distance of the uniform to the half's end, on [2^-64, 1/2]; a piece begins at `low` and ends where the next one begins.
 * First 32-bit words:
 *
 *   RR_PIECES_HEAD words    steps of the binary search; pieces of both halves; 2^steps
 *   guide                   RR_PIECES_CELLS words per half: the piece that contains the first v of each cell. A cell is a
 *                           quarter of an octave, given by the leading bits of v; pieces are numbered through both halves
 *
 * then numbers of the kernel's dtype, from word RR_PIECES_NUMBERS on:
 *
 *   2                       the smallest and the largest sample
 *   lows                    of the pieces of the lower half, increasing, and 2^steps numbers above all v; then those of the
 *                           upper half
 *   pieces                  RR_PIECES_ROW numbers each: the coefficients of t, t^2, ... after the constant; high, 1 / width.
 *                           t = (high - v) / width runs from 0 at the piece's upper end to 1 at its lower. */
#ifndef RR_ABI_PIECES_H
#define RR_ABI_PIECES_H

#include "words.h"

#define RR_PIECES_HEAD 16u
#define RR_PIECES_STEPS 0u
#define RR_PIECES_COUNT 1u
#define RR_PIECES_PAD 2u
#define RR_PIECES_CELLS 256u
#define RR_PIECES_NUMBERS (RR_PIECES_HEAD + 2u * RR_PIECES_CELLS)

/* Numbers per piece, and coefficients among them. */
#define RR_PIECES_ROW_32 8u
#define RR_PIECES_ROW_64 12u
#define RR_PIECES_TERMS(row) ((row) - 2u)

/* Offsets of lows and pieces, in numbers after RR_PIECES_NUMBERS. */
#define RR_PIECES_LOWS 2u
RR_FN rr_uint32 rr_pieces_first(rr_uint32 count, rr_uint32 pad) { return RR_PIECES_LOWS + count + 2u * pad; }

#endif
