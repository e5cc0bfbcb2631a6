/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* `grouped` without a number: the group with the most samples per iteration at the call's acceptance, by Table 1 of Ridley
 * and Forget. It affects no bits.
 *
 * Computing an acceptance may take 8 us (von-mises), a sample 0.3 us: a thread keeps its last acceptances, and a job of one
 * sample needs none. */
#include <math.h>
#include <string.h>

#include "planner.h"
#include "host/call/call.h"
#include "host/lists/lists.h"

#define MAX_GROUP 32  /* of the strategy */
#define GLANCED_AT 4   /* elements examined where parameters vary */
#define PILOT_FROM 4097u   /* smallest job with a pilot, which takes longer than fewer elements do */

uint32_t rr_plan_group(double accept, uint32_t warp)
{
    uint32_t group = 1;
#define RR_GROUP(lanes, g, below) \
    if (warp == (lanes) && (float)accept < (below)) group = 2 * (g);
#include "engine/strategies/group_list.h"
#undef RR_GROUP
    return group < MAX_GROUP ? group : MAX_GROUP;
}

uint32_t rr_plan_group_for(double n, double accept, uint32_t warp)
{
    const uint32_t table = rr_plan_group(accept, warp);
    uint32_t min = 1;   /* the largest group with which a warp holds n: smaller ones leave lanes idle */
    while (min < MAX_GROUP && 2 * min * n <= warp) min *= 2;
    return table > min ? table : min;
}

/* The acceptance at constant parameters. */
static double shared_accept(const rr_call *call)
{
    static _Thread_local struct { const rr_sampler *sampler; double v[RR_MAX_PARAMS], accept; } kept[4];
    static _Thread_local unsigned turn;
    double v[RR_MAX_PARAMS] = {0};
    rr_values_at(call, 0, v);
    for (unsigned k = 0; k < 4; ++k)
        if (kept[k].sampler == call->sampler && !memcmp(kept[k].v, v, sizeof v)) return kept[k].accept;
    const unsigned k = turn++ % 4;
    kept[k].sampler = call->sampler;
    memcpy(kept[k].v, v, sizeof v);
    return kept[k].accept = 1 - rr_case_reject(call, 1);
}

/* The smallest acceptance that a user-defined distribution promises: all of its attempts fail with probability 2^-64. */
static double promised(const rr_sampler *s)
{
    return -expm1(-64 * M_LN2 / s->cap);
}

/* An unknown acceptance counts as 1, which gives one lane per sample: so for parameters in a GPU's memory, and for stages,
 * whose parameters are drawn. A pilot takes longer than a small job of a user-defined distribution. */
static rr_status accept_of(rr_call *call, double *accept)
{
    *accept = 1;
    if (call->remote & ~RR_REMOTE_OUT || call->sampler->stages || !call->sampler->rejects) return RR_OK;
    if (call->user && call->n < PILOT_FROM) return *accept = promised(call->sampler), RR_OK;
    const rr_status status = call->user ? rr_pilot_run(call) : RR_OK;
    if (status == RR_OK)
        *accept = call->user || call->varies ? 1 - rr_case_reject(call, GLANCED_AT) : shared_accept(call);
    return status;
}

rr_status rr_plan_grouped(rr_call *call)
{
    const rr_device *device = call->device;
    const uint32_t warp = device->warp ? device->warp : device->lanes[call->wide];
    double accept = 1;
    if (!rr_strategy_open(call->strategy)) return RR_OK;
    const rr_status status = call->n > 1 ? accept_of(call, &accept) : RR_OK;
    if (status == RR_OK)
        rr_call_strategy(call, (rr_strategy){call->strategy.kind, rr_plan_group_for((double)call->n, accept, warp)});
    return status;
}
