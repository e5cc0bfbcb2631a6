/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The common part of strategies: the run, the warp and the calls of a sampler.
 *
 * A *warp* is `lanes` lanes that vote together, in `regs` registers of RR_LANES (on a GPU: one register, the hardware's
 * warp). A warp narrower than a register leaves its upper lanes idle. A strategy deals slots and attempt numbers to lanes
 * and keeps, for every slot, the value of the lowest accepted attempt. It is independent of the sampler: RR_ASK returns
 * values and verdicts; undecided lanes are decided at once, at the same attempt number. A slot's value is handled by three
 * functions, which a GPU implements differently (gpu/keep.h):
 *
 *   rr_warp_keep(x, slot, value, m)   the lanes of m have their slot's value
 *   rr_warp_store(x, base, value)     a row of slots, one per lane, has these
 *   rr_warp_lose(x, slot, m)          the slots of the lanes of m failed
 *
 * Cross-lane functions differ on a GPU as well (gpu/across.h): they may need memory of the warp, and so they take the work.
 * All are collective: the whole warp must reach them, or none of it.
 *
 *   rr_warp_vote(x, m)                  true if any lane of the warp is set
 *   rr_warp_ballot(x, m)                the mask bits of the warp, register 0 lowest
 *   rr_warp_shuffle(x, dst, src, lane)  dst[r] = the value of src in lane number lane[r] of the warp; dst may be src
 *   rr_warp_wshuffle(x, ...)            the same for words
 *   rr_register_vote, _bits, _rank(x, m)  of one register: any lane is set; the mask bits; the number of lanes of m below
 *
 * Strategy files are compiled twice, default and counting (RR_COUNTING 1): RR_TALLY(...) is empty in the default one. */
#ifndef RR_WARP_H
#define RR_WARP_H

#include "engine/abi/tally.h"
#include "engine/passes/tile.h"
#if RR_HAS_POINTERS
#include "engine/abi/row.h"
typedef rr_scalar rr_cell;
#else
#include "engine/strategies/gpu/cell.h"
#include "engine/strategies/gpu/queue.h"
#endif

#if RR_HAS_POINTERS
/* The unfinished slots of a first pass: those undecided at attempt 0, and those rejected. */
typedef struct rr_leftovers {
    rr_uint32 *open, *rejected, opens, rejects;
} rr_leftovers;

/* A sampler, as strategies see it. Registers are passed by address, so no calling convention depends on the target. */
typedef struct rr_ops {
    int (*first)(const rr_tile *t, rr_scalar *out, int finish, rr_leftovers *left);
    void (*attempt)(const rr_tile *t, const rr_word *slot, const rr_word *j, rr_try *v);
    void (*decide)(const rr_tile *t, const rr_word *slot, const rr_word *j, rr_try *v);
    void (*prepare)(rr_tile *t);
    void (*finish)(const rr_tile *t, rr_scalar *out);
    /* The samples of any slots from their values, in place; null for a derived distribution, where first cannot finish. */
    void (*finish_any)(const rr_tile *t, const rr_word *slot, rr_real *value);
    /* For a vector sampler: computes rows of n components from their draws, with the tile's table; otherwise null. */
    void (*rows)(rr_scalar *x, rr_uint32 rows, rr_uint32 n, const void *table);
    /* True if the parameters of all slots are consistent with each other. Null if they always are. */
    int (*related)(const rr_tile *t);
    /* For a count: true if its first pass in f32 pays for this tile. Null: always. */
    int (*suits)(const rr_tile *t);
    int splits;   /* true if its first pass in f32 takes parameters as two floats each (engine/draws/integer.h) */
    /* For a composite sampler, which has none of the above but related (targets/cpu/stages.h). */
    void (*stage)(const rr_tile *t, rr_uint32 number, rr_uint32 params, const rr_scalar *const *made,
                  rr_scalar *const *param);
    void (*join)(const rr_tile *t, rr_uint32 stages, const rr_scalar *const *made, rr_scalar *out);
    /* For a vector sampler with whole rows (engine/abi/row.h), in its f64 table; otherwise null. */
    void (*whole)(const rr_row *row);
    /* For a user-defined distribution: where it stores the address of the library's words stage; otherwise null. */
    const struct rr_words_calls **words;
} rr_ops;
#define RR_ASK(x, slot, j, v) (x)->ops->attempt((x)->tile, &(slot), &(j), &(v))
#define RR_DECIDE(x, slot, j, v) (x)->ops->decide((x)->tile, &(slot), &(j), &(v))
#else
typedef int rr_ops;
#define RR_ASK(x, slot, j, v) ((v) = RR_DRAW_FN(attempt)((x)->tile, slot, j))
#define RR_DECIDE(x, slot, j, v) ((v) = RR_DRAW_FN(decide)((x)->tile, slot, j))
#endif

/* The work of one strategy on one tile. */
typedef struct rr_work rr_work;
struct rr_work {
    const rr_tile *tile;
    const rr_ops *ops;
    RR_GLOBAL rr_cell *out;        /* out[slot]; the finish pass comes later, if there is one */
    rr_uint32 lanes, regs;         /* the warp */
    rr_uint32 number, more;        /* G of grouped:G, M of fixed:M; more: fixed:M+ */
    rr_uint32 failures;               /* slots without a sample: the cap was reached, or fixed:M failed */
#if RR_HAS_POINTERS
    rr_uint32 *failed_slot;               /* the slots themselves */
    int finishes;                  /* values are finished when they are kept, without a finish pass */
    void (*filter)(rr_work *x, rr_leftovers *left);   /* makes attempt 0 of compact instead of ops->first; or null */
    void *own;                     /* its creator's data */
    rr_uint32 *queue[3];           /* scratch: n + RR_LANES slots each */
#else
    rr_uint32 lowest_failed, last_failed;   /* of this lane's slots (so is losts); all ones: none */
#if RR_COUNTS
    rr_uint32 lowest_unfit;        /* the same for slots whose count does not fit its type */
#endif
    const rr_launch *launch;
    int looked, suspect;           /* gpu/good.h: every parameter is checked where it is loaded; one was invalid */
    rr_gpu_queue again, open;      /* gpu/queue.h: slots to retry, and slots that are undecided */
#if RR_SINK
    struct rr_gpu_sink *sink;      /* receives the samples, which are then not written to memory
                                      (targets/gpu/kernels/sink.h) */
#endif
#endif
    rr_tally *tally;
};

