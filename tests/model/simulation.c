/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The simulation of every strategy by its own rule against the model, and refusals of model and simulation.
 *
 * The simulation: 100 estimates, within 5 standard errors (batch means of 64: Student's t), so that a right model fails
 * with a probability below 100 * 5e-6 = 5e-4 over the choice of the seed, which is fixed: 7. */
#include <math.h>

#include "tests/model/queries.h"

/* An estimate without spread must be exact; otherwise within 5 standard errors. */
static void simulated(const rr_model_query *q, const rr_chance *chance, size_t samples, uint64_t rows, double mean)
{
    rr_model_law law;
    double error;
    assert_int_equal(rr_model_simulate(q, chance, samples, rows, 7, &law, &error), 0);
    if (!(fabs(law.mean - mean) <= 5 * error + 1e-6 * mean))
        fail_msg("strategy %d, %u lanes, accept %g: %.8g +- %.2g, not %.8g", (int)q->strategy, q->lanes, chance->accept,
                 law.mean, error, mean);
    near(law.attempts, law.mean * q->lanes / law.samples, 1e-15, "attempts");
}

static void simulation(void **state)
{
    (void)state;
    for (size_t s = 0; s < ALL; ++s)
        for (size_t a = 2; a < SOME; ++a)
            for (unsigned lanes = 4; lanes <= 64; lanes *= 4) {
                rr_model_query q = query(STRATEGIES[s], lanes, ACCEPTS[a]);
                q.group = 2;
                q.proposals = 3;
                q.goes_on = 1;
                q.change = 0.2;
                q.tile = 360;
                const int tiles = q.strategy == RR_MODEL_FIXED || q.strategy >= RR_MODEL_REFILL;
                const int rare = q.strategy == RR_MODEL_FIXED && rr_model_fixed_fail(q.chance, 3) * 360 * 100 < 100;
                if (rare) continue;   /* too few second attempts for a normal distribution */
                simulated(&q, &q.chance, 1, tiles ? 100 : 1300, ask(&q, NULL, 0).mean);
                if (tiles) continue;
                q.first = 3;
                simulated(&q, &q.chance, 1, 640, ask(&q, NULL, 0).mean);
                q.first = RR_MODEL_TILE;
                q.tile = 5 * lanes + 2;
                simulated(&q, &q.chance, 1, 200, ask(&q, NULL, 0).mean);
            }
    /* fixed:8 in tiles of 9: rows of four samples, the last with one. */
    rr_model_query nine = query(RR_MODEL_FIXED, 32, 0.1);
    rr_model_law made;
    nine.first = RR_MODEL_TILE, nine.tile = 9;
    assert_int_equal(rr_model_simulate(&nine, &nine.chance, 1, 20000, 7, &made, NULL), 0);
    assert_true(made.mean == 1 && made.samples == 3 && ask(&nine, NULL, 0).samples == 3);
    assert_true(fabs(made.fail - ask(&nine, NULL, 0).fail) < 0.006);   /* 5 sigma */
    /* Lanes without a sample in the last row of a tile have nothing to lose. */
    rr_model_query last = query(RR_MODEL_CACHED, 16, 0.5);
    last.change = 1, last.first = RR_MODEL_TILE, last.tile = 17;
    simulated(&last, &last.chance, 1, 2000, ask(&last, NULL, 0).mean);
    /* The variance of three rows, and the error of their mean: six times it is an integer. */
    rr_model_law three;
    double error;
    const rr_model_query rows = query(RR_MODEL_LOOP, 8, 0.1);
    assert_int_equal(rr_model_simulate(&rows, &rows.chance, 1, 3, 7, &three, &error), 0);
    assert_true(three.variance > 0);
    near(3 * error * error, three.variance, 1e-12, "the variance of three rows");
    near(6 * three.variance, round(6 * three.variance), 1e-12, "six times a variance");
    /* Chances that differ: the product form, and failures of fixed. */
    rr_chance c[32];
    for (int i = 0; i < 32; ++i) c[i] = rr_chance_accept(0.03 * (i + 1));
    rr_model_query q = query(RR_MODEL_LOOP, 32, 0.5);
    simulated(&q, c, 32, 3000, rr_model_mixed_mean(c, 32));
    rr_model_law law;
    q.strategy = RR_MODEL_FIXED;
    assert_int_equal(rr_model_simulate(&q, c, 32, 20000, 7, &law, NULL), 0);
    assert_true(fabs(law.fail - rr_model_mixed_fail(c, 32, 8)) < 0.004);
    assert_true(law.mean == 1 && law.samples == 4);
}

static void refused_chances(void **state)
{
    static const double NOT_CHANCES[] = {0, -0.5, 1.5, NAN, INFINITY};
    (void)state;
    for (size_t k = 0; k < sizeof NOT_CHANCES / sizeof *NOT_CHANCES; ++k) {
        const rr_chance c = rr_chance_accept(NOT_CHANCES[k]);
        assert_true(isnan(c.accept) && isnan(c.reject) && isnan(rr_model_loop_mean(c, 32)));
        if (k) assert_true(isnan(rr_chance_reject(NOT_CHANCES[k]).accept));
    }
    assert_true(isnan(rr_model_loop_mean((rr_chance){0.5, 0.5 + 0x1p-50}, 32)));
    assert_true(isnan(rr_chance_reject(1).reject) && rr_chance_reject(0).accept == 1);
}

static void refused_numbers(void **state)
{
    const rr_chance good = rr_chance_accept(0.5), bad = rr_chance_accept(0);
    double x;
    (void)state;
    assert_true(isnan(rr_model_loop_mean(good, 0)));
    assert_true(isnan(rr_model_loop_mean(good, 1.5)));
    assert_true(isnan(rr_model_loop_mean(good, 0x1p41)));
    assert_true(isnan(rr_model_loop_pmf(good, 32, 1.5)) && isnan(rr_model_loop_pmf(good, 32, NAN)));
    assert_true(rr_model_loop_pmf(good, 32, 0) == 0);
    assert_true(rr_model_loop_cdf(good, 32, -3) == 0);
    assert_true(rr_model_loop_survival(good, 32, 0) == 1);
    assert_true(rr_model_loop_cdf(good, 32, INFINITY) == 1 && rr_model_loop_pmf(good, 32, INFINITY) == 0);
    assert_true(isnan(rr_model_loop_quantile(good, 32, -0.1)) && isnan(rr_model_loop_quantile(good, 32, 1.1)));
    assert_true(isinf(rr_model_loop_quantile(good, 32, 1)) && rr_model_loop_quantile(good, 32, 0) == 1);
    assert_true(isnan(rr_model_loop_variance(bad, 32)) && isnan(rr_model_loop_mode(bad, 32)));
    assert_int_equal(rr_model_loop_chain(good, 0, 0, NULL, &x), -1);
    assert_int_equal(rr_model_loop_chain(good, 1025, 0, NULL, &x), -1);
    assert_int_equal(rr_model_loop_chain(bad, 32, 0, NULL, &x), -1);
    assert_int_equal(rr_model_cached_steady(good, 65, 0, NULL, &x), -1);
    assert_int_equal(rr_model_cached_steady(good, 32, 1.5, NULL, &x), -1);
    assert_true(isnan(rr_model_grouped_rate(good, 32, 3)));
    assert_true(isnan(rr_model_grouped_upto(24, 2)));
    assert_true(isnan(rr_model_grouped_upto(32, 64)));
    assert_true(isnan(rr_model_fixed_fail(good, 0)));
    assert_true(isnan(rr_model_fixed_proposals(good, 0)));
    assert_true(isnan(rr_model_fixed_proposals(bad, 0.1)));
    assert_true(isnan(rr_model_mixed_mean(NULL, 3)));
    assert_true(isnan(rr_model_mixed_cdf(&bad, 1, 3)));
    assert_true(isnan(rr_model_mixed_fail(&good, 1, 0)));
    assert_true(isnan(rr_model_ridley_norm(bad, 32)) && isnan(rr_model_ridley_pmf(good, 32, -1)));
}

static void refused_queries(void **state)
{
    const rr_chance good = rr_chance_accept(0.5), bad = rr_chance_accept(0);
    rr_model_law law;
    (void)state;
    for (size_t s = 0; s < ALL; ++s) {
        rr_model_query q = query(STRATEGIES[s], 0, 0.5);
        assert_int_equal(rr_model_ask(&q, &law, NULL, 0), -1);
        q.lanes = STRATEGIES[s] == RR_MODEL_LOOP ? 1025 : 65;
        assert_int_equal(rr_model_ask(&q, &law, NULL, 0), -1);
        assert_int_equal(rr_model_simulate(&q, &good, 1, 10, 1, &law, NULL), -1);
        q.lanes = 32;
        q.chance = bad;
        assert_int_equal(rr_model_ask(&q, &law, NULL, 0), -1);
        assert_int_equal(rr_model_simulate(&q, &bad, 1, 10, 1, &law, NULL), -1);
        q.chance = rr_chance_accept(1e-30);   /* it would not end */
        assert_int_equal(rr_model_simulate(&q, &q.chance, 1, 10, 1, &law, NULL), -1);
        q.chance = good;
        q.size = 4;
        assert_int_equal(rr_model_ask(&q, &law, NULL, 0), -1);
    }
    rr_model_query q = query((rr_model_strategy)99, 32, 0.5);
    assert_int_equal(rr_model_ask(&q, &law, NULL, 0), -1);
    q = query(RR_MODEL_GROUPED, 32, 0.5), q.group = 3;
    assert_int_equal(rr_model_ask(&q, &law, NULL, 0), -1);
    q = query(RR_MODEL_FIXED, 32, 0.5), q.proposals = 0;
    assert_int_equal(rr_model_ask(&q, &law, NULL, 0), -1);
    q = query(RR_MODEL_CACHED, 32, 0.5), q.change = -1;
    assert_int_equal(rr_model_ask(&q, &law, NULL, 0), -1);
    for (size_t s = 0; s < ALL; ++s) {
        const int tiled = s == RR_MODEL_CACHED || s >= RR_MODEL_REGROUP_AHEAD || s == RR_MODEL_FIXED;
        q = query(STRATEGIES[s], 32, 0.5), q.goes_on = 1, q.first = RR_MODEL_TILE;
        for (q.tile = 0; tiled && q.tile <= 65537; q.tile += 65537) {
            assert_int_equal(rr_model_ask(&q, &law, NULL, 0), -1);
            assert_int_equal(rr_model_simulate(&q, &good, 1, 10, 1, &law, NULL), -1);
        }
    }
}

/* The model uses the names of the strategies, and has a name for each strategy that it models. */
static void names(void **state)
{
    unsigned k = 0;
    const char *name;
    (void)state;
    for (; (name = rr_model_strategy_name(k)); ++k) {
        rr_strategy_info info = {0};
        size_t i = 0;
        while (rr_strategy_list(i, &info) && strcmp(info.name, name)) ++i;
        assert_string_equal(info.name, name);
    }
    assert_int_equal(k, ALL);
    assert_string_equal(rr_model_strategy_name(RR_MODEL_REGROUP_AHEAD), "regroup:ahead");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(simulation), TEST(refused_chances), TEST(refused_numbers), TEST(refused_queries), TEST(names),
    };
    return RUN(tests);
}
