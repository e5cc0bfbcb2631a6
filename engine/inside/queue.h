/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Two queues of a warp inside a user's kernel: samples to be tried again, and samples that are undecided, each a slot and an
 * attempt number. They are the queues of engine/strategies/gpu/queue.h for whatever lanes are here (deal.h), in memory that
 * the caller gives: 12 words a lane (RR_EACH_WORDS), where `again` grows from the lower end and `open` from the upper one.
 *
 * Room: before a round adds to them each holds less than a slot a lane; a round adds 4 slots a lane at most (RR_EACH_MOST).
 * So there are never more than 6 slots a lane, of two words. */
#ifndef RR_INSIDE_QUEUE_H
#define RR_INSIDE_QUEUE_H

#include "deal.h"

typedef RR_SHARED rr_uint32 *rr_each_words;

/* Where entry number i of a queue lies. */
RR_FN rr_word rr_each_at(rr_word lanes, rr_mask open, rr_word i)
{
    return 2u * (open ? 6u * lanes - 1u - i : i);
}

/* The lanes of m add theirs; *n is the queue's length. Collective. */
RR_FN void rr_each_add(rr_here here, rr_each_words words, rr_mask open, rr_uint32 *n, rr_word slot, rr_word j, rr_mask m)
{
    const rr_here b = rr_here_which(here, m);
    if (m) {
        const rr_word below = rr_here_count(b & rr_here_first(rr_here_lane()));
        const rr_word at = rr_each_at(rr_here_count(here), open, *n + below);
        words[at] = slot;
        words[at + 1u] = j;
    }
    *n += rr_here_count(b);
}

/* Each lane takes one, as far as they go; which lanes have one, the others have slot 0 at attempt 0. Collective. */
RR_FN rr_mask rr_each_take(rr_here here, rr_each_words words, rr_mask open, rr_uint32 *n, rr_word *slot, rr_word *j)
{
    const rr_word lanes = rr_here_count(here), rank = rr_here_count(here & rr_here_first(rr_here_lane()));
    const rr_word taken = *n < lanes ? *n : lanes;
    const rr_mask mine = rank < taken;
    *n -= taken;
    const rr_word at = rr_each_at(lanes, open, *n + (mine ? rank : 0u));
    rr_here_sync(here);
    *slot = mine ? words[at] : 0u;
    *j = mine ? words[at + 1u] : 0u;
    rr_here_sync(here);
    return mine;
}

#endif
