/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Units of work, against the model and against formulas derived here, and the least squares that find their costs. */
#include <math.h>

#include "tests/support/support.h"

#include "host/plan/costs.h"

static void near(const char *what, double have, double want, double relative)
{
    if (!(fabs(have - want) <= relative * fabs(want))) fail_msg("%s: %.17g, not %.17g", what, have, want);
}

/* ---- Units --------------------------------------------------------------------------------------------------------- */

static rr_case case_of(double accept, double slow)
{
    return (rr_case){.width = 8, .warp = 32, .n = 10000, .tile = 4096, .chance = rr_chance_accept(accept), .slow = slow,
                     .aux = 0.01, .work = 3, .each = 1};
}

static rr_units units(const rr_case *c, const char *strategy_text, rr_plan_row *row)
{
    rr_units u;
    assert_int_equal(rr_units_of(c, strategy(strategy_text), &u, row), 0);
    return u;
}

static double any(double q, double w)
{
    return 1 - pow(1 - q, w);
}

/* Passes over the queue of a tile, per sample, from attempt `from` on. */
static double passes(const rr_case *c, int from)
{
    double sum = 0;
    for (int n = from; n < 100000; ++n) sum += 1 - pow(1 - pow(c->chance.reject, n), c->tile);
    return sum / c->tile;
}

/* The mean of the largest count among `lanes` lanes of 32 trials each, from the distribution of the maximum. */
static double max(double p, double lanes)
{
    double mean = 0;
    for (int k = 1; k <= 32; ++k) {
        double below = 0;
        for (int i = 0; i < k; ++i)
            below += exp(lgamma(33) - lgamma(i + 1) - lgamma(33 - i) + i * log(p) + (32 - i) * log1p(-p));
        mean += 1 - pow(below, lanes);
    }
    return mean;
}

static void units_of_gpu(void **state)
{
    rr_case c = case_of(0.5, 0.05);
    rr_plan_row row;
    (void)state;
    c.width = 32, c.gpu = 1, c.work = 1;
    const rr_units u = units(&c, "compact", &row);
    near("first", u.sampler[RR_UNIT_FIRST], 1, 0);
    near("attempts", u.sampler[RR_UNIT_ATTEMPT], 1.0 / 32, 1e-12);         /* one more per sample, by full warps */
    near("settles", u.sampler[RR_UNIT_DECIDE], 0.05 * 2 / 32, 1e-12);
    near("rounds of queueing", u.queue[RR_UNIT_STEP], (max(0.05, 32) + max(0.45, 32)) / 1024, 1e-9);
    near("steps of queues", u.queue[RR_UNIT_REG], 1.0 / 32 + 0.05 * 2 / 32, 1e-12);
    assert_true(u.queue[RR_UNIT_ROW] == 0);
    c.width = 1;
    near("a lane alone has the mean", units(&c, "compact", &row).queue[RR_UNIT_STEP], 0.5, 1e-12);
}

static void units_of_compact(void **state)
{
    const rr_case c = case_of(0.5, 0.05);
    rr_plan_row row;
    rr_model_law law;
    rr_model_query q = RR_MODEL_QUERY_INIT;
    const rr_units u = units(&c, "compact", &row);
    (void)state;
    q.strategy = RR_MODEL_COMPACT, q.lanes = 8, q.tile = 4096, q.chance = c.chance;
    assert_int_equal(rr_model_ask(&q, &law, NULL, 0), 0);
    const double pass = passes(&c, 1), decisions = 0.05 * 2 / 8 + pass / 2;   /* two attempts per sample */
    near("attempts", u.sampler[RR_UNIT_ATTEMPT], 3 * (law.mean - 512) / 4096, 2e-3);
    near("attempts where parameters vary", u.sampler[RR_UNIT_ATTEMPT_EACH], (law.mean - 512) / 4096, 2e-3);
    near("first", u.sampler[RR_UNIT_FIRST], 3, 0);
    near("first where parameters vary", u.sampler[RR_UNIT_FIRST_EACH], 1, 0);
    near("settles", u.sampler[RR_UNIT_DECIDE], decisions, 1e-9);
    near("passes", u.queue[RR_UNIT_ROW], pass, 1e-9);
    near("registers that note", u.queue[RR_UNIT_STEP], (any(0.05, 8) + any(0.45, 8)) / 8, 1e-12);
    near("registers of queues", u.queue[RR_UNIT_REG], decisions + u.sampler[RR_UNIT_ATTEMPT_EACH], 1e-12);
    const double a = any(0.05, 8), b = any(0.45, 8);
    near("branches", u.device[RR_UNIT_MISS], (2 * a * (1 - a) + 2 * b * (1 - b)) / 8, 1e-12);
    near("calls", u.device[RR_UNIT_CALL], 1e-4, 0);
    near("tiles", u.device[RR_UNIT_TILE], 3e-4, 1e-15);
    near("auxiliary draws", u.sampler[RR_UNIT_AUX], any(0.01, 8), 1e-12);
    near("efficiency", row.efficiency, law.efficiency, 1e-15);
}

