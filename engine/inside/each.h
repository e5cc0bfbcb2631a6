/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* One sampler inside a user's kernel that passes a range of its samples to the caller: this file is included once per
 * sampler, after draw.h.
 *
 * A warp draws the samples e->first ... e->first + e->n - 1 in rounds, each sample once. A round gives every lane a few
 * samples or none. It either makes attempt 0 of groups that share blocks, without a branch, or retries or decides queued
 * slots. Queued slots are processed as soon as a queue (queue.h) holds one slot per lane, and when no group is left. So the
 * attempts of a sample are made in order, as in compact, and only the slots that wait are stored. */

/* Attempt 0 of one group per lane. Returns which samples of the group exist, bit k for slot *slot + k. Collective. */
RR_FN rr_word RR_SAMPLER_FN(each_group)(rr_each *e, rr_each_words words, const rr_tile *t, rr_word groups, rr_word *slot,
                                        rr_real *out)
{
    const rr_here here = (rr_here)e->lanes;
    const rr_word number = e->next + rr_here_count(here & rr_here_first(rr_here_lane()));
    const rr_mask mine = number < groups;
    const rr_uint64 group = e->first / RR_GROUP + (mine ? number : 0u);
    rr_tile own_tile = *t;   /* slot 0 is the group's first: a draw may need more of its blocks */
    rr_try v[RR_GROUP];
    rr_word bits = 0;
    *slot = (rr_word)(group * RR_GROUP - e->first);   /* wraps in the first group, which may begin before the range */
    e->next += rr_here_count(here);
    rr_inside_at(&own_tile, group * RR_GROUP);
    RR_SAMPLER_FN(group_tried)(&own_tile, group, v);
    RR_UNROLL
    for (int k = 0; k < RR_GROUP; ++k) {
        const rr_word own = *slot + (rr_word)k;
        const rr_mask inside = mine && own < e->n, rejected = inside && !v[k].accept && !v[k].open;
        out[k] = v[k].accept ? RR_SAMPLER_FN(finished)(t, own, v[k].value) : RR_INSIDE_FAILED;
        bits |= inside && (v[k].accept || (rejected && RR_INSIDE_CAP == 1)) ? 1u << k : 0u;
        rr_each_add(here, words, 1, &e->open, own, 0u, inside && v[k].open);
        if (RR_INSIDE_CAP > 1) rr_each_add(here, words, 0, &e->again, own, 1u, rejected);
    }
    return bits;
}

/* One slot per lane is decided or retried. Collective. */
RR_FN rr_word RR_SAMPLER_FN(each_queued)(rr_each *e, rr_each_words words, const rr_tile *t, rr_word *slot, rr_real *out)
{
    const rr_here here = (rr_here)e->lanes;
    const rr_mask decide = e->open >= rr_here_count(here) || e->again == 0;
    rr_uint32 n = decide ? e->open : e->again;
    rr_word j;
    rr_try v;
    const rr_mask mine = rr_each_take(here, words, decide, &n, slot, &j);
    e->open = decide ? n : e->open;
    e->again = decide ? e->again : n;
    if (decide) v = RR_DRAW_FN(decide)(t, *slot, j);
    else v = RR_DRAW_FN(attempt)(t, *slot, j);
    const rr_mask open = mine && !decide && v.open, rejected = mine && !v.accept && !open;
    const rr_mask failed = rejected && j + 1u >= RR_INSIDE_CAP;
    out[0] = v.accept ? RR_SAMPLER_FN(finished)(t, *slot, v.value) : RR_INSIDE_FAILED;
    rr_each_add(here, words, 1, &e->open, *slot, j, open);
    rr_each_add(here, words, 0, &e->again, *slot, j + 1u, rejected && !failed);
    return (mine && v.accept) || failed;
}

/* Invalid parameters: every sample fails. */
RR_FN rr_word RR_SAMPLER_FN(each_failed)(rr_each *e, rr_word *slot, rr_real *out)
{
    const rr_here here = (rr_here)e->lanes;
    *slot = e->next + rr_here_count(here & rr_here_first(rr_here_lane()));
    out[0] = RR_INSIDE_FAILED;
    e->next += rr_here_count(here);
    e->more = e->next < e->n;
    return *slot < e->n;
}

/* One round of a tile that begins at e->first. Collective. */
RR_FN rr_word RR_SAMPLER_FN(each)(rr_each *e, rr_each_words words, const rr_tile *t, rr_word *slot, rr_real *out)
{
    const rr_word groups = (e->n + (rr_word)(e->first % RR_GROUP) + (RR_GROUP - 1u)) / RR_GROUP;
    const rr_word lanes = rr_here_count((rr_here)e->lanes);
    rr_word bits;
    if (e->next < groups && e->open < lanes && e->again < lanes)
        bits = RR_SAMPLER_FN(each_group)(e, words, t, groups, slot, out);
    else
        bits = RR_SAMPLER_FN(each_queued)(e, words, t, slot, out);
    e->more = e->next < groups || e->open != 0 || e->again != 0;
    return bits;
}
