/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The costs that plans are based on. Built-in costs are scaled to this machine before a plan is printed. */
#ifndef PLAN_COSTS_H
#define PLAN_COSTS_H

#include "cli/base/cli.h"

/* Scales the built-in costs of a device, which takes some ms. factor[0] is for f32 and words, factor[1] for f64. */
exit_status plan_costs_scale(rr_device *device, double factor[2]);

/* The source of a plan's costs: "built in, scaled by 0.62" with this factor, "calibrated file", "from instruction counts,
 * not measured" or "none". */
#define PLAN_COSTS_SIZE 64
const char *plan_costs_text(const char *costs, double factor, char text[PLAN_COSTS_SIZE]);

#endif
