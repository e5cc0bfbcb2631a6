/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* loop: every lane retries its own sample until the whole warp has one (Ridley and Forget, Algorithm 2). The baseline.
 *
 * Invariant: at the head of the loop every lane has made attempts 0 ... j-1 of its slot, and is unfinished iff all were
 * rejected. A lane leaves at its first accepted attempt, which is therefore the lowest. */

RR_SLOW_FN void RR_VARIANT(rr_loop)(rr_work *x)
{
    rr_word slot[RR_MAX_REGS];
    rr_real value[RR_MAX_REGS];
    rr_mask open[RR_MAX_REGS];
    for (rr_uint32 base = 0; base < x->tile->n; base += x->lanes) {
        rr_uint32 j = 0;
        for (rr_uint32 r = 0; r < x->regs; ++r) {
            slot[r] = rr_warp_iota(r) + base;
            open[r] = rr_mand(rr_warp_lanes(x, r), rr_wlt(slot[r], rr_wsplat(x->tile->n)));
            value[r] = rr_splat(RR_C(0));
        }
        while (rr_warp_vote(x, open)) {
            for (rr_uint32 r = 0; r < x->regs; ++r) {
                rr_real v;
                open[r] = rr_warp_cap(x, slot[r], rr_wsplat(j), open[r]);
                const rr_mask accept = RR_VARIANT(rr_warp_ask)(x, slot[r], rr_wsplat(j), open[r], &v);
                value[r] = rr_select(accept, v, value[r]);
                open[r] = rr_mandnot(open[r], accept);
            }
            ++j;
        }
        RR_VARIANT(rr_warp_row)(x, j);
        rr_warp_store(x, base, value);
    }
}
