/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#ifndef FAULT_H
#define FAULT_H

#include "job.h"

/* Refuses a job with an invalid parameter. The message names the option, the file and the element, and what is accepted.
 * Indices in `result` count from the beginning of the whole job. */
exit_status job_refuse_param(const job *job, const rr_result *result);

#endif
