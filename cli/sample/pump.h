/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* From the library to the output: one thread draws, another one formats and writes. */
#ifndef PUMP_H
#define PUMP_H

#include "cli/base/progress.h"
#include "cli/job/job.h"
#include "cli/output/output.h"

typedef enum pump_end { PUMP_DONE, PUMP_INTERRUPTED, PUMP_CLOSED, PUMP_FAILED } pump_end;

/* Draws and writes what is left of the job, from state->done on, with checkpoints, and moves state on; at the end state
 * is what has been written. PUMP_CLOSED: the reader of a pipe has gone. Failures have been said. */
pump_end pump_run(const job *job, const rr_device *device, const output *out, job_state *state, rr_counts *counts,
                  progress *progress);

#endif
