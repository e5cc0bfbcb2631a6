/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* FILE.job.json of `reroll transform`. */
#ifndef TRANSFORM_RECORD_H
#define TRANSFORM_RECORD_H

#include "job.h"
#include "cli/output/record.h"

/* Sets method and values to what a job file tells of. EXIT_USAGE after saying what is wrong with it. */
exit_status transform_remake(const char *path, transform_request *request);

/* The job as the output sees it. */
record transform_record(const transform_request *request);

#endif
