/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Retries of slots on a GPU: the rest of compact after its first pass, and of fixed:M+.
 *
 * Two queues of the warp (gpu/queue.h): slots whose attempts below j were all rejected, and slots that are undecided at j. A
 * warp works on a queue as soon as it holds a slot for each lane, and on the rest at the end; slots of different j are
 * mixed. So the attempts of a slot are made in order, and lanes wait only in the last few steps of a tile.
 *
 * Names are those of strategies/retry.h. */

/* The lanes of m add slots to be retried from attempt j on. */
RR_FN void RR_VARIANT(rr_retry_again)(rr_work *x, rr_word slot, rr_word j, rr_mask m)
{
    const rr_mask gone = m && j >= x->tile->cap;
    if (rr_register_vote(x, gone)) rr_warp_lose(x, slot, gone);
    rr_queue_add(&x->again, slot, j, m && !gone);
}

/* Attempts are counted by their number, lane after lane: every lane keeps the same tally. */
RR_FN void RR_VARIANT(rr_retry_tally)(rr_work *x, rr_word j, rr_mask here)
{
    (void)x;
    (void)j;
    (void)here;
    RR_TALLY(const rr_uint32 lanes = rr_register_bits(x, here);
             for (rr_uint32 l = 0; l < RR_LANES; ++l) {
                 const rr_uint32 turn = rr_lane_word_from(rr_work_board(x), j, l);
                 x->tally->iterations[turn < RR_TALLY_ITERATIONS ? turn : RR_TALLY_ITERATIONS - 1] += lanes >> l & 1u;
             }
             x->tally->calls++; x->tally->steps++; x->tally->lane_attempts += RR_LANES);
}

/* Works until both queues hold less than `min`. */
RR_SLOW_FN void RR_VARIANT(rr_retry_run)(rr_work *x, rr_uint32 min)
{
    while (x->again.n >= min || x->open.n >= min) {
        const int decide = x->again.n < min;
        rr_word slot, j;
        rr_try v;
        rr_mask here;
        if (decide) {
            here = rr_queue_take(&x->open, &slot, &j);
            RR_MARK(4);
            RR_DECIDE(x, slot, j, v);
        } else {
            here = rr_queue_take(&x->again, &slot, &j);
            RR_MARK(3);
            RR_ASK(x, slot, j, v);
            RR_VARIANT(rr_retry_tally)(x, j, here);
        }
        const rr_mask accept = here && v.accept, undecided = here && !decide && v.open;
        RR_TALLY(x->tally->accepted += rr_ucount(rr_register_bits(x, accept));
                 x->tally->undecided += rr_ucount(rr_register_bits(x, here && decide)));
        rr_warp_keep(x, slot, v.value, accept);
        if (!decide) rr_queue_add(&x->open, slot, j, undecided);
        RR_VARIANT(rr_retry_again)(x, slot, j + 1u, here && !accept && !undecided);
    }
}

RR_FN void RR_VARIANT(rr_retry_add)(rr_work *x, rr_word slot, rr_uint32 j, rr_mask m, rr_uint32 *n)
{
    (void)n;
    RR_VARIANT(rr_retry_again)(x, slot, j, m);
    RR_VARIANT(rr_retry_run)(x, RR_LANES);
}

RR_SLOW_FN void RR_VARIANT(rr_retry)(rr_work *x, rr_uint32 n, rr_uint32 j, rr_uint32 rejects, rr_uint32 opens)
{
    (void)n;
    (void)j;
    (void)rejects;
    (void)opens;
    RR_VARIANT(rr_retry_run)(x, 1);
}
