/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* grouped:G: the warp is divided into groups of G lanes; a group makes attempts k G ... k G + G - 1 of one sample in
 * iteration k, and the lowest accepted one wins (Ridley and Forget, Algorithm 3). A warp call gives T / G samples. G is a
 * power of two, at most T (a larger G is replaced by T).
 *
 * Invariant: at the head of iteration k every attempt below k G of an unfinished group's slot was rejected. Among the
 * accepted ones of this iteration the lowest lane of the group has the lowest attempt. */

RR_SLOW_FN void RR_VARIANT(rr_grouped)(rr_work *x)
{
    const rr_uint32 g = x->number < x->lanes ? x->number : x->lanes, row = x->lanes / g;
    rr_word group[RR_MAX_REGS], offset[RR_MAX_REGS], whole[RR_MAX_REGS], below[RR_MAX_REGS];
    for (rr_uint32 r = 0; r < x->regs; ++r) {
        const rr_word lane = rr_warp_iota(r);
        group[r] = rr_wdiv(lane, g);
        offset[r] = lane - group[r] * g;
        /* The ballot bits of this lane's group, and those of the lanes below it in its group. */
        const rr_word first = (group[r] * g) & 31u, ones = rr_wsplat(g < 32 ? (1u << (g & 31u)) - 1u : 0xffffffffu);
        whole[r] = rr_wshl(ones, first);
        below[r] = rr_wshl(rr_wshl(rr_wsplat(1), offset[r] & 31u) - 1u, first);
    }
    for (rr_uint32 base = 0; base < x->tile->n; base += row) {
        rr_word slot[RR_MAX_REGS];
        rr_mask open[RR_MAX_REGS];
        rr_uint32 k = 0;
        for (rr_uint32 r = 0; r < x->regs; ++r) {
            slot[r] = group[r] + base;
            open[r] = rr_mand(rr_warp_lanes(x, r), rr_wlt(slot[r], rr_wsplat(x->tile->n)));
        }
        while (rr_warp_vote(x, open)) {
            rr_real value[RR_MAX_REGS];
            rr_mask accept[RR_MAX_REGS];
            for (rr_uint32 r = 0; r < x->regs; ++r) {
                /* A group fails when its first attempt has passed the cap. */
                const rr_mask first = rr_mand(open[r], rr_weq(offset[r], rr_wsplat(0)));
                const rr_word j = offset[r] + k * g;
                rr_warp_cap(x, slot[r], rr_wsplat(k * g), first);
                open[r] = rr_mand(open[r], rr_wlt(rr_wsplat(k * g), rr_wsplat(x->tile->cap)));
                accept[r] = RR_VARIANT(rr_warp_ask)(x, slot[r], j, rr_mand(open[r], rr_wlt(j, rr_wsplat(x->tile->cap))),
                                                 &value[r]);
            }
            const rr_word all = rr_wsplat(rr_warp_ballot(x, accept));
            for (rr_uint32 r = 0; r < x->regs; ++r) {
                const rr_mask winner = rr_mand(accept[r], rr_weq(all & below[r], rr_wsplat(0)));
                rr_warp_keep(x, slot[r], value[r], winner);
                open[r] = rr_mand(open[r], rr_weq(all & whole[r], rr_wsplat(0)));
            }
            ++k;
        }
        RR_VARIANT(rr_warp_row)(x, k);
    }
}
