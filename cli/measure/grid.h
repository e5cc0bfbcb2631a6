/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Predicted beside measured: every strategy that the planner compares, over a grid of samplers, parameters, dtypes,
 * instruction sets and warps. `reroll bench --plan` prints it, the report draws it. */
#ifndef PLAN_GRID_H
#define PLAN_GRID_H

#include "cli/base/cli.h"

#include <stdbool.h>

typedef struct plan_case {
    const char *sampler, *params, *dtype, *device, *strategy;
    const char *costs;            /* as in rr_plan; scale: what built-in ones were multiplied by */
    double scale;
    double predicted, measured;   /* ns a sample, one thread; predicted is NaN where no costs are known */
    unsigned question;            /* cases of one question differ in their strategy only */
    bool chosen, chosen_in_kernel, in_kernel;   /* the fastest by the plan; is it a strategy for use in a kernel? */
} plan_case;

/* Measures the grid: on every usable instruction set, or, if `quick`, on the best one with fewer parameters; `title` is that
 * of a progress line, or NULL. The cases are the caller's, to be given to plan_grid_free. EXIT_INTERRUPTED after a signal
 * that is watched for. */
exit_status plan_grid_measure(bool quick, const char *title, plan_case **cases, size_t *count);
void plan_grid_free(plan_case *cases, size_t count);

typedef struct plan_score {
    size_t cases, questions;
    double median, nine_tenths;                 /* of |predicted / measured - 1| */
    double within_quarter;                      /* share of cases with an error of at most 25 % */
    double good_choices, good_choices_in_kernel;   /* shares of questions whose choice is within 5 % of the fastest */
} plan_score;

plan_score plan_grid_score(const plan_case *cases, size_t count);

/* Which costs the predictions rest on: "built in, scaled by 0.51 to 0.77", "calibrated file", both, or "none". */
#define PLAN_GRID_COSTS_SIZE 128
const char *plan_grid_costs(const plan_case *cases, size_t count, char text[PLAN_GRID_COSTS_SIZE]);

/* bench --plan. */
exit_status plan_grid_bench(bool quick, bool json);

#endif
