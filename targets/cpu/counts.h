/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Counts of a tile on their way from kernels to what the job's dtype holds: counts.c. */
#ifndef RR_CPU_COUNTS_H
#define RR_CPU_COUNTS_H

#include "isa.h"

typedef struct rr_counted {
    rr_part *part;
    const rr_scratch *s;
    const rr_sampler *sampler;
    const rr_ops *narrow;   /* the first pass in f32, or null */
    rr_type type;           /* of what out is */
    void *out;              /* of the tile's slot 0 */
    uint64_t at;            /* its element */
    uint32_t left;          /* slots of s->left, where the first pass was in f32; else all are to be packed, or none */
    int filtered, in_place;
} rr_counted;

/* Does a count fit what the job's dtype holds? */
int rr_count_fits(int64_t x, rr_type type);

/* The work has its first pass in f32 where that is worth while: what it decides goes to c->out. All else goes to
 * work->out. */
void rr_counts_narrow(rr_counted *c, rr_work *work);

/* Are 64-bit counts what the job's dtype holds? Then they are made where they will be. */
int rr_counts_in_place(const rr_call *call);

/* Makes the work one of counts: their 64-bit integers go to s->count, or where they will be. */
void rr_counts_begin(rr_counted *c, rr_work *work);

/* After the strategy: to their places. What does not fit is noted in c->part and withheld. */
void rr_counts_end(const rr_counted *c, const rr_tile *t);

#endif
