/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What strategies share: the run, the warp and how a warp asks a sampler.
 *
 * A *warp* is `lanes` lanes that vote together, in `regs` registers of RR_LANES (on a GPU: one register, the warp of the
 * machine). A warp narrower than a register leaves its upper lanes idle. A strategy deals slots and attempt numbers to
 * lanes and keeps, for every slot, the value of the lowest accepted attempt. It knows nothing of the sampler: it asks
 * through RR_ASK and gets values and verdicts; undecided lanes are settled at once, at the same attempt number. What
 * becomes of a slot's value is said by three words, which a GPU has of its own (gpu/keep.h):
 *
 *   rr_warp_keep(x, slot, value, m)   the lanes of m have their slot's value
 *   rr_warp_store(x, base, value)     a row of slots, one a lane, has these
 *   rr_warp_lose(x, slot, m)          the slots of the lanes of m have no sample
 *
 * How its lanes see each other is said by words that a GPU has of its own as well (gpu/across.h): it may need memory of the
 * warp for them, and so they take the work. All are collective: the whole warp gets there, or none of it.
 *
 *   rr_warp_vote(x, m)                  is any lane of the warp set?
 *   rr_warp_ballot(x, m)                the mask bits of the warp, register 0 lowest
 *   rr_warp_shuffle(x, dst, src, lane)  dst[r] = the value of src in lane number lane[r] of the warp; dst may be src
 *   rr_warp_wshuffle(x, ...)            the same for words
 *   rr_register_vote, _bits, _rank(x, m)  of one register: is any lane set? the mask bits; how many lanes of m are below
 *
 * Strategy files are compiled twice, plain and counting (RR_COUNTING 1): RR_TALLY(...) is nothing in the plain one. */
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
/* What a first pass leaves behind: slots that are undecided at attempt 0, and slots that were rejected. */
typedef struct rr_leftovers {
    rr_uint32 *open, *rejected, opens, rejects;
} rr_leftovers;

/* A sampler, as strategies see it. Registers travel by address: no calling convention depends on the target. */
typedef struct rr_ops {
    int (*first)(const rr_tile *t, rr_scalar *out, int finish, rr_leftovers *left);
    void (*attempt)(const rr_tile *t, const rr_word *slot, const rr_word *j, rr_try *v);
    void (*settle)(const rr_tile *t, const rr_word *slot, const rr_word *j, rr_try *v);
    void (*prepare)(rr_tile *t);
    void (*finish)(const rr_tile *t, rr_scalar *out);
    /* The samples of any slots from their values, in place; null where first can't finish what it draws: in a view. */
    void (*finish_any)(const rr_tile *t, const rr_word *slot, rr_real *value);
    /* Of a vector sampler: makes rows of their n drawn components each, with the tile's table; else null. */
    void (*rows)(rr_scalar *x, rr_uint32 rows, rr_uint32 n, const void *table);
    /* Do the parameters of all slots go with each other? Null where they always do. */
    int (*related)(const rr_tile *t);
    /* Of a count: is its first pass in f32 worth while for this tile? Null: it always is. */
    int (*suits)(const rr_tile *t);
    int splits;   /* of its first pass in f32: does it take parameters as two floats each (engine/draws/integer.h)? */
    /* Of a sampler that is made of others, which has none of the above but related (targets/cpu/stages.h). */
    void (*stage)(const rr_tile *t, rr_uint32 number, rr_uint32 params, const rr_scalar *const *made,
                  rr_scalar *const *param);
    void (*join)(const rr_tile *t, rr_uint32 stages, const rr_scalar *const *made, rr_scalar *out);
    /* Of a vector sampler whose rows are made as wholes (engine/abi/row.h), in its table of f64; else null. */
    void (*whole)(const rr_row *row);
} rr_ops;
#define RR_ASK(x, slot, j, v) (x)->ops->attempt((x)->tile, &(slot), &(j), &(v))
#define RR_SETTLE(x, slot, j, v) (x)->ops->settle((x)->tile, &(slot), &(j), &(v))
#else
typedef int rr_ops;
#define RR_ASK(x, slot, j, v) ((v) = RR_DRAW_FN(attempt)((x)->tile, slot, j))
#define RR_SETTLE(x, slot, j, v) ((v) = RR_DRAW_FN(settle)((x)->tile, slot, j))
#endif

