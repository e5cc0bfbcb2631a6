/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Jobs of programs that were compiled for an older version, with fewer members. */
#include <stddef.h>
#include <string.h>

#include "call.h"

/* The smallest rr_job that is accepted ends before this member. */
#define OLDEST_JOB offsetof(rr_job, index_row_stride)

const rr_job *rr_job_copy_older(const rr_job *job, rr_job *room)
{
    if (job->size < OLDEST_JOB || job->size > sizeof *job) return job;
    memset(room, 0, sizeof *room);
    memcpy(room, job, job->size);
    room->size = sizeof *room;
    return room;
}
