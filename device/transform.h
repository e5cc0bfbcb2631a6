/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The pass over a batch of points that is compiled together with its transform, RR_TRANSFORM.
 *
 * A transform defines
 *
 *   RR_COORDS_name      numbers of a point: 1 or 2
 *   RR_DRAWS_name       1: points are drawn, by attempt 0; 0: they are the caller's
 *   RR_REROLLS_name     1: a point that is refused is drawn anew, attempt after attempt from 1 on; 0: it becomes NaN
 *   rr_name_point(&x, &y)             what becomes of points, in place; the mask of those that it takes. Any bits may come
 *   rr_name_draw(b, slot, j, &x, &y)  the points of attempt j, where it draws or rerolls
 *
 * z = mean + sd * (x, y) is stored, or the one NaN of the contract, whatever registers held: it is selected at the end.
 * Slots that are to be drawn again are queued, as compact does (strategies/retry.h): registers are packed full at each
 * attempt, and a slot sees its attempts in order. Points are only read before their own slots are written, so a batch may be
 * transformed in place. */
#ifndef RR_TRANSFORM_H
#define RR_TRANSFORM_H

#include "batch.h"

#define RR_PASTE_T2(a, b, c) a##b##c
#define RR_PASTE_T(a, b, c) RR_PASTE_T2(a, b, c)
#define RR_TRANSFORM_FN(f) RR_PASTE_T(rr_, RR_TRANSFORM, _##f)
#define RR_COORDS RR_PASTE_T(RR_COORDS_, RR_TRANSFORM, )
#define RR_DRAWS RR_PASTE_T(RR_DRAWS_, RR_TRANSFORM, )
#define RR_REROLLS RR_PASTE_T(RR_REROLLS_, RR_TRANSFORM, )

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

/* A register of points from slot0 on, all of them in the batch; the slots of a register, those of `here`. */
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

/* Attempt 0 of a register: all of its slots are in the batch (whole), or those of `here`. Adds to the queue where refused
 * points are drawn again; the others are counted. */
RR_FN rr_uint32 rr_batch_first(const rr_batch *b, rr_uint32 slot0, rr_mask here, int whole, rr_uint32 count)
{
    const rr_word slot = rr_wselect(here, rr_iota() + slot0, rr_wsplat(slot0));
    rr_real x, y;
#if RR_DRAWS
    RR_TRANSFORM_FN(draw)(b, slot, rr_wsplat(0), &x, &y);
#else
    if (whole) rr_batch_load(b, slot0, &x, &y);
    else rr_batch_gather(b, slot, &x, &y);
#endif
    const rr_mask good = RR_TRANSFORM_FN(point)(&x, &y), refused = rr_mandnot(here, good);
    x = rr_batch_value(b, x, good);
    y = rr_batch_value(b, y, good);
    if (whole) rr_batch_store(b, slot0, x, y);
    else rr_batch_scatter(b, slot, x, y, here);
#if RR_REROLLS
    return rr_vote(refused) ? count + rr_compress(b->queue[0] + count, slot, refused) : count;
#else
    return count + rr_ucount(rr_mbits(refused));
#endif
}

#if RR_REROLLS
/* The slots of queue[0], n of them, from attempt 1 on; returns how many the cap leaves without a point. */
RR_SLOW_FN rr_uint32 rr_batch_reroll(const rr_batch *b, rr_uint32 n)
{
    RR_GLOBAL rr_uint32 *todo = b->queue[0], *back = b->queue[1];
    for (rr_uint32 j = 1; n && j < b->cap; ++j) {
        rr_uint32 backs = 0;
        for (rr_uint32 at = 0; at < n; at += RR_LANES) {
            const rr_mask here = rr_mfirst(n - at);
            const rr_word slot = rr_wselect(here, rr_wload(todo + at), rr_wsplat(0));
            rr_real x, y;
            RR_TRANSFORM_FN(draw)(b, slot, rr_wsplat(j), &x, &y);
            const rr_mask good = RR_TRANSFORM_FN(point)(&x, &y);
            rr_batch_scatter(b, slot, rr_batch_value(b, x, good), rr_batch_value(b, y, good), rr_mand(here, good));
            backs += rr_compress(back + backs, slot, rr_mandnot(here, good));
        }
        RR_GLOBAL rr_uint32 *const spent = todo;
        todo = back;
        back = spent;
        n = backs;
    }
    return n;
}
#endif

/* The whole batch; returns how many of its points became NaN. */
RR_SLOW_FN rr_uint32 rr_batch_pass(const rr_batch *b)
{
    rr_uint32 slot0 = 0, count = 0;
    for (; b->n - slot0 >= RR_LANES; slot0 += RR_LANES) count = rr_batch_first(b, slot0, rr_mfirst(RR_LANES), 1, count);
    if (slot0 < b->n) count = rr_batch_first(b, slot0, rr_mfirst(b->n - slot0), 0, count);
#if RR_REROLLS
    count = rr_batch_reroll(b, count);
#endif
    return count;
}

#endif
