/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#ifndef FAULT_H
#define FAULT_H

#include "job.h"

/* Refuses a job whose parameter the library found to be wrong: what was given, by option, file and place, and what is
 * accepted. result numbers elements as the whole job does. */
exit_status job_refuse_param(const job *job, const rr_result *result);

#endif
