/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The common part of passes over points that are compiled together with their transform, RR_TRANSFORM: transform_pass.h on a
 * CPU, targets/gpu/kernels/transform_kernel.h on a GPU.
 *
 * A transform defines
 *
 *   RR_COORDS_name      coordinates of a point: 1 or 2
 *   RR_DRAWS_name       1: points are drawn, by attempt 0; 0: they are the caller's
 *   RR_REROLLS_name     1: a rejected point is redrawn, by attempts 1, 2, ...; 0: it becomes NaN
 *   rr_name_point(&x, &y)             transforms points in place; returns the mask of accepted ones. Input may be any bits
 *   rr_name_draw(b, slot, j, &x, &y)  the points of attempt j, where it draws or rerolls
 *
 * The result is z = mean + sd * (x, y), or the one NaN of the contract, which is selected at the end, whatever the registers
 * contain. Slots to be redrawn are queued, as in compact (strategies/retry.h): registers are packed full at each attempt,
 * and the attempts of a slot are made in order. Points are only read before their own slots are written, so a batch may be
 * transformed in place. */
#ifndef RR_TRANSFORM_H
#define RR_TRANSFORM_H

#include "batch.h"

#define RR_TRANSFORM_FN(f) RR_PASTE(rr_, RR_TRANSFORM, _##f)
#define RR_COORDS RR_PASTE(RR_COORDS_, RR_TRANSFORM, )
#define RR_DRAWS RR_PASTE(RR_DRAWS_, RR_TRANSFORM, )
#define RR_REROLLS RR_PASTE(RR_REROLLS_, RR_TRANSFORM, )

#if RR_DTYPE == 32
#define RR_NAN_BITS 0x7fc00000u
#else
#define RR_NAN_BITS 0x7ff8000000000000u
#endif

RR_FN rr_real rr_batch_value(const rr_batch *b, rr_real z, rr_mask good)
{
    const rr_real nan = rr_asreal(rr_asbits(rr_splat(RR_C(0))) | RR_NAN_BITS);
    return rr_select(good, rr_fma(rr_splat(b->sd.v), z, rr_splat(b->mean.v)), nan);
}

/* Load a register of points from slot0 on: all slots, which must be in the batch; only the slots of `here`. */
RR_FN void rr_batch_load(const rr_batch *b, rr_uint32 slot0, rr_real *x, rr_real *y)
{
#if RR_COORDS == 1
    *x = *y = rr_load(b->x + slot0);
#else
    if (b->step == 2) {
        rr_load2(b->x + 2 * slot0, x, y);
    } else {
        *x = rr_load(b->x + slot0);
        *y = rr_load(b->y + slot0);
    }
#endif
}

RR_FN void rr_batch_store(const rr_batch *b, rr_uint32 slot0, rr_real x, rr_real y)
{
#if RR_COORDS == 1
    (void)y;
    rr_store(b->zx + slot0, x);
#else
    if (b->step == 2) {
        rr_store2(b->zx + 2 * slot0, x, y);
    } else {
        rr_store(b->zx + slot0, x);
        rr_store(b->zy + slot0, y);
    }
#endif
}

RR_FN void rr_batch_gather(const rr_batch *b, rr_word slot, rr_real *x, rr_real *y)
{
    const rr_word at = slot * b->step;
    *x = *y = rr_gather(b->x, at);
#if RR_COORDS == 2
    *y = rr_gather(b->y, at);
#endif
}

RR_FN void rr_batch_scatter(const rr_batch *b, rr_word slot, rr_real x, rr_real y, rr_mask here)
{
    const rr_word at = slot * b->step;
    rr_scatter(b->zx, at, x, here);
#if RR_COORDS == 2
    rr_scatter(b->zy, at, y, here);
#else
    (void)y;
#endif
}

#endif
