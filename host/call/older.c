/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Jobs of programs that were compiled for an older version, with fewer members. */
#include <stddef.h>
#include <string.h>

#include "call.h"

/* The smallest accepted rr_job ends before this member. */
#define OLDEST_JOB offsetof(rr_job, index_row_stride)

const rr_job *rr_job_copy_older(const rr_job *job, rr_job *copy)
{
    if (job->size < OLDEST_JOB || job->size > sizeof *job) return job;
    memset(copy, 0, sizeof *copy);
    memcpy(copy, job, job->size);
    copy->size = sizeof *copy;
    return copy;
}
