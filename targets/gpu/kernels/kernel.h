/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The kernel of a sampler under a strategy. RR_SAMPLER, RR_DRAW, RR_STRATEGY_RUN (the strategy's name in
 * engine/strategies/list.h), RR_DTYPE, RR_PLAIN, RR_COUNTING and RR_TARGET_... are defined outside. With RR_TRANSFORM in
 * place of the first three it is the kernel of transform_kernel.h; with RR_STEP_... it is a step before or after a job's
 * samples: spread_kernel.h, rows_kernel.h, choice_kernel.h, narrow_kernel.h or advance_kernel.h. Steps that need RR_SAMPLER
 * are RR_STEP_stage, RR_STEP_join, RR_STEP_sums and RR_STEP_total (stages_kernel.h) and RR_STEP_whole (whole_kernel.h).
 *
 * RR_COUNTS: samples are counts, stored in the launch's container type (engine/strategies/gpu/cell.h).
 *
 * RR_SINK not 0: samples go to the caller's functions, whose text precedes this one, and not to memory (sink.h).
 *
 * RR_PLAIN 1: the host has checked all parameters, none varies, indices are consecutive, no word is complemented, and the
 * output is aligned as its indices are. So nothing is loaded per sample, which saves registers and a third of the time of
 * compilation. RR_PLAIN 2 (RR_PLAIN_MAIN): in addition no sample needs the auxiliary draw.
 *
 * A warp draws tiles of `capacity` slots, in turn with the other warps of the launch. It has its own rr_tile, of which all
 * but a few words are the same for all warps: these are folded into the instructions as constants of the launch. */
#if defined(RR_TRANSFORM)
#include "transform_kernel.h"
#elif defined(RR_STEP_advance)
#include "advance_kernel.h"
#elif defined(RR_STEP_stage)
#include "stages_kernel.h"
#elif defined(RR_STEP_sums)
#include "stages_kernel.h"
#elif defined(RR_STEP_total)
#include "stages_kernel.h"
#elif defined(RR_STEP_join)
#include "stages_kernel.h"
#elif defined(RR_STEP_narrow)
#include "narrow_kernel.h"
#elif defined(RR_STEP_spread)
#include "spread_kernel.h"
#elif defined(RR_STEP_whole)
#include "whole_kernel.h"
#elif defined(RR_STEP_choice)
#include "choice_kernel.h"
#elif defined(RR_STEP_softmax)
#include "rows_kernel.h"
#elif defined(RR_STEP_unit)
#include "rows_kernel.h"
#elif defined(RR_STEP_lower)
#include "rows_kernel.h"
#else
#define RR_BRINGS_PAIRS   /* engine/lanes/thread.h */
#include "engine/lanes/lane.h"
#include "launch.h"
#include "record.h"

#define RR_SAMPLER_FILE(module, x) RR_QUOTE(laws/module/x.h)
#include RR_SAMPLER_FILE(RR_MODULE, RR_SAMPLER)

#include "engine/strategies/all.h"

/* The pointers of a kernel. */
typedef struct rr_gpu_memory {
    RR_GLOBAL const char *param[RR_TILE_PARAMS];
    RR_GLOBAL const char *index, *table;
    RR_GLOBAL char *out;
#if RR_SINK
    struct rr_gpu_sink *sink;   /* this thread's */
#endif
#if RR_HAS_PAIRS
    RR_SHARED const rr_scalar_pair *pairs;
#endif
} rr_gpu_memory;

#if RR_HAS_PAIRS && RR_PAIRS
/* Copies the draw's table to the shared memory of the thread block, by all of its threads. */
RR_FN void rr_gpu_pairs(RR_SHARED rr_scalar_pair *pairs)
{
    for (rr_uint32 k = rr_warp_number() % RR_WARPS * RR_LANES + rr_lane_number(); k < RR_PAIRS; k += RR_WARPS * RR_LANES) {
        rr_scalar_pair both;
        both.v[0] = RR_DRAW_FN(quick)[2u * k];
        both.v[1] = RR_DRAW_FN(quick)[2u * k + 1u];
        pairs[k] = both;
    }
    rr_block_sync();
}
#endif

