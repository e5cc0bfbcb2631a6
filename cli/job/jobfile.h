/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* FILE.job.json: what FILE is made of, and how far it has come. */
#ifndef JOBFILE_H
#define JOBFILE_H

#include "job.h"
#include "cli/files/jsonout.h"
#include "cli/output/record.h"

#include <stdio.h>

enum { JOB_VERSION = 2, JOB_VERSION_NUMBER = 1 };   /* in the older one "done" was a number, from the first on */

/* What job files of both kinds have: the object that stands for an input file (name, type, shape, digest); seed, stream and
 * first; the program. */
void jobfile_array(json_out *out, const char *key, const char *folder, const char *file, const npy_array *array);
void jobfile_stream(json_out *out, rr_stream stream);
void jobfile_program(json_out *out);

/* The job file of `reroll sample`. Returns 0 or errno. */
int jobfile_write(const char *path, const job *job, const job_state *state);

/* The text of a new job's file, for path; the caller's to free. And the reading of such a text, which is overwritten, as
 * jobfile_read does it. */
char *jobfile_text(const char *path, const job *job);
exit_status jobfile_parse(char *text, const char *path, job *job, job_state *state, char **error);

/* Reads a job, without its parameters' data (job_load), and its state. Strict: unknown, missing and repeated entries
 * are refused, because an entry that is not understood may change what the job means. EXIT_DONE: the state's parts are the
 * caller's to free; else *error says why, a sentence that the caller frees: EXIT_DEVICE where this machine lacks what makes
 * the law, EXIT_USAGE, EXIT_TROUBLE. */
exit_status jobfile_read(const char *path, job *job, job_state *state, char **error);

/* Of a job that was read from path: its parameter files, which must be those that it tells of. EXIT_DONE, or the status of a
 * refusal that has been said. */
exit_status jobfile_load(const char *path, job *job);

/* A job as the output sees it. */
record jobfile_record(const job *job);

#endif
