/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The planner: what each strategy takes for a job, and which is fastest. Units of work from the model (units.c) times costs
 * (costs.c). It changes no bit, so it may be as rough as it likes; `reroll bench --plan` says how rough it is. */
#include <math.h>
#include <stdatomic.h>
#include <string.h>

#include "costs.h"
#include "targets/gpu/gpu.h"
#include "engine/lanes/fpenv.h"

/* Elements that are looked at where parameters vary: for a plan, and for `auto`, which has 20 us of work before it. */
#define LOOKED_AT 64
#define GLANCED_AT 4

/* The strategies that are compared, fixed aside, which is shown but never chosen. */
static const char *const compared[] = {"loop", "cached", "grouped:2", "grouped:4", "grouped:8", "grouped:16",
                                       "grouped:32", "regroup",
                                       "regroup:ahead", "refill", "compact", "fixed:4+", "fixed:8+"};
#define COMPARED (sizeof compared / sizeof *compared)
#define COMPACT 10u   /* the number of compact; what stands before it are the other candidates of auto */

/* ---- The case: a job, as far as its time goes -------------------------------------------------------------------- */

/* Does a parameter vary? */
static int varies(const rr_job *job)
{
    int each = 0;
    for (uint32_t p = 0; p < job->sampler->params; ++p) each |= rr_param_varies(job, p);
    return each;
}

/* Elements that are looked at, evenly spread: one where all are alike, else at most `most`. */
static uint64_t looked_at(const rr_job *job, uint64_t most, uint64_t *step)
{
    const uint64_t n = varies(job) ? job->rows * job->cols : 1;
    *step = n > most ? n / most : 1;
    return n > most ? most : n;
}

static double reject_of(const rr_job *job, uint64_t most)
{
    uint64_t step;
    const uint64_t n = looked_at(job, most, &step);
    double sum = 0, v[RR_MAX_PARAMS] = {0};
    for (uint64_t i = 0; i < n && job->sampler->accept; ++i) {
        rr_values_at(job, i * step, v);
        sum += 1 - job->sampler->accept(v);
    }
    return fmin(fmax(sum / (double)n, 0), 1 - 0x1p-30);
}

rr_case rr_case_of(const rr_device *device, const rr_job *job, uint64_t most, uint32_t flags)
{
    const rr_sampler *s = job->sampler;
    const uint32_t width = device->gpu ? device->gpu->facts.lanes : device->isa->kernels[job->dtype == RR_F64]->lanes;
    uint64_t step;
    const uint64_t n = job->rows * job->cols, looked = looked_at(job, most, &step);
    rr_case c = {.width = width, .warp = device->warp ? device->warp : width, .n = (double)n, .tile = device->tile,
                 .each = varies(job), .endless = !!(flags & RR_PLAN_IN_KERNEL)};
    double v[RR_MAX_PARAMS] = {0};
    if (n <= RR_SMALL_JOB && device->tile > RR_SMALL_TILE) c.tile = RR_SMALL_TILE;
    c.chance = rr_chance_reject(reject_of(job, most));
    for (uint64_t i = 0; i < looked; ++i) {
        rr_values_at(job, i * step, v);
        c.slow += s->slow ? s->slow(v, job->dtype) / (double)looked : 0;
        c.aux += s->aux ? s->aux(v) / (double)looked : 0;
        c.work += (s->work ? s->work(v, job->dtype) : 1) / (double)looked;
    }
    return c;
}

/* ---- The whole plan ---------------------------------------------------------------------------------------------- */

static int fits(rr_strategy s, const rr_case *c, uint32_t flags)
{
    const int row_of_lanes = s.kind == RR_KIND_loop || s.kind == RR_KIND_cached || s.kind == RR_KIND_grouped ||
                             s.kind == RR_KIND_regroup;
    if (s.kind == RR_KIND_grouped && s.number > c->warp) return 0;
    return row_of_lanes || !(flags & RR_PLAN_IN_KERNEL);
}

static void plan_all(const rr_costs *costs, const rr_case *c, unsigned sampler, uint32_t flags, rr_plan *plan)
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

/* Plans that a thread asked for last. A chain of 32 lanes takes milliseconds, so they are kept. Where parameters are shared
 * they are the question; where they vary, what was seen of them is. */
typedef struct asked {
    const void *where;         /* the instruction set, or the GPU */
    uint64_t n;
    uint32_t warp, tile, flags;
    unsigned sampler, wide, serial;
    uint64_t each;             /* so wide that there is no padding */
    double v[RR_MAX_PARAMS];   /* rejection, slow and auxiliary share, work, where they vary */
} asked;

static asked question_of(const rr_device *device, const rr_job *job, uint32_t flags, rr_case *c)
{
    asked q;
    memset(&q, 0, sizeof q);   /* questions are compared as bytes */
    q.where = device->gpu ? (const void *)device->gpu : device->isa;
    q.n = job->rows * job->cols;
    q.warp = device->warp;
    q.tile = device->tile;
    q.flags = flags;
    q.sampler = rr_sampler_number(job->sampler);
    q.wide = job->dtype == RR_F64;
    q.serial = device->costs[q.wide].serial;
    q.each = (uint64_t)varies(job);
    if (q.each) {
        *c = rr_case_of(device, job, LOOKED_AT, flags);
        q.v[0] = c->chance.reject;
        q.v[1] = c->slow;
        q.v[2] = c->aux;
        q.v[3] = c->work;
    } else {
        rr_values_at(job, 0, q.v);
    }
    return q;
}

rr_status rr_plan_job(const rr_device *device, const rr_job *job, uint32_t flags, rr_plan *plan)
{
    static _Thread_local struct { asked question; rr_plan plan; } kept[4];
    static _Thread_local unsigned turn;
    rr_case c;
    if (!plan || plan->size != sizeof *plan || flags & ~RR_PLAN_IN_KERNEL) return RR_ERR_ARGUMENT;
    uint32_t remote = 0;
    rr_status status = rr_job_check(device, job);
    if (status == RR_OK) status = rr_gpu_remote(device, job, &remote, NULL);
    /* Nothing can be known of remote values. */
    if (status != RR_OK || remote) return status != RR_OK ? status : RR_ERR_ARGUMENT;
    const rr_fpenv saved = rr_fpenv_enter();
    const asked q = question_of(device, job, flags, &c);
    unsigned k = 0;
    while (k < 4 && memcmp(&kept[k].question, &q, sizeof q)) ++k;
    if (k == 4) {
        k = turn++ % 4;
        if (!q.each) c = rr_case_of(device, job, 1, flags);
        kept[k].question = q;
        kept[k].plan = (rr_plan)RR_PLAN_INIT;
        plan_all(&device->costs[q.wide], &c, q.sampler, flags, &kept[k].plan);
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
    /* A cache, not a state: whatever it holds, the bits are the same. */
    _Atomic(unsigned char) *known = &device->choice[wide][sampler][varies(job)][bucket_of(1 - reject_of(job, GLANCED_AT))];
    unsigned number = atomic_load_explicit(known, memory_order_relaxed);
    if (!number) {
        const rr_case c = rr_case_of(device, job, GLANCED_AT, 0);
        number = 1 + choose(costs, &c, sampler);
        atomic_store_explicit(known, (unsigned char)number, memory_order_relaxed);
    }
    rr_strategy_find(compared[number - 1], &s);
    return s;
}
