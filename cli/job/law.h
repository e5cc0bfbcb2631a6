/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* A law that a job makes of a density: density:EXPRESSION, or a table of one. */
#ifndef LAW_H
#define LAW_H

#include "cli/base/cli.h"
#include "cli/files/jsonout.h"
#include "cli/files/npy.h"
#include "reroll_density.h"

/* An expression or the file of a table; all else as rr_density has it. Owns what it points to. */
typedef struct job_law {
    char *expression, *path;
    npy_array table, breaks;       /* breaks: a list of doubles; no data where there are none */
    double low, high, centre;
    uint64_t digest;               /* that it is to have, or 0 */
    const rr_sampler *made;        /* NULL before law_make, and where the job has no such law */
} job_law;

/* What was typed; NULL where it was not. */
typedef struct law_request {
    const char *expression, *table, *low, *high, *centre, *breaks;
} law_request;

/* Is it density:EXPRESSION? Then *expression is what follows the colon. */
bool law_named(const char *text, const char **expression);

/* From what was typed. EXIT_DONE, or the status of a refusal that has been said. */
exit_status law_read(const law_request *o, job_law *law);

/* Makes it. NULL, or a sentence that the caller frees, with *status what to end with. report may be NULL. */
char *law_make(job_law *law, rr_density_report *report, exit_status *status);

void law_free(job_law *law);

/* A report as lines on standard error. */
void law_print(const rr_density_report *report);

#endif
