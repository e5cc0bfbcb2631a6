/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Units of work, and what they cost. The time of a sample is the sum over units of how many it takes (units.c, from the
 * model) times what one takes on this machine (costs.c: a table for each instruction set and dtype, in nanoseconds). */
#ifndef RR_COSTS_H
#define RR_COSTS_H

#include <stdio.h>

#include "reroll_model.h"
#include "reroll_plan.h"
#include "targets/target.h"

/* Of the instruction set: a call, a tile, a branch that is predicted wrong. */
enum rr_device_unit { RR_UNIT_CALL, RR_UNIT_TILE, RR_UNIT_MISS, RR_DEVICE_UNITS };

/* Of a strategy: a warp call; an iteration; a register of an iteration, beyond the attempt itself. Of compact, and of what
 * fixed:M+ tries again, which is compact's way: a pass over a queue; a register that puts slots in a queue; a register
 * worked off a queue. */
enum rr_strategy_unit { RR_UNIT_ROW, RR_UNIT_STEP, RR_UNIT_REG, RR_STRATEGY_UNITS };

/* Of a sampler: a sample in the shared first pass; a register of attempts alone, and of settling; finishing a sample; the
 * auxiliary draw; and what is added where parameters vary: a sample checked and converted, one in the first pass, a
 * register of attempts. */
enum rr_sampler_unit {
    RR_UNIT_FIRST, RR_UNIT_ATTEMPT, RR_UNIT_SETTLE, RR_UNIT_FINISH, RR_UNIT_AUX, RR_UNIT_EACH, RR_UNIT_FIRST_EACH,
    RR_UNIT_ATTEMPT_EACH, RR_SAMPLER_UNITS
};

/* How many units a sample takes; those of queues cost what they cost compact. */
typedef struct rr_units {
    double device[RR_DEVICE_UNITS], strategy[RR_STRATEGY_UNITS], queue[RR_STRATEGY_UNITS], sampler[RR_SAMPLER_UNITS];
} rr_units;

/* What is asked: lanes of a register and of a warp, samples in a call and in a tile, and the sampler's figures at its
 * parameters (means where they vary). each: do they? endless: rows follow on each other without the ends of tiles. gpu:
 * compact is a GPU's. */
typedef struct rr_case {
    uint32_t width, warp;
    double n, tile;
    rr_chance chance;
    double slow, aux, work;
    int each, endless, gpu;
} rr_case;

/* The units of a strategy, and what the plan says of it but for the time. 0, or a status of rr_model_ask. */
int rr_units_of(const rr_case *c, rr_strategy s, rr_units *units, rr_plan_row *row);

/* The case of a call; of at most `most` elements where parameters vary. flags: of rr_plan_job. */
rr_case rr_case_of(const rr_call *call, uint64_t most, uint32_t flags);

/* The costs of an instruction set, or a GPU, and dtype. What is not known is NaN. */
typedef struct rr_costs {
    const char *origin;   /* "built in", "scaled", "calibrated", "counted", "none" */
    unsigned serial;      /* another one each time that a file is read or built-in costs are scaled */
    double scale;         /* what the built-in costs were multiplied by */
    double device[RR_DEVICE_UNITS], strategy[RR_KINDS][RR_STRATEGY_UNITS], sampler[RR_MAX_SAMPLERS][RR_SAMPLER_UNITS];
} rr_costs;

/* The costs for a device of that instruction set: from the calibrated file where it fits, else built in, else none. */
void rr_costs_load(const char *isa, rr_costs costs[2]);

/* What a device's lines begin with: an instruction set, "opencl:NVIDIA_H200:32". */
#define RR_COSTS_KEY 128
void rr_costs_key(const rr_device *device, char key[RR_COSTS_KEY]);

/* The costs for a device. A GPU's: from the calibrated file, else from counted instructions, else none. */
void rr_costs_load_device(const rr_device *device, rr_costs costs[2]);

/* Can such a file be written there? Makes its folders. */
int rr_costs_writable(const char *path);

/* Writes a file of calibrated costs, of this instruction set or GPU; what is not known now, and others', stays as the file
 * had it. 0 or -1. */
int rr_costs_save(const char *path, const char *isa, const rr_costs costs[2]);

/* Are they those of another machine, and does the factor to this one follow? Multiplies them by it. */
int rr_costs_foreign(const rr_costs *costs);
void rr_costs_multiply(rr_costs *costs, double factor);

/* A job whose time is measured: a sample's in each round, and in the middle one. */
#define RR_TIMED_ROUNDS 7
typedef struct rr_timed {
    rr_device device;
    rr_job job;
    uint64_t calls, most;   /* most: rows that a call may grow to, before there are more calls */
    double round[RR_TIMED_ROUNDS], ns;
    int lost;               /* it is refused: no time that it took means anything */
} rr_timed;

/* timed.c: makes as many calls a loop as last least_ns, of fewer samples if one takes longer than most_ns; one loop as round
 * number `round`; the median of all rounds. */
void rr_timed_lay(rr_timed *t, double least_ns, double most_ns);
void rr_timed_round(rr_timed *t, int round);
void rr_timed_end(rr_timed *t);
int rr_timed_case(const rr_timed *t, rr_case *c);   /* of the job; -1: it is refused */
double rr_median(double *x, size_t n);   /* the upper one of an even number; sorts them */

/* nnls.c: min |sqrt(w) (a x - b)| over x >= 0 from x on;
 * a is row after row, residual is b - a x at the end. Returns 0, or -2 without memory. */
int rr_nnls(size_t rows, size_t columns, const double *a, const double *b, const double *w, double *residual, double *x);

/* Nanoseconds a sample. */
double rr_costs_time(const rr_costs *costs, const rr_units *units, rr_strategy s, unsigned sampler);

#endif
