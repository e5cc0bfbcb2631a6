/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* From the library to the output: one thread draws, another one formats and writes. */
#ifndef PUMP_H
#define PUMP_H

#include "cli/job/job.h"
#include "cli/output/output.h"

typedef enum pump_end { PUMP_DONE, PUMP_INTERRUPTED, PUMP_CLOSED, PUMP_FAILED } pump_end;

/* What there is to draw, and who wants to know how far it is. */
typedef struct pump_work {
    bool (*next)(void *context, range *piece);       /* the next numbers; false: there are no more. It may wait. */
    void (*drawn)(void *context, uint64_t count);    /* so many more have been drawn */
    int (*save)(void *context, job_state *state);    /* what state tells of has been written: 0, or as output_checkpoint;
                                                      * called every few seconds by the thread that writes */
    void *context;
    bool (*stopped)(void *context);                  /* true: stop as for a signal; NULL where only signals stop it */
} pump_work;

/* Draws and writes the pieces of a job, whole rows each, and moves state on; at the end state is what has been written. They
 * come in order where they are text or the output is no file. PUMP_CLOSED: the reader of a pipe has gone. Failures have been
 * said. */
pump_end pump_run(const job *job, const rr_device *device, output *out, job_state *state, rr_counts *counts,
                  const pump_work *work);

/* Seconds between two calls of save: 5, or what REROLL_CHECKPOINT_SECONDS says. */
double pump_checkpoint_seconds(void);

#endif
