/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* fixed:M: M attempts of every sample, whatever their results, then a reduction in log2 M steps to the lowest accepted one
 * (Linderman). Samples whose M attempts all fail are NaN (probability rho^M); fixed:M+ retries those (retry.h).
 *
 * Let P be the smallest power of two >= M. P <= T: a group of P lanes has one sample, lane o of it attempt o, and lane
 * shuffles reduce. P > T: the warp makes T attempts of one sample at a time, and the lowest accepted of all is kept.
 *
 * Invariant: after the step with distance s, lane o < s of a group holds the lowest accepted attempt of lanes o, o + s, o +
 * 2 s, ... of its group; lane 0 ends with that of all. */

#define RR_FIXED_NONE 0x7fffffffu

/* The lowest accepted attempt of each group of `wide` lanes, and its value, in the group's lane 0. */
RR_FN void RR_VARIANT(rr_fixed_reduce)(rr_work *x, rr_uint32 wide, const rr_mask *accept, const rr_word *j, rr_word *best,
                                    rr_real *value)
{
    rr_word from[RR_MAX_REGS], other[RR_MAX_REGS], other_at[RR_MAX_REGS], at[RR_MAX_REGS];
    for (rr_uint32 r = 0; r < x->regs; ++r) {
        best[r] = rr_wselect(accept[r], j[r], rr_wsplat(RR_FIXED_NONE));
        at[r] = rr_warp_iota(r);
    }
    for (rr_uint32 s = wide / 2; s; s /= 2) {
        for (rr_uint32 r = 0; r < x->regs; ++r) from[r] = (rr_warp_iota(r) + s) & (x->lanes - 1u);
        rr_warp_wshuffle(x, other, best, from);
        rr_warp_wshuffle(x, other_at, at, from);
        for (rr_uint32 r = 0; r < x->regs; ++r) {
            const rr_mask lower = rr_wlt(other[r], best[r]);
            best[r] = rr_wselect(lower, other[r], best[r]);
            at[r] = rr_wselect(lower, other_at[r], at[r]);
        }
        RR_TALLY(x->tally->shuffles += 2);
    }
    for (rr_uint32 r = 0; r < x->regs; ++r) at[r] = at[r] & (x->lanes - 1u);
    rr_warp_shuffle(x, value, value, at);
    RR_TALLY(x->tally->shuffles += 1);
}

/* Slots without an accepted attempt in m are retried (fixed:M+; *again counts them), or fail. */
RR_FN void RR_VARIANT(rr_fixed_failed)(rr_work *x, rr_word slot, rr_uint32 m, rr_mask failed, rr_uint32 *again)
{
    if (x->more) RR_VARIANT(rr_retry_add)(x, slot, m, failed, again);
    else rr_warp_lose(x, slot, failed);
}

/* P <= T. */
RR_FN void RR_VARIANT(rr_fixed_warp)(rr_work *x, rr_uint32 m, rr_uint32 wide, rr_uint32 *again)
{
    for (rr_uint32 base = 0; base < x->tile->n; base += x->lanes / wide) {
        rr_word slot[RR_MAX_REGS], j[RR_MAX_REGS], best[RR_MAX_REGS];
        rr_real value[RR_MAX_REGS];
        rr_mask accept[RR_MAX_REGS], here[RR_MAX_REGS];
        for (rr_uint32 r = 0; r < x->regs; ++r) {
            const rr_word lane = rr_warp_iota(r), group = rr_wdiv(lane, wide);
            slot[r] = group + base;
            j[r] = lane - group * wide;
            here[r] = rr_mand(rr_warp_lanes(x, r), rr_wlt(slot[r], rr_wsplat(x->tile->n)));
            accept[r] = RR_VARIANT(rr_warp_ask)(x, slot[r], j[r], rr_mand(here[r], rr_wlt(j[r], rr_wsplat(m))), &value[r]);
        }
        RR_VARIANT(rr_fixed_reduce)(x, wide, accept, j, best, value);
        RR_VARIANT(rr_warp_row)(x, 1);
        for (rr_uint32 r = 0; r < x->regs; ++r) {
            const rr_mask head = rr_mand(here[r], rr_weq(j[r], rr_wsplat(0)));
            const rr_mask found = rr_wlt(best[r], rr_wsplat(RR_FIXED_NONE));
            rr_warp_keep(x, slot[r], value[r], rr_mand(head, found));
            RR_VARIANT(rr_fixed_failed)(x, slot[r], m, rr_mandnot(head, found), again);
        }
    }
}

/* P > T. Every lane carries the lowest so far, though only lane 0 of register 0 counts, and it is stored after the loop: a
 * test of the lane inside it lets a compiler split the loop into one for that lane and one for all others, and shuffles of
 * the whole warp would wait in both (NVRTC did this). */
RR_FN void RR_VARIANT(rr_fixed_turns)(rr_work *x, rr_uint32 m, rr_uint32 *again)
{
    for (rr_uint32 sample = 0; sample < x->tile->n; ++sample) {
        rr_word lowest = rr_wsplat(RR_FIXED_NONE);
        rr_real lowest_value = rr_splat(RR_C(0));
        const rr_word slot = rr_wsplat(sample);
        for (rr_uint32 first = 0; first < m; first += x->lanes) {
            rr_word j[RR_MAX_REGS], best[RR_MAX_REGS];
            rr_real value[RR_MAX_REGS];
            rr_mask accept[RR_MAX_REGS];
            best[0] = lowest;   /* compilers cannot know that regs > 0 */
            value[0] = lowest_value;
            for (rr_uint32 r = 0; r < x->regs; ++r) {
                j[r] = rr_warp_iota(r) + first;
                const rr_mask active = rr_mand(rr_warp_lanes(x, r), rr_wlt(j[r], rr_wsplat(m)));
                accept[r] = RR_VARIANT(rr_warp_ask)(x, slot, j[r], active, &value[r]);
            }
            RR_VARIANT(rr_fixed_reduce)(x, x->lanes, accept, j, best, value);
            const rr_mask lower = rr_wlt(best[0], lowest);
            lowest = rr_wselect(lower, best[0], lowest);
            lowest_value = rr_select(lower, value[0], lowest_value);
        }
        RR_VARIANT(rr_warp_row)(x, (m + x->lanes - 1) / x->lanes);
        const rr_mask head = rr_mfirst(1), found = rr_wlt(lowest, rr_wsplat(RR_FIXED_NONE));
        rr_warp_keep(x, slot, lowest_value, rr_mand(head, found));
        RR_VARIANT(rr_fixed_failed)(x, slot, m, rr_mandnot(head, found), again);
    }
}

RR_SLOW_FN void RR_VARIANT(rr_fixed)(rr_work *x)
{
    const rr_uint32 m = x->number < x->tile->cap ? x->number : x->tile->cap;
    rr_uint32 again = 0, wide = 1;
    while (wide < m && wide < x->lanes) wide *= 2;
    if (m <= wide) RR_VARIANT(rr_fixed_warp)(x, m, wide, &again);
    else RR_VARIANT(rr_fixed_turns)(x, m, &again);
    RR_VARIANT(rr_retry)(x, again, m, 0, 0);
}
