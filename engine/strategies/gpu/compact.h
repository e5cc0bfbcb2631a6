/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* compact on a GPU: attempt 0 without a branch; a thread draws units of RR_UNIT consecutive samples that share their blocks,
 * and stores them at once. Rejected and undecided samples in a batch of 32 per thread are kept as bits, then queued and
 * retried by full warps (gpu/retry.h).
 *
 * Samples before the first multiple of RR_UNIT, the last ones if they are less than a turn of the warp, and samples with
 * explicit indices are queued without an attempt. */

/* Consecutive samples per thread. */
#define RR_UNIT (RR_AUX > RR_GROUP ? RR_AUX : RR_GROUP)
#define RR_UNIT_GROUPS (RR_UNIT / RR_GROUP)

/* Units in work at once: the work of a thread in addition to drawing is a fifth of the time of a cheap sampler. Expensive
 * samplers and per-sample lookups need the registers. */
#if !RR_PLAIN || RR_DTYPE != 32 || RR_BLOCKS != 1 || (RR_AUX && RR_PLAIN != RR_PLAIN_MAIN)
#define RR_AT_ONCE 1
#elif RR_EXPENSIVE || RR_AUX
#define RR_AT_ONCE 2
#else
#define RR_AT_ONCE 4
#endif

/* Samples per turn of a warp. */
#define RR_TURN (RR_AT_ONCE * RR_UNIT * RR_LANES)
#if RR_AT_ONCE * RR_UNIT > RR_GPU_TURN
#error "launch.h: RR_GPU_TURN is less than a lane draws in its turn, and tiles would not be whole turns"
#endif

/* The number of the group of `of` indices (a power of two up to 4) that contains a sample's index, whose lower half is
 * given. Tiles whose units are drawn contain no multiple of 2^32: the upper half is the tile's. */
RR_FN rr_index rr_unit_part(const rr_tile *t, rr_word index, rr_uint32 of)
{
    rr_index q;
    q.lo = index / of | (of > 1 ? t->base_hi << (of == 4 ? 30 : 31) : 0u);
    q.hi = t->base_hi / of;
    return q;
}

/* Attempt 0 of the units of RR_LANES threads from slot0 on, all in the tile; part is the thread's first group. */
RR_FN void rr_unit_draw(const rr_tile *t, rr_uint32 slot0, rr_index part, rr_try *v)
{
    RR_UNROLL
    for (int g = 0; g < RR_UNIT_GROUPS; ++g) {
        rr_counter c[RR_BLOCKS];
        rr_block b[RR_BLOCKS];
        rr_index q = part;
        q.lo += (rr_uint32)g;
        RR_UNROLL
        for (int k = 0; k < RR_BLOCKS; ++k) c[k] = rr_group_counter(t, q, k);
        rr_philox_some(&t->key, RR_BLOCKS, c, b);
        /* Groups read slot0 + lane * RR_GROUP. */
        const rr_uint32 from = slot0 + rr_lane_number() * (RR_UNIT - RR_GROUP) + (rr_uint32)(g * RR_GROUP);
        RR_DRAW_FN(group)(t, b, from, v + g * RR_GROUP);
    }
}

/* The tiles by which a thread's samples are finished: the warp's, or, where parameters may vary, a copy for each sample.
 * Copies that are never written would take the optimizer a tenth of its time. */
#if RR_PLAIN
typedef const rr_tile *rr_unit_tiles;
RR_FN void rr_unit_params(rr_work *x, rr_uint32 slot0, rr_unit_tiles *of)
{
    (void)slot0;
    *of = x->tile;
}
RR_FN const rr_tile *rr_unit_tile(const rr_unit_tiles *of, int k)
{
    (void)k;
    return *of;
}
#else
typedef struct rr_unit_tiles { rr_tile sample[RR_UNIT]; } rr_unit_tiles;
RR_FN const rr_tile *rr_unit_tile(const rr_unit_tiles *of, int k) { return &of->sample[k]; }

/* Loads their parameters and records an invalid one. */
RR_FN void rr_unit_params(rr_work *x, rr_uint32 slot0, rr_unit_tiles *of)
{
    const rr_tile *const t = x->tile;
    RR_UNROLL
    for (int k = 0; k < RR_UNIT; ++k) {
        of->sample[k] = *t;
        of->sample[k].loaded = 1;
    }
    RR_UNROLL
    for (int p = 0; p < RR_TILE_PARAMS; ++p) {
        rr_real value[RR_UNIT];
        if (!(t->varies >> p & 1)) continue;
        RR_GLOBAL const rr_scalar *from = (RR_GLOBAL const rr_scalar *)t->param[p] + slot0;
        from += rr_lane_number() * RR_UNIT;
        RR_MARK(8);
        rr_load_own(from, value, RR_UNIT, rr_aligned(from, RR_UNIT));
        RR_UNROLL
        for (int k = 0; k < RR_UNIT; ++k) {
            of->sample[k].uniform[p] = rr_own(value[k]);
            x->suspect |= !rr_gpu_inside(x->launch, (rr_uint32)p, value[k]);
        }
    }
#if RR_GPU_RELATES
    if (!t->varies) return;
    RR_UNROLL
    for (int k = 0; k < RR_UNIT; ++k) {
        rr_real v[RR_GPU_RELATES];
        RR_UNROLL
        for (rr_uint32 p = 0; p < RR_GPU_RELATES; ++p) v[p] = rr_tile_param(&of->sample[k], p);
        x->suspect |= !rr_gpu_agree(x->launch, v);
    }
#endif
}
#endif

