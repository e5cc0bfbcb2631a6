/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Two queues of a warp inside a user's kernel: samples to be retried, and undecided samples. An entry is a slot and an
 * attempt number. They are the queues of engine/strategies/gpu/queue.h for the active lanes (deal.h), in memory that the
 * caller gives: 12 words per lane (RR_EACH_WORDS), where `again` grows from the lower end and `open` from the upper one.
 *
 * Capacity: before a round adds entries, each queue holds less than one per lane; a round adds at most 4 per lane
 * (RR_EACH_MAX). So there are at most 6 entries of two words per lane. */
#ifndef RR_INSIDE_QUEUE_H
#define RR_INSIDE_QUEUE_H

#include "deal.h"

typedef RR_SHARED rr_uint32 *rr_each_words;

/* The position of entry i of a queue. */
RR_FN rr_word rr_each_at(rr_word lanes, rr_mask open, rr_word i)
{
    return 2u * (open ? 6u * lanes - 1u - i : i);
}

/* The lanes of m append their slots; *n is the queue's length. Collective. */
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

/* Each lane takes an entry if any is left. Returns which lanes have one; others get slot 0, attempt 0. Collective. */
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
