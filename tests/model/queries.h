/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Questions to the model. */
#ifndef RR_TESTS_MODEL_QUERIES_H
#define RR_TESTS_MODEL_QUERIES_H

#include <math.h>

#include "reroll_model.h"
#include "tests/support/support.h"

static const double ACCEPTS[] = {1, 1 - 1e-9, 0.98, 0.785, 0.5, 0.1, 0.03};
#define SOME (sizeof ACCEPTS / sizeof *ACCEPTS)

static const rr_model_strategy STRATEGIES[] = {
    RR_MODEL_LOOP, RR_MODEL_CACHED, RR_MODEL_GROUPED, RR_MODEL_FIXED, RR_MODEL_REGROUP, RR_MODEL_REGROUP_AHEAD,
    RR_MODEL_REFILL, RR_MODEL_COMPACT,
};

#define ALL (sizeof STRATEGIES / sizeof *STRATEGIES)

static inline rr_model_query query(rr_model_strategy strategy, unsigned lanes, double accept)
{
    rr_model_query q = RR_MODEL_QUERY_INIT;
    q.strategy = strategy;
    q.lanes = lanes;
    q.chance = rr_chance_accept(accept);
    return q;
}

static inline rr_model_law ask(const rr_model_query *q, double *pmf, size_t count)
{
    rr_model_law law;
    assert_int_equal(rr_model_ask(q, &law, pmf, count), 0);
    return law;
}

static inline void near(double have, double want, double relative, const char *what)
{
    if (!(fabs(have - want) <= relative * fabs(want))) fail_msg("%s: %.17g, not %.17g", what, have, want);
}

#endif
