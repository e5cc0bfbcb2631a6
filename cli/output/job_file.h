/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* FILE.job.json beside FILE, of whatever kind of job: written whole, read as text, and what it says of FILE. */
#ifndef OUTPUT_JOB_FILE_H
#define OUTPUT_JOB_FILE_H

#include "record.h"
#include "cli/base/cli.h"

#include <stdio.h>

/* What is said of a text that is none of ours. */
#define OUTPUT_JOB_FOREIGN_TEXT "%s is not a job file of reroll"
#define OUTPUT_JOB_REPEATED_TEXT "%s is not a job file of reroll: the entry \"%s\" is there twice"

/* Writes the text of a job whose file lies in `folder`. */
typedef void output_job_text(FILE *to, const char *folder, const void *job, const job_state *state);

/* Writes a job file whole or not at all: a temporary one beside it, fsync, rename. Returns 0 or errno, and then leaves
 * nothing new. */
int output_job_replace(const char *path, output_job_text *text, const void *job, const job_state *state);

/* The text of a job file, the caller's to free, or NULL after setting *error, a sentence that the caller frees. */
char *output_job_read(const char *path, char **error);

/* What a job file of either kind, sample's or transform's, says of its file: there is none; it can't be understood; nothing
 * has been drawn, so that it tells of nothing; the job is unfinished; the file is whole. */
typedef enum output_job_kind {
    OUTPUT_JOB_NONE, OUTPUT_JOB_FOREIGN, OUTPUT_JOB_EMPTY, OUTPUT_JOB_UNFINISHED, OUTPUT_JOB_COMPLETE
} output_job_kind;

output_job_kind output_job_glance(const char *path);

/* Is it the job file of an unfinished FILE.part? */
bool output_job_is_draft(const char *path);

/* Refuses to remake what an unfinished job's file tells of where FILE beside it is another result, an older one that --force
 * is about to replace. `bytes`: those of the unfinished file; whole: that is all of them. */
exit_status output_job_refuse_older(const char *path, uint64_t bytes, bool whole);

#endif
