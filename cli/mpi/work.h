/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The work of a rank: it takes the job, asks for stripes, draws them, writes them at their places, and says what is on
 * disk. */
#ifndef WORK_H
#define WORK_H

#include "rank_resources.h"
#include "post.h"
#include "cli/sample/request.h"
#include "cli/output/output.h"

/* The head of POST_JOB; behind it, each with its zero: the name of FILE that messages have, FILE, the text of
 * FILE.job.json. */
typedef struct work_job {
    part_mark part;        /* of FILE.part */
    uint64_t tried;        /* numbers to be drawn first, whose digest is compared */
    bool no_job;
} work_job;

/* POST_SAVED: on disk is now what `count` ranges behind this tell of. */
typedef struct work_saved {
    uint64_t failed, failed_index;
    uint64_t count;
} work_saved;

/* POST_ENDED: an exit status, and a sentence for any but EXIT_DONE. */
typedef struct work_ended {
    int status;
    char sentence[512];
} work_ended;

/* What a rank draws with. The lead fills it for rank 0; on other ranks work_join does. */
typedef struct work {
    post *post;
    resources resources;
    sample_request request;    /* its options are this rank's own: device, threads, strategy */
    rr_device *device;
    output out;
} work;

/* Opens the device that the options and the rank's resources say. */
exit_status work_device(work *w);

/* On a rank that is not the first: takes the job that the lead sends, opens FILE.part beside it. EXIT_DONE, also where
 * there is no work, which *none tells; or the status of a refusal that has been said. */
exit_status work_join(work *w, int argc, char **argv, bool *none);

/* Draws until there is no more, and says how it has ended (POST_ENDED) whatever status joining has had. */
void work_run(work *w, exit_status joined, bool none);

/* Closes the device and the file, and frees the job. */
void work_close(work *w);

#endif
