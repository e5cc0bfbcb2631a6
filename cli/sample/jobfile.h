/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* FILE.job.json: what FILE is made of, and how far it has come. */
#ifndef JOBFILE_H
#define JOBFILE_H

#include "record.h"

#include <stdio.h>

/* Writes the text of a job whose file lies in `folder`. */
typedef void jobfile_text(FILE *to, const char *folder, const void *job, const job_state *state);

/* Writes a job file whole or not at all: a temporary one beside it, fsync, rename. Returns 0 or errno, and then leaves
 * nothing new. */
int jobfile_replace(const char *path, jobfile_text *text, const void *job, const job_state *state);

/* Writes the object that stands for an input file: name, type, shape, digest. */
void jobfile_array(FILE *to, const char *folder, const char *file, const npy_array *array);

/* Refuses to remake what an unfinished job's file tells of where FILE beside it is another result, an older one that --force
 * is about to replace. `bytes`: those of the unfinished file; whole: that is all of them. */
exit_status jobfile_refuse_older(const char *path, uint64_t bytes, bool whole);

/* The job file of `reroll sample`. Returns 0 or errno. */
int jobfile_write(const char *path, const job *job, const job_state *state);

/* The text of a job file, the caller's to free, or NULL after setting *error, a sentence that the caller frees. */
char *jobfile_read_text(const char *path, char **error);

/* Reads a job, without its parameters' data (job_load), and its state. Strict: unknown, missing and repeated entries
 * are refused, because an entry that is not understood may change what the job means. Where it returns false *error
 * says why, a sentence that the caller frees. */
bool jobfile_read(const char *path, job *job, job_state *state, char **error);

/* What a job file of either kind, sample's or transform's, says of its file: there is none; it can't be understood; nothing
 * has been drawn, so that it tells of nothing; the job is unfinished; the file is whole. */
typedef enum jobfile_kind {
    JOBFILE_NONE, JOBFILE_FOREIGN, JOBFILE_EMPTY, JOBFILE_UNFINISHED, JOBFILE_COMPLETE
} jobfile_kind;

jobfile_kind jobfile_glance(const char *path);

/* A job as the output sees it. */
record jobfile_record(const job *job);

#endif
