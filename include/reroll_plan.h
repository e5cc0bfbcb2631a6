/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The planner predicts the time of each strategy for a job, from the analytic model (reroll_model.h) and a table of costs.
 *
 *     rr_plan plan = RR_PLAN_INIT;
 *     if (rr_plan_job(device, &job, 0, &plan) == RR_OK) job.strategy = plan.choice;
 *
 * No other call of the library plans: strategy `auto` is compact. A device reads its costs at the first call of this header
 * that needs them, and keeps them until it is closed. Any number of threads may make these calls concurrently, except
 * rr_costs_scale. */
#ifndef REROLL_PLAN_H
#define REROLL_PLAN_H

#include "reroll_core.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The prediction for one strategy. */
typedef struct rr_plan_row {
    rr_strategy strategy;
    double iterations;      /* per warp call, as in rr_counts; compact, refill: per tile; fixed:M+: per call, including its
                               share of the retries */
    double efficiency;      /* 1 / (acceptance * lane attempts per sample): 1 if no lane ever waits */
    double ns;              /* ns per sample on one thread; on a GPU: of the whole GPU, which writes to its own memory.
                               NaN: costs are unknown */
} rr_plan_row;

#define RR_PLAN_ROWS 16

/* A plan, owned by the caller. Initialize it with RR_PLAN_INIT. */
typedef struct rr_plan {
    size_t size;
    double accept, slow;    /* of the sampler at the job's parameters: acceptance, and fraction of undecided attempts (means,
                               if parameters vary). NaN, with no rows, for composite samplers (rr_method_info.stages) */
    uint32_t warp;          /* lanes per warp */
    uint32_t rows;
    rr_plan_row row[RR_PLAN_ROWS];
    rr_strategy choice;     /* the fastest; compact (in a kernel: loop) if costs are unknown */
    const char *costs;      /* source of the costs: "built in", "scaled", "calibrated", "counted" (GPU: from the instructions
                               of its kernels, not measured), "borrowed" (user-defined distribution: from a similar draw) or
                               "none"; static */
    rr_strategy grouped;    /* `grouped` without a number, with the group size that the job would get */
} rr_plan;

#define RR_PLAN_INIT { sizeof(rr_plan), 0, 0, 0, 0, {{{0, 0}, 0, 0, 0}}, {0, 0}, "", {0, 0} }

#define RR_PLAN_IN_KERNEL 1u  /* plan one sample per lane, within a larger kernel: loop, cached, grouped, regroup */

/* Predicts the time of each strategy for a job. out, index and strategy of the job are ignored. If parameters vary, up to
 * 64 elements are read; lists and matrices are not. Nothing is measured. A repeated call for the same job on the same thread
 * takes less than 1 us. RR_ERR_PARAM: no element that it reads has valid parameters; rr_check names the invalid one.
 * RR_ERR_MEMORY: there is no memory for the device's costs. */
RR_API rr_status rr_plan_job(const rr_device *device, const rr_job *job, uint32_t flags, rr_plan *plan);

/* Measures the costs of a device's instruction set (half a minute, one thread) or of a GPU (minutes, if its kernels must be
 * compiled). Writes them to the file `path`; NULL is the path of rr_costs_path. Costs of other devices in the file are
 * kept. law: measure only the methods of this distribution ("normal"); NULL: all samplers. With a law, a CPU's other costs
 * stay as the file has them; a file without them gets the built-in ones, scaled to this machine.
 *
 * A device reads that file once, before its first plan. A GPU uses only the costs under its own name. A file of another
 * processor or another version is ignored, as are a CPU's lines if one of the costs that its samplers share is missing or
 * invalid. `progress` may be NULL; it is called with the fraction that is done, 0 to 1, and `context`.
 *
 * RR_ERR_ARGUMENT: the device is several devices; the file cannot be written (errno has the reason); `law` is not a
 * distribution, or none of its samplers makes its own attempts; or `law` is given for a CPU that has no costs, neither built
 * in nor in the file. RR_ERR_MEMORY: there is not enough memory. With an error the file is unchanged. */
RR_API rr_status rr_calibrate(const rr_device *device, const char *law, const char *path,
                              void (*progress)(double done, void *context), void *context);

/* Scales a device's built-in costs to this machine. It times seven small jobs of each type on this thread (a few ms), and
 * multiplies all costs of the type by the median of measured / predicted. If factor is not NULL, it gets the two factors:
 * f32 (and words), f64. Calibrated or unknown costs are not changed; their factor is 1. Plans of this device then report
 * "scaled". For several devices opened as one, the planner uses the costs of the first, so these are scaled. No other thread
 * may plan on the device during this call. RR_ERR_ARGUMENT: device is NULL. RR_ERR_MEMORY: there is not enough memory. */
RR_API rr_status rr_costs_scale(rr_device *device, double factor[2]);

/* Writes the path of calibrated costs: $REROLL_COSTS, else $XDG_CONFIG_HOME/reroll/costs, else $HOME/.config/reroll/costs.
 * Returns the length of the path, or 0 if there is none or it does not fit. */
RR_API size_t rr_costs_path(char *path, size_t size);

#ifdef __cplusplus
}
#endif

#endif
