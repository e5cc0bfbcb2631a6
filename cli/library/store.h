/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Stores a program's arrays as parameters of a job file: in it, or in files next to it. */
#ifndef LIBRARY_STORE_H
#define LIBRARY_STORE_H

#include "saved.h"
#include "cli/job/job.h"
#include "cli/output/output.h"

struct saved {
    job job;
    bool checked;   /* its parameters have been checked */
};

/* Turns an array into a list in the job file, if it is short and the job file holds its numbers exactly. */
void store_list(npy_array *array, bool integers);

/* The files that were made for a job, and those that only the replaced job uses. */
typedef struct stored {
    bool replace;
    char *made[RR_MAX_PARAMS], *old[RR_MAX_PARAMS];
} stored;

/* Writes each array that is not in a file, and too long for a list, to FILE.PARAMETER.npy. An existing file with the same
 * bytes is used. One with other bytes is an error; when a job is replaced, the name is FILE.PARAMETER.DIGEST.npy instead,
 * because the old job needs its file until the new one is complete. EXIT_DONE, or an error status after a message. */
exit_status store_params(job *job, output *out, stored *stored);

/* Removes the files that were made, or, if the job is complete, the files with a DIGEST that only the old job used. */
void store_end(stored *stored, bool complete);

#endif
