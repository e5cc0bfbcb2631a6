/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Where an output goes: what was asked for, and the names of its files. */
#ifndef OUTPUT_NAMES_H
#define OUTPUT_NAMES_H

#include "record.h"
#include "cli/base/cli.h"

typedef struct output {
    record record;
    int fd;
    bool direct;
    bool owned;                   /* part is ours to write and to remove */
    bool no_job;                  /* no job file is written */
    bool replaces;                /* --force: FILE may be there */
    rr_sha256 *hash;              /* of all bytes; NULL: nobody asks */
    char *name;                   /* what messages call it */
    char *file, *part, *job_file; /* of a file: its names, and its job file's */
    char *draft;                  /* FILE.part.job.json */
    bool drafts;                  /* checkpoints go there: the job file tells of the complete FILE until the end */
    int error;                    /* of what output_open has refused: an errno for programs that raise exceptions */
} output;

typedef struct output_request {
    const char *path;             /* NULL: standard output */
    bool resume, force, no_job;
    const char *job;              /* the job file that is remade, or NULL */
    uint64_t bytes;               /* of the whole file, */
    bool exact;                   /* or it will have at least so many */
    bool digest;                  /* the job file gets the file's digest; not of what is overwritten (output_rewrite) */
} output_request;

/* The path that was typed; NULL, standard output, for NULL and for "-". */
const char *output_path(const char *typed);

/* True where the path is NULL or leads to something that exists and is no regular file. */
bool output_is_direct(const char *path);

/* True where --resume can go on with what an interruption leaves. */
bool output_resumes(const output *out);

#endif
