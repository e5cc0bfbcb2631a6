/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* A queue per warp, in shared memory: slots, and the attempt number of each.
 *
 * Slots are added as they come and taken RR_LANES at a time, so that a warp that works on a queue is full until the end.
 * Capacity: a strategy adds at most RR_QUEUE_BURST slots, to one or more queues, before it takes until each has less than
 * RR_LANES; so two queues together hold at most 2 (RR_LANES - 1) + RR_QUEUE_BURST slots. */
#ifndef RR_GPU_QUEUE_H
#define RR_GPU_QUEUE_H

#include "engine/passes/tile.h"

#define RR_QUEUE_BURST (2 * RR_LANES)
#define RR_QUEUE_CAPACITY (2 * RR_LANES + RR_QUEUE_BURST)
#define RR_QUEUE_WORDS (2 * RR_QUEUE_CAPACITY + RR_BOARD_WORDS)   /* of memory */

typedef struct rr_gpu_queue {
    RR_SHARED rr_uint32 *slot;   /* attempt numbers follow RR_QUEUE_CAPACITY later */
    rr_uint32 n;
} rr_gpu_queue;

/* The board of the warp (lanes/thread.h) is at the end of a queue's memory. */
RR_FN rr_board rr_queue_board(const rr_gpu_queue *q) { return q->slot + 2 * RR_QUEUE_CAPACITY; }

/* The lanes of m append their slots. All lanes of the warp must make the call. */
RR_FN void rr_queue_add(rr_gpu_queue *q, rr_word slot, rr_word j, rr_mask m)
{
    const rr_uint32 b = rr_lane_ballot(rr_queue_board(q), m);
    if (m) {
        const rr_uint32 at = q->n + rr_ucount(b & ((1u << rr_lane_number()) - 1u));
        q->slot[at] = slot;
        q->slot[RR_QUEUE_CAPACITY + at] = j;
    }
    q->n += rr_ucount(b);
}

/* Each lane takes an entry if any is left; returns the mask of lanes that have one; the others get slot 0, attempt 0.
 * Collective. */
RR_FN rr_mask rr_queue_take(rr_gpu_queue *q, rr_word *slot, rr_word *j)
{
    const rr_uint32 n = q->n < RR_LANES ? q->n : RR_LANES;
    const rr_mask here = rr_lane_number() < n;
    q->n -= n;
    rr_lane_sync();
    *slot = here ? q->slot[q->n + rr_lane_number()] : 0u;
    *j = here ? q->slot[RR_QUEUE_CAPACITY + q->n + rr_lane_number()] : 0u;
    rr_lane_sync();
    return here;
}

#endif
