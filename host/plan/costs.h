/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Units of work and their costs. The time of a sample is the sum over units of their number per sample (units.c, from the
 * model) times the cost of one on this machine (costs.c: a table per instruction set and dtype, in nanoseconds). */
#ifndef RR_COSTS_H
#define RR_COSTS_H

#include <stdio.h>

#include "reroll_model.h"
#include "reroll_plan.h"
#include "targets/target.h"

/* Units of the instruction set: a call, a tile, a mispredicted branch. */
enum rr_device_unit { RR_UNIT_CALL, RR_UNIT_TILE, RR_UNIT_MISS, RR_DEVICE_UNITS };

/* Units of a strategy: a warp call; an iteration; a register of an iteration, beyond the attempt itself. For compact, and
 * for the retries of fixed:M+, which are compact's: a pass over a queue; a register that appends slots to a queue; a
 * register read from a queue. */
enum rr_strategy_unit { RR_UNIT_ROW, RR_UNIT_STEP, RR_UNIT_REG, RR_STRATEGY_UNITS };

/* Units of a sampler: a sample in the shared first pass; a register of attempts alone, and of deciding undecided ones;
 * finishing a sample; the auxiliary draw; and the additions for varying parameters: a sample checked and converted, one in
 * the first pass, a register of attempts. */
enum rr_sampler_unit {
    RR_UNIT_FIRST, RR_UNIT_ATTEMPT, RR_UNIT_DECIDE, RR_UNIT_FINISH, RR_UNIT_AUX, RR_UNIT_EACH, RR_UNIT_FIRST_EACH,
    RR_UNIT_ATTEMPT_EACH, RR_SAMPLER_UNITS
};

/* Units per sample; those of queues have the costs of compact. */
typedef struct rr_units {
    double device[RR_DEVICE_UNITS], strategy[RR_STRATEGY_UNITS], queue[RR_STRATEGY_UNITS], sampler[RR_SAMPLER_UNITS];
} rr_units;

/* A query: lanes per register and per warp, samples per call and per tile, and the sampler's figures at its parameters
 * (means if they vary). each: 1 if parameters vary. endless: rows follow each other without the ends of tiles. gpu: compact
 * is that of a GPU. */
typedef struct rr_case {
    uint32_t width, warp;
    double n, tile;
    rr_chance chance;
    double slow, aux, work;
    int each, endless, gpu;
} rr_case;

/* The units of a strategy, and the plan's row except the time. 0, or a status of rr_model_ask. */
int rr_units_of(const rr_case *c, rr_strategy s, rr_units *units, rr_plan_row *row);

/* The case of a call; from at most `max` elements where parameters vary. flags: of rr_plan_job. */
rr_case rr_case_of(const rr_call *call, uint64_t max, uint32_t flags);

/* The costs of an instruction set or a GPU, per dtype. Unknown costs are NaN. */
typedef struct rr_costs {
    const char *origin;   /* "built in", "scaled", "calibrated", "counted", "none" */
    unsigned serial;      /* changes each time a file is read or built-in costs are scaled */
    double scale;         /* the factor applied to the built-in costs */
    double device[RR_DEVICE_UNITS], strategy[RR_KINDS][RR_STRATEGY_UNITS], sampler[RR_MAX_SAMPLERS][RR_SAMPLER_UNITS];
} rr_costs;

/* The costs of a CPU's instruction set: from the calibrated file if it matches and has all costs that samplers share,
 * otherwise the built-in ones, if there are any. Samplers without a line borrow the costs of others. rr_costs_own: the costs
 * of a CPU or a GPU without borrowed ones, from the file `path`, which may be NULL. */
void rr_costs_load(const char *isa, rr_costs costs[2]);
void rr_costs_own(const char *path, const char *isa, int cpu, rr_costs costs[2]);

/* The prefix of a device's lines: an instruction set, "opencl:NVIDIA_H200:32". */
#define RR_COSTS_KEY 128
void rr_costs_key(const rr_device *device, char key[RR_COSTS_KEY]);

/* The costs for a device; for a GPU from the calibrated file, otherwise from counted instructions, if there are any. */
void rr_costs_load_device(const rr_device *device, rr_costs costs[2]);

/* True if a cost file can be written at this path. Makes its directories. If not, errno has the reason. */
int rr_costs_writable(const char *path);

/* Writes a file of calibrated costs of this instruction set or GPU; costs that are unknown now, and costs of other devices,
 * stay as they are in the file. 0, or -1 and the reason in errno. */
int rr_costs_save(const char *path, const char *isa, const rr_costs costs[2]);

/* True if these are the costs of another machine, which can be scaled to this one. The other multiplies them by the
 * factor. */
int rr_costs_foreign(const rr_costs *costs);
void rr_costs_multiply(rr_costs *costs, double factor);

/* A job whose time is measured: the time per sample of each round, and the median. */
#define RR_TIMED_ROUNDS 7
typedef struct rr_timed {
    rr_device device;
    rr_job job;
    uint64_t calls, max;   /* max: rows up to which a call grows before there are more calls */
    double round[RR_TIMED_ROUNDS], ns;
    int failed;               /* it was refused: its times mean nothing */
} rr_timed;

/* timed.c: sets calls per loop to last min_ns, with fewer samples if one takes longer than max_ns; times one loop as
 * round number `round`; takes the median of all rounds. */
void rr_timed_lay(rr_timed *t, double min_ns, double max_ns);
void rr_timed_round(rr_timed *t, int round);
void rr_timed_end(rr_timed *t);
int rr_timed_case(const rr_timed *t, rr_case *c);   /* of the job; -1: refused */
double rr_median(double *x, size_t n);   /* the upper one for even n; sorts x */

/* nnls.c: min |sqrt(w) (a x - b)| over x >= 0, starting from x, whose first `kept` coordinates stay as they are; a is
 * stored by rows, residual is b - a x at the end. Returns 0, or -2 without memory. */
int rr_nnls(size_t rows, size_t columns, size_t kept, const double *a, const double *b, const double *w, double *residual,
            double *x);

/* Nanoseconds per sample. */
double rr_costs_time(const rr_costs *costs, const rr_units *units, rr_strategy s, unsigned sampler);

#endif
