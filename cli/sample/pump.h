/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Carries samples from the library to the output: one thread draws, another one formats and writes. */
#ifndef PUMP_H
#define PUMP_H

#include "cli/job/job.h"
#include "cli/output/output.h"

typedef enum pump_end { PUMP_DONE, PUMP_INTERRUPTED, PUMP_CLOSED, PUMP_FAILED } pump_end;

/* The source of ranges to draw, and callbacks for progress. */
typedef struct pump_work {
    bool (*next)(void *context, range *piece);       /* the next range; false: there are no more. May wait. */
    void (*drawn)(void *context, uint64_t count);    /* `count` more numbers have been drawn */
    int (*save)(void *context, job_state *state);    /* saves the state, whose ranges have been written. Returns as
                                                      * output_checkpoint. The writer calls it every few seconds */
    void *context;
    bool (*stopped)(void *context);                  /* true: stop as after a signal; NULL: only signals stop */
} pump_work;

/* Draws and writes the pieces of a job, which are whole rows, and updates `state` to what has been written. Pieces must be
 * in order if they are text or the output is not a regular file. PUMP_CLOSED: the reader has closed the pipe. PUMP_FAILED
 * is returned after a message. */
pump_end pump_run(const job *job, const rr_device *device, output *out, job_state *state, rr_counts *counts,
                  const pump_work *work);

/* Seconds between two calls of save: REROLL_CHECKPOINT_SECONDS, default 5. */
double pump_checkpoint_seconds(void);

#endif
