/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What the output asks about the job whose numbers it writes. */
#ifndef RECORD_H
#define RECORD_H

#include "ranges.h"
#include "reroll_sha256.h"

#include <stdbool.h>
#include <stdint.h>

/* How far a job has come. Whoever has a state frees parts. */
typedef struct job_state {
    uint64_t done;               /* samples in the file */
    ranges parts;                /* of a job that can be resumed: which they are */
    uint64_t bytes;              /* the length of the file: to the end of the last of them at least, with the header */
    uint64_t failed;             /* of them, samples that the library could not give */
    uint64_t failed_index;       /* the index of the first of those; UINT64_MAX: none */
    bool complete;               /* the file has its final name */
    char digest[RR_SHA256_TEXT]; /* SHA-256 of all bytes, where the output was asked for one and they are there; else "" */
} job_state;

/* Nothing is done yet. */
#define JOB_STATE_NEW ((job_state){.failed_index = UINT64_MAX})

typedef struct record {
    const void *job;
    uint64_t count;    /* numbers of the whole job */

    /* Writes FILE.job.json whole or not at all. Returns 0 or errno. */
    int (*write)(const char *path, const void *job, const job_state *state);

    /* Reads it: false where it can't be; *difference, the caller's to free, says why it is not of this job, NULL: it is. The
     * pointer is NULL where jobs of this kind are not resumed. */
    bool (*read)(const char *path, const void *job, job_state *state, char **difference);

    /* The path of input file number `number`, and its option; *past where there are no more. NULL: not a file. */
    const char *(*input)(const void *job, uint32_t number, const char **option, bool *past);
} record;

#endif