/* The lanes of register r that belong to the warp. */
RR_FN rr_mask rr_warp_lanes(const rr_work *x, rr_uint32 r)
{
    return rr_mfirst(x->lanes - r * RR_LANES);
}

RR_FN rr_word rr_warp_iota(rr_uint32 r)
{
    return rr_iota() + r * RR_LANES;
}

#if RR_HAS_POINTERS
RR_FN int rr_warp_vote(const rr_work *x, const rr_mask *m)
{
    rr_mask any = m[0];
    for (rr_uint32 r = 1; r < x->regs; ++r) any = rr_mor(any, m[r]);
    return rr_vote(any);
}

RR_FN rr_uint32 rr_warp_ballot(const rr_work *x, const rr_mask *m) { return rr_ballot(m, x->regs); }

RR_FN void rr_warp_shuffle(const rr_work *x, rr_real *dst, const rr_real *src, const rr_word *lane)
{
    rr_shuffle(dst, src, lane, x->regs);
}

RR_FN void rr_warp_wshuffle(const rr_work *x, rr_word *dst, const rr_word *src, const rr_word *lane)
{
    rr_wshuffle(dst, src, lane, x->regs);
}

RR_FN int rr_register_vote(const rr_work *x, rr_mask m)
{
    (void)x;
    return rr_vote(m);
}

RR_FN rr_uint32 rr_register_bits(const rr_work *x, rr_mask m)
{
    (void)x;
    return rr_mbits(m);
}

RR_FN rr_word rr_register_rank(const rr_work *x, rr_mask m)
{
    (void)x;
    return rr_rank(m);
}

RR_FN void rr_warp_keep(const rr_work *x, rr_word slot, rr_real value, rr_mask m)
{
    if (x->finishes) x->ops->finish_any(x->tile, &slot, &value);
    rr_scatter(x->out, slot, value, m);
}

RR_FN void rr_warp_store(const rr_work *x, rr_uint32 base, const rr_real *value)
{
    for (rr_uint32 r = 0; r < x->regs && base + r * RR_LANES < x->tile->n; ++r) {
        const rr_uint32 left = x->tile->n - base - r * RR_LANES, mine = x->lanes - r * RR_LANES;
        rr_storen(x->out + base + r * RR_LANES, value[r], left < mine ? left : mine);
    }
}

RR_FN void rr_warp_lose(rr_work *x, rr_word slot, rr_mask m)
{
    x->failures += rr_compress(x->failed_slot + x->failures, slot, m);
}
#else
#include "engine/strategies/gpu/across.h"
#include "engine/strategies/gpu/good.h"
#include "engine/strategies/gpu/keep.h"
#endif

/* Lanes whose attempt number has reached the cap fail: they leave `open`, and their slots are recorded. */
RR_FN rr_mask rr_warp_cap(rr_work *x, rr_word slot, rr_word j, rr_mask open)
{
    const rr_mask gone = rr_mandnot(open, rr_wlt(j, rr_wsplat(x->tile->cap)));
    if (rr_register_vote(x, gone)) {
        rr_warp_lose(x, slot, gone);
        open = rr_mandnot(open, gone);
    }
    return open;
}

#endif

/* Compiled once per variant from here on. */
#undef RR_STRATEGY
#undef RR_TALLY
#undef RR_VARIANT
#if RR_COUNTING
#define RR_VARIANT(f) f##_counting
#define RR_TALLY(...) do { __VA_ARGS__; } while (0)
#else
#define RR_VARIANT(f) f
#define RR_TALLY(...) do { } while (0)
#endif

/* The lanes of `active` make attempt j of their slots; other lanes' slots are replaced by slot 0. Returns the mask of
 * accepted lanes, and their values. */
RR_FN rr_mask RR_VARIANT(rr_warp_ask)(rr_work *x, rr_word slot, rr_word j, rr_mask active, rr_real *value)
{
    rr_try v;
    slot = rr_wselect(active, slot, rr_wsplat(0));
    RR_ASK(x, slot, j, v);
    const rr_mask open = rr_mand(v.open, active);
    rr_mask accept = rr_mand(v.accept, active);
    if (rr_some(open)) {
        rr_try w;
        RR_DECIDE(x, slot, j, w);
        v.value = rr_select(open, w.value, v.value);
        accept = rr_mor(accept, rr_mand(open, w.accept));
    }
    RR_TALLY(x->tally->lane_attempts += x->lanes < RR_LANES ? x->lanes : RR_LANES;
             x->tally->undecided += rr_ucount(rr_register_bits(x, open));
             x->tally->accepted += rr_ucount(rr_register_bits(x, accept)));
    *value = v.value;
    return accept;
}

/* A warp call ends after n iterations. */
RR_FN void RR_VARIANT(rr_warp_row)(rr_work *x, rr_uint32 n)
{
    (void)x;
    (void)n;
    RR_TALLY(x->tally->iterations[n < RR_TALLY_ITERATIONS ? n : RR_TALLY_ITERATIONS - 1]++;
             x->tally->calls++; x->tally->steps += n; x->tally->votes += n);
}
