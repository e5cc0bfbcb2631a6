/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Checks parameters that the host has not checked. compact checks them in registers, where it loads them, and records in
 * x->suspect whether a lane has seen an invalid one: then the kernel checks the tile again slot by slot
 * (targets/gpu/kernels/kernel.h). Included by strategies/warp.h after rr_work. */
#ifndef RR_GPU_GOOD_H
#define RR_GPU_GOOD_H

#include "engine/passes/names.h"

/* Parameters that must be consistent with each other. */
#if RR_ASCENDS
#define RR_GPU_RELATES 2

/* A 64-bit integer as an unsigned one in the same order: offset by 2^63 if it is signed. The offset is in the range of the
 * last parameter, which no such sampler has. */
RR_FN rr_uint64 rr_gpu_rank(const rr_launch *l, rr_real v)
{
    return rr_asbits(v) ^ l->range[RR_FEW_PARAMS - 1].low.space;
}
#else
#define RR_GPU_RELATES RR_RELATES
#endif

/* True if a value of parameter p is in its range. */
RR_FN int rr_gpu_inside(const rr_launch *l, rr_uint32 p, rr_real v)
{
#if RR_ASCENDS
    return l->range[p].low.space <= rr_gpu_rank(l, v) && rr_gpu_rank(l, v) <= l->range[p].high.space;
#else
    return rr_le(rr_splat(l->range[p].low.v), v) && rr_le(v, rr_splat(l->range[p].high.v));
#endif
}

#if RR_ASCENDS
RR_FN int rr_gpu_agree(const rr_launch *l, const rr_real *v)
{
    const rr_uint64 a = rr_gpu_rank(l, v[0]), b = rr_gpu_rank(l, v[1]);
    return RR_ASCENDS == 1 ? a < b : a <= b;
}
#elif RR_RELATES
RR_FN int rr_gpu_agree(const rr_launch *l, const rr_real *v)
{
    (void)l;
    return RR_SAMPLER_FN(related)(v);
}
#endif

/* True if the parameters of a slot are consistent with each other. */
RR_FN int rr_gpu_related(const rr_launch *l, const rr_tile *t, rr_word slot)
{
#if RR_GPU_RELATES
    rr_real v[RR_GPU_RELATES];
    RR_UNROLL
    for (rr_uint32 p = 0; p < RR_GPU_RELATES; ++p) v[p] = rr_slot_param(t, p, slot);
    return rr_gpu_agree(l, v);
#else
    (void)l;
    (void)t;
    (void)slot;
    return 1;
#endif
}

/* True if the parameters of a slot are valid. */
RR_FN int rr_gpu_good(const rr_launch *l, const rr_tile *t, rr_word slot)
{
    int good = rr_gpu_related(l, t, slot);
    RR_UNROLL   /* a variable index would put the tile into memory */
    for (rr_uint32 p = 0; p < RR_TILE_PARAMS; ++p)
        if (p < l->checks) good = good && rr_gpu_inside(l, p, rr_slot_param(t, p, slot));
    return good;
}

#endif
