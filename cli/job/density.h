/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* A law that a job makes of a density: density:EXPRESSION, or a table of one. */
#ifndef DENSITY_H
#define DENSITY_H

#include "cli/base/cli.h"
#include "cli/files/jsonout.h"
#include "cli/files/npy.h"
#include "reroll_density.h"

/* An expression or the file of a table; all else as rr_density has it. Owns what it points to. */
typedef struct job_density {
    char *expression, *path;
    npy_array table, breaks;       /* breaks: a list of doubles; no data where there are none */
    double low, high, centre;
    uint64_t digest;               /* that it is to have, or 0 */
    const rr_sampler *made;        /* NULL before density_make, and where the job has no such law */
} job_density;

/* What was typed; NULL where it was not. */
typedef struct density_request {
    const char *expression, *table, *low, *high, *centre, *breaks;
} density_request;

/* Is it density:EXPRESSION? Then *expression is what follows the colon. */
bool density_named(const char *text, const char **expression);

/* From what was typed. EXIT_DONE, or the status of a refusal that has been said. */
exit_status density_read(const density_request *o, job_density *law);

/* Makes it. NULL, or a sentence that the caller frees, with *status what to end with. report may be NULL. */
char *density_make(job_density *law, rr_density_report *report, exit_status *status);

void density_free(job_density *law);

/* A report as lines on standard error. */
void density_print(const rr_density_report *report);

#endif
