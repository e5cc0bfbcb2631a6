/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The planner: what each strategy takes for a job, and which is fastest. Units of work from the model (units.c) times costs
 * (costs.c). It changes no bit, so it may be as rough as it likes; `reroll bench --plan` says how rough it is. */
#include <math.h>
#include <stdatomic.h>
#include <string.h>

#include "costs.h"
#include "../device/lanes/fpenv.h"

/* Elements that are looked at where parameters vary: for a plan, and for `auto`, which has 20 us of work before it. */
#define LOOKED_AT 64
#define GLANCED_AT 4

/* The strategies that are compared, fixed aside, which is shown but never chosen. */
static const char *const compared[] = {"loop", "cached", "grouped:2", "grouped:4", "grouped:8", "grouped:16", "grouped:32", "regroup",
                                       "regroup:ahead", "refill", "compact", "fixed:4+", "fixed:8+"};
#define COMPARED (sizeof compared / sizeof *compared)
#define COMPACT 10u   /* the number of compact; what stands before it are the other candidates of auto */

/* ---- The case: a job, as far as its time goes -------------------------------------------------------------------- */

/* Acceptance, slow share and auxiliary share of n elements, a step apart. */
static void look_at(const rr_job *job, uint64_t n, uint64_t step, rr_case *c)
{
    const rr_sampler *s = job->sampler;
    const unsigned width = job->dtype == RR_F64 ? 8 : 4;
    double reject = 0;
    c->slow = c->aux = 0;
    for (uint64_t i = 0; i < n; ++i) {
        double v[RR_MAX_PARAMS] = {0};
        for (uint32_t p = 0; p < s->params; ++p) {
            char buffer[8];
            const void *values;
            rr_param_values(job, p, i * step, 1, width, buffer, &values);
            v[p] = rr_value_at(values, 0, width);
            if (!rr_in_range(rr_param_range(s, p, width), v[p], width)) v[p] = 1;
        }
        reject += s->accept ? 1 - s->accept(v) : 0;
        c->slow += s->slow ? s->slow(v, job->dtype) : 0;
        c->aux += s->aux ? s->aux(v) : 0;
    }
    c->chance = rr_chance_reject(fmin(fmax(reject / (double)n, 0), 1 - 0x1p-30));
    c->slow /= (double)n;
    c->aux /= (double)n;
}

rr_case rr_case_of(const rr_device *device, const rr_job *job, uint64_t most)
{
    const uint64_t n = job->rows * job->cols;
    const uint32_t width = device->isa->kernels[job->dtype == RR_F64]->lanes;
    rr_case c = {.width = width, .warp = device->warp ? device->warp : width, .n = (double)n, .tile = device->tile};
    if (n <= RR_SMALL_JOB && device->tile > RR_SMALL_TILE) c.tile = RR_SMALL_TILE;
    for (uint32_t p = 0; p < job->sampler->params; ++p)
        c.each |= job->param[p].data && ((job->param[p].row_stride && job->rows > 1) || (job->param[p].col_stride && job->cols > 1));
    if (!c.each || n <= most) look_at(job, c.each ? n : 1, 1, &c);
    else look_at(job, most, n / most, &c);
    return c;
}

/* ---- The whole plan ---------------------------------------------------------------------------------------------- */

static int fits(rr_strategy s, const rr_case *c, uint32_t flags)
{
    const int row_of_lanes = s.kind == RR_KIND_loop || s.kind == RR_KIND_cached || s.kind == RR_KIND_grouped || s.kind == RR_KIND_regroup;
    if (s.kind == RR_KIND_grouped && s.number > c->warp) return 0;
    return row_of_lanes || !(flags & RR_PLAN_IN_KERNEL);
}

static void plan_case(const rr_costs *costs, const rr_case *c, unsigned sampler, uint32_t flags, rr_plan *plan)
{
    double best = INFINITY;
    plan->accept = c->chance.accept;
    plan->slow = c->slow;
    plan->warp = c->warp;
    plan->costs = costs->origin;
    plan->choice = (rr_strategy){flags & RR_PLAN_IN_KERNEL ? RR_KIND_loop : RR_KIND_compact, 0};
    for (size_t i = 0; i < COMPARED && plan->rows < RR_PLAN_ROWS; ++i) {
        rr_plan_row *row = &plan->row[plan->rows];
        rr_strategy s;
        rr_units u;
        rr_strategy_find(compared[i], &s);
        if (!fits(s, c, flags) || rr_units_of(c, s, &u, row)) continue;
        ++plan->rows;
        row->ns = rr_costs_time(costs, &u, s, sampler);
        if (s.kind == RR_KIND_fixed || !(row->ns < best)) continue;
        best = row->ns;
        plan->choice = s;
    }
}