/* One strategy's work on one tile. */
typedef struct rr_work rr_work;
struct rr_work {
    const rr_tile *tile;
    const rr_ops *ops;
    RR_GLOBAL rr_cell *out;        /* out[slot]; the finish pass comes later, if at all */
    rr_uint32 lanes, regs;         /* the warp */
    rr_uint32 number, more;        /* G of grouped:G, M of fixed:M; more: fixed:M+ */
    rr_uint32 losts;               /* slots without a sample: the cap was reached, or fixed:M failed */
#if RR_HAS_POINTERS
    rr_uint32 *lost;               /* the slots themselves */
    int finishes;                  /* values are finished as they are kept, and there is no finish pass */
    void (*filter)(rr_work *x, rr_leftovers *left);   /* makes attempt 0 of compact in place of ops->first; or null */
    void *own;                     /* of who made it */
    rr_uint32 *queue[3];           /* scratch: n + RR_LANES slots each */
#else
    rr_uint32 lowest_lost, last_lost;   /* of this lane's slots (losts too); all ones: none */
#if RR_COUNTS
    rr_uint32 lowest_unfit;        /* likewise, of those whose count their type does not hold */
#endif
    const rr_launch *launch;
    int looked, suspect;           /* gpu/good.h: is every parameter looked at where it is loaded? Was one bad? */
    rr_gpu_queue again, open;      /* gpu/queue.h: slots to try again, and slots that are undecided */
#if RR_SINK
    struct rr_gpu_sink *sink;      /* who takes samples, in place of memory (targets/gpu/kernels/sink.h) */
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

RR_FN void rr_warp_lose(rr_work *x, rr_word slot, rr_mask m) { x->losts += rr_compress(x->lost + x->losts, slot, m); }
#else
#include "engine/strategies/gpu/across.h"
#include "engine/strategies/gpu/good.h"
#include "engine/strategies/gpu/keep.h"
#endif

/* Lanes whose attempt number has reached the cap are lost: they leave `open`, and their slots are noted. */
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

/* Compiled per twin from here on. */
#undef RR_STRATEGY
#undef RR_TALLY
#undef RR_TWIN
#if RR_COUNTING
#define RR_TWIN(f) f##_counting
#define RR_TALLY(...) do { __VA_ARGS__; } while (0)
#else
#define RR_TWIN(f) f
#define RR_TALLY(...) do { } while (0)
#endif

/* The lanes of `active` try attempt j of their slots; other lanes' slots are replaced by slot 0. The value and the mask
 * of those that were accepted. */
RR_FN rr_mask RR_TWIN(rr_warp_ask)(rr_work *x, rr_word slot, rr_word j, rr_mask active, rr_real *value)
{
    rr_try v;
    slot = rr_wselect(active, slot, rr_wsplat(0));
    RR_ASK(x, slot, j, v);
    const rr_mask open = rr_mand(v.open, active);
    rr_mask accept = rr_mand(v.accept, active);
    if (rr_some(open)) {
        rr_try w;
        RR_SETTLE(x, slot, j, w);
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
RR_FN void RR_TWIN(rr_warp_row)(rr_work *x, rr_uint32 n)
{
    (void)x;
    (void)n;
    RR_TALLY(x->tally->iterations[n < RR_TALLY_ITERATIONS ? n : RR_TALLY_ITERATIONS - 1]++;
             x->tally->calls++; x->tally->steps += n; x->tally->votes += n);
}
