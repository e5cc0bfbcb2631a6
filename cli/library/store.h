/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Arrays of a program as parameters of a job file: in it, or in files next to it. */
#ifndef LIBRARY_STORE_H
#define LIBRARY_STORE_H

#include "saved.h"
#include "cli/job/job.h"
#include "cli/output/output.h"

struct saved {
    job job;
    bool checked;   /* its parameters are in their ranges */
};

/* Makes an array a list that stands in the job file itself, where it is short and its numbers are exact there. */
void store_list(npy_array *array, bool integers);

/* The files that were made for a job, and those that the job that it replaces leaves. */
typedef struct stored {
    bool replace;
    char *made[RR_MAX_PARAMS], *old[RR_MAX_PARAMS];
} stored;

/* Gives each array that is not in a file, and is too long for a list, a file FILE.PARAMETER.npy. One that has these bytes is
 * taken as it is; another one stays what it is, and is refused, or, to replace a job, FILE.PARAMETER.DIGEST.npy is the name:
 * until the new job is complete the old one needs its own. EXIT_DONE, or the status of a refusal. */
exit_status store_params(job *job, output *out, stored *stored);

/* Removes what was made, or, where the job is complete, the files with a DIGEST that only the old job had. */
void store_end(stored *stored, bool complete);

#endif