/* Plans that a thread asked for last. A chain of 32 lanes takes milliseconds, so they are kept. */
typedef struct asked {
    const rr_isa *isa;
    rr_case c;
    unsigned sampler, wide;
    uint32_t flags;
    unsigned serial;
    rr_plan plan;
} asked;

static int same(const asked *a, const asked *b)
{
    return a->isa == b->isa && a->sampler == b->sampler && a->wide == b->wide && a->flags == b->flags && a->serial == b->serial &&
           a->c.width == b->c.width && a->c.warp == b->c.warp && a->c.n == b->c.n && a->c.tile == b->c.tile && a->c.each == b->c.each &&
           a->c.chance.reject == b->c.chance.reject && a->c.slow == b->c.slow && a->c.aux == b->c.aux;
}

rr_status rr_plan_job(const rr_device *device, const rr_job *job, uint32_t flags, rr_plan *plan)
{
    static _Thread_local asked kept[4];
    static _Thread_local unsigned turn;
    asked now;
    if (!plan || plan->size != sizeof *plan || flags & ~RR_PLAN_IN_KERNEL) return RR_ERR_ARGUMENT;
    const rr_status status = rr_job_check(device, job);
    if (status != RR_OK) return status;
    const rr_fpenv saved = rr_fpenv_enter();
    now.isa = device->isa;
    now.c = rr_case_of(device, job, LOOKED_AT);
    now.sampler = rr_sampler_number(job->sampler);
    now.wide = job->dtype == RR_F64;
    now.flags = flags;
    now.serial = device->costs[now.wide].serial;
    unsigned k = 0;
    while (k < 4 && !same(&kept[k], &now)) ++k;
    if (k == 4) {
        k = turn++ % 4;
        now.plan = (rr_plan)RR_PLAN_INIT;
        plan_case(&device->costs[now.wide], &now.c, now.sampler, flags, &now.plan);
        kept[k] = now;
    }
    *plan = kept[k].plan;
    rr_fpenv_leave(saved);
    return RR_OK;
}

/* ---- auto -------------------------------------------------------------------------------------------------------- */

/* The fastest bulk strategy. A chain is worked out only where the strategy could win if no lane ever waited. */
static unsigned choose(const rr_costs *costs, const rr_case *c, unsigned sampler)
{
    unsigned best = COMPACT;
    double least = INFINITY;
    rr_plan_row row;
    rr_units u;
    rr_strategy s;
    rr_strategy_find(compared[COMPACT], &s);
    if (!rr_units_of(c, s, &u, &row)) least = rr_costs_time(costs, &u, s, sampler);
    for (unsigned i = 0; i < COMPACT; ++i) {
        rr_strategy_find(compared[i], &s);
        if (!fits(s, c, 0) || rr_units_least(c, s, &u) || !(rr_costs_time(costs, &u, s, sampler) < least)) continue;
        if (rr_units_of(c, s, &u, &row)) continue;
        const double ns = rr_costs_time(costs, &u, s, sampler);
        if (!(ns < least)) continue;
        least = ns;
        best = i;
    }
    return best;
}

/* Half octaves of acceptance: within one the choice is that of the first job that asked. */
static unsigned bucket_of(double accept)
{
    const int b = (int)(-2 * log2(accept));
    return b < 0 ? 0 : b < RR_PLAN_BUCKETS ? (unsigned)b : RR_PLAN_BUCKETS - 1;
}

rr_strategy rr_plan_auto(const rr_device *device, const rr_job *job)
{
    const unsigned wide = job->dtype == RR_F64, sampler = rr_sampler_number(job->sampler);
    const rr_costs *costs = &device->costs[wide];
    rr_strategy s = {RR_KIND_compact, 0};
    if (job->rows * job->cols <= RR_SMALL_JOB || !job->sampler->rejects || !(costs->sampler[sampler][0] >= 0)) return s;
    const rr_case c = rr_case_of(device, job, GLANCED_AT);
    /* A cache, not a state: whatever it holds, the bits are the same. */
    _Atomic(unsigned char) *known = &device->choice[wide][sampler][c.each][bucket_of(c.chance.accept)];
    unsigned number = atomic_load_explicit(known, memory_order_relaxed);
    if (!number) {
        number = 1 + choose(costs, &c, sampler);
        atomic_store_explicit(known, (unsigned char)number, memory_order_relaxed);
    }
    rr_strategy_find(compared[number - 1], &s);
    return s;
}
