/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Outputs of samples. A file is written as FILE.part, with FILE.job.json, and renamed to FILE when it is complete.
 * Standard output, pipes and devices are written directly. */
#ifndef OUTPUT_H
#define OUTPUT_H

#include "names.h"

/* Returned by output_checkpoint and output_finish, in addition to 0 and errno. LOST: FILE.part is another file now. TAKEN:
 * FILE exists now and must not be replaced. */
enum { OUTPUT_LOST = -1, OUTPUT_TAKEN = -2 };

/* Opens the output and sets the state: nothing done, or the checkpoint that is resumed. If state->complete is set, the file
 * is complete already and nothing is open. An error prints a message and changes no files. */
exit_status output_open(output *out, const output_request *request, const record *record, job_state *state);

/* Identifies FILE.part on another machine: the inode, and a random modification time, because inodes on the disks of two
 * machines may be equal. output_mark must be called before data are written. Returns 0 or errno. */
typedef struct part_mark {
    uint64_t inode;
    int64_t seconds;
} part_mark;

int output_mark(const output *out, part_mark *mark);

/* Opens FILE.part that another process has opened, perhaps on another machine. Only that process locks, checkpoints and
 * finishes. `name` is FILE's name in messages; `mark` is from the other process. Call output_close in any case. */
exit_status output_join(output *out, const char *name, const char *file, const record *record, bool no_job, part_mark mark);

/* Gives FILE.part the length of the whole file. Returns 0 or errno. */
int output_stretch(const output *out, job_state *state, uint64_t bytes);

/* Returns 0 or errno. */
int output_write(const output *out, const void *data, size_t bytes);

/* Writes a piece of a file at `offset`. Returns 0 or errno. */
int output_write_at(const output *out, const void *data, size_t bytes, uint64_t offset);

/* output_sync flushes the data to disk (fdatasync), output_note updates the job file, output_checkpoint does both. They
 * return 0, errno or OUTPUT_LOST. */
int output_sync(const output *out);
int output_note(const output *out, const job_state *state);
int output_checkpoint(const output *out, const job_state *state);

/* Completes the file and renames it. Returns 0, errno, OUTPUT_LOST or OUTPUT_TAKEN. */
int output_finish(output *out, job_state *state);

/* Prints that writing failed, the reason and the remedy. Returns EXIT_TROUBLE. */
exit_status output_failed(output *out, int error);

/* Removes FILE.part, in which nothing has been drawn yet, and the job file that was written for it. */
void output_discard(const output *out);

/* Closes the output, and removes incomplete files unless --resume can use them. */
void output_close(output *out);

#endif
