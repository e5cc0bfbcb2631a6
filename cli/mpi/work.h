/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The work of a rank: it receives the job, requests stripes, draws them, writes them to the file, and reports the ranges
 * that are on disk. */
#ifndef WORK_H
#define WORK_H

#include "rank_resources.h"
#include "post.h"
#include "cli/sample/request.h"
#include "cli/output/output.h"

/* The head of POST_JOB. Three strings with terminating zeros follow it: FILE as messages name it, FILE, the text of
 * FILE.job.json. */
typedef struct work_job {
    part_mark part;        /* of FILE.part */
    uint64_t tried;        /* the number of first numbers whose digest is compared */
    bool no_job;
} work_job;

/* POST_SAVED: the `count` ranges that follow it are on disk now. */
typedef struct work_saved {
    uint64_t failed, failed_index;
    uint64_t count;
} work_saved;

/* POST_ENDED: an exit status, with a message unless it is EXIT_DONE. */
typedef struct work_ended {
    int status;
    char notice[512];
} work_ended;

/* The command line of this rank from "sample" on, as far as the main thread has read it. */
typedef struct command {
    int argc;
    char **argv;
    exit_status status;        /* EXIT_DONE, or an error status after a message */
    bool helps;                /* it asks for the manual of reroll-mpi */
} command;

/* The data that a rank needs to draw. The lead fills it on rank 0, work_join on other ranks. */
typedef struct rank_work {
    post *post;
    resources resources;
    sample_request request;    /* with this rank's own options: device, threads, strategy */
    rr_device *device;
    output out;
} rank_work;

/* Reads the rank's own options; *helps is set if it asks for help. EXIT_DONE, or an error status after a message: the
 * command's, or a new one. */
exit_status work_options(rank_work *w, const command *from, bool *helps);

/* Opens the device, by the options and the rank's resources. */
exit_status work_device(rank_work *w);

/* On ranks other than 0: receives the job from the lead and opens FILE.part. EXIT_DONE, or an error status after a message.
 * *none is set if there is no work. */
exit_status work_join(rank_work *w, const command *from, bool *none);

/* Draws until no stripes are left. Always sends POST_ENDED, also if joining has failed. */
void work_run(rank_work *w, exit_status joined, bool none);

/* Closes the device and the file, and frees the job. */
void work_close(rank_work *w);

#endif
