/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Where samples go. A file is written as FILE.part, with FILE.job.json beside it, and gets its name when it is whole;
 * standard output, pipes and devices are written directly. */
#ifndef OUTPUT_H
#define OUTPUT_H

#include "names.h"

/* Returned by output_checkpoint and output_finish beside 0 and errno. LOST: the name FILE.part now means another file.
 * TAKEN: FILE exists by now, and must not be replaced. */
enum { OUTPUT_LOST = -1, OUTPUT_TAKEN = -2 };

/* Opens the output and sets state to where the job stands: nothing done, or the checkpoint that is resumed. Where
 * state->complete is set the file is there already and nothing is open. Refusals have been said and change nothing. */
exit_status output_open(output *out, const output_request *request, const record *record, job_state *state);

/* By what another machine knows FILE.part: its inode, and a time of its last change that is made up, because inodes on two
 * machines' own disks are alike now and then. Before anything is written. Returns 0 or errno. */
typedef struct part_mark {
    uint64_t inode;
    int64_t seconds;
} part_mark;

int output_mark(const output *out, part_mark *mark);

/* FILE.part, which another process has opened, perhaps on another machine: it alone locks, checkpoints and finishes.
 * `name` is what messages call FILE; the mark is the other one's. To be closed in any case. */
exit_status output_join(output *out, const char *name, const char *file, const record *record, bool no_job, part_mark mark);

/* Gives FILE.part the length of the whole file. Returns 0 or errno. */
int output_stretch(const output *out, job_state *state, uint64_t bytes);

/* Returns 0 or errno. */
int output_write(const output *out, const void *data, size_t bytes);

/* Writes a piece of a file, at its place. Returns 0 or errno. */
int output_write_at(const output *out, const void *data, size_t bytes, uint64_t offset);

/* Makes what has been written safe (fdatasync). Notes in the job file what is safe by now. Both together. They return 0,
 * errno or OUTPUT_LOST. */
int output_sync(const output *out);
int output_note(const output *out, const job_state *state);
int output_checkpoint(const output *out, const job_state *state);

/* Gives the file its name. Returns 0, errno, OUTPUT_LOST or OUTPUT_TAKEN. */
int output_finish(output *out, job_state *state);

/* Says that writing failed, why, and what helps. Returns EXIT_TROUBLE. */
exit_status output_failed(output *out, int error);

/* Closes. What --resume needs is left; nothing else is. */
void output_close(output *out);

#endif