static void units_of_fixed(void **state)
{
    const rr_case c = case_of(0.1, 0.02);
    rr_plan_row row;
    const rr_units u = units(&c, "fixed:4+", &row);
    const double fail = pow(0.9, 4), pass = passes(&c, 4);
    const double retries = fail / 0.1 / 8 + pass / 2;   /* registers of 8, the last of a pass half empty */
    const double decisions = any(0.02, 4) / 2 + 0.02 * fail / 0.1 / 8 + pass / 2;
    (void)state;
    near("attempts", u.sampler[RR_UNIT_ATTEMPT], 3 * (0.5 + retries), 2e-3);   /* 8 samples interleaved in 4 registers */
    near("settles", u.sampler[RR_UNIT_DECIDE], decisions, 1e-9);
    near("rows", u.strategy[RR_UNIT_ROW], 1 / 8.0, 1e-15);
    near("steps", u.strategy[RR_UNIT_STEP], 1 / 8.0, 1e-15);
    near("registers", u.strategy[RR_UNIT_REG], 0.5, 1e-15);
    near("passes", u.queue[RR_UNIT_ROW], pass, 1e-9);
    near("registers of queues", u.queue[RR_UNIT_REG], retries + 0.02 * fail / 0.1 / 8 + pass / 2, 2e-3);
    near("registers that note", u.queue[RR_UNIT_STEP], 0, 0);
    near("iterations", row.iterations, 1 + 8 * retries / 4, 2e-3);
    near("efficiency", row.efficiency, 1 / (0.1 * (4 + 8 * retries)), 2e-3);
}

/* Bulk calls have tile ends, kernels do not. */
static void units_of_rows(void **state)
{
    static const char *const names[] = {"cached", "regroup:ahead"};
    rr_case c = case_of(0.5, 0);
    (void)state;
    for (int k = 0; k < 2; ++k) {
        rr_model_query q = RR_MODEL_QUERY_INIT;
        rr_model_law law;
        rr_plan_row row;
        q.strategy = k ? RR_MODEL_REGROUP_AHEAD : RR_MODEL_CACHED, q.chance = c.chance;
        for (c.endless = 0; c.endless < 2; ++c.endless) {
            q.first = c.endless ? 0 : RR_MODEL_TILE;
            assert_int_equal(rr_model_ask(&q, &law, NULL, 0), 0);
            const rr_units u = units(&c, names[k], &row);
            near("iterations", row.iterations, law.mean, 1e-15);
            near("rows", u.strategy[RR_UNIT_ROW], 1 / 32.0, 1e-15);
            near("registers", u.strategy[RR_UNIT_REG], law.mean / 8, 1e-15);
            near("efficiency", row.efficiency, law.efficiency, 1e-15);
        }
    }
}

