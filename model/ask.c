/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* One entry point for all strategies: it checks the query, calls the strategy's own file, and fills in what follows from
 * the mean for any strategy. */
#include "model.h"

static const struct {
    const char *name;
    rr_model_of *answer;
} strategies[] = {
    [RR_MODEL_LOOP] = {"loop", rr_model_of_loop},
    [RR_MODEL_CACHED] = {"cached", rr_model_of_cached},
    [RR_MODEL_GROUPED] = {"grouped", rr_model_of_grouped},
    [RR_MODEL_FIXED] = {"fixed", rr_model_of_fixed},
    [RR_MODEL_REGROUP] = {"regroup", rr_model_of_regroup},
    [RR_MODEL_REGROUP_AHEAD] = {"regroup:ahead", rr_model_of_regroup_ahead},
    [RR_MODEL_REFILL] = {"refill", rr_model_of_refill},
    [RR_MODEL_COMPACT] = {"compact", rr_model_of_compact},
};
enum { STRATEGIES = sizeof strategies / sizeof *strategies };

const char *rr_model_strategy_name(unsigned number)
{
    return number < STRATEGIES ? strategies[number].name : NULL;
}

int rr_model_ask(const rr_model_query *query, rr_model_law *law, double *pmf, size_t count)
{
    if (!query || !law || query->size != sizeof *query) return -1;
    if ((unsigned)query->strategy >= STRATEGIES) return -1;
    if (query->lanes < 1 || query->lanes > (query->strategy == RR_MODEL_LOOP ? 1024 : RR_MODEL_LANES)) return -1;
    if (!rr_chance_good(query->chance)) return -1;
    const rr_trial c = rr_trial_of(query->chance);
    rr_model_law answer = {0};
    const int status = strategies[query->strategy].answer(query, c, &answer, pmf, count);
    if (status) return status;
    answer.attempts = answer.mean * query->lanes / answer.samples;
    /* 1 - fail, exact where fail is near 1. */
    const rr_long done = answer.fail > 0 ? rr_trial_rest(c, query->proposals) : 1;
    answer.efficiency = (double)(done / (c.p * answer.attempts));
    *law = answer;
    return 0;
}
