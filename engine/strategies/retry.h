/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Retries a queue of slots until it is empty: the passes of compact, and the rest of fixed:M+.
 *
 * Pass j takes the slots whose attempts below j were all rejected, in registers packed full; slots that are rejected again
 * are compacted into the next queue. Undecided slots are compacted into another queue, which is decided at the end of the
 * pass, at the same j. So the attempts of a slot are made in order. Only slots are moved, never values.
 *
 * In a small tile the last slots, at most half a register, take several attempts at a time: lanes that would be idle make
 * the slots' next attempts. A large tile works on full registers for most of its time, and does not do this. */

#define RR_SPREAD_TILE 512u   /* slots of a small tile */
#define RR_SPREAD_FROM 2u     /* the first attempt that is spread: few slots get there unless acceptance is low */

/* Decides slots queue[0 ... n-1], undecided at attempt j; the rejected are appended to the queue `back` of length *backs. */
RR_FN void RR_VARIANT(rr_retry_decide)(rr_work *x, rr_uint32 *queue, rr_uint32 n, rr_uint32 j,
                                    rr_uint32 *back, rr_uint32 *backs)
{
    const rr_word turn = rr_wsplat(j);
    for (rr_uint32 at = 0; at < n; at += RR_LANES) {
        rr_try v;
        const rr_mask here = rr_mfirst(n - at);
        const rr_word slot = rr_wselect(here, rr_wload(queue + at), rr_wsplat(0));
        RR_DECIDE(x, slot, turn, v);
        const rr_mask accept = rr_mand(here, v.accept);
        rr_warp_keep(x, slot, v.value, accept);
        *backs += rr_compress(back + *backs, slot, rr_mandnot(here, accept));
        RR_TALLY(x->tally->undecided += rr_ucount(rr_mbits(here));
                 x->tally->accepted += rr_ucount(rr_mbits(accept)));
    }
}

/* Queues slots to be retried from attempt j on, the same for all of them; *n is the length so far. */
RR_FN void RR_VARIANT(rr_retry_add)(rr_work *x, rr_word slot, rr_uint32 j, rr_mask m, rr_uint32 *n)
{
    (void)j;
    *n += rr_compress(x->queue[0] + *n, slot, m);
}

/* n slots, all unfinished from attempt j on: lane l tries slot l mod n, at attempt j + l div n. The lowest accepted lane of
 * a slot has its lowest accepted attempt. */
RR_SLOW_FN void RR_VARIANT(rr_retry_spread)(rr_work *x, rr_uint32 *todo, rr_uint32 n, rr_uint32 j)
{
    const rr_uint32 cap = x->tile->cap;
    for (rr_uint32 turns; n && j < cap; j += turns) {
        rr_real value;
        const rr_word round = rr_wdiv(rr_iota(), n), turn = round + j;
        turns = RR_LANES / n;
        const rr_word slot = rr_wgather(todo, rr_iota() - round * n);
        const rr_mask here = rr_mand(rr_mfirst(turns * n), rr_wlt(turn, rr_wsplat(cap)));
        const rr_uint32 accepts = rr_mbits(RR_VARIANT(rr_warp_ask)(x, slot, turn, here, &value));
        rr_uint32 so_far = accepts;   /* lanes whose slot was accepted by themselves or a lower lane */
        for (rr_uint32 by = n; by < RR_LANES; by *= 2) so_far |= so_far << by;
        rr_warp_keep(x, slot, value, rr_mfrom(accepts & ~(so_far << n)));
        RR_TALLY(for (rr_uint32 k = j; k < j + turns && k < cap; ++k)
                     x->tally->iterations[k < RR_TALLY_ITERATIONS ? k : RR_TALLY_ITERATIONS - 1] += n;
                 x->tally->lane_attempts += x->lanes < RR_LANES ? RR_LANES - x->lanes : 0;
                 x->tally->calls++; x->tally->steps++);
        const rr_uint32 open = ~(so_far >> (turns - 1) * n) & ((1u << n) - 1u);
        n = rr_compress(todo, rr_wload(todo), rr_mfrom(open));
    }
    rr_warp_lose(x, rr_wload(todo), rr_mfirst(n));
}

/* Retries n queued slots from attempt j on; at attempt j `rejects` slots of queue[1] were rejected already, and `opens`
 * slots of queue[2] left undecided. */
RR_SLOW_FN void RR_VARIANT(rr_retry)(rr_work *x, rr_uint32 n, rr_uint32 j, rr_uint32 rejects, rr_uint32 opens)
{
    rr_uint32 *todo = x->queue[0], *back = x->queue[1], *open = x->queue[2];
    for (; (n | rejects | opens) && j < x->tile->cap; ++j) {
        const rr_word turn = rr_wsplat(j);
        if (n <= RR_LANES / 2 && j >= RR_SPREAD_FROM && x->tile->n <= RR_SPREAD_TILE) {
            RR_VARIANT(rr_retry_spread)(x, todo, n, j);
            return;
        }
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
        RR_VARIANT(rr_retry_decide)(x, open, opens, j, back, &rejects);
        rr_uint32 *const spent = todo;
        todo = back;
        back = spent;
        n = rejects;
        rejects = opens = 0;
    }
    for (rr_uint32 at = 0; at < n; at += RR_LANES) rr_warp_lose(x, rr_wload(todo + at), rr_mfirst(n - at));
}
