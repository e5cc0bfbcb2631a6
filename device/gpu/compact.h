/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* compact on a GPU: attempt 0 in straight lines, a thread drawing RR_UNIT consecutive samples that share their blocks, and
 * storing them at once; what is rejected or undecided is queued and tried again by full warps (gpu/retry.h) in between.
 *
 * The first samples of the launch, where its index is no multiple of RR_UNIT, the last, and samples with an index of their own
 * have no neighbours to share a block with: they are queued untried. */

/* Consecutive samples of a thread. */
#define RR_UNIT (RR_AUX > RR_GROUP ? RR_AUX : RR_GROUP)
#define RR_UNIT_GROUPS (RR_UNIT / RR_GROUP)

/* Attempt 0 of the units of RR_LANES threads from slot0 on, all in the tile. */
RR_FN void rr_unit_draw(const rr_tile *t, rr_uint32 slot0, rr_try *v)
{
    const rr_uint64 first = (rr_tile_base(t) + slot0) / RR_UNIT;
    const rr_index unit = rr_lanes_from(first);
    const rr_word own = slot0 + rr_lane_number() * RR_UNIT;
    RR_UNROLL
    for (int g = 0; g < RR_UNIT_GROUPS; ++g) {
        rr_counter c[RR_BLOCKS];
        rr_block b[RR_BLOCKS];
        rr_index q = unit;
        if (RR_UNIT_GROUPS > 1) {
            q.lo = unit.lo * RR_UNIT_GROUPS + (rr_uint32)g;
            q.hi = unit.hi * RR_UNIT_GROUPS + (RR_UNIT_GROUPS == 4 ? unit.lo >> 30 : unit.lo >> 31);
        }
        RR_UNROLL
        for (int k = 0; k < RR_BLOCKS; ++k) c[k] = rr_group_counter(t, q, k);
        rr_philox_some(&t->key, RR_BLOCKS, c, b);
        /* Groups look at slot0 + lane * RR_GROUP. */
        RR_SAMPLER_FN(group)(t, b, own + (rr_uint32)(g * RR_GROUP) - rr_lane_number() * RR_GROUP, v + g * RR_GROUP);
    }
}

/* From values to samples. */
RR_FN void rr_unit_finish(const rr_tile *t, rr_uint32 slot0, const rr_try *v, rr_real *sample)
{
    const rr_word slot = slot0 + rr_lane_number() * RR_UNIT - rr_lane_number();   /* finish looks at slot + lane */
    rr_real e[RR_UNIT];
    RR_UNROLL
    for (int k = 0; k < RR_UNIT; ++k) e[k] = rr_splat(RR_C(0));
#if RR_AUX
    rr_mask wanted = rr_mfrom(0);
    RR_UNROLL
    for (int k = 0; k < RR_UNIT; ++k) wanted = rr_mor(wanted, RR_SAMPLER_FN(aux_wanted)(t, slot + (rr_uint32)k));
    if (wanted) {
        RR_UNROLL
        for (int a = 0; a < RR_UNIT; a += RR_AUX) {
            const rr_uint64 at = (rr_tile_base(t) + slot0 + rr_lane_number() * RR_UNIT + (rr_uint32)a) / RR_AUX;
            rr_index q;
            q.lo = (rr_uint32)at;
            q.hi = (rr_uint32)(at >> 32);
            RR_SAMPLER_FN(aux_groups)(t, &q, 1, e + a);
        }
    }
#endif
    RR_UNROLL
    for (int k = 0; k < RR_UNIT; ++k) sample[k] = RR_SAMPLER_FN(finish)(t, slot + (rr_uint32)k, v[k].value, e[k]);
}

RR_FN void RR_TWIN(rr_unit_pass)(rr_work *x, rr_uint32 slot0)
{
    rr_try v[RR_UNIT];
    rr_real sample[RR_UNIT];
    rr_mask left = rr_mfrom(0);
    rr_unit_draw(x->tile, slot0, v);
    rr_unit_finish(x->tile, slot0, v, sample);
    rr_store_parts(x->out + slot0, sample, RR_UNIT);
    RR_UNROLL
    for (int k = 0; k < RR_UNIT; ++k) left = rr_mor(left, rr_mnot(v[k].accept));
    RR_TALLY(x->tally->iterations[0] += RR_UNIT * RR_LANES; x->tally->steps += RR_UNIT;
             x->tally->lane_attempts += RR_UNIT * RR_LANES);
    RR_TALLY(for (int k = 0; k < RR_UNIT; ++k) x->tally->accepted += rr_ucount(rr_lane_ballot(v[k].accept)));
    if (!rr_vote(left)) return;
    RR_UNROLL
    for (int k = 0; k < RR_UNIT; ++k) {
        const rr_word slot = slot0 + rr_lane_number() * RR_UNIT + (rr_uint32)k;
        rr_queue_add(&x->open, slot, 0u, rr_mandnot(v[k].open, v[k].accept));
        RR_TWIN(rr_retry_again)(x, slot, 1u, rr_mnot(rr_mor(v[k].accept, v[k].open)));
    }
}

/* Queues slots from `at` on untried, at most a warp of them and none from `end` on; returns how many. */
RR_FN rr_uint32 RR_TWIN(rr_untried)(rr_work *x, rr_uint32 at, rr_uint32 end)
{
    const rr_uint32 n = end - at < RR_LANES ? end - at : RR_LANES;
    RR_TWIN(rr_retry_again)(x, at + rr_lane_number(), 0u, rr_lane_number() < n);
    return n;
}

RR_SLOW_FN void RR_TWIN(rr_compact)(rr_work *x)
{
    const rr_tile *const t = x->tile;
    const rr_uint32 run = RR_UNIT * RR_LANES, head = (0u - t->base_lo) & (RR_UNIT - 1u);
    rr_uint32 at = 0, least = RR_LANES;
    do {
        if (at >= t->n) least = 1;   /* nothing is added any more */
        else if (t->index_lo || t->n - at < run) at += RR_TWIN(rr_untried)(x, at, t->n);
        else if (at < head) at += RR_TWIN(rr_untried)(x, at, head);
        else {
            RR_TWIN(rr_unit_pass)(x, at);
            at += run;
        }
        RR_TWIN(rr_retry_run)(x, least);
    } while (least > 1);
}
