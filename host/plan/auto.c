/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What `auto` runs. It changes no bit, so that it may be as rough as it likes, and it has 20 us of work before it. */
#include <math.h>
#include <stdatomic.h>

#include "planner.h"
#include "host/call/call.h"
#include "host/lists/lists.h"

#define GLANCED_AT 4     /* elements that are looked at where parameters vary */
#define NUMBER_BITS 24   /* of a choice that is remembered: below its kind, which is never 0 */

/* The fastest bulk strategy. A chain is worked out only where the strategy could win if no lane ever waited. */
static rr_strategy choose(const rr_costs *costs, const rr_case *c, unsigned sampler)
{
    rr_strategy s, best = {RR_KIND_compact, 0};
    double least = INFINITY;
    rr_plan_row row;
    rr_units u;
    if (!rr_units_of(c, best, &u, &row)) least = rr_costs_time(costs, &u, best, sampler);
    for (unsigned i = 0; rr_compared(i, &s) && rr_compared_chosen(s); ++i) {
        if (s.kind == RR_KIND_compact || !rr_compared_fits(s, c, 0)) continue;
        if (rr_units_least(c, s, &u) || !(rr_costs_time(costs, &u, s, sampler) < least)) continue;
        if (rr_units_of(c, s, &u, &row)) continue;
        const double ns = rr_costs_time(costs, &u, s, sampler);
        if (!(ns < least)) continue;
        least = ns;
        best = s;
    }
    return best;
}

/* Half octaves of acceptance: within one the choice is that of the first job that asked. */
static unsigned bucket_of(double accept)
{
    const int b = (int)(-2 * log2(accept));
    return b < 0 ? 0 : b < RR_PLAN_BUCKETS ? (unsigned)b : RR_PLAN_BUCKETS - 1;
}

static rr_strategy choice_of(const rr_call *call)
{
    struct rr_planner *p = call->device->planner;
    const rr_costs *costs = &p->costs[call->wide];
    rr_strategy s = {RR_KIND_compact, 0};
    if (call->n <= RR_SMALL_JOB || !call->sampler->rejects || call->sampler->stages || call->user) return s;
    if (!(costs->sampler[call->number][0] >= 0)) return s;
    if (call->remote & ~RR_REMOTE_OUT) return s;   /* of parameters in a device's memory nothing is known */
    /* A cache, not a state: whatever it holds, the bits are the same. */
    const unsigned bucket = bucket_of(1 - rr_case_reject(call, GLANCED_AT));
    _Atomic(uint32_t) *known = &p->choice[call->wide][call->number][call->varies != 0][bucket];
    const uint32_t choice = atomic_load_explicit(known, memory_order_relaxed);
    if (choice) return (rr_strategy){choice >> NUMBER_BITS, choice & ((1u << NUMBER_BITS) - 1)};
    const rr_case c = rr_case_of(call, GLANCED_AT, 0);
    s = choose(costs, &c, call->number);
    atomic_store_explicit(known, s.kind << NUMBER_BITS | s.number, memory_order_relaxed);
    return s;
}

rr_status rr_plan_settle(rr_call *call)
{
    if (!call->strategy.kind) rr_call_strategy(call, choice_of(call));
    return rr_strategy_open(call->strategy) ? rr_plan_grouped(call) : RR_OK;
}
