/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Samplers whose value is an integer. A value is the rr_real with its bits: moves, selects and stores keep every pattern,
 * and no arithmetic touches such a value.
 *
 *   words    unsigned integers of as many bits as the dtype has: bits, attempts
 *   counts   `.counts` of the descriptor. Signed integers of 64 bits in the kernels of RR_DTYPE 64; what the job's dtype
 *            holds is made of them at the end. Words are those of the counter's type bit 0, whatever the dtype, so that all
 *            dtypes hold the same counts
 *
 * The draw of a count may have a first pass in RR_DTYPE 32 as well (`counts_32` in laws/list.h; RR_FILTER_name), on CPUs: a
 * filter with twice the lanes. Its parameters are rounded to f32, of integers the lower words; where RR_SPLIT_name is 1 what
 * the rounding took is there too, as many parameters further on. Its value is an int32_t. It may accept only what settle
 * accepts at attempt 0, with that value, and reject only what settle rejects; all else it leaves open. So no bit depends on
 * it. Where it would leave too many open rr_NAME_suits(t, slot0), RR_SUITS_name being 1, says in f64 which slots it is for.
 * What may reject says RR_AGAIN_name: its rr_NAME_attempt makes the attempts that follow, too. Where parameters don't vary
 * rr_NAME_masses(t, memory) may make RR_MASSES_name numbers that t->table is then. */
#ifndef RR_INTEGER_H
#define RR_INTEGER_H

#include "engine/passes/tile.h"

RR_FN rr_real rr_word_value(rr_word w) { return rr_asreal(rr_tobits(w)); }
#if RR_DTYPE == 64
RR_FN rr_real rr_wide_value(rr_wide x) { return rr_asreal(x); }

RR_FN rr_mask rr_wide_less(rr_wide a, rr_wide b)
{
    const rr_word u = rr_wide_upper(a), v = rr_wide_upper(b);
    return rr_mor(rr_wlt(u, v), rr_mand(rr_weq(u, v), rr_wlt(rr_wide_lower(a), rr_wide_lower(b))));
}

/* A count from 0 to below 2^52, as a number. */
RR_FN rr_real rr_wide_number(rr_real count)
{
    return rr_asreal(rr_asbits(count) | 0x4330000000000000u) - RR_C(0x1p52);
}
#endif

#endif
