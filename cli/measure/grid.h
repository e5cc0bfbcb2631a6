/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Predicted and measured times of every strategy that the planner compares, over a grid of samplers, parameters, dtypes,
 * instruction sets and warps. `reroll bench --plan` prints them, the report draws them. */
#ifndef PLAN_GRID_H
#define PLAN_GRID_H

#include "cli/base/cli.h"

#include <stdbool.h>

typedef struct plan_case {
    const char *sampler, *params, *dtype, *device, *strategy;
    const char *costs;            /* as in rr_plan; scale: the factor of built-in costs */
    double scale;
    double predicted, measured;   /* ns per sample, one thread; predicted: NaN if costs are unknown */
    unsigned question;            /* cases of one question differ in their strategy only */
    bool chosen, chosen_in_kernel, in_kernel;   /* the plan's fastest; in_kernel: a strategy for use in kernels */
} plan_case;

/* Measures the grid on every usable instruction set, or, if `quick`, on the best one with fewer parameters. `title` is that
 * of the progress line, or NULL for none. The caller passes the cases to plan_grid_free. EXIT_INTERRUPTED after a signal
 * that is watched for. */
exit_status plan_grid_measure(bool quick, const char *title, plan_case **cases, size_t *count);
void plan_grid_free(plan_case *cases, size_t count);

typedef struct plan_score {
    size_t cases, questions;
    double median, nine_tenths;                 /* of |predicted / measured - 1| */
    double within_quarter;                      /* fraction of cases with an error of at most 25 % */
    double good_choices, good_choices_in_kernel;   /* fractions of questions with a choice within 5 % of the fastest */
} plan_score;

plan_score plan_grid_score(const plan_case *cases, size_t count);

/* The costs that the predictions are based on: "built in, scaled by 0.51 to 0.77", "calibrated file", both, or "none". */
#define PLAN_GRID_COSTS_SIZE 128
const char *plan_grid_costs(const plan_case *cases, size_t count, char text[PLAN_GRID_COSTS_SIZE]);

/* bench --plan. */
exit_status plan_grid_bench(bool quick, bool json);

#endif