/* From values to samples. */
RR_FN void rr_unit_finish(rr_work *x, rr_uint32 slot0, rr_word index, const rr_try *v, rr_real *sample)
{
    rr_unit_tiles of;
    rr_unit_params(x, slot0, &of);
#if RR_AUX
    rr_mask wanted = rr_mfrom(0);
    RR_UNROLL
    for (int k = 0; k < RR_UNIT; ++k) wanted = rr_mor(wanted, RR_DRAW_FN(aux_wanted)(rr_unit_tile(&of, k), slot0));
    if (wanted) {
        const rr_tile *const t = x->tile;
        const rr_index aux = rr_unit_part(t, index, RR_AUX);
        rr_real e[RR_UNIT];
        RR_MARK(5);
        RR_UNROLL
        for (int a = 0; a < RR_UNIT / RR_AUX; ++a) {
            rr_index q = aux;
            q.lo += (rr_uint32)a;
            RR_DRAW_FN(aux_groups)(t, &q, 1, e + a * RR_AUX);
        }
        RR_UNROLL
        for (int k = 0; k < RR_UNIT; ++k)
            sample[k] = RR_SAMPLER_FN(finish)(rr_unit_tile(&of, k), slot0, v[k].value, e[k]);
        return;   /* so that the compiler knows below that no sample needs it */
    }
#else
    (void)index;
#endif
    RR_UNROLL
    for (int k = 0; k < RR_UNIT; ++k)
        sample[k] = RR_SAMPLER_FN(finish)(rr_unit_tile(&of, k), slot0, v[k].value, rr_splat(RR_C(0)));
}

/* The samples of the threads' units from slot0 on: all are stored, where those not accepted are overwritten later, or the
 * accepted ones are passed to the sink. */
RR_FN void rr_unit_keep(rr_work *x, rr_uint32 slot0, const rr_try *v, const rr_real *sample, int wide)
{
#if RR_SINK
    (void)wide;
    RR_UNROLL
    for (rr_uint32 k = 0; k < RR_UNIT; ++k)
        if (v[k].accept) rr_warp_give(x, slot0 + rr_lane_number() * RR_UNIT + k, sample[k]);
#elif RR_COUNTS
    const rr_word slot = slot0 + rr_lane_number() * RR_UNIT;
    rr_real bits[RR_UNIT];
    RR_UNROLL
    for (rr_uint32 k = 0; k < RR_UNIT; ++k) bits[k] = rr_asreal(rr_warp_cell(x, slot + k, sample[k], v[k].accept));
    if (RR_CELL_BYTES(x->launch) == sizeof(rr_scalar)) {
        rr_store_own((RR_GLOBAL rr_scalar *)x->out + slot, bits, RR_UNIT, wide);
        return;
    }
    RR_UNROLL
    for (rr_uint32 k = 0; k < RR_UNIT; ++k) rr_cell_put(x->launch, x->out, slot + k, rr_asbits(bits[k]));
#else
    (void)v;
    rr_store_own(x->out + slot0 + rr_lane_number() * RR_UNIT, sample, RR_UNIT, wide);
#endif
}

/* Samples that attempt 0 left unfinished in the warp's last batch, as bits: bit i RR_UNIT + k is sample k of the thread's
 * unit i, counted from the one that begins at slot `own`. */
typedef struct rr_left {
    rr_word own;
    rr_uint32 open, again;
} rr_left;

#define RR_LEFT_BITS 32u

/* The slot of the lowest bit. */
RR_FN rr_word rr_left_slot(rr_word own, rr_uint32 bits)
{
    const rr_uint32 number = rr_lane_lowest(bits);
    return own + number + number / RR_UNIT * (RR_UNIT * (RR_LANES - 1u));
}

/* Queues them, until none is left or a queue holds a slot for each lane; the iterations, which are few, are the largest
 * count of any thread. */
RR_FN void RR_VARIANT(rr_left_queue)(rr_work *x, rr_left *left)
{
    for (; x->open.n < RR_LANES && rr_register_vote(x, left->open != 0); left->open &= left->open - 1u) {
        RR_MARK(2);
        rr_queue_add(&x->open, rr_left_slot(left->own, left->open), 0u, left->open != 0);
    }
    for (; x->again.n < RR_LANES && rr_register_vote(x, left->again != 0); left->again &= left->again - 1u) {
        RR_MARK(6);
        RR_VARIANT(rr_retry_again)(x, rr_left_slot(left->own, left->again), 1u, left->again != 0);
    }
}

