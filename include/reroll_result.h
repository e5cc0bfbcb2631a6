/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Two members of rr_result (reroll_core.h): the counts of a strategy, and the kind of an error. reroll_core.h includes this
 * file. */
#ifndef REROLL_RESULT_H
#define REROLL_RESULT_H

#include <stdint.h>

/* Counts of a strategy, summed over its warps. In one warp call, T lanes draw T samples, or T / g with grouped:g. */
#define RR_MAX_ITERATIONS 64
typedef struct rr_counts {
    uint64_t iterations[RR_MAX_ITERATIONS]; /* [n]: warp calls that took n iterations; the last entry: at least that number.
                                               compact and refill: attempts with number n, from 0. fixed:M+: warp calls, and
                                               from n = M on also retried attempts with number n */
    uint64_t calls;          /* warp calls; compact: passes */
    uint64_t steps;          /* warp iterations */
    uint64_t lane_attempts;  /* attempts of all lanes, including idle lanes */
    uint64_t accepted;       /* accepted attempts, used or not */
    uint64_t undecided;      /* attempts that needed the full test */
    uint64_t votes, shuffles;
} rr_counts;

/* The kind of an error, for programs that write their own messages. */
typedef enum rr_fault {
    RR_FAULT_NONE = 0,
    RR_FAULT_ARGUMENT,     /* an argument is invalid, or parameter bad_param is missing or has a wrong type or shape */
    RR_FAULT_UNKNOWN,      /* some parameter of element bad_index is invalid; GPU kernels do not record which */
    RR_FAULT_RANGE,        /* value is outside range */
    RR_FAULT_INTEGER,      /* value is not an integer in range */
    RR_FAULT_RELATION,     /* each parameter is in its range, but the relation between them does not hold: see
                              rr_result.relation and related */
    RR_FAULT_WEIGHTS,      /* value is a weight that is negative or not finite; if value has type 0, all weights are 0 */
    RR_FAULT_INCREASING,   /* value is not above the one before it */
    RR_FAULT_DIRECTION,    /* all values of a direction are 0 */
    RR_FAULT_FINITE,       /* value is not finite */
    RR_FAULT_SYMMETRIC,    /* a matrix is not symmetric; value is the difference of two entries */
    RR_FAULT_SEMIDEFINITE, /* a matrix is not positive semidefinite; value is a pivot below 0 */
    RR_FAULT_FIT,          /* as RR_ERR_FIT, of element failed_index */
    RR_FAULT_SIZE          /* rr_sampler_sizes: no array determines the size of a dimension */
} rr_fault;

#endif
