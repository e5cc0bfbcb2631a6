/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* compact on a GPU: attempt 0 in straight lines, a thread drawing RR_UNIT consecutive samples that share their blocks,
 * and storing them at once; what is rejected or undecided is queued and tried again by full warps (gpu/retry.h) in
 * between.
 *
 * The first samples of the launch, where its index is no multiple of RR_UNIT, the last, and samples with an index of
 * their own have no neighbours to share a block with: they are queued untried. */

/* Consecutive samples of a thread. */
#define RR_UNIT (RR_AUX > RR_GROUP ? RR_AUX : RR_GROUP)
#define RR_UNIT_GROUPS (RR_UNIT / RR_GROUP)

/* The number of the group of `of` indices (a power of two up to 4) that a sample's index, of which this is the lower
 * half, is in. No multiple of 2^32 is inside a tile whose units are drawn: the upper half is the tile's. */
RR_FN rr_index rr_unit_part(const rr_tile *t, rr_word index, rr_uint32 of)
{
    rr_index q;
    q.lo = index / of | (of > 1 ? t->base_hi << (of == 4 ? 30 : 31) : 0u);
    q.hi = t->base_hi / of;
    return q;
}

/* Attempt 0 of the units of RR_LANES threads from slot0 on, all in the tile; index is the lower half of that of the thread's
 * first sample. */
RR_FN void rr_unit_draw(const rr_tile *t, rr_uint32 slot0, rr_word index, rr_try *v)
{
    const rr_index unit = rr_unit_part(t, index, RR_GROUP);
    RR_UNROLL
    for (int g = 0; g < RR_UNIT_GROUPS; ++g) {
        rr_counter c[RR_BLOCKS];
        rr_block b[RR_BLOCKS];
        rr_index q = unit;
        q.lo += (rr_uint32)g;
        RR_UNROLL
        for (int k = 0; k < RR_BLOCKS; ++k) c[k] = rr_group_counter(t, q, k);
        rr_philox_some(&t->key, RR_BLOCKS, c, b);
        /* Groups look at slot0 + lane * RR_GROUP. */
        RR_SAMPLER_FN(group)(t, b, slot0 + rr_lane_number() * (RR_UNIT - RR_GROUP) + (rr_uint32)(g * RR_GROUP), v + g * RR_GROUP);
    }
}

/* The parameters of a thread's samples, in a copy of the tile each. */
RR_FN void rr_unit_params(const rr_tile *t, rr_uint32 slot0, rr_tile *of)
{
    RR_UNROLL
    for (int k = 0; k < RR_UNIT; ++k) {
        of[k] = *t;
        of[k].loaded = 1;
    }
    RR_UNROLL
    for (int p = 0; p < RR_TILE_PARAMS; ++p) {
        rr_real value[RR_UNIT];
        if (!(t->varies >> p & 1)) continue;
        rr_load_parts((RR_GLOBAL const rr_scalar *)t->param[p] + slot0, value, RR_UNIT);
        RR_UNROLL
        for (int k = 0; k < RR_UNIT; ++k) of[k].uniform[p] = rr_own(value[k]);
    }
}

/* From values to samples. */
RR_FN void rr_unit_finish(const rr_tile *t, rr_uint32 slot0, rr_word index, const rr_try *v, rr_real *sample)
{
    rr_tile of[RR_UNIT];
    rr_real e[RR_UNIT];
    rr_unit_params(t, slot0, of);
    RR_UNROLL
    for (int k = 0; k < RR_UNIT; ++k) e[k] = rr_splat(RR_C(0));
#if RR_AUX
    rr_mask wanted = rr_mfrom(0);
    RR_UNROLL
    for (int k = 0; k < RR_UNIT; ++k) wanted = rr_mor(wanted, RR_SAMPLER_FN(aux_wanted)(&of[k], slot0));
    if (wanted) {
        const rr_index aux = rr_unit_part(t, index, RR_AUX);
        RR_MARK(5);
        RR_UNROLL
        for (int a = 0; a < RR_UNIT / RR_AUX; ++a) {
            rr_index q = aux;
            q.lo += (rr_uint32)a;
            RR_SAMPLER_FN(aux_groups)(t, &q, 1, e + a * RR_AUX);
        }
    }
#else
    (void)index;
#endif
    RR_UNROLL
    for (int k = 0; k < RR_UNIT; ++k) sample[k] = RR_SAMPLER_FN(finish)(&of[k], slot0, v[k].value, e[k]);
}

