/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* A batch: points that are transformed together, numbered by slot. The host cuts a job into batches; the layout is the same
 * for both dtypes and on every device. */
#ifndef RR_BATCH_H
#define RR_BATCH_H

#include "engine/bits/bits.h"

typedef struct rr_batch {
    rr_bits_key key;                    /* of points that are drawn */
    rr_uint32 n;                        /* slots 0 ... n-1 */
    rr_uint32 cap;                      /* attempts 0 ... cap-1 are allowed */
    rr_uint32 base_lo, base_hi;         /* index of slot 0 */
    rr_uint32 step;                     /* numbers from a point to the next: 2 where x and y stand together, else 1 */
    RR_GLOBAL const rr_scalar *x, *y;   /* coordinates of slot 0; x is null where points are drawn, y where there is one */
    RR_GLOBAL rr_scalar *zx, *zy;       /* what becomes of them; may be the same places */
#if RR_HAS_BUFFERS
    rr_uint32 *queue[2];                /* scratch: n + 32 slots each, for what may be drawn again */
#endif
    union { rr_scalar v; rr_uint64 space; } mean, sd;
} rr_batch;

/* The index of a slot. */
RR_FN rr_index rr_batch_index(const rr_batch *b, rr_word slot)
{
    rr_index i;
    i.lo = rr_wsplat(b->base_lo);
    i.hi = rr_wsplat(b->base_hi);
    return rr_index_add(i, slot);
}

#endif
