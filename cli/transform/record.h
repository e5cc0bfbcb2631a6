/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* FILE.job.json of `reroll transform`. */
#ifndef TRANSFORM_RECORD_H
#define TRANSFORM_RECORD_H

#include "job.h"
#include "cli/output/record.h"

/* Sets method and values from a job file. EXIT_DONE, or EXIT_USAGE after a message. */
exit_status transform_remake(const char *path, transform_request *request);

/* The job as a record for cli/output/. */
record transform_record(const transform_request *request);

#endif