/* Attempt 0 of a thread's units from slot `at` on, whose first group is part, stored (wide: as in rr_store_own); unfinished
 * samples set bits from `shift` on. */
RR_FN void RR_VARIANT(rr_units_draw)(rr_work *x, rr_uint32 at, rr_index part, int wide, rr_uint32 shift, rr_left *left)
{
    const rr_tile *const t = x->tile;
    rr_uint32 again = 0, open = 0;
    RR_MARK(1);
    RR_UNROLL
    for (int i = 0; i < RR_AT_ONCE; ++i) {
        const rr_uint32 slot0 = at + (rr_uint32)i * RR_UNIT * RR_LANES;
        rr_try v[RR_UNIT];
        rr_real sample[RR_UNIT];
        rr_unit_draw(t, slot0, part, v);
        rr_unit_finish(x, slot0, t->base_lo + slot0 + rr_lane_number() * RR_UNIT, v, sample);
        rr_unit_keep(x, slot0, v, sample, wide);
        part.lo += RR_UNIT_GROUPS * RR_LANES;
        RR_UNROLL
        for (int k = 0; k < RR_UNIT; ++k) {
            open |= v[k].open ? 1u << (i * RR_UNIT + k) : 0u;
            again |= rr_mor(v[k].accept, v[k].open) ? 0u : 1u << (i * RR_UNIT + k);
        }
        RR_TALLY(x->tally->iterations[0] += RR_UNIT * RR_LANES; x->tally->steps += RR_UNIT;
                 x->tally->lane_attempts += RR_UNIT * RR_LANES);
        RR_TALLY(for (int k = 0; k < RR_UNIT; ++k) x->tally->accepted += rr_ucount(rr_register_bits(x, v[k].accept)));
    }
    left->open |= open << shift;
    left->again |= again << shift;
}

/* Units from slot `at` on, while whole turns and bits for them are left; returns the slot after them. */
RR_FN rr_uint32 RR_VARIANT(rr_units_run)(rr_work *x, rr_uint32 at, rr_left *left)
{
    const rr_tile *const t = x->tile;
    const int wide = RR_PLAIN || rr_aligned((RR_GLOBAL rr_scalar *)rr_cell_at(x->launch, x->out, at), RR_UNIT);
    rr_index part;
    left->own = at + rr_lane_number() * RR_UNIT;
    left->open = left->again = 0;
    part = rr_unit_part(t, t->base_lo + left->own, RR_GROUP);
    for (rr_uint32 shift = 0; shift < RR_LEFT_BITS && t->n - at >= RR_TURN; shift += RR_AT_ONCE * RR_UNIT) {
        RR_VARIANT(rr_units_draw)(x, at, part, wide, shift, left);
        part.lo += RR_AT_ONCE * RR_UNIT_GROUPS * RR_LANES;
        at += RR_TURN;
    }
    return at;
}

/* Queues slots from `at` to before `end`, at most a warp of them, without an attempt; returns their number. */
RR_FN rr_uint32 RR_VARIANT(rr_untried)(rr_work *x, rr_uint32 at, rr_uint32 end)
{
    const rr_uint32 n = end - at < RR_LANES ? end - at : RR_LANES;
    if (!RR_PLAIN && x->launch->checks && rr_lane_number() < n)
        x->suspect |= !rr_gpu_good(x->launch, x->tile, at + rr_lane_number());
    RR_VARIANT(rr_retry_again)(x, at + rr_lane_number(), 0u, rr_lane_number() < n);
    return n;
}

RR_SLOW_FN void RR_VARIANT(rr_compact)(rr_work *x)
{
    const rr_tile *const t = x->tile;
    const rr_uint32 head = (0u - t->base_lo) & (RR_UNIT - 1u);
    const int alone = t->index_lo || t->base_lo + t->n < t->n;   /* the second, a multiple of 2^32 inside, is very rare */
    rr_left left = {0, 0, 0};
    rr_uint32 at = 0;
    int last = 0;
    x->looked = 1;
    RR_UNROLL
    for (rr_uint32 p = 0; p < RR_TILE_PARAMS; ++p)   /* varying parameters are checked where they are loaded */
        x->suspect |= !RR_PLAIN && !(t->varies >> p & 1) && !rr_gpu_inside(x->launch, p, rr_tile_param(t, p));
#if RR_GPU_RELATES
    x->suspect |= !RR_PLAIN && !t->varies && !rr_gpu_related(x->launch, t, 0u);
#endif
    do {
        RR_VARIANT(rr_left_queue)(x, &left);
        if (x->again.n < RR_LANES && x->open.n < RR_LANES) {   /* so no bits are left */
            if (!alone && at >= head && t->n - at >= RR_TURN) at = RR_VARIANT(rr_units_run)(x, at, &left);
            else if (at < t->n) at += RR_VARIANT(rr_untried)(x, at, !alone && at < head && head < t->n ? head : t->n);
            else last = 1;
        }
        if (last || x->again.n >= RR_LANES || x->open.n >= RR_LANES) RR_VARIANT(rr_retry_run)(x, last ? 1 : RR_LANES);
    } while (!last);
}
