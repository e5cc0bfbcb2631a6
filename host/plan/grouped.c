/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* `grouped` without a number: the group that gives most samples per iteration at the acceptance of the call, by Table 1 of
 * Ridley and Forget. It changes no bit.
 *
 * An acceptance may take 8 us, as that of von-mises does, and a sample 0.3: a thread keeps the acceptances that it asked for
 * last, and a job of one sample needs none. */
#include <math.h>
#include <string.h>

#include "planner.h"
#include "host/call/call.h"
#include "host/lists/lists.h"

#define MOST_GROUP 32  /* of the strategy */
#define GLANCED_AT 4   /* elements that are looked at where parameters vary */
#define PILOT_FROM 4097u   /* elements of a job that a pilot is made for: it takes longer than fewer do */

uint32_t rr_plan_group(double accept, uint32_t warp)
{
    uint32_t group = 1;
#define RR_GROUP(lanes, g, below) \
    if (warp == (lanes) && (float)accept < (below)) group = 2 * (g);
#include "engine/strategies/group_list.h"
#undef RR_GROUP
    return group < MOST_GROUP ? group : MOST_GROUP;
}

uint32_t rr_plan_group_for(double n, double accept, uint32_t warp)
{
    const uint32_t table = rr_plan_group(accept, warp);
    uint32_t least = 1;   /* the largest group of which the warp holds n: smaller ones leave lanes idle */
    while (least < MOST_GROUP && 2 * least * n <= warp) least *= 2;
    return table > least ? table : least;
}

/* Of parameters that don't vary. */
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

/* The least acceptance that a law of the user's promises: with it all of its attempts fail with probability 2^-64. */
static double promised(const rr_sampler *s)
{
    return -expm1(-64 * M_LN2 / s->cap);
}

/* What is not known is taken as 1: a lane a sample. So are parameters in a GPU's memory, and stages, whose parameters are
 * drawn. A small job of a law of the user's has no pilot, which would take longer than it. */
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
