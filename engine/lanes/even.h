/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Even lanes: registers of words in the order in which a multiplication takes them. On x86 they are 64-bit lanes whose lower
 * halves are multiplied, so that the upper ones need not be cleared; on NEON, whose multiplications take adjacent lanes,
 * they are four words. passes/words.h computes Philox blocks in them, one block per lane, where RR_HAS_EVEN is 1:
 *
 *   rr_even                     RR_EVEN_LANES words; + ^ are the language's own operators, with an rr_even_lane too
 *   RR_EVEN_FLIGHT              registers that are interleaved
 *   rr_even_splat(u)            every lane the same 64 bits, or the lower 32 of them
 *   rr_even_count()             the lane's number
 *   rr_even_mul(a,m)            the products of the words, an rr_product
 *   rr_even_high(p,k)           their upper halves; k = 0, 1: by two instructions of different ports
 *   rr_even_low(p)              their lower halves
 *   rr_even_rows()              the order of blocks that rr_even_store_rows takes
 *
 * Where RR_EVEN_WHOLE is 1, lanes are words of 32 bits (NEON):
 *
 *   rr_even_store_rows(p,w)     words w[0 ... 3] in order: as numbers of the dtype's size, of block 0, of block 1, ...
 *   rr_even_store_blocks(p,w)   the same by block (passes/words.h)
 *
 * Otherwise rr_even has << and >>, a product is an rr_even, and
 *
 *   rr_even_store_rows(p,a,b)   a and b of block 0, of block 1, ..., in memory
 *   rr_even_words(p,c,k)        (f32) the words hi(p) ^ c ^ k and lo(p), the first in the lower half
 *   rr_even_weave(p,c,q,d,k,hi,lo)   (f32) the same words, each as lanes of 32 bits: of p and c in the even ones, of q and d
 *                               in the odd ones
 *   rr_even_store(p,a)          a register, as rr_store */
#ifndef RR_LANES_EVEN_H
#define RR_LANES_EVEN_H

#include "lane.h"

#if defined(RR_TARGET_AVX512)
#include "even_avx512.h"
#elif defined(RR_TARGET_AVX2)
#include "even_avx2.h"
#elif defined(RR_TARGET_NEON)
#include "even_neon.h"
#else
#define RR_HAS_EVEN 0
#endif

#endif
