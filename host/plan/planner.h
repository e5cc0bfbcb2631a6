/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The planner of a device, and what it does for a call. */
#ifndef RR_PLANNER_H
#define RR_PLANNER_H

#include "costs.h"

struct rr_planner {
    _Atomic(rr_costs *) costs;   /* two, of f32 and f64; null until they are needed */
};

/* opened.c: the costs of a device, of f32 and f64, which the first call loads; null: there is no memory. The other frees
 * them. */
rr_costs *rr_planner_costs(const rr_device *device);
void rr_planner_close(struct rr_planner *planner);

/* grouped.c: the best group at an acceptance (Table 1 of Ridley and Forget), for n samples, of which there may be fewer than
 * lanes; sets a call's where it asks for grouped without a number. */
uint32_t rr_plan_group(double accept, uint32_t warp);
uint32_t rr_plan_group_for(double n, double accept, uint32_t warp);
rr_status rr_plan_grouped(rr_call *call);

/* compared.c: the strategies that are compared, number 0, 1, ...: first those that may be chosen. Returns 0 past the last.
 * rr_compared_timed: those that calibration times; of the numbers of a kind, the first half, whose costs are the others'
 * too. rr_compared_fits: does it go with the case, and with the flags of rr_plan_job? */
int rr_compared(unsigned number, rr_strategy *s);
int rr_compared_timed(unsigned number, rr_strategy *s);
int rr_compared_fits(rr_strategy s, const rr_case *c, uint32_t flags);
int rr_compared_chosen(rr_strategy s);

/* pilot.c: finds what a call of a law of the user's accepts and leaves undecided. */
rr_status rr_pilot_run(rr_call *call);

/* case.c: the share of attempts that are rejected, of at most `most` elements where parameters vary. */
double rr_case_reject(const rr_call *call, uint64_t most);

#endif
