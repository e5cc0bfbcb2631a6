/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* A job that is ready to be drawn: rr_run keeps it on its stack, rr_prepared_open allocates it. */
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
    rr_call call;     /* with its strategy and table. If there is nothing to draw, call.n is 0 and few other members are
                         set */
    rr_table table;
    rr_user *law;                            /* held until it is closed */
    uint64_t direct;                         /* draws of up to `direct` elements need no separate call; */
    uint32_t reaches;                        /* memory ranges of all parameters and indices of the job, */
    rr_reach reach[RR_MAX_PARAMS + 1];
    const rr_constant *constant;             /* and `tile`, or NULL */
    rr_constant tile;
};

/* run.c: makes the call of a job, ready to be drawn, and its table. family: 0, or the family of its random words (draw.h).
 * with_out: the job's out is checked before tables are made. Nothing needs to be freed after an error. */
rr_status rr_call_make(const rr_device *device, const rr_job *job, uint32_t family, int with_out, rr_call *call,
                       rr_table *table, rr_result *result);

/* prepared.c: true if the job has these n elements, and they may be drawn alone. rr_prepared_cut makes *call the call for at
 * most n elements of *p from `at` on: whole rows, or one piece of a row. It checks out and its place. */
rr_status rr_prepared_check(const rr_prepared *p, uint64_t first, uint64_t n, rr_result *result);
rr_status rr_prepared_cut(const rr_prepared *p, uint64_t at, uint64_t n, void *out, rr_call *call, rr_result *result);

/* Draws all elements of a call; a tile of a larger matrix is drawn row by row. The call is unchanged afterwards. */
rr_status rr_call_draw(rr_part *part, rr_call *call, rr_result *result);

#endif
