/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The table of a vector of weights w_0 ... w_(K-1), as 32-bit words. S is their sum, L the index of the last one that is not
 * 0, and F_i = (w_0 + ... + w_i) / S for i < L, to 128 bits. Category c has the uniforms U in [F_(c-1), F_c): c is the
 * number of the F_i that are not above U.
 *
 *   RR_WEIGHTS_HEAD words   L; K; 2^B, B the bits that index the guide; the value of category 0, two words (of the table of
 *                           a distribution of integers; else 0); D = 31 - the bits of L
 *   tops                    K words: the first word of each F_i, then a word with all bits set
 *   guide                   2^B words: for every b the number of tops below b 2^(32 - B), times 2^D, plus the next D bits of
 *                           the only top that begins with the bits b (D ones if there is no such top); if there are several,
 *                           the bit RR_WEIGHTS_CROWDED instead
 *   digits                  four words of each F_i, the most significant first
 *   beside                  the further parameters of a mixture
 *
 * The alias table of the same weights (Walker 1977) has 2^B columns, B >= 1 the smallest with 2^B >= K. Each column has
 * 2^(128 - B) of the 2^128 values of U; those of column b begin with the bits b. Category c has exactly P_c = 2^128 (F_c -
 * F_(c-1)) values; the first T values of a column belong to its own category, the remaining ones to its alias.
 *
 *   1 word                  2^B
 *   pairs                   2 2^B words: the first word of 2^B T, and the alias. A column of one category has T = 0
 *   digits                  four words of each 2^B T, the most significant first */
#ifndef RR_ABI_WEIGHTS_H
#define RR_ABI_WEIGHTS_H

#include "words.h"

#define RR_WEIGHTS_HEAD 6u
#define RR_WEIGHTS_LAST 0u
#define RR_WEIGHTS_COUNT 1u
#define RR_WEIGHTS_SIZE 2u
#define RR_WEIGHTS_FIRST 3u
#define RR_WEIGHTS_NEXT 5u
#define RR_WEIGHTS_CROWDED 0x80000000u

#define RR_ALIAS_COLUMNS 0u
#define RR_ALIAS_PAIRS 1u

#define RR_ROW_SCALE 0x1p-64   /* factor for a row of weights whose sum overflows */

RR_FN rr_uint32 rr_alias_bits(rr_uint32 columns) { return RR_ALIAS_PAIRS + 2u * columns; }

/* Offsets of guide and digits. */
RR_FN rr_uint32 rr_weights_guide(rr_uint32 count) { return RR_WEIGHTS_HEAD + count; }
RR_FN rr_uint32 rr_weights_bits(rr_uint32 count, rr_uint32 size) { return rr_weights_guide(count) + size; }

/* Offset of the other numbers of a mixture: doubles, K of each further parameter. */
RR_FN rr_uint32 rr_weights_extra(rr_uint32 count, rr_uint32 size)
{
    return (rr_weights_bits(count, size) + 4u * count + 1u) & ~1u;
}

#endif
