/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Scales the built-in costs, which were measured on another machine. Most of the difference is one factor, since clock and
 * caches speed up everything alike. So a few small jobs are timed, and all costs of a type are multiplied by the median of
 * measured / predicted. The jobs use each of the ways to make attempts, so that no single kernel sets the factor.
 * docs/planner.md has the remaining errors. */
#include <math.h>
#include <stdlib.h>

#include "planner.h"
#include "host/lists/lists.h"

#define SAMPLES 8192     /* per call: two tiles */
#define FEWEST 512       /* where samples are expensive */
#define LOOP_NS 6e4      /* duration of a timed loop of calls */
#define MIN_NS 2e4

static const struct {
    const char *sampler, *strategy;
} jobs[] = {{"normal", "compact"}, {"gamma", "compact"}, {"gamma", "loop"}, {"normal:polar", "cached"},
            {"gamma", "grouped:4"}, {"normal:polar", "regroup"}, {"gamma", "refill"}};
#define JOBS (sizeof jobs / sizeof *jobs)

/* Predicted nanoseconds per sample, or NaN. */
static double predict(const rr_timed *t, int wide)
{
    rr_case c;
    rr_plan_row row;
    rr_units u;
    if (rr_timed_case(t, &c) || rr_units_of(&c, t->job.strategy, &u, &row)) return NAN;
    return rr_costs_time(&rr_planner_costs(&t->device)[wide], &u, t->job.strategy, rr_sampler_number(t->job.sampler));
}

/* Job number i, with the number of samples that takes LOOP_NS by the known costs. */
static void make(rr_timed *t, const rr_device *device, int wide, size_t i, void *out)
{
    static const double shape = 2;
    *t = (rr_timed){.device = *device, .job = RR_JOB_INIT};
    t->device.threads = 1;
    t->job.sampler = rr_sampler_find(jobs[i].sampler);
    t->job.dtype = wide ? RR_F64 : RR_F32;
    t->job.rows = SAMPLES;
    t->job.out = out;
    if (jobs[i].sampler[0] == 'g') t->job.param[0] = (rr_param){&shape, RR_F64, 0, 0};
    rr_strategy_find(jobs[i].strategy, &t->job.strategy);
    const double max = LOOP_NS / predict(t, wide);
    if (max < SAMPLES) t->job.rows = max > FEWEST ? (uint64_t)max : FEWEST;
}

/* Measured / predicted, the median of the jobs. */
static double factor_of(const rr_device *device, int wide, void *out)
{
    rr_timed t[JOBS];
    double factor[JOBS];
    for (size_t i = 0; i < JOBS; ++i) {
        make(&t[i], device, wide, i, out);
        rr_timed_lay(&t[i], MIN_NS, INFINITY);
    }
    for (int round = 0; round < RR_TIMED_ROUNDS; ++round)
        for (size_t i = 0; i < JOBS; ++i) rr_timed_round(&t[i], round);
    for (size_t i = 0; i < JOBS; ++i) {
        rr_timed_end(&t[i]);
        factor[i] = t[i].ns / predict(&t[i], wide);
    }
    return rr_median(factor, JOBS);
}

rr_status rr_costs_scale(rr_device *device, double factor[2])
{
    if (!device) return RR_ERR_ARGUMENT;
    const rr_device *const planned = device->first ? device->first : device;   /* as rr_plan_job */
    rr_costs *const costs = rr_planner_costs(planned);
    double *const out = costs ? malloc(SAMPLES * sizeof *out) : NULL;
    if (!out) return RR_ERR_MEMORY;
    for (int wide = 0; wide < 2; ++wide) {
        rr_costs *c = &costs[wide];
        if (rr_costs_foreign(c)) rr_costs_multiply(c, factor_of(planned, wide, out));
        if (factor) factor[wide] = c->scale;
    }
    free(out);
    return RR_OK;
}
