/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The interface between an output and the job whose numbers it writes. */
#ifndef RECORD_H
#define RECORD_H

#include "ranges.h"
#include "reroll_sha256.h"

#include <stdbool.h>
#include <stdint.h>

/* The progress of a job. The owner of a state frees parts. */
typedef struct job_state {
    uint64_t done;               /* samples in the file */
    ranges parts;                /* their ranges, for jobs that can be resumed */
    uint64_t bytes;              /* the length of the file, with header; at least up to the end of the last range */
    uint64_t failed;             /* samples among them that failed */
    uint64_t failed_index;       /* the index of the first failed sample; UINT64_MAX: none */
    bool complete;               /* the file has its final name */
    char digest[RR_SHA256_TEXT]; /* SHA-256 of the complete file, if it was requested; otherwise "" */
} job_state;

/* A job of which nothing is done yet. */
#define JOB_STATE_NEW ((job_state){.failed_index = UINT64_MAX})

typedef struct record {
    const void *job;
    uint64_t count;    /* numbers of the whole job */

    /* Writes FILE.job.json whole or not at all. Returns 0 or errno. */
    int (*write)(const char *path, const void *job, const job_state *state);

    /* Reads it; false if it is not valid. *difference is the reason why it is of another job, to be freed, or NULL. The
     * pointer `read` is NULL if jobs of this kind are not resumed. */
    bool (*read)(const char *path, const void *job, job_state *state, char **difference);

    /* The path of input `number` and its option; NULL if it is not a file. Sets *past if `number` is past the last input. */
    const char *(*input)(const void *job, uint32_t number, const char **option, bool *past);
} record;

#endif