/* A unit of a queue costs the same as for compact, whatever the strategy. */
static void times(void **state)
{
    static rr_costs c;
    const rr_units u = {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}, {10, 11, 12, 13, 14, 15, 16, 17}};
    double want = 0;
    (void)state;
    for (int i = 0; i < 3; ++i) {
        c.device[i] = i + 0.5;
        c.strategy[RR_KIND_fixed][i] = 3 * i + 1;
        c.strategy[RR_KIND_compact][i] = 5 * i + 2;
        want += u.device[i] * (i + 0.5) + u.strategy[i] * (3 * i + 1) + u.queue[i] * (5 * i + 2);
    }
    for (int i = 0; i < RR_SAMPLER_UNITS; ++i) want += u.sampler[i] * (c.sampler[4][i] = 7 * i + 3);
    near("a time", rr_costs_time(&c, &u, strategy("fixed:8+"), 4), want, 1e-15);
}

/* ---- Least squares ------------------------------------------------------------------------------------------------- */

#define ROWS 40
#define COLUMNS 6

/* True if x is the minimum, by the conditions of Karush, Kuhn and Tucker, in relative errors. */
static void minimal(const double *a, const double *b, const double *w, const double *x)
{
    for (int j = 0; j < COLUMNS; ++j) {
        double slope = 0, size = 0;
        for (int i = 0; i < ROWS; ++i) {
            double r = b[i];
            for (int k = 0; k < COLUMNS; ++k) r -= a[i * COLUMNS + k] * x[k];
            slope += w[i] * a[i * COLUMNS + j] * r;
            size += w[i] * a[i * COLUMNS + j] * b[i];
        }
        if (x[j] < 0 || slope > 1e-5 * size || (x[j] > 0 && slope < -1e-5 * size))
            fail_msg("x[%d] = %g with slope %g of %g", j, x[j], slope, size);
    }
}

static void least_squares(void **state)
{
    static const double TRUE_X[2][COLUMNS] = {{1, 0, 2, 0.5, 3, 0.1}, {1, -2, 2, 0.5, -0.1, 0.1}};
    double a[ROWS * COLUMNS], b[ROWS], w[ROWS], residual[ROWS], x[COLUMNS], again[COLUMNS];
    (void)state;
    for (int system = 0; system < 2; ++system)
        for (double unit = 1e-3; unit <= 1e3; unit *= 1e3) {   /* of time */
            for (int i = 0; i < ROWS * COLUMNS; ++i) a[i] = (double)(mix((uint64_t)i) >> 11) * 0x1p-53;
            for (int i = 0; i < ROWS; ++i) {
                b[i] = 0.1;   /* no x fits */
                for (int k = 0; k < COLUMNS; ++k) b[i] += a[i * COLUMNS + k] * TRUE_X[system][k];
                b[i] = unit * fmax(b[i], 0.1);
                w[i] = 1 / (b[i] * b[i]);
            }
            for (int k = 0; k < COLUMNS; ++k) x[k] = 0, again[k] = unit * (k + 1);
            rr_nnls(ROWS, COLUMNS, 0, a, b, w, residual, x);
            minimal(a, b, w, x);
            for (int i = 0; i < ROWS; ++i) {
                double r = b[i];
                for (int k = 0; k < COLUMNS; ++k) r -= a[i * COLUMNS + k] * x[k];
                assert_true(fabs(r - residual[i]) <= 1e-9 * b[i]);
            }
            rr_nnls(ROWS, COLUMNS, 0, a, b, w, residual, again);
            for (int k = 0; k < COLUMNS; ++k) assert_true(fabs(again[k] - x[k]) <= 1e-3 * unit);
            again[0] = x[0] + unit;   /* stays; the others make up for it, as far as they can */
            for (int k = 1; k < COLUMNS; ++k) again[k] = 0;
            rr_nnls(ROWS, COLUMNS, 1, a, b, w, residual, again);
            assert_true(again[0] == x[0] + unit);
            for (int i = 0; i < ROWS; ++i) b[i] -= a[i * COLUMNS] * again[0], a[i * COLUMNS] = 0;
            again[0] = 0;
            minimal(a, b, w, again);
        }
}

static void medians(void **state)
{
    rr_timed t = {.round = {5, 1, 9, 3, 7, 2, 8}};
    (void)state;
    rr_timed_end(&t);
    assert_true(t.ns == 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(units_of_compact), TEST(units_of_gpu), TEST(units_of_fixed), TEST(units_of_rows),
                                       TEST(times), TEST(least_squares), TEST(medians)};
    return RUN(tests);
}
