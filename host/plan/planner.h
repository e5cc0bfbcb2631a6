/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What the planner keeps of a device, and what it does for a call. */
#ifndef RR_PLANNER_H
#define RR_PLANNER_H

#include "costs.h"

#define RR_PLAN_BUCKETS 32   /* of acceptance, where `auto` remembers its choices */

struct rr_planner {
    rr_costs costs[2];   /* f32, f64 */
    _Atomic(uint32_t) choice[2][RR_MAX_SAMPLERS][2][RR_PLAN_BUCKETS];   /* of auto, 0: none yet. By dtype, sampler, whether
                                                                           parameters vary, acceptance */
};

/* auto.c: sets the strategy of a call that asks for auto, and the number of one that asks for grouped without one. Up to
 * RR_SMALL_JOB elements auto is compact. */
rr_status rr_plan_settle(rr_call *call);

/* grouped.c: the best group at an acceptance (Table 1 of Ridley and Forget); sets a call's to it. */
uint32_t rr_plan_group(double accept, uint32_t warp);
rr_status rr_plan_grouped(rr_call *call);

/* compared.c: the strategies that are compared, number 0, 1, ...: first those that auto may choose. Returns 0 past the last.
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