/* The tile of n slots of the launch from `from` on. */
RR_FN rr_tile rr_gpu_tile(const rr_launch *l, const rr_gpu_memory *m, rr_uint64 base, rr_uint32 from, rr_uint32 n)
{
    rr_tile t;
    RR_GLOBAL const rr_uint32 *index = (RR_GLOBAL const rr_uint32 *)(m->index + l->at[RR_GPU_INDEX]) + 2u * (rr_uint64)from;
    t.key = l->key;
    t.n = n;
    t.cap = l->cap;
    t.base_lo = (rr_uint32)(base + from);
    t.base_hi = (rr_uint32)((base + from) >> 32);
    t.varies = RR_PLAIN ? 0 : l->varies;
    t.flip = RR_PLAIN ? 0 : l->flip;
    t.loaded = 0;
    t.index_lo = !RR_PLAIN && l->indexed ? index : 0;
    t.index_hi = !RR_PLAIN && l->indexed ? index + 1 : 0;
    RR_UNROLL
    for (int p = 0; p < RR_TILE_PARAMS; ++p) {
        RR_GLOBAL const rr_scalar *v = (RR_GLOBAL const rr_scalar *)(m->param[p] + l->at[RR_GPU_PARAM(p)]);
        t.param[p] = v + from;
        t.uniform[p] = l->uniform[p].v;
        if (!RR_PLAIN && l->points >> p & 1) t.uniform[p] = v[0];
    }
    t.table = m->table + l->at[RR_GPU_TABLE];
#if RR_HAS_PAIRS
    t.pairs = m->pairs;
#endif
    RR_UNROLL
    for (int k = 0; k < RR_TILE_SETUP; ++k) t.setup.v[k] = l->setup.v[k];
    if (!RR_PLAIN && !l->prepared) RR_SAMPLER_FN(prepare)(&t);
    return t;
}

#if RR_SINK
#include "sink.h"
#else
/* Overwrites the samples of the tile with bad parameters; returns the lowest such slot, all ones if there is none. */
RR_FN rr_word rr_gpu_check(const rr_launch *l, const rr_tile *t, RR_GLOBAL rr_cell *out)
{
    rr_word lowest = ~0u;
    rr_lane_sync();   /* other lanes may have stored the samples that are overwritten here */
    for (rr_uint32 slot = rr_lane_number(); slot < t->n; slot += RR_LANES) {
        const int good = rr_gpu_good(l, t, slot);
        if (good && !t->varies) break;   /* then all are good */
        if (good) continue;
        rr_cell_set_failed(l, out, slot);
        lowest = slot < lowest ? slot : lowest;
    }
    return lowest;
}
#endif

RR_FN void rr_gpu_tally_clear(rr_tally *tally)
{
    for (int i = 0; i < RR_TALLY_ITERATIONS; ++i) tally->iterations[i] = 0;
    tally->calls = tally->steps = tally->lane_attempts = tally->accepted = tally->undecided = 0;
    tally->votes = tally->shuffles = 0;
}

/* Adds a warp's tally to its sums, 64 bits per count. */
RR_FN void rr_gpu_tally(const rr_tally *tally, RR_GLOBAL rr_uint64 *sums)
{
    if (rr_lane_number()) return;
    for (int i = 0; i < RR_TALLY_ITERATIONS; ++i) sums[i] += tally->iterations[i];
    sums += RR_TALLY_ITERATIONS;
    sums[0] += tally->calls;
    sums[1] += tally->steps;
    sums[2] += tally->lane_attempts;
    sums[3] += tally->accepted;
    sums[4] += tally->undecided;
    sums[5] += tally->votes;
    sums[6] += tally->shuffles;
}

