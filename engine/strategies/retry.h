/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* A queue of slots is tried until it is empty: the passes of compact, and what goes on after fixed:M+.
 *
 * Pass j takes the slots whose attempts below j were all rejected, in registers packed full; those rejected again are
 * compacted into the next queue, the undecided into one that is settled at the same j when the pass is over. So every
 * slot sees its attempts in order. Only slots are moved, never values. */

/* Slots queue[0 ... n-1] are undecided at attempt j: settled; the rejected are added to the queue `back` of *backs. */
RR_FN void RR_TWIN(rr_retry_settle)(rr_work *x, rr_uint32 *queue, rr_uint32 n, rr_uint32 j,
                                    rr_uint32 *back, rr_uint32 *backs)
{
    const rr_word turn = rr_wsplat(j);
    for (rr_uint32 at = 0; at < n; at += RR_LANES) {
        rr_try v;
        const rr_mask here = rr_mfirst(n - at);
        const rr_word slot = rr_wselect(here, rr_wload(queue + at), rr_wsplat(0));
        RR_SETTLE(x, slot, turn, v);
        const rr_mask accept = rr_mand(here, v.accept);
        rr_warp_keep(x, slot, v.value, accept);
        *backs += rr_compress(back + *backs, slot, rr_mandnot(here, accept));
        RR_TALLY(x->tally->undecided += rr_ucount(rr_mbits(here));
                 x->tally->accepted += rr_ucount(rr_mbits(accept)));
    }
}

/* Notes slots to be tried from attempt j on, the same for all of them, *n of them so far. */
RR_FN void RR_TWIN(rr_retry_add)(rr_work *x, rr_word slot, rr_uint32 j, rr_mask m, rr_uint32 *n)
{
    (void)j;
    *n += rr_compress(x->queue[0] + *n, slot, m);
}

/* The noted slots, n of them, are open from attempt j on; at attempt j `rejects` slots of queue[1] were rejected already,
 * and `opens` slots of queue[2] left undecided. */
RR_SLOW_FN void RR_TWIN(rr_retry)(rr_work *x, rr_uint32 n, rr_uint32 j, rr_uint32 rejects, rr_uint32 opens)
{
    rr_uint32 *todo = x->queue[0], *back = x->queue[1], *open = x->queue[2];
    for (; (n | rejects | opens) && j < x->tile->cap; ++j) {
        const rr_word turn = rr_wsplat(j);
        for (rr_uint32 at = 0; at < n; at += RR_LANES) {
            rr_try v;
            const rr_mask here = rr_mfirst(n - at);
            const rr_word slot = rr_wselect(here, rr_wload(todo + at), rr_wsplat(0));
            RR_ASK(x, slot, turn, v);
            const rr_mask accept = rr_mand(here, v.accept), undecided = rr_mand(here, v.open);
            rr_warp_keep(x, slot, v.value, accept);
            opens += rr_compress(open + opens, slot, undecided);
            rejects += rr_compress(back + rejects, slot, rr_mandnot(here, rr_mor(accept, undecided)));
            RR_TALLY(x->tally->lane_attempts += RR_LANES;
                     x->tally->accepted += rr_ucount(rr_mbits(accept)));
        }
        RR_TALLY(x->tally->iterations[j < RR_TALLY_ITERATIONS ? j : RR_TALLY_ITERATIONS - 1] += n;
                 x->tally->calls += n > 0; x->tally->steps += (n + RR_LANES - 1) / RR_LANES);
        RR_TWIN(rr_retry_settle)(x, open, opens, j, back, &rejects);
        rr_uint32 *const spent = todo;
        todo = back;
        back = spent;
        n = rejects;
        rejects = opens = 0;
    }
    for (rr_uint32 at = 0; at < n; at += RR_LANES) rr_warp_lose(x, rr_wload(todo + at), rr_mfirst(n - at));
}
