/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* FILE.job.json: the job that makes FILE, and its progress. */
#ifndef JOBFILE_H
#define JOBFILE_H

#include "job.h"
#include "cli/files/jsonout.h"
#include "cli/output/record.h"

#include <stdio.h>

enum { JOB_VERSION = 2, JOB_VERSION_NUMBER = 1 };   /* in version 1 "done" is a number, counted from the first */

/* Entries that job files of both kinds (sample, transform) have: an input file (name, type, shape, digest); seed, stream
 * and first; the program. */
void jobfile_array(json_out *out, const char *key, const char *folder, const char *file, const char *column,
                   const npy_array *array);
void jobfile_stream(json_out *out, rr_stream stream);
void jobfile_program(json_out *out);

/* Writes the job file of `reroll sample`. Returns 0 or errno. */
int jobfile_write(const char *path, const job *job, const job_state *state);

/* jobfile_text returns the text of a new job's file at `path`, to be freed. jobfile_parse reads such a text, which it
 * overwrites, like jobfile_read. */
char *jobfile_text(const char *path, const job *job);
exit_status jobfile_parse(char *text, const char *path, job *job, job_state *state, char **error);

/* Reads a job, without its parameters' data (job_load), and its state. Unknown, missing and repeated entries are refused,
 * because an unknown entry may change the meaning of the job. After EXIT_DONE the caller frees the state's parts;
 * otherwise *error is a message that the caller frees, and the status is EXIT_DEVICE (this machine lacks what makes the
 * distribution), EXIT_USAGE or EXIT_TROUBLE. */
exit_status jobfile_read(const char *path, job *job, job_state *state, char **error);

/* Reads the parameter files of a job that was read from `path`. They must have the digests in the job file. EXIT_DONE, or
 * an error status after a message. */
exit_status jobfile_load(const char *path, job *job);

/* The job as a record for cli/output/. */
record jobfile_record(const job *job);

#endif
