/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* A batch: points that are transformed together, numbered by slot. The host divides a job into batches; the layout is the
 * same for both dtypes and on every device. */
#ifndef RR_BATCH_H
#define RR_BATCH_H

#include "engine/bits/bits.h"
#include "engine/abi/batch.h"

/* The index of a slot. */
RR_FN rr_index rr_batch_index(const rr_batch *b, rr_word slot)
{
    rr_index i;
    i.lo = rr_wsplat(b->base_lo);
    i.hi = rr_wsplat(b->base_hi);
    return rr_index_add(i, slot);
}

#endif
