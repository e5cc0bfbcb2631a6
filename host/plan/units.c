/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The work of a sample by strategy: expected warp calls, iterations, registers of attempts, registers that decide undecided
 * lanes, and mispredicted branches. Iterations are those of the model (reroll_model.h). The rest is counted here: a
 * register needs deciding when any of its w active lanes is undecided, 1 - (1 - slow)^w. */
#include <math.h>

#include "costs.h"
#include "host/lists/lists.h"

/* The probability that any of w lanes has an event of probability q. */
static double any(double q, double w)
{
    return -expm1(w * log1p(-q));
}

/* The misprediction rate of a random branch that is taken with probability q. */
static double misses(double q)
{
    return 2 * q * (1 - q);
}

/* loop, grouped: deciding registers per warp call, for w samples per register in groups of g lanes. A sample is unfinished
 * in iteration k with probability rho^(g k), and any of its lanes is undecided with 1 - (1 - slow)^g. */
static double decisions_of_undecided(const rr_case *c, double w, double g)
{
    const double undecided = any(c->slow, g), reject = pow(c->chance.reject, g);
    double sum = 0, open = 1;
    for (int k = 0; k < 4096; ++k, open *= reject) {
        const double add = any(undecided * open, w);
        sum += add;
        if (add < 1e-6 * sum || sum == 0) break;
    }
    return sum;
}

/* The probability of the likeliest number of iterations: how often the end of a warp call is predicted. */
static double foreseen(const double *pmf, int count)
{
    double max = 0;
    for (int i = 0; i < count; ++i) max = fmax(max, pmf[i]);
    return max;
}

/* Strategies whose warps return one row of samples per call. */
static void units_of_rows(const rr_case *c, const rr_model_query *q, const rr_model_law *law, double foreseen_end,
                          rr_units *u)
{
    const double regs = fmax(1, (double)c->warp / c->width), lanes = fmin(c->warp, c->width);
    const double rows = 1 / law->samples, steps = rows * law->mean, asks = steps * regs, group = q->group;
    const double own = lanes * law->samples / c->warp;   /* samples per register */
    double decisions = asks * any(c->slow, lanes);
    if (q->strategy == RR_MODEL_LOOP) decisions = rows * regs * decisions_of_undecided(c, own, 1);
    if (q->strategy == RR_MODEL_CACHED) decisions = asks * any(c->slow, lanes * fmin(1, law->efficiency));
    if (q->strategy == RR_MODEL_GROUPED)
        decisions = rows * regs * decisions_of_undecided(c, fmax(1, own), fmin(group, lanes));
    if (q->strategy == RR_MODEL_FIXED) decisions = asks * any(c->slow, fmin(lanes, q->proposals));
    u->strategy[RR_UNIT_ROW] = rows;
    u->strategy[RR_UNIT_STEP] = steps;
    u->strategy[RR_UNIT_REG] = asks;
    u->sampler[RR_UNIT_ATTEMPT] = asks;
    u->sampler[RR_UNIT_DECIDE] = decisions;
    u->device[RR_UNIT_MISS] = rows * (1 - foreseen_end) + asks * misses(decisions / asks);
}

/* Adds passes over a queue of slots that are retried until they have a sample, per sample: `asks` registers of attempts in
 * total, and `undecided` slots that are decided in their own registers, of which the last of each pass is half empty. */
static void add_queue(const rr_case *c, double passes, double asks, double undecided, rr_units *u)
{
    const double decisions = c->slow > 0 ? undecided / c->width + passes / 2 : 0;
    u->sampler[RR_UNIT_ATTEMPT] += asks;
    u->sampler[RR_UNIT_DECIDE] += decisions;
    u->queue[RR_UNIT_ROW] += passes;
    u->queue[RR_UNIT_REG] += asks + decisions;
}

/* Passes over the queue of a tile from attempt `from` on, per sample: the sum of P(a sample of the tile is unfinished). */
static double passes_of(const rr_case *c, unsigned from)
{
    const double tile = fmin(c->n, c->tile), lanes = fmax(1, floor(tile));
    double passes = rr_model_loop_mean(c->chance, lanes);
    for (unsigned n = 0; n < from; ++n) passes -= rr_model_loop_survival(c->chance, lanes, n);
    return fmax(0, passes) / tile;
}

/* compact: the first pass queues rejected and undecided slots separately. The rejections in excess of the undecided
 * fraction are known at once; the others result from deciding. */
static void units_of_compact(const rr_case *c, rr_units *u)
{
    const double w = c->width, rejected = fmax(0, c->chance.reject - c->slow);
    const double again = c->chance.reject / c->chance.accept;   /* later attempts of a sample */
    const double passes = passes_of(c, 1), queue = any(c->slow, w), queue_rejected = any(rejected, w);
    u->sampler[RR_UNIT_FIRST] = 1;
    u->sampler[RR_UNIT_FIRST_EACH] = c->each;
    add_queue(c, passes, again / w + passes / 2, c->slow * (1 + again), u);
    u->queue[RR_UNIT_STEP] = (queue + queue_rejected) / w;
    u->device[RR_UNIT_MISS] = (misses(queue) + misses(queue_rejected)) / w;
}

/* The mean of the maximum over lanes of a count of 32 samples per lane, each with probability p. */
static double max_of(double p, double lanes)
{
    double chance = pow(1 - p, 32), below = 0, mean = 0;
    for (int k = 0; k < 32; ++k) {
        below += chance;
        mean += 1 - pow(fmin(below, 1), lanes);
        chance *= (32 - k) / (k + 1.0) * p / (1 - p);
    }
    return mean;
}

