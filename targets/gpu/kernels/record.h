/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What warps report: sums over the lanes, into the record of the launch (launch.h). */
#ifndef RR_GPU_RECORD_H
#define RR_GPU_RECORD_H

#include "launch.h"

/* The least of the lanes' words, and their sum, in all lanes. Collective. */
RR_FN rr_word rr_lanes_least(rr_board board, rr_word w)
{
    for (rr_uint32 s = RR_LANES / 2; s; s /= 2) {
        const rr_word other = rr_lane_word_from(board, w, rr_lane_number() ^ s);
        w = other < w ? other : w;
    }
    return w;
}

RR_FN rr_word rr_lanes_sum(rr_board board, rr_word w)
{
    for (rr_uint32 s = RR_LANES / 2; s; s /= 2) w += rr_lane_word_from(board, w, rr_lane_number() ^ s);
    return w;
}

/* One lane of a warp: `code` happened to n slots, of which the lowest has element number e. In whatever order warps come
 * here, the record says the same. */
#if RR_ATOMICS_64
RR_SLOW_FN void rr_record_add(RR_GLOBAL rr_uint32 *record, rr_uint32 code, rr_uint32 n, rr_uint64 e)
{
    const rr_uint32 at = code == RR_RECORD_BAD ? RR_RECORD_BAD_LO : RR_RECORD_FAILED_LO;
    rr_atomic_or(record + RR_RECORD_CODE, code);
    rr_atomic_least_64((RR_GLOBAL rr_uint64 *)(record + at), e);
    if (code == RR_RECORD_FAILED) rr_atomic_add_64((RR_GLOBAL rr_uint64 *)(record + RR_RECORD_COUNT_LO), n);
}
#else
/* The lock is taken when it holds this: one of an uninitialised record is free, so that no warp waits for ever. */
#define RR_RECORD_TAKEN 0x7461656bu

/* Words at and at + 1 become the lesser of what they are, 64 bits, and e. Under the lock. */
RR_FN void rr_record_least(RR_GLOBAL rr_uint32 *record, rr_uint32 at, rr_uint64 e)
{
    const rr_uint64 now = (rr_uint64)rr_atomic_or(record + at + 1, 0u) << 32 | rr_atomic_or(record + at, 0u);
    if (e >= now) return;
    rr_atomic_swap(record + at, (rr_uint32)e);
    rr_atomic_swap(record + at + 1, (rr_uint32)(e >> 32));
}

/* The lower word of a sum hands its carry to the upper one: no lock is wanted. */
RR_SLOW_FN void rr_record_add(RR_GLOBAL rr_uint32 *record, rr_uint32 code, rr_uint32 n, rr_uint64 e)
{
    rr_atomic_or(record + RR_RECORD_CODE, code);
    if (code == RR_RECORD_FAILED && rr_atomic_add(record + RR_RECORD_COUNT_LO, n) > ~0u - n)
        rr_atomic_add(record + RR_RECORD_COUNT_HI, 1u);
    for (;;) {
        if (rr_atomic_swap(record + RR_RECORD_LOCK, RR_RECORD_TAKEN) == RR_RECORD_TAKEN) continue;
        rr_record_least(record, code == RR_RECORD_BAD ? RR_RECORD_BAD_LO : RR_RECORD_FAILED_LO, e);
        rr_memory_fence();
        rr_atomic_swap(record + RR_RECORD_LOCK, 0u);
        return;
    }
}
#endif

/* What a lane has found of the slots that it looked at: the lowest of each kind, all ones where there is none, and how many
 * are lost. */
typedef struct rr_found {
    rr_word bad, lost, unfit, losts;
} rr_found;

RR_FN rr_found rr_found_none(void)
{
    rr_found f;
    f.bad = f.lost = f.unfit = ~0u;
    f.losts = 0;
    return f;
}

/* All lanes of a warp. A slot is `each` elements, the first of them number `element`. */
RR_FN void rr_found_tell(RR_GLOBAL rr_uint32 *record, rr_board board, const rr_found *found, rr_uint64 element,
                         rr_uint64 each)
{
    if (!rr_lane_vote(board, rr_mfrom((found->bad & found->lost & found->unfit) != ~0u ? ~0u : 0u))) return;
    const rr_word bad = rr_lanes_least(board, found->bad), unfit = rr_lanes_least(board, found->unfit);
    const rr_word lost = rr_lanes_least(board, found->lost), losts = rr_lanes_sum(board, found->losts);
    if (rr_lane_number()) return;
    if (bad != ~0u) rr_record_add(record, RR_RECORD_BAD, 1, element + bad * each);
    if (lost != ~0u) rr_record_add(record, RR_RECORD_FAILED, losts, element + lost * each);
    if (unfit != ~0u) rr_record_add(record, RR_RECORD_UNFIT, 0, element + unfit * each);
}

#endif
