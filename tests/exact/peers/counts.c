/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Counts: binomial, hypergeometric, geometric, Zipf's and logarithmic, at their ends and in their tails. */
#include <math.h>

#include "tests/exact/peers/bug.h"

/* ---- Binomials ------------------------------------------------------------------------------------------------------ */

/* BIN-04, BIN-14, NBI-02: an endless loop, or a number, for p = NaN and next to 1. */
BUG(BIN_14_p_outside_is_refused)
{
    const double p[] = {NAN, nextafter(1, 2), -0x1p-1074, 1e300};
    for (int i = 0; i < 4; ++i) assert_int_equal(draw("binomial", RR_F64, 1, 10, p[i], X), RR_ERR_PARAM);
    assert_int_equal(draw("binomial", RR_F64, 1, 10.5, 0.5, X), RR_ERR_PARAM);
    assert_int_equal(draw("binomial", RR_F64, 1, 0x1p53 + 2, 0.5, X), RR_ERR_PARAM);
}

/* BIN-05: n = 0 was an error, or negative; BIN-17: -1 of tiny p. */
BUG(BIN_05_ends)
{
    const double p[] = {0, 1e-320, 1e-8, 0.5, 1 - 0x1p-53, 1}, n[] = {0, 1, 19, 20, 64, 65, 1e5, 0x1p53 - 1, 0x1p53};
    for (int a = 0; a < 6; ++a)
        for (int b = 0; b < 9; ++b) {
            assert_int_equal(draw("binomial", RR_F64, 256, n[b], p[a], X), RR_OK);
            for (int i = 0; i < 256; ++i) {
                assert_true(X[i] >= 0 && X[i] <= n[b] && X[i] == floor(X[i]));
                if (p[a] < 1e-300) assert_true(X[i] == 0);
                if (p[a] == 1) assert_true(X[i] == n[b]);
            }
        }
}

/* BIN-21: the mirror was applied to the wrong half. */
BUG(BIN_21_complement)
{
    const double p[] = {0x1p-10, 0.125, 0.25, 0.375};
    for (int a = 0; a < 4; ++a) {
        draw("binomial", RR_F64, MAX, 100, p[a], X);
        draw("binomial", RR_F64, MAX, 100, 1 - p[a], Y);
        for (int i = 0; i < MAX; ++i) assert_true(X[i] == 100 - Y[i]);
    }
}

/* BIN-10, BIN-28: n beyond 32 bits wrapped. */
BUG(BIN_28_large_n)
{
    draw("binomial", RR_F64, MAX, 1e10, 0.5, X);
    for (int i = 0; i < MAX; ++i) assert_true(fabs(X[i] - 5e9) < 8 * 5e4);
}

/* ---- Hypergeometrics ------------------------------------------------------------------------------------------------ */

static rr_status urn(double good, double bad, double taken, size_t n, double *x)
{
    rr_job job = RR_JOB_INIT;
    const double p[] = {good, bad, taken};
    job.sampler = rr_sampler_find("hypergeometric");
    job.dtype = RR_F64;
    job.stream = rr_stream_make(11, 12);
    job.rows = n;
    for (int k = 0; k < 3; ++k) job.param[k] = (rr_param){&p[k], RR_F64, 0, 0};
    job.out = x;
    return rr_run(device("cpu"), &job, NULL);
}

static double urn_mean(double good, double bad, double taken)
{
    double sum = 0;
    assert_int_equal(urn(good, bad, taken, MAX, X), RR_OK);
    for (int i = 0; i < MAX; ++i) sum += X[i];
    return sum / MAX;
}

/* HYP-02, HYP-08, HYP-13: an endless loop of large numbers; HYP-11: arguments beyond 2^53 were rounded, here they
 * are refused. */
BUG(HYP_02_large_numbers_end)
{
    const double n[] = {0, 1, 26, 0x1p20 - 2, 0x1p40 - 2, 0x1p52 - 1, 0x1p52, 5277655813324800};
    for (int a = 0; a < 8; ++a)
        for (int b = 0; b < 8; ++b)
            for (int c = 0; c < 8; ++c) {
                const int good = n[a] + n[b] <= 0x1p53 && n[c] <= n[a] + n[b];
                assert_int_equal(urn(n[a], n[b], n[c], 64, X), good ? RR_OK : RR_ERR_PARAM);
                for (int i = 0; good && i < 64; ++i)   /* HYP-03: a product overflowed, and counts were negative */
                    assert_true(X[i] >= fmax(0, n[c] - n[b]) && X[i] <= fmin(n[a], n[c]) && X[i] == floor(X[i]));
            }
    assert_int_equal(urn(0x1p53, 1, 5, 1, X), RR_ERR_PARAM);
    assert_int_equal(urn(0x1p62, 0x1p62, 26, 1, X), RR_ERR_PARAM);
    assert_int_equal(urn(10, 10, 20.5, 1, X), RR_ERR_PARAM);
    assert_int_equal(urn(10, 10, 21, 1, X), RR_ERR_PARAM);
    assert_int_equal(urn(10, NAN, 5, 1, X), RR_ERR_PARAM);
}

/* The reflection for nsample > N / 2 used the wrong number. Here good and bad items are exchanged, and so are drawn and
 * remaining ones. */
