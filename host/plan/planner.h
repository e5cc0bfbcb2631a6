/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The planner of a device, and its functions for a call. */
#ifndef RR_PLANNER_H
#define RR_PLANNER_H

#include "costs.h"

struct rr_planner {
    _Atomic(rr_costs *) costs;   /* two, f32 and f64; NULL until needed */
};

/* device_costs.c: the costs of a device, f32 and f64, which the first call loads; NULL: no memory. The other function frees
 * them. */
rr_costs *rr_planner_costs(const rr_device *device);
void rr_planner_close(struct rr_planner *planner);

/* grouped.c: the best group at an acceptance (Table 1 of Ridley and Forget), for n samples, which may be fewer than the
 * lanes; sets the group of a call that asks for grouped without a number. */
uint32_t rr_plan_group(double accept, uint32_t warp);
uint32_t rr_plan_group_for(double n, double accept, uint32_t warp);
rr_status rr_plan_grouped(rr_call *call);

/* compared.c: the compared strategies by index 0, 1, ...; those that may be chosen come first. Returns 0 past the last.
 * rr_compared_timed: those that calibration times; of a kind with numbers only the first half, whose costs hold for the
 * others. rr_compared_fits: true if it fits the case and the flags of rr_plan_job. */
int rr_compared(unsigned number, rr_strategy *s);
int rr_compared_timed(unsigned number, rr_strategy *s);
int rr_compared_fits(rr_strategy s, const rr_case *c, uint32_t flags);
int rr_compared_chosen(rr_strategy s);

/* pilot.c: measures the acceptance and the undecided fraction of a call of a user-defined distribution. */
rr_status rr_pilot_run(rr_call *call);

/* case.c, from at most `max` elements where parameters vary: true if one of them has valid parameters; the fraction of
 * attempts that are rejected. */
int rr_case_valid(const rr_call *call, uint64_t max);
double rr_case_reject(const rr_call *call, uint64_t max);

#endif
