/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Macros that the descriptors of paths share. */
#ifndef LAWS_BROWNIAN_STEPS_H
#define LAWS_BROWNIAN_STEPS_H

static const rr_stage no_stages[] = {{0, 0, 0}};

#define RR_STEPS .dtypes = RR_FLOATS, .row_stages = no_stages, .min_accept = 1, .cap = RR_CAP8, .words = {1, 2}, \
    .slow = rr_log_fraction
#define RR_STEP \
    {"step", "time from the component before, of the first from time 0: one value, K of them, or a row of K for each " \
     "sample", 1, RR_BETWEEN(0, 1e30), RR_K}
#define RR_STEP_NAMES RR_SAME("dt", "step"), RR_SAME("steps", "step"), \
    RR_NOTE("times", "--step has the differences of the times, the first one's from time 0")

#endif
