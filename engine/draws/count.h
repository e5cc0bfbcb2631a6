/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Counts: samplers whose value is an integer. Their kernels are those of RR_DTYPE 64, a value being the rr_real with the bits
 * of a signed 64-bit integer; moves, selects and stores keep every pattern, and what the job's dtype holds is made of it at
 * the end. Words are those of the counter's type bit 0, whatever the dtype.
 *
 * A draw may have a first pass of RR_DTYPE 32 too (`64_32` in laws/list.h), on CPUs: a filter that has twice the lanes.
 * Its value is a 32-bit word. It may accept only what settle accepts at attempt 0, with that value, and reject only what
 * settle rejects; all else it leaves open. So no bit depends on it. */
#ifndef RR_COUNT_H
#define RR_COUNT_H

#include "engine/passes/tile.h"

#if RR_DTYPE == 32
RR_FN rr_real rr_count_word(rr_word w) { return rr_asreal(rr_tobits(w)); }
#else
RR_FN rr_real rr_count_word(rr_word w) { return rr_asreal(rr_tobits(w)); }
#endif

#endif
