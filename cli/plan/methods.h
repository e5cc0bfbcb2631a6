/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The other methods of a plan's distribution: the time per sample, and the numbers of samples for which each is faster. */
#ifndef PLAN_METHODS_H
#define PLAN_METHODS_H

#include "cli/files/jsonout.h"
#include "reroll_plan.h"

/* If no other method of the distribution accepts these parameters, the table is not printed and the JSON array is empty.
 * `plan` is the plan of `job` with the same flags. */
void plan_methods_table(const rr_device *device, const rr_job *job, uint32_t flags, const rr_plan *plan);
void plan_methods_json(json_out *out, const rr_device *device, const rr_job *job, uint32_t flags, const rr_plan *plan);

#endif
