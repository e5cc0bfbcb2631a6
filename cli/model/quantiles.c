/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The distribution of a call's iterations, with quantiles: by formulas, which hold for any number of lanes and iterations,
 * for loop, and from the pmf for the others. */
#include "query.h"

#include <math.h>
#include <stdlib.h>

const double model_levels[MODEL_QUANTILES] = {0.5, 0.9, 0.99, 0.999};

/* The pmf is computed in growing lengths until it contains the last quantile. regroup:ahead has a shorter limit: its chain
 * has a state for every pair of counts, so that a step is expensive. */
enum { PMF_SHORT = 64, PMF_LONG = 65536, PMF_LONG_AHEAD = 4096, PMF_GROWTH = 4 };
static const double ROUNDING = 1e-12;

static exit_status solve_loop(const model_query *q, model_answer *a)
{
    const double lanes = q->value[MODEL_LANES], mean = rr_model_loop_mean(q->chance, lanes);
    const size_t count = (size_t)q->value[MODEL_PMF];
    a->law = (rr_model_law){.samples = lanes, .mean = mean, .variance = rr_model_loop_variance(q->chance, lanes),
                            .mode = rr_model_loop_mode(q->chance, lanes), .attempts = mean,
                            .efficiency = 1 / (q->chance.accept * mean)};
    for (int i = 0; i < MODEL_QUANTILES; ++i) a->quantile[i] = rr_model_loop_quantile(q->chance, lanes, model_levels[i]);
    a->pmf = get_memory(count * sizeof *a->pmf);
    for (size_t n = 1; n <= count; ++n) a->pmf[n - 1] = rr_model_loop_pmf(q->chance, lanes, (double)n);
    return EXIT_DONE;
}

/* Sums `count` entries of the pmf; their part of the mean shows whether the tail matters. */
static bool whole(const model_answer *a, size_t count, double *sum)
{
    double mean = 0;
    *sum = 0;
    for (size_t n = 1; n <= count; ++n) {
        *sum += a->pmf[n - 1];
        mean += (double)n * a->pmf[n - 1];
    }
    return fabs(mean - a->law.mean) < 1e-9 * a->law.mean;
}

/* Sets the quantiles that `count` entries of the pmf reach; true if these are all. With regroup:ahead a row may be done
 * before it begins: the mass that a complete pmf lacks is the probability of 0 iterations. */
static bool take_quantiles(const model_query *q, model_answer *a, size_t count)
{
    double cdf = 0, sum;
    int i = 0;
    if (q->strategy == RR_MODEL_REGROUP_AHEAD) {
        if (!whole(a, count, &sum)) return false;
        a->zero = cdf = 1 - sum > ROUNDING ? 1 - sum : 0;
    }
    for (size_t n = 0; n <= count; ++n) {
        if (n) cdf += a->pmf[n - 1];
        while (i < MODEL_QUANTILES && cdf >= model_levels[i]) a->quantile[i++] = (double)n;
    }
    return i == MODEL_QUANTILES;
}

static rr_model_query library_query(const model_query *q, bool first)
{
    rr_model_query r = RR_MODEL_QUERY_INIT;
    r.strategy = q->strategy;
    r.lanes = (unsigned)q->value[MODEL_LANES];
    r.chance = q->chance;
    r.change = q->value[MODEL_CHANGE];
    r.tile = (unsigned)q->value[MODEL_TILE];
    r.first = first;
    if (q->given[MODEL_GROUP]) r.group = (unsigned)q->value[MODEL_GROUP];
    return r;
}

exit_status model_solve(const model_query *q, bool first, model_answer *a)
{
    const rr_model_query query = library_query(q, first);
    const size_t max = q->strategy == RR_MODEL_REGROUP_AHEAD ? PMF_LONG_AHEAD : PMF_LONG;
    const bool has_pmf = q->strategy != RR_MODEL_COMPACT;
    size_t count = (size_t)fmax(q->value[MODEL_PMF], PMF_SHORT);
    int status;
    const bool done_ahead = q->strategy == RR_MODEL_REGROUP_AHEAD && !first;
    *a = (model_answer){.quantile = {NAN, NAN, NAN, NAN}, .zero = done_ahead ? NAN : 0};
    if (q->strategy == RR_MODEL_LOOP) return solve_loop(q, a);
    for (;; count *= PMF_GROWTH) {
        free(a->pmf);
        a->pmf = has_pmf ? get_memory(count * sizeof *a->pmf) : NULL;
        status = rr_model_ask(&query, &a->law, a->pmf, has_pmf ? count : 0);
        if (status || !has_pmf || take_quantiles(q, a, count)) break;
        if (a->law.mean > (double)max || count * PMF_GROWTH > max) break;
    }
    if (!status) return EXIT_DONE;
    if (status == -2) return refuse(EXIT_TROUBLE, "out of memory for the chain of %s", rr_model_strategy_name(q->strategy));
    return refuse(EXIT_USAGE, "the model of %s does not reach these values", rr_model_strategy_name(q->strategy));
}
