/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The costs that plans rest on: built-in ones are scaled to this machine before a plan is shown. */
#ifndef PLAN_COSTS_H
#define PLAN_COSTS_H

#include "cli/base/cli.h"

/* Takes some ms of the calling thread; factor: of f32 and words, of f64. */
exit_status plan_costs_scale(rr_device *device, double factor[2]);

/* "built in, scaled by 0.62", "calibrated file", "from instruction counts, not measured", "none": a plan's costs, where
 * scaling gave this factor. */
#define PLAN_COSTS_SIZE 64
const char *plan_costs_text(const char *costs, double factor, char text[PLAN_COSTS_SIZE]);

#endif
