/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The counters of strategies, as in rr_counts of reroll.h, where a call asks for them. */
#ifndef RR_ABI_TALLY_H
#define RR_ABI_TALLY_H

#include "words.h"

#define RR_TALLY_ITERATIONS 64

typedef struct rr_tally {
    rr_uint64 iterations[RR_TALLY_ITERATIONS];
    rr_uint64 calls, steps, lane_attempts, accepted, undecided, votes, shuffles;
} rr_tally;

#define RR_TALLY_WORDS (RR_TALLY_ITERATIONS + 7u)

#endif
