/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* regroup:ahead: regroup whose surplus lanes work on the next row, so that caching and grouping are combined (an open
 * question in Ridley and Forget).
 *
 * Two rows are in progress, this one and the next. Lane l owns sample l of both rows. The unfinished samples of this row are
 * dealt first, then those of the next row, at most T in all; surplus lanes make further attempts of them (deal.h). A row
 * ends when all its samples are finished. For 32 lanes this takes 1.08, 1.51 and 2.37 iterations per row at acceptance .98,
 * .785 and .5 (loop: 1.49, 3.13, 6.36; cached: 1.09, 1.91, 3.76).
 *
 * Invariant: that of regroup, for the samples of both rows. */

#ifndef RR_REGROUP_AHEAD_H
#define RR_REGROUP_AHEAD_H

/* The state of a lane's two samples: one each in this row and in the next. */
typedef struct rr_owned {
    rr_word j[RR_MAX_REGS];
    rr_real value[RR_MAX_REGS];
    rr_mask open[RR_MAX_REGS];
} rr_owned;

#endif

/* Starts the samples of the row at slot base: unfinished, without an attempt. */
RR_FN void RR_VARIANT(rr_owned_start)(const rr_work *x, rr_owned *row, rr_uint32 base)
{
    const rr_uint32 left = base < x->tile->n ? x->tile->n - base : 0;
    for (rr_uint32 r = 0; r < x->regs; ++r) {
        row->j[r] = rr_wsplat(0);
        row->value[r] = rr_splat(RR_C(0));
        row->open[r] = rr_mand(rr_warp_lanes(x, r), rr_wlt(rr_warp_iota(r), rr_wsplat(left)));
    }
}

/* After an iteration, owners read the lanes that tried their sample, which has number first + (its rank among the unfinished
 * ones) in a deal of count. */
RR_FN void RR_VARIANT(rr_owned_learn)(rr_work *x, rr_owned *row, rr_uint32 opens, rr_uint32 first, rr_uint32 count,
                                   rr_uint32 accepts, const rr_real *tried)
{
    const rr_uint32 comb = rr_deal_comb(count, x->lanes), all = rr_deal_all(x->lanes);
    rr_word winner[RR_MAX_REGS];
    rr_mask found[RR_MAX_REGS];
    rr_real got[RR_MAX_REGS];
    for (rr_uint32 r = 0; r < x->regs; ++r) {
        const rr_word below = rr_wshl(rr_wsplat(1), rr_warp_iota(r)) - 1u;
        const rr_word number = rr_popcount(below & opens) + first;
        /* An unfinished sample that is at the cap already was not dealt to. */
        const rr_mask mine = rr_mand(row->open[r], rr_wlt(row->j[r], rr_wsplat(x->tile->cap)));
        const rr_mask dealt = rr_mand(mine, rr_wlt(number, rr_wsplat(count)));
        const rr_dealt d = rr_deal_result(number, comb, all, accepts);
        found[r] = rr_mandnot(dealt, rr_weq(d.accepted, rr_wsplat(0)));
        winner[r] = rr_lowest(d.accepted);
        row->j[r] = rr_wselect(dealt, row->j[r] + rr_popcount(d.tried), row->j[r]);
    }
    rr_warp_shuffle(x, got, tried, winner);
    RR_TALLY(x->tally->shuffles += 1);
    for (rr_uint32 r = 0; r < x->regs; ++r) {
        row->value[r] = rr_select(found[r], got[r], row->value[r]);
        row->open[r] = rr_mandnot(row->open[r], found[r]);
    }
}

RR_SLOW_FN void RR_VARIANT(rr_regroup_ahead)(rr_work *x)
{
    rr_owned now, next;
    RR_VARIANT(rr_owned_start)(x, &next, 0);
    for (rr_uint32 base = 0; base < x->tile->n; base += x->lanes) {
        rr_uint32 steps = 0;
        now = next;
        RR_VARIANT(rr_owned_start)(x, &next, base + x->lanes);
        for (;;) {
            rr_word owner[RR_MAX_REGS], turn[RR_MAX_REGS], turn_next[RR_MAX_REGS];
            rr_mask ahead[RR_MAX_REGS], accept[RR_MAX_REGS], may_next[RR_MAX_REGS];
            rr_real tried[RR_MAX_REGS];
            for (rr_uint32 r = 0; r < x->regs; ++r) {
                now.open[r] = rr_warp_cap(x, rr_warp_iota(r) + base, now.j[r], now.open[r]);
                /* At the cap the next row's sample waits; it fails in its own row. */
                may_next[r] = rr_mand(next.open[r], rr_wlt(next.j[r], rr_wsplat(x->tile->cap)));
            }
            const rr_uint32 opens = rr_warp_ballot(x, now.open), opens_next = rr_warp_ballot(x, may_next);
            if (!opens) break;
            const rr_uint32 here = rr_ucount(opens), both = here + rr_ucount(opens_next);
            const rr_uint32 count = both < x->lanes ? both : x->lanes;
            for (rr_uint32 r = 0; r < x->regs; ++r) {
                const rr_word lane = rr_warp_iota(r), round = rr_deal_round(lane, count), number = lane - round * count;
                ahead[r] = rr_mnot(rr_wlt(number, rr_wsplat(here)));
                const rr_word rank = rr_wselect(ahead[r], number - here, number);
                const rr_word set = rr_wselect(ahead[r], rr_wsplat(opens_next), rr_wsplat(opens));
                owner[r] = rr_nth(set, rank & 31u) & 31u;
            }
            rr_warp_wshuffle(x, turn, now.j, owner);
            rr_warp_wshuffle(x, turn_next, next.j, owner);
            for (rr_uint32 r = 0; r < x->regs; ++r) {
                const rr_word slot = owner[r] + rr_wselect(ahead[r], rr_wsplat(base + x->lanes), rr_wsplat(base));
                const rr_word j = rr_wselect(ahead[r], turn_next[r], turn[r]) + rr_deal_round(rr_warp_iota(r), count);
                const rr_mask may = rr_mand(rr_warp_lanes(x, r), rr_wlt(j, rr_wsplat(x->tile->cap)));
                accept[r] = RR_VARIANT(rr_warp_ask)(x, slot, j, may, &tried[r]);
            }
            const rr_uint32 accepts = rr_warp_ballot(x, accept);
            RR_VARIANT(rr_owned_learn)(x, &now, opens, 0, count, accepts, tried);
            RR_VARIANT(rr_owned_learn)(x, &next, opens_next, here, count, accepts, tried);
            RR_TALLY(x->tally->shuffles += 2; x->tally->votes += 2);
            ++steps;
        }
        RR_VARIANT(rr_warp_row)(x, steps);
        rr_warp_store(x, base, now.value);
    }
}
