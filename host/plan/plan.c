/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The planner: predicts the time of each strategy for a job and chooses the fastest: units of work from the model (units.c)
 * times costs (costs.c). It affects no bits, so a prediction may be inaccurate; `reroll bench --plan` measures its error. */
#include <math.h>
#include <string.h>

#include "planner.h"
#include "host/call/call.h"
#include "host/lists/lists.h"
#include "engine/lanes/processor/fpenv.h"

#define LOOKED_AT 64   /* elements examined where parameters vary */

static void plan_all(const rr_costs *costs, const rr_case *c, unsigned sampler, uint32_t flags, rr_plan *plan)
{
    double best = INFINITY;
    plan->accept = c->chance.accept;
    plan->slow = c->slow;
    plan->warp = c->warp;
    plan->costs = isnan(costs->sampler[sampler][RR_UNIT_FIRST]) ? "none"
                  : sampler >= RR_USER_FIRST                    ? "borrowed"
                                                                : costs->origin;
    plan->choice = (rr_strategy){flags & RR_PLAN_IN_KERNEL ? RR_KIND_loop : RR_KIND_compact, 0};
    const double samples = c->endless ? INFINITY : c->n;
    plan->grouped = (rr_strategy){RR_KIND_grouped, rr_plan_group_for(samples, c->chance.accept, c->warp)};
    rr_strategy s;
    for (unsigned i = 0; plan->rows < RR_PLAN_ROWS && rr_compared(i, &s); ++i) {
        rr_plan_row *row = &plan->row[plan->rows];
        rr_units u;
        if (!rr_compared_fits(s, c, flags) || rr_units_of(c, s, &u, row)) continue;
        ++plan->rows;
        row->ns = rr_costs_time(costs, &u, s, sampler);
        if (!rr_compared_chosen(s) || !(row->ns < best)) continue;
        best = row->ns;
        plan->choice = s;
    }
}

/* The last plans of a thread, kept because a chain of 32 lanes takes milliseconds. The key holds constant parameters, or
 * the case of varying ones. */
typedef struct asked {
    const void *where;         /* the instruction set, or the GPU */
    uint64_t n;
    uint32_t warp, tile, flags;
    unsigned sampler, wide, serial, law;
    uint64_t each;             /* 64 bits wide, so that the struct has no padding */
    double v[RR_MAX_PARAMS];   /* rejection, slow and auxiliary fractions, work, where they vary */
} asked;

static asked question_of(const rr_call *call, const rr_costs *costs, uint32_t flags, rr_case *c)
{
    const rr_device *device = call->device;
    asked q;
    memset(&q, 0, sizeof q);   /* questions are compared as bytes */
    q.where = device->own;
    q.n = call->n;
    q.warp = device->warp;
    q.tile = rr_host_of(device)->tile;
    q.flags = flags;
    q.sampler = call->number;
    q.wide = call->wide;
    q.law = call->user ? call->user->serial : 0;
    q.serial = costs->serial;
    q.each = call->varies != 0;
    if (q.each) {
        *c = rr_case_of(call, LOOKED_AT, flags);
        q.v[0] = c->chance.reject;
        q.v[1] = c->slow;
        q.v[2] = c->aux;
        q.v[3] = c->work;
    } else {
        rr_values_at(call, 0, q.v);
    }
    return q;
}

/* A composite has no attempts of its own, and the work of its stages depends on drawn values: nothing is predicted. */
static rr_status plan_stages(const rr_call *call, rr_plan *plan)
{
    *plan = (rr_plan)RR_PLAN_INIT;
    plan->accept = plan->slow = NAN;
    plan->warp = rr_host_of(call->device)->warp ? rr_host_of(call->device)->warp : rr_host_of(call->device)->lanes[1];
    plan->choice = (rr_strategy){RR_KIND_compact, 0};
    plan->grouped = (rr_strategy){RR_KIND_grouped, 1};
    plan->costs = "none";
    return RR_OK;
}

static rr_status plan_held(const rr_device *device, const rr_job *job, uint32_t flags, rr_plan *plan)
{
    static _Thread_local struct { asked question; rr_plan plan; } kept[4];
    static _Thread_local unsigned turn;
    rr_call call;
    rr_case c;
    rr_status status = rr_call_validate(device, job, &call, NULL);
    if (status == RR_OK && !call.n) status = RR_ERR_ARGUMENT;
    if (status == RR_OK) status = device->calls->place(&call, NULL);
    /* The values of remote parameters are unknown. */
    if (status != RR_OK || call.remote) return status != RR_OK ? status : RR_ERR_ARGUMENT;
    if (!rr_case_valid(&call, LOOKED_AT)) return RR_ERR_PARAM;
    if (call.sampler->stages) return plan_stages(&call, plan);
    if (call.user && (status = rr_pilot_run(&call)) != RR_OK) return status;
    const rr_costs *const costs = rr_planner_costs(device);
    if (!costs) return RR_ERR_MEMORY;
    const rr_fpenv saved = rr_fpenv_enter();
    const asked q = question_of(&call, &costs[call.wide], flags, &c);
    unsigned k = 0;
    while (k < 4 && memcmp(&kept[k].question, &q, sizeof q)) ++k;
    if (k == 4) {
        k = turn++ % 4;
        if (!q.each) c = rr_case_of(&call, 1, flags);
        kept[k].question = q;
        kept[k].plan = (rr_plan)RR_PLAN_INIT;
        plan_all(&costs[q.wide], &c, q.sampler, flags, &kept[k].plan);
    }
    const size_t size = plan->size;
    memcpy(plan, &kept[k].plan, size);
    plan->size = size;
    rr_fpenv_leave(saved);
    return RR_OK;
}

/* The smallest accepted rr_plan ends before this member. */
#define OLDEST_PLAN offsetof(rr_plan, grouped)

rr_status rr_plan_job(const rr_device *device, const rr_job *job, uint32_t flags, rr_plan *plan)
{
    rr_job copy;
    if (!plan || plan->size < OLDEST_PLAN || plan->size > sizeof *plan || flags & ~RR_PLAN_IN_KERNEL) return RR_ERR_ARGUMENT;
    job = rr_job_padded(job, &copy);
    rr_user *const law = job && job->size == sizeof *job ? rr_user_hold(job->sampler) : NULL;   /* held open */
    const rr_status status = plan_held(device && device->first ? device->first : device, job, flags, plan);
    rr_user_drop(law);
    return status;
}