#define RR_GPU_RUN2(strategy) RR_VARIANT(rr_##strategy)
#define RR_GPU_RUN(strategy) RR_GPU_RUN2(strategy)

/* Draws slots from ... from + n - 1 of the launch. */
RR_FN void rr_gpu_draw(const rr_launch *l, const rr_gpu_memory *m, rr_uint64 base, rr_uint32 from, rr_uint32 n,
                       RR_SHARED rr_uint32 *queues, RR_GLOBAL rr_uint32 *record, rr_tally *tally)
{
    const rr_uint64 element = ((rr_uint64)l->element_hi << 32 | l->element_lo) + from;
    const rr_tile t = rr_gpu_tile(l, m, base, from, n);
    rr_work x;
    x.tile = &t;
    x.ops = 0;
    x.out = rr_cell_at(l, (RR_GLOBAL rr_cell *)(m->out + l->at[RR_GPU_OUT]), from);
    x.lanes = RR_LANES;
    x.regs = 1;
    x.number = l->number;
    x.more = l->more;
    x.failures = 0;
    x.lowest_failed = x.last_failed = ~0u;
#if RR_COUNTS
    x.lowest_unfit = ~0u;
#endif
    x.launch = l;
    x.looked = x.suspect = 0;
    x.again.slot = queues;
    x.open.slot = queues + RR_QUEUE_WORDS;
    x.again.n = x.open.n = 0;
    x.tally = tally;
#if RR_SINK
    x.sink = m->sink;
    x.sink->element = element;
    x.sink->lowest_bad = ~0u;
#endif
    RR_GPU_RUN(RR_STRATEGY_RUN)(&x);
    if (rr_register_vote(&x, x.failures != 0)) {
        const rr_word lowest = rr_lanes_min(rr_work_board(&x), x.lowest_failed);
        const rr_word failures = rr_lanes_sum(rr_work_board(&x), x.failures);
        if (!rr_lane_number()) rr_record_add(record, RR_RECORD_FAILED, failures, element + lowest);
    }
#if RR_COUNTS
    if (rr_register_vote(&x, x.lowest_unfit != ~0u)) {
        const rr_word lowest = rr_lanes_min(rr_work_board(&x), x.lowest_unfit);
        if (!rr_lane_number()) rr_record_add(record, RR_RECORD_UNFIT, 0, element + lowest);
    }
#endif
#if RR_SINK
    if (!RR_PLAIN && l->checks) {
        const rr_word lowest = rr_lanes_min(rr_work_board(&x), x.sink->lowest_bad);
#else
    if (!RR_PLAIN && l->checks && (!x.looked || rr_register_vote(&x, x.suspect))) {
        const rr_word lowest = rr_lanes_min(rr_work_board(&x), rr_gpu_check(l, &t, x.out));
#endif
        if (!rr_lane_number() && lowest != ~0u) rr_record_add(record, RR_RECORD_BAD, 1, element + lowest);
    }
}

/* Parameters from index RR_FEW_PARAMS on, of distributions with that many. */
#if RR_TILE_PARAMS > RR_FEW_PARAMS
#define RR_GPU_EACH_MORE(f) f(4) f(5) f(6) f(7) f(8) f(9) f(10) f(11) f(12) f(13) f(14) f(15)
#else
#define RR_GPU_EACH_MORE(f)
#endif
#define RR_GPU_MORE_POINTER(k) , RR_GLOBAL const char *p##k
#define RR_GPU_MORE_PARAM(k) m.param[k] = p##k;

#if RR_SINK
RR_FN void rr_gpu_sink_open(struct rr_gpu_sink *sink, const rr_launch *l, rr_gpu_memory *m, RR_GLOBAL char *tallies)
{
    m->sink = sink;
    sink->launch = l;
    sink->memory.at[0] = (RR_GLOBAL void *)((RR_GLOBAL char *)m->index + l->at[RR_GPU_INDEX]);
    sink->memory.at[1] = (RR_GLOBAL void *)((RR_GLOBAL char *)m->table + l->at[RR_GPU_TABLE]);
    sink->memory.at[2] = (RR_GLOBAL void *)(m->out + l->at[RR_GPU_OUT]);
    sink->memory.at[3] = (RR_GLOBAL void *)(tallies + l->at[RR_GPU_TALLY]);
}
#endif

RR_KERNEL void rr_gpu_kernel(RR_GLOBAL const char *p0, RR_GLOBAL const char *p1, RR_GLOBAL const char *p2,
                             RR_GLOBAL const char *p3, RR_GLOBAL const char *index, RR_GLOBAL const char *table,
                             RR_GLOBAL char *out, RR_GLOBAL char *record, RR_GLOBAL char *tallies,
                             RR_GLOBAL const char *first, const rr_launch l RR_GPU_EACH_MORE(RR_GPU_MORE_POINTER))
{
    RR_SHARED_ARRAY(rr_uint32, shared, RR_WARPS * 2 * RR_QUEUE_WORDS);
    RR_SHARED rr_uint32 *queues = shared + rr_warp_number() % RR_WARPS * (2 * RR_QUEUE_WORDS);
    rr_uint64 base = (rr_uint64)l.base_hi << 32 | l.base_lo;
    rr_gpu_memory m;
    rr_tally tally;
    m.param[0] = p0;
    m.param[1] = p1;
    m.param[2] = p2;
    m.param[3] = p3;
    RR_GPU_EACH_MORE(RR_GPU_MORE_PARAM)
    m.index = index;
    m.table = table;
    m.out = out;
#if RR_SINK
    struct rr_gpu_sink sink;
    rr_gpu_sink_open(&sink, &l, &m, tallies);
#endif
#if RR_HAS_PAIRS
    m.pairs = 0;
#if RR_PAIRS
    RR_SHARED_ARRAY(rr_scalar_pair, pairs, RR_PAIRS);
    rr_gpu_pairs(pairs);
    m.pairs = pairs;
#endif
#endif
    if (l.advances) {
        base += *(RR_GLOBAL const rr_uint64 *)(first + l.at[RR_GPU_FIRST]) * l.advances;
        const rr_uint32 offset = (rr_uint32)(rr_uint64)(out + l.at[RR_GPU_OUT]) - (rr_uint32)base * RR_CELL_BYTES(&l);
        if (l.only == (offset % RR_GPU_WIDE ? RR_ONLY_LAID : RR_ONLY_CROOKED)) return;
    }
#if RR_SINK
    rr_taker_begin(&sink.own, &sink.memory);   /* once per thread: the other kernel has returned */
#endif
#if RR_COUNTING
    RR_GLOBAL rr_uint64 *sums = (RR_GLOBAL rr_uint64 *)(tallies + l.at[RR_GPU_TALLY]) + rr_warp_number() * RR_TALLY_WORDS;
    rr_gpu_tally_clear(&tally);
#else
    (void)tallies;
#endif
    /* Tile w begins at slot w * capacity - skew; the first one is shorter. */
    const rr_uint32 skew = (rr_uint32)base & (RR_GPU_ALIGN - 1u);
    for (rr_uint64 end = ((rr_uint64)rr_warp_number() + 1) * l.capacity;; end += (rr_uint64)rr_warp_count() * l.capacity) {
        const rr_uint64 begin = end - l.capacity, from = begin < skew ? 0 : begin - skew;
        if (from >= l.n) break;
        const rr_uint64 to = end - skew < l.n ? end - skew : l.n;
        rr_gpu_draw(&l, &m, base, (rr_uint32)from, (rr_uint32)(to - from), queues,
                    (RR_GLOBAL rr_uint32 *)(record + l.at[RR_GPU_RECORD]), &tally);
    }
#if RR_SINK
    rr_taker_end(&sink.own, &sink.memory);
#endif
#if RR_COUNTING
    rr_gpu_tally(&tally, sums);
#endif
}
#endif
