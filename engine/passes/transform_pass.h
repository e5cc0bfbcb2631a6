/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The pass over a batch of points on a CPU (transform.h). */
#ifndef RR_TRANSFORM_PASS_H
#define RR_TRANSFORM_PASS_H

#include "transform.h"

/* Makes attempt 0 of a register. If `whole`, all slots are in the batch; otherwise the slots of `here`. Rejected points are
 * queued if the transform redraws them, otherwise counted. */
RR_FN rr_uint32 rr_batch_first(const rr_batch *b, rr_uint32 slot0, rr_mask here, int whole, rr_uint32 count)
{
    const rr_word slot = rr_wselect(here, rr_iota() + slot0, rr_wsplat(slot0));
    rr_real x, y;
#if RR_DRAWS
    RR_TRANSFORM_FN(draw)(b, slot, rr_wsplat(0), &x, &y);
#else
    if (whole) rr_batch_load(b, slot0, &x, &y);
    else rr_batch_gather(b, slot, &x, &y);
#endif
    const rr_mask good = RR_TRANSFORM_FN(point)(&x, &y), refused = rr_mandnot(here, good);
    x = rr_batch_value(b, x, good);
    y = rr_batch_value(b, y, good);
    if (whole) rr_batch_store(b, slot0, x, y);
    else rr_batch_scatter(b, slot, x, y, here);
#if RR_REROLLS
    return rr_vote(refused) ? count + rr_compress(b->queue[0] + count, slot, refused) : count;
#else
    return count + rr_ucount(rr_mbits(refused));
#endif
}

#if RR_REROLLS
/* The slots of queue[0], n of them, from attempt 1 on; returns the number of slots without a point at the cap. */
RR_SLOW_FN rr_uint32 rr_batch_reroll(const rr_batch *b, rr_uint32 n)
{
    rr_uint32 *todo = b->queue[0], *back = b->queue[1];
    for (rr_uint32 j = 1; n && j < b->cap; ++j) {
        rr_uint32 backs = 0;
        for (rr_uint32 at = 0; at < n; at += RR_LANES) {
            const rr_mask here = rr_mfirst(n - at);
            const rr_word slot = rr_wselect(here, rr_wload(todo + at), rr_wsplat(0));
            rr_real x, y;
            RR_TRANSFORM_FN(draw)(b, slot, rr_wsplat(j), &x, &y);
            const rr_mask good = RR_TRANSFORM_FN(point)(&x, &y);
            rr_batch_scatter(b, slot, rr_batch_value(b, x, good), rr_batch_value(b, y, good), rr_mand(here, good));
            backs += rr_compress(back + backs, slot, rr_mandnot(here, good));
        }
        rr_uint32 *const spent = todo;
        todo = back;
        back = spent;
        n = backs;
    }
    return n;
}
#endif

/* The whole batch; returns the number of points that became NaN. */
RR_SLOW_FN rr_uint32 rr_batch_pass(const rr_batch *b)
{
    rr_uint32 slot0 = 0, count = 0;
    for (; b->n - slot0 >= RR_LANES; slot0 += RR_LANES) count = rr_batch_first(b, slot0, rr_mfirst(RR_LANES), 1, count);
    if (slot0 < b->n) count = rr_batch_first(b, slot0, rr_mfirst(b->n - slot0), 0, count);
#if RR_REROLLS
    count = rr_batch_reroll(b, count);
#endif
    return count;
}

#endif
