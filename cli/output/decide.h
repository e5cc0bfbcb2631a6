/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What is to be done with the names of an output, from what is there and what the user wants. Nothing here writes. */
#ifndef OUTPUT_PLAN_H
#define OUTPUT_PLAN_H

#include "names.h"

typedef enum plan { PLAN_REFUSED, PLAN_START, PLAN_RESUME, PLAN_COMPLETE } plan;

/* Decides, and sets state, which is a state already, to where the job stands, and out->drafts. Refusals have been said. */
plan plan_output(output *out, const output_request *request, job_state *state);

/* Refuses to write over an input, and names of inputs that a job file can't hold. */
exit_status plan_inputs(const output *out, const output_request *request);

/* Refuses a name that leaves no room for what is added to it. */
exit_status plan_names(const output *out);

/* Refuses a file that its file system has no room for; `there` bytes of it have theirs. */
exit_status plan_room(const output *out, const output_request *request, uint64_t there);

#endif