/* compact on a GPU (engine/strategies/gpu/): slots of all attempts are in one queue, which is processed by full registers. A
 * lane queues its slots after every 32 samples, and the number of rounds is that of the lane with the most slots. */
static void units_of_gpu_compact(const rr_case *c, rr_units *u)
{
    const double w = c->width, rejected = fmax(0, c->chance.reject - c->slow), again = c->chance.reject / c->chance.accept;
    u->sampler[RR_UNIT_FIRST] = 1;
    u->sampler[RR_UNIT_FIRST_EACH] = c->each;
    u->sampler[RR_UNIT_ATTEMPT] = again / w;
    u->sampler[RR_UNIT_DECIDE] = c->slow * (1 + again) / w;
    u->queue[RR_UNIT_STEP] = (max_of(c->slow, w) + max_of(rejected, w)) / (32 * w);
    u->queue[RR_UNIT_REG] = u->sampler[RR_UNIT_ATTEMPT] + u->sampler[RR_UNIT_DECIDE];
}

/* Adds the retries of fixed:M+, compacted in registers of the width for any warp: `asks` of them per sample. */
static void add_retries(const rr_case *c, unsigned m, double asks, rr_units *u)
{
    add_queue(c, passes_of(c, m), asks, c->slow * rr_model_fixed_fail(c->chance, m) / c->chance.accept, u);
}

/* The query about the strategy's warp calls; for fixed:M+ about the M proposals. */
static int query_of(const rr_case *c, rr_strategy s, rr_model_query *q)
{
    uint32_t number, more;
    rr_strategy_numbers(s, &number, &more);
    *q = (rr_model_query)RR_MODEL_QUERY_INIT;
    q->chance = c->chance;
    q->lanes = c->warp;
    q->tile = (unsigned)fmax(1, fmin(c->n, c->tile));
    q->first = c->endless ? 0 : RR_MODEL_TILE;
    const int model = rr_strategy_trait(s.kind)->model;
    if (model < 0) return -1;
    q->strategy = (rr_model_strategy)model;
    if (model == RR_MODEL_GROUPED) q->group = number < c->warp ? number : c->warp;
    if (model == RR_MODEL_FIXED) q->proposals = number;
    if (model == RR_MODEL_COMPACT) q->lanes = c->width;
    return 0;
}

/* retries: registers per sample that fixed:M+ retries. */
static void units_of(const rr_case *c, const rr_model_query *q, const rr_model_law *law, double foreseen_end, double retries,
                     rr_units *u)
{
    *u = (rr_units){{0}, {0}, {0}, {0}};
    if (q->strategy == RR_MODEL_COMPACT && c->gpu) units_of_gpu_compact(c, u);
    else if (q->strategy == RR_MODEL_COMPACT) units_of_compact(c, u);
    else units_of_rows(c, q, law, foreseen_end, u);
    if (retries > 0) add_retries(c, q->proposals, retries, u);
    u->device[RR_UNIT_CALL] = 1 / c->n;
    u->device[RR_UNIT_TILE] = ceil(c->n / c->tile) / c->n;
    u->sampler[RR_UNIT_FINISH] = 1;
    u->sampler[RR_UNIT_AUX] = any(c->aux, c->width);
    u->sampler[RR_UNIT_EACH] = c->each;
    u->sampler[RR_UNIT_ATTEMPT_EACH] = c->each * u->sampler[RR_UNIT_ATTEMPT];
    u->sampler[RR_UNIT_FIRST] *= c->work;
    u->sampler[RR_UNIT_ATTEMPT] *= c->work;
}

/* Registers per sample that fixed:M+ retries: the registers of a tile in warps of this width, minus the registers of its M
 * proposals. */
static int retries_of(const rr_case *c, const rr_model_query *fixed, double *registers)
{
    rr_model_query q = *fixed;
    rr_model_law rows, all;
    int status;
    q.lanes = c->width;
    q.first = RR_MODEL_TILE;
    if ((status = rr_model_ask(&q, &rows, NULL, 0))) return status;
    q.goes_on = 1;
    if ((status = rr_model_ask(&q, &all, NULL, 0))) return status;
    *registers = all.mean / all.samples - rows.mean / rows.samples;
    return 0;
}

/* Shows the rows of fixed:M plus the retries, in iterations of the warp. */
static void show_fixed(const rr_case *c, const rr_model_law *law, double retries, rr_plan_row *row)
{
    const double all = law->mean / law->samples + retries * c->width / c->warp;   /* per sample */
    row->iterations = all * law->samples;
    row->efficiency = 1 / (c->chance.accept * all * c->warp);
}

int rr_units_of(const rr_case *c, rr_strategy s, rr_units *u, rr_plan_row *row)
{
    double pmf[RR_MAX_ITERATIONS] = {0}, retries = 0;
    uint32_t number, more;
    rr_model_query q;
    rr_model_law law;
    int status = query_of(c, s, &q);
    if (status || (status = rr_model_ask(&q, &law, pmf, RR_MAX_ITERATIONS))) return status;
    rr_strategy_numbers(s, &number, &more);
    if (more && (status = retries_of(c, &q, &retries))) return status;
    *row = (rr_plan_row){s, law.mean, law.efficiency, NAN};
    if (more) show_fixed(c, &law, retries, row);
    units_of(c, &q, &law, foreseen(pmf, RR_MAX_ITERATIONS), retries, u);
    return 0;
}