BUG(HYP_04_symmetries)
{
    static const double p[][3] = {{300, 700, 100}, {20, 80, 10}, {499, 500, 400}, {1e9, 3e9, 1e6}, {5, 1e12, 1e11}};
    for (int a = 0; a < 5; ++a) {
        const double good = p[a][0], bad = p[a][1], taken = p[a][2], all = good + bad;
        urn(good, bad, taken, MAX, X);
        urn(bad, good, taken, MAX, Y);
        for (int i = 0; i < MAX; ++i) assert_true(X[i] + Y[i] == taken);
        urn(good, bad, all - taken, MAX, Y);
        for (int i = 0; i < MAX; ++i) assert_true(X[i] + Y[i] == good);
        urn(taken, all - taken, good, MAX, Y);
        assert_memory_equal(X, Y, sizeof X);
    }
}

/* A cast overflowed at tiny p, GEO-01, -02, -04, -06: negative or constant counts. p = 0 is refused
 * (GEO-03). */
BUG(GEO_01_tiny_p)
{
    const double p[] = {1e-17, 1e-15, 1e-13, 0x1p-53, 1e-12, 1e-9, 1e-3};
    for (int k = 0; k < 7; ++k) {
        double sum = 0;
        assert_int_equal(draw("geometric", RR_F64, MAX, p[k], 0, X), RR_OK);
        for (int i = 0; i < MAX; ++i) {
            assert_true(X[i] >= 1 && X[i] < 130 / p[k]);
            sum += X[i] / MAX;
        }
        assert_true(fabs(sum * p[k] - 1) < 6 / sqrt(MAX));   /* the mean is 1 / p, and so is the sd */
    }
    const double bad[] = {0, -0.0, -1e-9, 1e-30, 1.0000001, NAN, INFINITY};
    for (int k = 0; k < 7; ++k) assert_int_equal(draw("geometric", RR_F64, 1, bad[k], 0, X), RR_ERR_PARAM);
}

/* NaN and a next to 1 looped for ever, or gave the smallest integer; ZIP-03: more than n. */
BUG(ZIP_01_ends)
{
    const double a[] = {1 + 0x1p-52, 1 + 1e-13, 1.001, 1.5, 10000, 1e300};
    for (int k = 0; k < 6; ++k) {
        assert_int_equal(draw("zipf", RR_F64, MAX, a[k], 0, X), RR_OK);
        for (int i = 0; i < MAX; ++i) assert_true(X[i] >= 1 && X[i] <= 0x1p63 && (k < 4 || X[i] == 1));
    }
    assert_int_equal(draw("zipf", RR_F64, 1, 1, 0, X), RR_ERR_PARAM);
    assert_int_equal(draw("zipf", RR_F64, 1, NAN, 0, X), RR_ERR_PARAM);
}

/* p = 1 hung, or gave 2. */
BUG(LOG_01_p_next_to_1)
{
    assert_int_equal(draw("logseries", RR_F64, MAX, 1 - 0x1p-53, 0, X), RR_OK);
    for (int i = 0; i < MAX; ++i) assert_true(X[i] >= 1 && X[i] < 0x1p63 && X[i] == floor(X[i]));
    assert_int_equal(draw("logseries", RR_F64, 1, 1, 0, X), RR_ERR_PARAM);
    assert_int_equal(draw("logseries", RR_F64, 1, NAN, 0, X), RR_ERR_PARAM);
}

/* Good and bad were swapped; HYP-09: slightly too small. 6 standard errors. */
BUG(HYP_05_good_is_not_bad)
{
    assert_true(fabs(urn_mean(300, 700, 100) - 30) < 6 * 4.36 / 64);
    assert_true(fabs(urn_mean(900, 100, 100) - 90) < 6 * 2.85 / 64);
    assert_true(fabs(urn_mean(4, 16, 5) - 1) < 6 * 0.8 / 64);
}

/* Both tails of H2PE were wrong, which a tolerance of 5 % did not detect: beyond 2 sd of (100, 50, 50) the fraction is P
 * (summed exactly), within 6 standard errors. */
BUG(HYP_07_tails)
{
    int low = 0, high = 0;
    urn(100, 50, 50, MAX, X);
    for (int i = 0; i < MAX; ++i) low += X[i] <= 27, high += X[i] >= 40;
    assert_true(fabs(low - MAX * 0.0166949888) < 6 * sqrt(MAX * 0.0166949888));
    assert_true(fabs(high - MAX * 0.0105082942) < 6 * sqrt(MAX * 0.0105082942));
}

/* nsample = 0 gave ngood. */
BUG(HYP_10_ends)
{
    static const double p[][4] = {{7, 9, 0, 0}, {7, 9, 16, 7}, {0, 9, 5, 0}, {7, 0, 5, 5}, {0, 0, 0, 0}, {1e15, 8e15, 0, 0},
                                  {1e15, 8e15, 9e15, 1e15}};
    for (int a = 0; a < 7; ++a) {
        assert_int_equal(urn(p[a][0], p[a][1], p[a][2], MAX, X), RR_OK);
        for (int i = 0; i < MAX; ++i) assert_true(X[i] == p[a][3]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(GEO_01_tiny_p), TEST(ZIP_01_ends), TEST(LOG_01_p_next_to_1), TEST(BIN_14_p_outside_is_refused),
        TEST(BIN_05_ends), TEST(BIN_21_complement), TEST(BIN_28_large_n), TEST(HYP_02_large_numbers_end),
        TEST(HYP_04_symmetries), TEST(HYP_05_good_is_not_bad), TEST(HYP_07_tails), TEST(HYP_10_ends),
    };
    return RUN(tests);
}
