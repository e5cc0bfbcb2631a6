/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Decides what to do with the files of an output, from existing files and the user's options. Nothing here writes. */
#ifndef OUTPUT_PLAN_H
#define OUTPUT_PLAN_H

#include "names.h"

typedef enum plan { PLAN_REFUSED, PLAN_START, PLAN_RESUME, PLAN_COMPLETE } plan;

/* Decides, and sets out->drafts and *state, the job's progress; *state must be initialized. A refusal prints a message. */
plan plan_output(output *out, const output_request *request, job_state *state);

/* Refuses to write over an input, and names of inputs that a job file can't hold. */
exit_status plan_inputs(const output *out, const output_request *request);

/* Refuses a name that is too long for the suffixes of other files. */
exit_status plan_names(const output *out);

/* Refuses a file that its file system has no space for; `there` bytes of it are on disk. */
exit_status plan_space(const output *out, const output_request *request, uint64_t there);

#endif
