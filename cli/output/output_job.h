/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* FILE.job.json, for all kinds of jobs: written whole, read as text, with the state of FILE. */
#ifndef OUTPUT_JOB_H
#define OUTPUT_JOB_H

#include "record.h"
#include "cli/base/cli.h"

#include <stdio.h>

/* Messages for texts that are not job files. */
#define OUTPUT_JOB_FOREIGN_TEXT "%s is not a job file of reroll"
#define OUTPUT_JOB_REPEATED_TEXT "%s is not a job file of reroll: the entry \"%s\" is there twice"
#define OUTPUT_JOB_UNKNOWN_TEXT "%s has an entry \"%.64s\", which this program, reroll %s, does not know"

/* Writes the text of a job file in `folder`. */
typedef void output_job_text(FILE *to, const char *folder, const void *job, const job_state *state);

/* Writes a job file whole or not at all: to a temporary file, with fsync and rename. Returns 0, or errno, and then leaves
 * no new file. */
int output_job_replace(const char *path, output_job_text *text, const void *job, const job_state *state);

/* The text of a job file, to be freed, or NULL after setting *error, a message to be freed. */
char *output_job_read(const char *path, char **error);

/* The state in a job file, of sample or transform: NONE, there is no job file; FOREIGN, it is not valid; EMPTY, nothing has
 * been drawn; UNFINISHED; COMPLETE. */
typedef enum output_job_kind {
    OUTPUT_JOB_NONE, OUTPUT_JOB_FOREIGN, OUTPUT_JOB_EMPTY, OUTPUT_JOB_UNFINISHED, OUTPUT_JOB_COMPLETE
} output_job_kind;

output_job_kind output_job_glance(const char *path);

/* True for the job file of an unfinished FILE.part. */
bool output_job_is_draft(const char *path);

/* Refuses to remake a file from the job file of an unfinished job if FILE is another, older result that the job was about to
 * replace by --force. `bytes`: the length of the unfinished file; `whole`: it has all samples. */
exit_status output_job_refuse_older(const char *path, uint64_t bytes, bool whole);

#endif
