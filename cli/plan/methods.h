/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The other methods of a law beside a plan: what a sample takes by each, and from how many samples on one is faster. */
#ifndef PLAN_METHODS_H
#define PLAN_METHODS_H

#include "cli/files/jsonout.h"
#include "reroll_plan.h"

/* Both print nothing where no other method of the law takes these parameters; in JSON an empty array. `plan` is the
 * plan of `job` with the same flags. */
void plan_methods_table(const rr_device *device, const rr_job *job, uint32_t flags, const rr_plan *plan);
void plan_methods_json(json_out *out, const rr_device *device, const rr_job *job, uint32_t flags, const rr_plan *plan);

#endif
