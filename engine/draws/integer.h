/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Samplers whose value is an integer. A value is an rr_real with the integer's bits: moves, selects and stores keep every
 * bit pattern, and no arithmetic is done on such a value.
 *
 *   words    unsigned integers of as many bits as the dtype has: bits, attempts
 *   counts   `.counts` of the descriptor. Signed integers of 64 bits in the kernels of RR_DTYPE 64, converted to the job's
 *            dtype at the end. Words are those of the counter's type bit 0 for every dtype, so that all dtypes have the
 *            same counts
 *
 * The draw of a count may have a first pass in RR_DTYPE 32 as well (`counts_32` in laws/list.h; RR_FILTER_name), on CPUs: a
 * filter with twice the lanes. Its parameters are rounded to f32, or the lower words of integers; where RR_SPLIT_name is 1
 * the rounding errors follow as additional parameters. Its value is an int32_t. It may accept a slot only if the full test
 * accepts attempt 0 with the same value, and reject it only if the full test rejects it. All other slots stay undecided, so
 * no bit depends on the filter. If it would leave too many slots undecided, a sampler defines RR_SUITS_name 1 and
 * rr_NAME_suits(t, slot0), which selects, in f64, the slots for which the filter is used. A filter that may reject defines
 * RR_AGAIN_name; its rr_NAME_attempt then makes the later attempts, too. For constant parameters rr_NAME_masses(t, memory)
 * may compute RR_MASSES_name numbers, to which t->table then points. */
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

/* A count in [0, 2^52), as a number. */
RR_FN rr_real rr_wide_number(rr_real count)
{
    return rr_asreal(rr_asbits(count) | 0x4330000000000000u) - RR_C(0x1p52);
}
#endif

#endif
