/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* A slot's value on a GPU is finished at once and stored, or passed to the sink (RR_SINK). (A CPU finishes whole tiles while
 * a cache holds them; a GPU's warp has too little cache, and would access memory three times.) Included by strategies/warp.h
 * after rr_work. */
#ifndef RR_GPU_KEEP_H
#define RR_GPU_KEEP_H

#include "engine/passes/sampler.h"

/* Finish functions read slot0 + lane: so slot0 may be before slot 0, and wraps. */
RR_FN rr_real rr_gpu_finish(const rr_tile *t, rr_word slot, rr_real value)
{
    const rr_uint32 slot0 = slot - rr_lane_number();
    rr_real e = rr_splat(RR_C(0));
#if RR_AUX
    if (RR_DRAW_FN(aux_wanted)(t, slot0)) {
        RR_MARK(5);
        e = RR_DRAW_FN(aux_index)(t, rr_slot_index(t, slot));
    }
#endif
    return RR_SAMPLER_FN(finish)(t, slot0, value, e);
}

#if RR_SINK
RR_FN void rr_warp_give(rr_work *x, rr_word slot, rr_real sample);
RR_FN void rr_warp_miss(rr_work *x, rr_word slot);
#else
#if RR_COUNTS
/* The bits of a slot's count, or 0 for one that does not fit, which is recorded if the lane has its final value and valid
 * parameters. */
RR_FN rr_uint64 rr_warp_cell(rr_work *x, rr_word slot, rr_real count, rr_mask has)
{
    const rr_launch *l = x->launch;
    if (rr_cell_fits(l, rr_asbits(count))) return rr_cell_bits(l, rr_asbits(count));
    if (has && slot < x->lowest_unfit && (RR_PLAIN != 0 || !l->checks || rr_gpu_good(l, x->tile, slot)))
        x->lowest_unfit = slot;
    return 0;   /* an integer: f32 and f64 hold all */
}

RR_FN void rr_warp_give(rr_work *x, rr_word slot, rr_real sample)
{
    rr_cell_put(x->launch, x->out, slot, rr_warp_cell(x, slot, sample, 1));
}
#else
RR_FN void rr_warp_give(rr_work *x, rr_word slot, rr_real sample) { x->out[slot] = rr_own(sample); }
#endif
RR_FN void rr_warp_miss(rr_work *x, rr_word slot) { rr_cell_set_failed(x->launch, x->out, slot); }
#endif

RR_FN void rr_warp_keep( rr_work *x, rr_word slot, rr_real value, rr_mask m)
{
    if (!m) return;
    RR_MARK(9);
    rr_warp_give(x, slot, rr_gpu_finish(x->tile, slot, value));
}

/* A lane of loop, cached or regroup whose slot of this row failed has no value for it. */
RR_FN void rr_warp_store(rr_work *x, rr_uint32 base, const rr_real *value)
{
    const rr_word slot = base + rr_lane_number();
    rr_warp_keep(x, slot, value[0], rr_lane_number() < x->lanes && slot < x->tile->n && slot != x->last_failed);
}

/* Every lane counts its own; the kernel sums them at its end. */
RR_FN void rr_warp_lose(rr_work *x, rr_word slot, rr_mask m)
{
    if (!m) return;
    rr_warp_miss(x, slot);
    x->last_failed = slot;
    x->lowest_failed = slot < x->lowest_failed ? slot : x->lowest_failed;
    ++x->failures;
}

#endif
