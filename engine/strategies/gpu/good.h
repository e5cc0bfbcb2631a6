/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Are parameters good that no host has seen? compact looks at them where it loads them, in registers, and notes in
 * x->suspect whether a lane has met a bad one: then the kernel walks over the tile again (targets/gpu/kernels/kernel.h).
 * Included by strategies/warp.h after rr_work. */
#ifndef RR_GPU_GOOD_H
#define RR_GPU_GOOD_H

#include "engine/passes/names.h"

/* Does a value of parameter p lie in its range? */
RR_FN int rr_gpu_inside(const rr_launch *l, rr_uint32 p, rr_real v)
{
    return rr_le(rr_splat(l->range[p].low.v), v) && rr_le(v, rr_splat(l->range[p].high.v));
}

/* Do the parameters of a slot go with each other? */
RR_FN int rr_gpu_related(const rr_tile *t, rr_word slot)
{
#if RR_RELATES
    rr_real v[RR_RELATES];
    RR_UNROLL
    for (rr_uint32 p = 0; p < RR_RELATES; ++p) v[p] = rr_slot_param(t, p, slot);
    return RR_SAMPLER_FN(related)(v);
#else
    (void)t;
    (void)slot;
    return 1;
#endif
}

/* Are the parameters of a slot good? */
RR_FN int rr_gpu_good(const rr_launch *l, const rr_tile *t, rr_word slot)
{
    int good = rr_gpu_related(t, slot);
    RR_UNROLL   /* a tile that is looked at by a variable number would lie in memory */
    for (rr_uint32 p = 0; p < RR_TILE_PARAMS; ++p)
        if (p < l->checks) good = good && rr_gpu_inside(l, p, rr_slot_param(t, p, slot));
    return good;
}

#endif
