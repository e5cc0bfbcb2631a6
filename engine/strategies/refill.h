/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* refill: a lane that is done takes the next slot at once, so that no lane waits for another (persistent lanes, a term of
 * Thomas, Ridley and Forget). Lanes carry their slot and attempt number.
 *
 * Invariant: a lane has made attempts 0 ... j-1 of its slot in order, all rejected; slots below `next` are done or are in
 * exactly one lane. */

RR_SLOW_FN void RR_VARIANT(rr_refill)(rr_work *x)
{
    const rr_word zero = rr_wsplat(0);
    rr_word slot[RR_MAX_REGS], j[RR_MAX_REGS];
    rr_mask busy[RR_MAX_REGS];
    rr_uint32 next = x->lanes;
    for (rr_uint32 r = 0; r < x->regs; ++r) {
        slot[r] = rr_warp_iota(r);
        j[r] = zero;
        busy[r] = rr_mand(rr_warp_lanes(x, r), rr_wlt(slot[r], rr_wsplat(x->tile->n)));
    }
    while (rr_warp_vote(x, busy)) {
        RR_TALLY(x->tally->steps++; x->tally->votes++);
        for (rr_uint32 r = 0; r < x->regs; ++r) {
            rr_real value;
            const rr_mask tried = rr_warp_cap(x, slot[r], j[r], busy[r]);
            const rr_mask accept = RR_VARIANT(rr_warp_ask)(x, slot[r], j[r], tried, &value);
            /* Lanes that are done, or whose slot failed at the cap, take a new slot each. */
            const rr_mask done = rr_mor(accept, rr_mandnot(busy[r], tried));
            rr_warp_keep(x, slot[r], value, accept);
            slot[r] = rr_wselect(done, rr_register_rank(x, done) + next, slot[r]);
            j[r] = rr_wselect(done, zero, j[r] + 1u);
            next += rr_ucount(rr_register_bits(x, done));
            busy[r] = rr_mand(busy[r], rr_wlt(slot[r], rr_wsplat(x->tile->n)));
        }
    }
    RR_TALLY(x->tally->calls++);
}
