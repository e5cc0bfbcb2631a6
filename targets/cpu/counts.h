/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Conversion of a tile's counts, as kernels make them, to the job's dtype (counts.c). */
#ifndef RR_CPU_COUNTS_H
#define RR_CPU_COUNTS_H

#include "isa.h"

typedef struct rr_counted {
    rr_part *part;
    const rr_scratch *s;
    const rr_sampler *sampler;
    const rr_ops *narrow;   /* the first pass in f32, or null */
    rr_type type;           /* of the numbers at out */
    void *out;              /* address of the tile's slot 0 */
    uint64_t at;            /* its element */
    uint32_t left;          /* the number of slots in s->left after a first pass in f32; otherwise all slots must be packed,
                               or none */
    int filtered, in_place;
} rr_counted;

/* True if a count fits the type. */
int rr_count_fits(int64_t x, rr_type type);

/* Gives the work a first pass in f32 if that pays: the counts that it decides go to c->out, all others to work->out. */
void rr_counts_narrow(rr_counted *c, rr_work *work);

/* True if the job's dtype is that of 64-bit counts. Then they are written directly to the output. */
int rr_counts_in_place(const rr_call *call);

/* Sets the work up for counts: its 64-bit integers go to s->count, or directly to the output. */
void rr_counts_begin(rr_counted *c, rr_work *work);

/* Converts the counts after the strategy. Counts that do not fit are noted in c->part and set to 0. */
void rr_counts_end(const rr_counted *c, const rr_tile *t);

#endif
