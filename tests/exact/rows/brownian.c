/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Processes (brownian, brownian-bridge, ornstein-uhlenbeck): means and covariances of 2^17 rows within 6 standard errors
 * (2e-9 per entry); the end of a bridge. whole.c has their answers and bits. */
#include <math.h>

#include "tests/exact/rows/whole.h"

static const double steps[TIMES] = {0.5, 0, 2, 0.25}, ends[TIMES] = {0.5, 0.5, 2.5, 2.75};

/* Mean of component c, and covariance of c >= d. */
static double mean_of(int law, int c)
{
    const double *g = laws[law].good;
    if (law == 0) return g[3] + g[1] * ends[c];
    if (law == 1) return g[1] + (g[2] - g[1]) * ends[c] / ends[TIMES - 1];
    return g[0];
}

static double covariance_of(int law, int c, int d)
{
    const double *g = laws[law].good;
    if (law == 0) return g[2] * g[2] * ends[d];
    if (law == 1) return g[3] * g[3] * ends[d] * (1 - ends[c] / ends[TIMES - 1]);
    return g[3] * g[3] * exp(-g[2] * (ends[c] - ends[d])) * (1 - exp(-2 * g[2] * ends[d])) / (2 * g[2]);
}

static void check_law(int law, const double *x)
{
    double sum[TIMES] = {0}, product[TIMES][TIMES] = {{0}};
    for (int r = 0; r < ROWS; ++r)
        for (int c = 0; c < TIMES; ++c) {
            const double away = x[r * TIMES + c] - mean_of(law, c);
            sum[c] += away;
            for (int d = 0; d <= c; ++d) product[c][d] += away * (x[r * TIMES + d] - mean_of(law, d));
        }
    for (int c = 0; c < TIMES; ++c) {
        const double own = covariance_of(law, c, c);
        if (!(fabs(sum[c] / ROWS) <= 6 * sqrt(own / ROWS)))
            fail_msg("%s: mean %d is off by %g", laws[law].name, c, sum[c] / ROWS);
        for (int d = 0; d <= c; ++d) {
            const double want = covariance_of(law, c, d);
            const double error = sqrt((own * covariance_of(law, d, d) + want * want) / ROWS);
            if (!(fabs(product[c][d] / ROWS - want) <= 6 * error))
                fail_msg("%s: covariance (%d, %d) is %g, not %g", laws[law].name, c, d, product[c][d] / ROWS, want);
        }
    }
}

static void law_of_times(void **state)
{
    static double x[ROWS * TIMES];
    (void)state;
    for (int law = 0; law < TIMED; ++law) {
        rr_job job = rows_job(&laws[law], RR_F64, 1, ROWS, TIMES);
        job.param[law == 2] = (rr_param){steps, RR_F64, 0, 8};
        must_run(device("cpu"), &job, x);
        check_law(law, x);
    }
}

/* The end of a bridge, and a bridge without remaining time. */
static void bridge_ends(void **state)
{
    static const double none[3] = {1, 0, 0};
    double x[30];
    (void)state;
    rr_job job = rows_job(&laws[1], RR_F64, 1, 10, 3);
    must_run(device("cpu"), &job, x);
    for (int r = 0; r < 10; ++r) assert_true(x[3 * r] != 3 && x[3 * r + 2] == 3);
    job.param[0] = (rr_param){none, RR_F64, 0, 8};
    must_run(device("cpu"), &job, x);
    for (int k = 0; k < 30; ++k) assert_true(x[k] == 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(law_of_times), TEST(bridge_ends),
    };
    return RUN(tests);
}
