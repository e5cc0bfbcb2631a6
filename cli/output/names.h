/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* An output: the request, and the names of its files. */
#ifndef OUTPUT_NAMES_H
#define OUTPUT_NAMES_H

#include "record.h"
#include "cli/base/cli.h"

typedef struct output {
    record record;
    int fd;
    bool direct;
    bool owned;                   /* we write part and may remove it */
    bool no_job;                  /* no job file is written */
    bool replaces;                /* --force: FILE may exist */
    rr_sha256 *hash;              /* of all bytes; NULL: not requested */
    char *name;                   /* its name in messages */
    char *file, *part, *job_file; /* of a regular file: its names and its job file's */
    char *draft;                  /* FILE.part.job.json */
    bool drafts;                  /* checkpoints go to draft: job_file describes the complete FILE until the end */
    int error;                    /* after a refusal of output_open: an errno for programs that raise exceptions */
} output;

typedef struct output_request {
    const char *path;             /* NULL: standard output */
    bool resume, force, no_job;
    const char *job;              /* the path given to --job, or NULL */
    uint64_t bytes;               /* of the whole file */
    bool exact;                   /* false: bytes is a lower bound */
    bool digest;                  /* the job file gets the file's digest, which requires writing in order */
} output_request;

/* The path that was typed; NULL (standard output) for NULL, "-", /dev/stdout and the links like it (names.c). */
const char *output_path(const char *typed);

/* True if the path is NULL, or leads to something that exists and is not a regular file. */
bool output_is_direct(const char *path);

/* True if --resume can continue an interrupted output. */
bool output_resumes(const output *out);

#endif