/* Attempt 0 of the samples of a warp, stored; what is left over is queued. t is the tile of x or like it. */
RR_FN void RR_TWIN(rr_unit_pass)(rr_work *x, const rr_tile *t, rr_uint32 slot0)
{
    const rr_word own = slot0 + rr_lane_number() * RR_UNIT, index = t->base_lo + own;
    rr_try v[RR_UNIT];
    rr_real sample[RR_UNIT];
    rr_mask left = rr_mfrom(0), again = rr_mfrom(0);
    RR_MARK(1);
    rr_unit_draw(t, slot0, index, v);
    rr_unit_finish(t, slot0, index, v, sample);
    rr_store_parts(x->out + slot0, sample, RR_UNIT);
    RR_UNROLL
    for (int k = 0; k < RR_UNIT; ++k) {
        left = rr_mor(left, rr_mnot(v[k].accept));
        again = rr_mor(again, rr_mnot(rr_mor(v[k].accept, v[k].open)));
    }
    RR_TALLY(x->tally->iterations[0] += RR_UNIT * RR_LANES; x->tally->steps += RR_UNIT;
             x->tally->lane_attempts += RR_UNIT * RR_LANES);
    RR_TALLY(for (int k = 0; k < RR_UNIT; ++k) x->tally->accepted += rr_ucount(rr_register_bits(x, v[k].accept)));
    if (!rr_register_vote(x, left)) return;
    RR_MARK(2);
    RR_UNROLL
    for (int k = 0; k < RR_UNIT; ++k) rr_queue_add(&x->open, own + (rr_uint32)k, 0u, rr_mandnot(v[k].open, v[k].accept));
    if (!rr_register_vote(x, again)) return;
    RR_MARK(7);
    RR_UNROLL
    for (int k = 0; k < RR_UNIT; ++k)
        RR_TWIN(rr_retry_again)(x, own + (rr_uint32)k, 1u, rr_mnot(rr_mor(v[k].accept, v[k].open)));
}

/* The same, made twice: where no parameter varies nothing of a sample is looked up, and its verdicts stay in predicates,
 * which they would not if the two met again before they are used. */
RR_FN void RR_TWIN(rr_unit_either)(rr_work *x, const rr_tile *t, rr_uint32 slot0)
{
    rr_tile same;
    if (t->varies) {
        RR_MARK(6);
        RR_TWIN(rr_unit_pass)(x, t, slot0);
        return;
    }
    same = *t;
    same.varies = 0;
    RR_TWIN(rr_unit_pass)(x, &same, slot0);
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
    const int alone = t->index_lo || t->base_lo + t->n < t->n;   /* the second, a multiple of 2^32 inside, is most rare */
    rr_uint32 at = 0;
    int last = 0;
    do {
        if (!alone && at >= head)
            for (; t->n - at >= run && x->again.n < RR_LANES && x->open.n < RR_LANES; at += run) RR_TWIN(rr_unit_either)(x, t, at);
        if (x->again.n < RR_LANES && x->open.n < RR_LANES) {
            if (at < t->n) at += RR_TWIN(rr_untried)(x, at, !alone && at < head && head < t->n ? head : t->n);
            else last = 1;   /* nothing is added any more */
        }
        RR_TWIN(rr_retry_run)(x, last ? 1 : RR_LANES);
    } while (!last);
}
