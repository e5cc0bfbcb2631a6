/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Findings of warps: minima and sums over the lanes, added to the record of the launch (launch.h). */
#ifndef RR_GPU_RECORD_H
#define RR_GPU_RECORD_H

#include "launch.h"

/* The minimum of the lanes' words, and their sum, in all lanes. Collective. */
RR_FN rr_word rr_lanes_min(rr_board board, rr_word w)
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

/* Called by one lane of a warp: adds that `code` holds for n slots, the lowest of which is element e. The record does not
 * depend on the order of the warps. */
#if RR_ATOMICS_64
RR_SLOW_FN void rr_record_add(RR_GLOBAL rr_uint32 *record, rr_uint32 code, rr_uint32 n, rr_uint64 e)
{
    const rr_uint32 at = code == RR_RECORD_BAD ? RR_RECORD_BAD_LO : RR_RECORD_FAILED_LO;
    rr_atomic_or(record + RR_RECORD_CODE, code);
    rr_atomic_min_64((RR_GLOBAL rr_uint64 *)(record + at), e);
    if (code == RR_RECORD_FAILED) rr_atomic_add_64((RR_GLOBAL rr_uint64 *)(record + RR_RECORD_COUNT_LO), n);
}
#else
/* The value of a held lock. The lock of an uninitialized record counts as free, so that no warp waits forever. */
#define RR_RECORD_TAKEN 0x7461656bu

/* The 64 bits in words at and at + 1 become the minimum of their value and e. Requires the lock. */
RR_FN void rr_record_min(RR_GLOBAL rr_uint32 *record, rr_uint32 at, rr_uint64 e)
{
    const rr_uint64 now = (rr_uint64)rr_atomic_or(record + at + 1, 0u) << 32 | rr_atomic_or(record + at, 0u);
    if (e >= now) return;
    rr_atomic_swap(record + at, (rr_uint32)e);
    rr_atomic_swap(record + at + 1, (rr_uint32)(e >> 32));
}

/* The sum needs no lock: the carry of the lower word is added to the upper one. */
RR_SLOW_FN void rr_record_add(RR_GLOBAL rr_uint32 *record, rr_uint32 code, rr_uint32 n, rr_uint64 e)
{
    rr_atomic_or(record + RR_RECORD_CODE, code);
    if (code == RR_RECORD_FAILED && rr_atomic_add(record + RR_RECORD_COUNT_LO, n) > ~0u - n)
        rr_atomic_add(record + RR_RECORD_COUNT_HI, 1u);
    for (;;) {
        if (rr_atomic_swap(record + RR_RECORD_LOCK, RR_RECORD_TAKEN) == RR_RECORD_TAKEN) continue;
        rr_record_min(record, code == RR_RECORD_BAD ? RR_RECORD_BAD_LO : RR_RECORD_FAILED_LO, e);
        rr_memory_fence();
        rr_atomic_swap(record + RR_RECORD_LOCK, 0u);
        return;
    }
}
#endif

/* A lane's findings about its slots: the lowest of each kind, all ones if there is none, and the number of lost ones. */
typedef struct rr_found {
    rr_word bad, failed, unfit, failures;
} rr_found;

RR_FN rr_found rr_found_none(void)
{
    rr_found f;
    f.bad = f.failed = f.unfit = ~0u;
    f.failures = 0;
    return f;
}

/* Called by all lanes of a warp. A slot has `each` elements; `element` is the first element of slot 0. */
RR_FN void rr_found_record(RR_GLOBAL rr_uint32 *record, rr_board board, const rr_found *found, rr_uint64 element,
                         rr_uint64 each)
{
    if (!rr_lane_vote(board, rr_mfrom((found->bad & found->failed & found->unfit) != ~0u ? ~0u : 0u))) return;
    const rr_word bad = rr_lanes_min(board, found->bad), unfit = rr_lanes_min(board, found->unfit);
    const rr_word failed = rr_lanes_min(board, found->failed), failures = rr_lanes_sum(board, found->failures);
    if (rr_lane_number()) return;
    if (bad != ~0u) rr_record_add(record, RR_RECORD_BAD, 1, element + bad * each);
    if (failed != ~0u) rr_record_add(record, RR_RECORD_FAILED, failures, element + failed * each);
    if (unfit != ~0u) rr_record_add(record, RR_RECORD_UNFIT, 0, element + unfit * each);
}

#endif
