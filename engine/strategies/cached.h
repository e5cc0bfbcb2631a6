/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* cached: a lane that has its sample works ahead on its next one; the warp votes with all() (Thomas).
 *
 * In bulk the warp calls the sampler row by row: lane l of row k has slot k T + l, T the lanes of the warp, so its next
 * sample is T slots on, with that slot's own parameters. From row to row a lane carries (next attempt, valid, value) of its
 * next slot. A lane whose work ahead was rejected resumes at its next attempt number: restarting at 0 would give the same
 * bits but more iterations (5.19 instead of 3.76 for acceptance 1/2 and 32 lanes).
 *
 * Invariant: for both of its slots, a lane has made attempts 0 ... j-1 in order and stops at the first accepted one. */

RR_SLOW_FN void RR_VARIANT(rr_cached)(rr_work *x)
{
    rr_word ahead_j[RR_MAX_REGS];
    rr_real ahead_value[RR_MAX_REGS];
    rr_mask ahead_valid[RR_MAX_REGS];
    for (rr_uint32 r = 0; r < x->regs; ++r) {
        ahead_j[r] = rr_wsplat(0);
        ahead_value[r] = rr_splat(RR_C(0));
        ahead_valid[r] = rr_mfrom(0);
    }
    for (rr_uint32 base = 0; base < x->tile->n; base += x->lanes) {
        rr_word slot[RR_MAX_REGS], next[RR_MAX_REGS], j[RR_MAX_REGS];
        rr_real value[RR_MAX_REGS];
        rr_mask open[RR_MAX_REGS], spare[RR_MAX_REGS];   /* no sample yet; may work ahead */
        rr_uint32 n = 0;
        for (rr_uint32 r = 0; r < x->regs; ++r) {
            const rr_mask mine = rr_warp_lanes(x, r);
            slot[r] = rr_warp_iota(r) + base;
            next[r] = slot[r] + x->lanes;
            j[r] = ahead_j[r];
            value[r] = ahead_value[r];
            open[r] = rr_mandnot(rr_mand(mine, rr_wlt(slot[r], rr_wsplat(x->tile->n))), ahead_valid[r]);
            spare[r] = rr_mand(mine, rr_wlt(next[r], rr_wsplat(x->tile->n)));
            ahead_j[r] = rr_wsplat(0);
            ahead_valid[r] = rr_mfrom(0);
        }
        while (rr_warp_vote(x, open)) {
            for (rr_uint32 r = 0; r < x->regs; ++r) {
                rr_real v;
                rr_mask now = rr_warp_cap(x, slot[r], j[r], open[r]);
                open[r] = now;
                /* Work ahead stops below the cap: whether the slot failed is recorded in its own row. */
                const rr_mask ahead =
                    rr_mandnot(rr_mandnot(rr_mand(spare[r], rr_wlt(ahead_j[r], rr_wsplat(x->tile->cap))), now),
                               ahead_valid[r]);
                const rr_word s = rr_wselect(now, slot[r], next[r]), k = rr_wselect(now, j[r], ahead_j[r]);
                const rr_mask accept = RR_VARIANT(rr_warp_ask)(x, s, k, rr_mor(now, ahead), &v);
                value[r] = rr_select(rr_mand(accept, now), v, value[r]);
                j[r] = rr_wselect(now, j[r] + 1u, j[r]);
                open[r] = rr_mandnot(now, accept);
                ahead_value[r] = rr_select(rr_mand(accept, ahead), v, ahead_value[r]);
                ahead_j[r] = rr_wselect(ahead, ahead_j[r] + 1u, ahead_j[r]);
                ahead_valid[r] = rr_mor(ahead_valid[r], rr_mand(accept, ahead));
            }
            ++n;
        }
        RR_VARIANT(rr_warp_row)(x, n);
        rr_warp_store(x, base, value);
    }
}
