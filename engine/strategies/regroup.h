/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* regroup: as grouped, but in every iteration the lanes are dealt to the unfinished samples again (deal.h).
 *
 * Lane l owns slot base + l. Invariant: at the head of the loop attempts 0 ... j-1 of an unfinished owner's slot were made
 * and rejected. An iteration makes consecutive attempts from j on, and the lowest accepted lane of these has the lowest
 * accepted attempt; if there is none, j moves past them. */

RR_SLOW_FN void RR_VARIANT(rr_regroup)(rr_work *x)
{
    const rr_uint32 all = rr_deal_all(x->lanes);
    for (rr_uint32 base = 0; base < x->tile->n; base += x->lanes) {
        rr_word j[RR_MAX_REGS];
        rr_real value[RR_MAX_REGS];
        rr_mask open[RR_MAX_REGS];
        rr_uint32 steps = 0;
        for (rr_uint32 r = 0; r < x->regs; ++r) {
            j[r] = rr_wsplat(0);
            value[r] = rr_splat(RR_C(0));
            open[r] = rr_mand(rr_warp_lanes(x, r), rr_wlt(rr_warp_iota(r) + base, rr_wsplat(x->tile->n)));
        }
        for (;;) {
            rr_word owner[RR_MAX_REGS], turn[RR_MAX_REGS], winner[RR_MAX_REGS];
            rr_real tried[RR_MAX_REGS];
            rr_mask accept[RR_MAX_REGS], found[RR_MAX_REGS];
            for (rr_uint32 r = 0; r < x->regs; ++r) open[r] = rr_warp_cap(x, rr_warp_iota(r) + base, j[r], open[r]);
            const rr_uint32 opens = rr_warp_ballot(x, open), count = rr_ucount(opens);
            if (!opens) break;
            const rr_uint32 comb = rr_deal_comb(count, x->lanes);
            for (rr_uint32 r = 0; r < x->regs; ++r) {
                const rr_word lane = rr_warp_iota(r), round = rr_deal_round(lane, count);
                owner[r] = rr_nth(rr_wsplat(opens), lane - round * count) & 31u;
                turn[r] = round;
            }
            rr_warp_wshuffle(x, winner, j, owner);
            for (rr_uint32 r = 0; r < x->regs; ++r) {
                turn[r] = turn[r] + winner[r];
                const rr_mask may = rr_mand(rr_warp_lanes(x, r), rr_wlt(turn[r], rr_wsplat(x->tile->cap)));
                accept[r] = RR_VARIANT(rr_warp_ask)(x, owner[r] + base, turn[r], may, &tried[r]);
            }
            const rr_uint32 accepts = rr_warp_ballot(x, accept);
            for (rr_uint32 r = 0; r < x->regs; ++r) {
                const rr_word below = rr_wshl(rr_wsplat(1), rr_warp_iota(r)) - 1u;
                const rr_dealt d = rr_deal_result(rr_popcount(below & opens), comb, all, accepts);
                found[r] = rr_mandnot(open[r], rr_weq(d.accepted, rr_wsplat(0)));
                winner[r] = rr_lowest(d.accepted);
                j[r] = j[r] + rr_popcount(d.tried);
            }
            rr_warp_shuffle(x, tried, tried, winner);
            for (rr_uint32 r = 0; r < x->regs; ++r) {
                value[r] = rr_select(found[r], tried[r], value[r]);
                open[r] = rr_mandnot(open[r], found[r]);
            }
            RR_TALLY(x->tally->shuffles += 2; x->tally->votes += 1);
            ++steps;
        }
        RR_VARIANT(rr_warp_row)(x, steps);
        rr_warp_store(x, base, value);
    }
}
