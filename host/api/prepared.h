/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* A job that is ready to be drawn: rr_run has one on its stack, rr_prepared_open makes one that stays. */
#ifndef RR_PREPARED_H
#define RR_PREPARED_H

#include "reroll_prepared.h"

#include "host/lists/lists.h"
#include "host/tables/tables.h"

/* Memory that a job reads. */
typedef struct rr_reach {
    uintptr_t low, high;
} rr_reach;

struct rr_prepared {
    rr_call call;     /* with its strategy and table. call.n is 0 where there is nothing to draw: then little else is set */
    rr_table table;
    rr_user *law;                            /* held until it is closed */
    uint64_t direct;                         /* up to so many elements are drawn without a call of their own: */
    uint32_t reaches;                        /* what the whole job reads of parameters and indices, */
    rr_reach reach[RR_MAX_PARAMS + 1];
    const rr_constant *constant;             /* and `tile`, or null */
    rr_constant tile;
};

/* run.c: the call of a job, ready to be drawn, and its table. family: 0, or the family that its words are of (draw.h).
 * with_out: the job's out is checked before tables are made. Nothing is left to free after an error. */
rr_status rr_call_make(const rr_device *device, const rr_job *job, uint32_t family, int with_out, rr_call *call,
                       rr_table *table, rr_result *result);

/* prepared.c: does the job have these n elements, and may they be drawn alone? Makes *call the call for the elements of *p
 * from `at` on, n of them or fewer: whole rows, or one piece of a row. out and its place are checked. */
rr_status rr_prepared_check(const rr_prepared *p, uint64_t first, uint64_t n, rr_result *result);
rr_status rr_prepared_cut(const rr_prepared *p, uint64_t at, uint64_t n, void *out, rr_call *call, rr_result *result);

/* Draws all elements of a call, a tile of a larger matrix row by row. The call is as it was afterwards. */
rr_status rr_call_draw(rr_part *part, rr_call *call, rr_result *result);

#endif
