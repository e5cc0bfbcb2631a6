/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Even lanes: 64-bit lanes of which a multiplication sees the lower halves only, so that what stands in the upper ones need
 * not be cleared. passes/words.h makes Philox's blocks in them, a block a lane, where RR_HAS_EVEN is 1:
 *
 *   rr_even                     RR_EVEN_LANES 64-bit numbers; + ^ << >> are the language's own operators
 *   rr_even_splat(u)            every lane the same 64 bits
 *   rr_even_mul(a,m)            the 64-bit products of the lower halves
 *   rr_even_high(p,k)           the upper halves, moved down; k = 0, 1: by two instructions of different ports
 *   rr_even_rows()              the order of blocks that rr_even_store_rows wants
 *   rr_even_store_rows(p,a,b)   a and b of block 0, of block 1, ..., in memory
 *   rr_even_words(p,c,k)        (f32) the words hi(p) ^ c ^ k and lo(p), the first in the lower half; c and k are taken mod 2^32
 *   rr_even_weave(p,c,q,d,k,hi,lo)   (f32) the same two words apart, those of lanes p, c at even numbers, of q, d at odd ones
 *   rr_even_store(p,a)          a register, as rr_store; it is an rr_even or, woven, an rr_word */
#ifndef RR_LANES_EVEN_H
#define RR_LANES_EVEN_H

#include "lane.h"

#if defined(RR_TARGET_AVX512)
#include "even_avx512.h"
#elif defined(RR_TARGET_AVX2)
#include "even_avx2.h"
#else
#define RR_HAS_EVEN 0
#endif

#endif
