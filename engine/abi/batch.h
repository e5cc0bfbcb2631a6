/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* A batch: points that are transformed together, numbered by slot (engine/passes/batch.h). */
#ifndef RR_ABI_BATCH_H
#define RR_ABI_BATCH_H

#include "key.h"

typedef struct rr_batch {
    rr_bits_key key;                    /* of points that are drawn */
    rr_uint32 n;                        /* slots 0 ... n-1 */
    rr_uint32 cap;                      /* attempts 0 ... cap-1 are allowed */
    rr_uint32 base_lo, base_hi;         /* index of slot 0 */
    rr_uint32 step;                     /* numbers from one point to the next: 2 if x and y are interleaved, otherwise 1 */
    RR_GLOBAL const rr_scalar *x, *y;   /* coordinates of slot 0; x is null where points are drawn, y in one dimension */
    RR_GLOBAL rr_scalar *zx, *zy;       /* results; may be the same addresses */
#if RR_HAS_BUFFERS
    rr_uint32 *queue[2];                /* scratch: n + 32 slots each, for points that may be redrawn */
#endif
    rr_number mean, sd;
} rr_batch;

#endif
