/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The planner: what each strategy should take for a job, by the analytic model (reroll_model.h) and a table of costs.
 *
 *     rr_plan plan = RR_PLAN_INIT;
 *     if (rr_plan_job(device, &job, 0, &plan) == RR_OK) job.strategy = plan.choice;
 *
 * No other call of the library plans: strategy `auto` is compact. A device reads its costs at the first call of this header
 * that needs them, and keeps them until it is closed. All calls may be made from any thread, but for rr_costs_scale. */
#ifndef REROLL_PLAN_H
#define REROLL_PLAN_H

#include "reroll_core.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What a strategy is expected to take. */
typedef struct rr_plan_row {
    rr_strategy strategy;
    double iterations;      /* per warp call, as in rr_counts; compact, refill: per tile; fixed:M+: per call, with its part
                               of the retries */
    double efficiency;      /* 1 / (acceptance * attempts that lanes spend per sample): 1 where no lane ever waits */
    double ns;              /* nanoseconds per sample on one thread; on a GPU: on all of it, in its memory. NaN where no
                               costs are known */
} rr_plan_row;

#define RR_PLAN_ROWS 16

/* Caller-owned. Set size with RR_PLAN_INIT. */
typedef struct rr_plan {
    size_t size;
    double accept, slow;    /* of the sampler at the job's parameters: acceptance, fraction left undecided (means where they
                               vary); NaN, and no rows, for composite samplers (rr_method_info.stages) */
    uint32_t warp;          /* lanes that vote together */
    uint32_t rows;
    rr_plan_row row[RR_PLAN_ROWS];
    rr_strategy choice;     /* the fastest; compact (in a kernel: loop) where no costs are known */
    const char *costs;      /* where the costs are from: "built in", "scaled", "calibrated", "counted" (of a GPU: from the
                               instructions of its kernels, not measured), "borrowed" (of a user-defined distribution: those
                               of a draw like others) or "none"; static */
    rr_strategy grouped;    /* what `grouped` without a number is for the job */
} rr_plan;

#define RR_PLAN_INIT { sizeof(rr_plan), 0, 0, 0, 0, {{{0, 0}, 0, 0, 0}}, {0, 0}, "", {0, 0} }

#define RR_PLAN_IN_KERNEL 1u  /* one sample per lane, within a larger kernel: loop, cached, grouped, regroup */

/* Predicts what each strategy takes for a job; out, index and strategy of the job are not looked at. Where parameters vary,
 * up to 64 elements are looked at. Measures nothing; asked again for the same job on the same thread it answers in less than
 * 1 us. RR_ERR_MEMORY: there is no memory for the device's costs. */
RR_API rr_status rr_plan_job(const rr_device *device, const rr_job *job, uint32_t flags, rr_plan *plan);

/* Measures the costs of a device's instruction set (some 20 s, one thread), or of a GPU (minutes where its kernels have
 * to be compiled), and writes them to the file `path`; NULL is the path that rr_costs_path gives. Costs of other devices in
 * the file stay. law: the methods of this distribution only ("normal"); NULL: all samplers. Devices that have not planned
 * before read that file, a GPU if it has the same name; a file of another processor or another version is not used.
 * `progress` may be NULL; it gets the fraction that is done. RR_ERR_ARGUMENT: the file can't be written; RR_ERR_MEMORY:
 * there is not enough memory. */
RR_API rr_status rr_calibrate(const rr_device *device, const char *law, const char *path,
                              void (*progress)(double done, void *context), void *context);

/* Makes a device's built-in costs those of this machine, roughly: times seven small jobs of each type on this thread (some
 * ms), and multiplies all costs of the type by the median of measured / predicted. factor, if not NULL, gets what the
 * built-in costs were multiplied by, for f32 (and words) and for f64: 1 where costs are calibrated or not known, which stay
 * as they are. Plans of this device then report "scaled". Not while another thread plans on the device. RR_ERR_ARGUMENT: no
 * device; RR_ERR_MEMORY: no memory. */
RR_API rr_status rr_costs_scale(rr_device *device, double factor[2]);

/* Where calibrated costs are looked for: $REROLL_COSTS, else $XDG_CONFIG_HOME/reroll/costs, else $HOME/.config/reroll/costs.
 * Returns the length of the path, 0 if there is none or it does not fit. */
RR_API size_t rr_costs_path(char *path, size_t size);

#ifdef __cplusplus
}
#endif

#endif
