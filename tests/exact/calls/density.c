/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Distributions of a density through the library: the same bytes from every strategy, instruction set, warp, thread count
 * and split; antithetic jobs; order with U; tables, histograms and samples; refusals and their messages. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "calls.h"
#include "laws/sampler.h"
#include "reroll.h"
#include "reroll_density.h"

enum { COUNT = 20000 };

static double bell(double x, void *c) { return exp(-x * x / (c ? *(double *)c : 2)); }
static double two(double x, void *c) { return (void)c, exp(-(x - 6) * (x - 6)) + exp(-(x + 6) * (x + 6)); }

static const rr_sampler *law_of(rr_density_function *pdf)
{
    rr_density d = RR_DENSITY_INIT;
    const rr_sampler *law;
    d.pdf = pdf;
    assert_int_equal(rr_law_from_density(&d, &law, NULL), RR_OK);
    return law;
}

static void bits(void **state)
{
    static double want[COUNT], got[COUNT];
    const rr_sampler *law = law_of(two);
    rr_device_info device;
    rr_strategy_info strategy;
    (void)state;
    for (int wide = 0; wide < 2; ++wide) {
        const rr_type type = wide ? RR_F64 : RR_F32;
        const size_t size = wide ? 8 : 4;
        int runs = 0;
        assert_int_equal(draw_law("cpu:scalar", "loop", law, type, 0, 7, COUNT, want), RR_OK);
        for (size_t d = 0; rr_device_list(d, &device) && !strncmp(device.name, "cpu", 3); ++d)
            for (size_t s = 0; device.available && rr_strategy_list(s, &strategy); ++s) {
                char text[32], open[64];
                rr_strategy_text(strategy.example, text);
                snprintf(open, sizeof open, "%s,threads=%d,tile=%d", device.name, 1 + (int)(s % 3), s % 2 ? 64 : 4096);
                memset(got, 255, sizeof got);
                assert_int_equal(draw_law(open, text, law, type, 0, 7, COUNT, got), RR_OK);
                if (memcmp(want, got, COUNT * size)) fail_msg("%s, %s: other bits", open, text);
                ++runs;
            }
        for (uint64_t at = 0; at < COUNT; at += 777)   /* splits */
            assert_int_equal(draw_law("cpu", "auto", law, type, 0, 7 + at, at + 777 > COUNT ? COUNT - at : 777,
                                  (char *)got + at * size), RR_OK);
        assert_memory_equal(want, got, COUNT * size);
        assert_true(runs >= 10);   /* with scalar lanes alone */
    }
    rr_density_close(&law);
}

/* x increases with uniform's U of the same index; the antithetic sample of a symmetric distribution is its negative. */
static void with_u(void **state)
{
    static double u[COUNT], x[COUNT], y[COUNT];
    const rr_sampler *law = law_of(bell);
    (void)state;
    assert_int_equal(draw_law("cpu", "auto", rr_sampler_find("uniform"), RR_F64, 0, 0, COUNT, u), RR_OK);
    assert_int_equal(draw_law("cpu", "auto", law, RR_F64, 0, 0, COUNT, x), RR_OK);
    assert_int_equal(draw_law("cpu", "auto", law, RR_F64, RR_ANTITHETIC, 0, COUNT, y), RR_OK);
    for (int i = 0; i < COUNT; ++i) {
        assert_true(fabs(erfc(-x[i] / sqrt(2)) / 2 - u[i]) < 1e-11);
        assert_true(fabs(x[i] + y[i]) < 1e-9);
    }
    rr_density_close(&law);
}

static uint64_t digest_of(const rr_sampler *law) { return rr_sampler_about(law)->digest; }

/* Equal densities give the same samples, different ones do not. The built-in distribution equals the one made from its
 * formula. */
static double quartic(double x, void *c) { return (void)c, -(x * x) * (x * x) / 4; }

static void identity(void **state)
{
    static float x[COUNT], y[COUNT];
    rr_density d = RR_DENSITY_INIT;
    rr_density_report report = RR_DENSITY_REPORT_INIT;
    const rr_sampler *a = law_of(bell), *b = law_of(bell), *c = law_of(two), *q;
    (void)state;
    assert_true(a != b && digest_of(a) == digest_of(b) && digest_of(a) != digest_of(c) && digest_of(a));
    assert_string_equal(rr_sampler_about(a)->name, "density");
    d.logpdf = quartic;
    assert_int_equal(rr_law_from_density(&d, &q, &report), RR_OK);
    assert_true(report.digest == digest_of(q) && fabs(report.mass - 2.5636933520408484) < 1e-12 && !report.message[0]);
    assert_true(report.pieces[0] > 100 && report.bytes[1] > report.bytes[0] && report.error[1] > 0);
    assert_int_equal(draw_law("cpu", "auto", q, RR_F32, 0, 0, COUNT, x), RR_OK);
    assert_int_equal(draw_law("cpu", "auto", rr_sampler_find("density"), RR_F32, 0, 0, COUNT, y), RR_OK);
    assert_memory_equal(x, y, sizeof x);
    rr_density_close(&a), rr_density_close(&b), rr_density_close(&c), rr_density_close(&q);
    rr_density_close(&q);
    rr_density_close(NULL);
}

/* A copy of a descriptor is neither in the list nor a user's distribution. */
static void copies(void **state)
{
    double x[4];
    const rr_sampler *law = law_of(bell);
    rr_sampler copy = *law;
    (void)state;
    assert_int_equal(draw_law("cpu", "auto", &copy, RR_F64, 0, 0, 4, x), RR_ERR_ARGUMENT);
    rr_density_close(&law);
}

/* ---- Shapes --------------------------------------------------------------------------------------------------------- */

static double fraction_below(const rr_sampler *law, double x)
{
    static double v[COUNT];
    int below = 0;
    assert_int_equal(draw_law("cpu", "auto", law, RR_F64, 0, 0, COUNT, v), RR_OK);
    for (int i = 0; i < COUNT; ++i) below += v[i] < x;
    return (double)below / COUNT;
}

static void shapes(void **state)
{
    const double x[] = {0, 1, 3}, y[] = {0, 2, 0}, edge[] = {-1, 0, 5, 6}, mass[] = {1, 0, 3}, sample[] = {4, 1, 2},
        unbounded[] = {1, INFINITY, NAN};
    const rr_sampler *law;
    rr_density_report report = RR_DENSITY_REPORT_INIT;
    (void)state;
    assert_int_equal(rr_law_from_table(x, y, 3, &law, &report), RR_OK);
    assert_true(fabs(report.mass - 3) < 1e-12);
    assert_true(fabs(fraction_below(law, 1) - 1 / 3.) < 0.015 && fraction_below(law, 0) == 0 &&
        fraction_below(law, 3.0000001) == 1);
    rr_density_close(&law);
    assert_int_equal(rr_law_from_histogram(edge, mass, 3, &law, &report), RR_OK);
    assert_true(fabs(fraction_below(law, 0) - 0.25) < 0.014 && fraction_below(law, 5) == fraction_below(law, 0.0001));
    assert_true(fabs(fraction_below(law, 5.5) - 0.625) < 0.015);
    rr_density_close(&law);
    assert_int_equal(rr_law_from_samples(sample, 3, &law, &report), RR_OK);
    assert_true(fabs(fraction_below(law, 2) - 0.5) < 0.015 && fabs(fraction_below(law, 3) - 0.75) < 0.014);
    rr_density_close(&law);
    assert_int_equal(rr_law_from_samples(unbounded, 3, &law, &report), RR_ERR_ARGUMENT);
    assert_string_equal(report.message, "sample[1] is not finite");
    assert_int_equal(rr_law_from_samples(unbounded + 2, 1, &law, &report), RR_ERR_ARGUMENT);
    assert_string_equal(report.message, "2 to 2^40 samples are accepted");
    assert_int_equal(rr_law_from_samples((double[]){-1.7e308, 1.7e308}, 2, &law, &report), RR_ERR_ARGUMENT);
    assert_int_equal(rr_law_from_samples(NULL, 3, &law, &report), RR_ERR_ARGUMENT);
    assert_null(law);
    assert_int_equal(rr_law_from_table(x, mass, 1, &law, &report), RR_ERR_ARGUMENT);
    assert_int_equal(rr_law_from_histogram(edge, (double[]){1, -1, 1}, 3, &law, &report), RR_ERR_PARAM);
    assert_int_equal(rr_law_from_histogram(edge, (double[]){0, 0, 0}, 3, &law, &report), RR_ERR_PARAM);
    assert_int_equal(rr_law_from_table((double[]){0, 2, 1}, y, 3, &law, NULL), RR_ERR_ARGUMENT);
}

/* A mode that the first cells miss, which is 0 on one side: half of the mass is there, right of 0.3 or left of it. */
static double mode_above(double x, void *c) { return (void)c, 1 + (x > 0.3 ? 1e5 * exp(-(x - 0.3) * 1e5) : 0); }
static double mode_below(double x, void *c) { return (void)c, 1 + (x < 0.3 ? 1e5 * exp((x - 0.3) * 1e5) : 0); }

static void one_sided_modes(void **state)
{
    double (*const pdf[])(double, void *) = {mode_above, mode_below};
    (void)state;
    for (int k = 0; k < 2; ++k) {
        rr_density d = RR_DENSITY_INIT;
        rr_density_report report = RR_DENSITY_REPORT_INIT;
        const rr_sampler *law;
        d.pdf = pdf[k], d.low = 0, d.high = 1;
        assert_int_equal(rr_law_from_density(&d, &law, &report), RR_OK);
        if (!(fabs(report.mass - 2) < 1e-9)) fail_msg("mode %d: a mass of %.17g, not 2", k, report.mass);
        rr_density_close(&law);
    }
}

/* The largest table and histogram, and one more point. */
static void largest(void **state)
{
    enum { POINTS = 16385 };
    static double x[POINTS + 1], y[POINTS + 1];
    const rr_sampler *law;
    rr_density_report report = RR_DENSITY_REPORT_INIT;
    (void)state;
    for (int i = 0; i <= POINTS; ++i) x[i] = i, y[i] = 1;
    assert_int_equal(rr_law_from_table(x, y, POINTS, &law, &report), RR_OK);
    assert_true(fabs(report.mass - (POINTS - 1)) < 1e-7);
    rr_density_close(&law);
    assert_int_equal(rr_law_from_histogram(x, y, POINTS - 1, &law, &report), RR_OK);
    rr_density_close(&law);
    for (int histogram = 0; histogram < 2; ++histogram) {
        assert_int_equal(histogram ? rr_law_from_histogram(x, y, POINTS, &law, &report)
                                   : rr_law_from_table(x, y, POINTS + 1, &law, &report), RR_ERR_ARGUMENT);
        assert_string_equal(report.message, "2 to 16385 points, or 1 to 16384 bins, are accepted");
    }
}

/* ---- Samples -------------------------------------------------------------------------------------------------------- */

static int by_size(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The quantile at u of sorted x: numpy.quantile(x, u). */
static double quantile(const double *x, size_t n, double u)
{
    const double rank = u * (double)(n - 1);
    const size_t i = (size_t)rank;
    return i + 1 < n ? x[i] + (rank - (double)i) * (x[i + 1] - x[i]) : x[n - 1];
}

/* Draws in both precisions, and compares with the quantile of u; a change of u by 2^-50 or 2^-22 explains the rest. */
static void check_samples(const double *sample, size_t n)
{
    static double u[COUNT], x[COUNT];
    static float u32[COUNT], y[COUNT], z[COUNT];
    double *sorted = malloc(n * sizeof *sorted);
    rr_density_report report = RR_DENSITY_REPORT_INIT;
    const rr_sampler *law;
    assert_non_null(sorted);
    memcpy(sorted, sample, n * sizeof *sorted);
    qsort(sorted, n, sizeof *sorted, by_size);
    if (rr_law_from_samples(sample, n, &law, &report)) fail_msg("%zu samples: %s", n, report.message);
    assert_true(report.mass == (double)(n - 1) && report.error[0] <= 0x1p-22 && report.error[1] <= 0x1p-40);
    assert_int_equal(draw_law("cpu", "auto", rr_sampler_find("uniform"), RR_F64, 0, 0, COUNT, u), RR_OK);
    assert_int_equal(draw_law("cpu", "auto", rr_sampler_find("uniform"), RR_F32, 0, 0, COUNT, u32), RR_OK);
    assert_int_equal(draw_law("cpu", "auto", law, RR_F64, 0, 0, COUNT, x), RR_OK);
    assert_int_equal(draw_law("cpu", "auto", law, RR_F32, 0, 0, COUNT, y), RR_OK);
    assert_int_equal(draw_law("cpu:scalar", "loop", law, RR_F32, 0, 0, COUNT, z), RR_OK);
    assert_memory_equal(y, z, sizeof y);
    for (int i = 0; i < COUNT; ++i) {
        const double few = 4 * 0x1p-52 * (fabs(sorted[0]) + fabs(sorted[n - 1])), some = few * 0x1p29;
        const double low = quantile(sorted, n, u[i] * (1 - 0x1p-50)),
                     high = quantile(sorted, n, fmin(u[i] * (1 + 0x1p-50), 1));
        const double left = quantile(sorted, n, u32[i] * (1 - 0x1p-22)),
                     right = quantile(sorted, n, fmin(u32[i] * (1 + 0x1p-22), 1));
        if (!(x[i] >= low - few && x[i] <= high + few)) fail_msg("%zu samples: %.17g at %.17g", n, x[i], u[i]);
        if (!(y[i] >= left - some && y[i] <= right + some)) fail_msg("%zu samples: %.9g at %.9g", n, y[i], u32[i]);
        const size_t k = (size_t)(u[i] * (double)(n - 1));
        if (low == high && sorted[k] == sorted[k + 1]) assert_true(x[i] == low);   /* an atom's bits */
    }
    rr_density_close(&law);
    free(sorted);
}

static void samples(void **state)
{
    static double many[100000];
    const double ties[] = {1, 2, 1}, equal[] = {0.1, 0.1, 0.1}, zeros[] = {0, -0.0}, pairs[] = {3, 3, -1, 7, 7, 7, -1, 0.3};
    const double close[] = {1 + 0x1p-52, 1, 1 + 0x1p-51}, far[] = {-1e300, 0, 0, 1e300};
    const double next[] = {0.1, 0.3, 0.1 + 0.2, 0.5}, last[] = {0, 1, 1 + 0x1p-52}, first[] = {1, 1 + 0x1p-52, 7, 9};
    rr_density_report report = RR_DENSITY_REPORT_INIT;
    const rr_sampler *law;
    float x[100];
    (void)state;
    check_samples(ties, 3);
    check_samples(equal, 3);
    check_samples(zeros, 2);
    check_samples(pairs, 8);
    check_samples(close, 3);
    check_samples(next, 4);   /* neighbouring doubles */
    check_samples(last, 3);
    check_samples(first, 4);
    for (size_t i = 0; i < 100000; ++i) many[i] = (double)(i * i % 101);   /* ties */
    check_samples(many, 100000);
    for (size_t i = 0; i < 1000; ++i) many[i] = sin((double)(i / 3));
    check_samples(many, 1000);
    for (size_t i = 0; i < 16000; ++i) many[i] = floor((double)(i * i % 16001) / 2);
    check_samples(many, 16000);
    assert_int_equal(rr_law_from_samples(far, 4, &law, &report), RR_OK);   /* beyond the largest float */
    assert_int_equal(draw_law("cpu", "auto", law, RR_F32, 0, 0, 100, x), RR_OK);
    for (int i = 0; i < 100; ++i) assert_true(isfinite(x[i]));
    rr_density_close(&law);
    assert_int_equal(rr_law_from_samples(equal, 3, &law, NULL), RR_OK);
    assert_int_equal(draw_law("cpu", "auto", law, RR_F32, 0, 0, 100, x), RR_OK);
    for (int i = 0; i < 100; ++i) assert_true(x[i] == 0.1F);
    rr_density_close(&law);
}

/* More points than a table has: P(X <= x) changes by at most 1.3e-4 (7e-5 without ties), and by 1/64 of the tail. */
static void many_samples(void **state)
{
    enum { MANY = 400000 };
    static double u[COUNT], x[COUNT], sample[MANY], sorted[MANY];
    static const double width[] = {0, 1e-5, 0.3};   /* of ties */
    rr_density_report report = RR_DENSITY_REPORT_INIT;
    const rr_sampler *law, *again;
    (void)state;
    assert_int_equal(draw_law("cpu", "auto", rr_sampler_find("uniform"), RR_F64, 0, 0, COUNT, u), RR_OK);
    for (int k = 0; k < 3; ++k) {
        for (int i = 0; i < MANY; ++i) {
            const double y = -log(((double)((uint64_t)i * 7919 % MANY) + 0.5) / MANY);
            sample[i] = k == 0 ? y : k == 1 ? floor(y / width[1]) * width[1] : y < width[2] ? 0 : y;
        }
        memcpy(sorted, sample, sizeof sorted);
        qsort(sorted, MANY, sizeof *sorted, by_size);
        if (rr_law_from_samples(sample, MANY, &law, &report)) fail_msg("%s", report.message);
        assert_int_equal(rr_law_from_samples(sorted, MANY, &again, NULL), RR_OK);
        assert_true(digest_of(law) == digest_of(again) && report.pieces[1] <= 16384 + 128);
        assert_int_equal(draw_law("cpu", "auto", law, RR_F64, 0, 0, COUNT, x), RR_OK);
        for (int i = 0; i < COUNT; ++i) {
            const double tail = fmin(u[i], 1 - u[i]), off = fmin(k ? 1.3e-4 : 7e-5, tail / 64) + 0x1p-40;
            const double low = quantile(sorted, MANY, u[i] - off), high = quantile(sorted, MANY, fmin(u[i] + off, 1));
            if (!(x[i] >= low - 1e-12 && x[i] <= high + 1e-12)) fail_msg("ties %d: %.17g at %.17g", k, x[i], u[i]);
            if (k == 2 && u[i] < 0.25) assert_true(x[i] == 0);
        }
        rr_density_close(&law), rr_density_close(&again);
    }
}

/* ---- From a CDF ----------------------------------------------------------------------------------------------------- */

static double logistic_cdf(double x, void *c) { return (void)c, 1 / (1 + exp(-x)); }
static double logistic_tail(double x, void *c) { return (void)c, 1 / (1 + exp(x)); }
static double weibull_cdf(double x, void *c) { return -expm1(-pow(x, *(double *)c)); }
static double weibull_tail(double x, void *c) { return exp(-pow(x, *(double *)c)); }
static double gap_cdf(double x, void *c) { return (void)c, x < 1 ? x / 2 : x < 2 ? 0.5 : (x - 1) / 2; }
static double gap_tail(double x, void *c) { return (void)c, x < 1 ? 1 - x / 2 : x < 2 ? 0.5 : (3 - x) / 2; }
static double pareto_cdf(double x, void *c) { return (void)c, -expm1(-0.1 * log(x)); }
static double pareto_tail(double x, void *c) { return (void)c, pow(x, -0.1); }
static double pole_cdf(double x, void *c) { return (void)c, x < 1 ? x / (2 * (1 + sqrt(1 - x))) : (1 + sqrt(x - 1)) / 2; }
static double pole_tail(double x, void *c)
{
    return (void)c, x < 1 ? (1 + sqrt(1 - x)) / 2 : (2 - x) / (2 * (1 + sqrt(x - 1)));
}

static rr_distribution distribution(rr_density_function *cdf, rr_density_function *tail, double low, double high)
{
    rr_distribution d = RR_DISTRIBUTION_INIT;
    d.cdf = cdf;
    d.tail = tail;
    d.low = low;
    d.high = high;
    return d;
}

/* x as a function of U in closed form, in both precisions, in the order of U; and the tails of the distribution, given by
 * this test. */
static void from_cdf(void **state)
{
    static double u[COUNT], x[COUNT], y[COUNT];
    double shape = 3;
    rr_distribution d = distribution(logistic_cdf, logistic_tail, -INFINITY, INFINITY);
    rr_density_report report = RR_DENSITY_REPORT_INIT;
    const rr_sampler *law, *again;
    (void)state;
    assert_int_equal(draw_law("cpu", "auto", rr_sampler_find("uniform"), RR_F64, 0, 0, COUNT, u), RR_OK);
    assert_int_equal(rr_law_from_cdf(&d, &law, &report), RR_OK);
    assert_true(report.mass == 1 && report.error[0] <= RR_DENSITY_ERROR_F32 && report.error[1] <= RR_DENSITY_ERROR_F64);
    assert_true(report.evaluations > 10000 && report.evaluations < 2000000 && !report.message[0]);
    assert_int_equal(draw_law("cpu", "auto", law, RR_F64, 0, 0, COUNT, x), RR_OK);
    assert_int_equal(draw_law("cpu:scalar", "loop", law, RR_F64, 0, 0, COUNT, y), RR_OK);
    assert_memory_equal(x, y, sizeof x);
    for (int i = 0; i < COUNT; ++i) assert_true(fabs(x[i] - log(u[i] / (1 - u[i]))) < 1e-11 * (1 + fabs(x[i])) / (1 - u[i]));
    assert_int_equal(rr_law_from_cdf(&d, &again, NULL), RR_OK);
    assert_true(digest_of(law) == digest_of(again) && digest_of(law) == report.digest);
    rr_density_close(&law), rr_density_close(&again);
    d = distribution(weibull_cdf, weibull_tail, 0, INFINITY);
    d.context = &shape;
    assert_int_equal(rr_law_from_cdf(&d, &law, &report), RR_OK);
    assert_int_equal(draw_law("cpu", "auto", law, RR_F64, 0, 0, COUNT, x), RR_OK);
    for (int i = 0; i < COUNT; ++i) assert_true(fabs(x[i] - cbrt(-log1p(-u[i]))) < 1e-11 * x[i] / (1 - u[i]));
    rr_density_close(&law);
}

/* Densities that are not supported: a gap without breaks, a tail of x^-1.1, poles away from 0. */
static void hard_cdfs(void **state)
{
    static double u[COUNT], x[COUNT];
    static float narrow[COUNT];
    const double at_2 = 1;
    rr_distribution d = distribution(gap_cdf, gap_tail, 0, 3);
    rr_density_report report = RR_DENSITY_REPORT_INIT;
    const rr_sampler *law;
    (void)state;
    assert_int_equal(draw_law("cpu", "auto", rr_sampler_find("uniform"), RR_F64, 0, 0, COUNT, u), RR_OK);
    if (rr_law_from_cdf(&d, &law, &report)) fail_msg("%s", report.message);
    assert_int_equal(draw_law("cpu", "auto", law, RR_F64, 0, 0, COUNT, x), RR_OK);
    for (int i = 0; i < COUNT; ++i) assert_true(fabs(x[i] - (u[i] < 0.5 ? 2 * u[i] : 1 + 2 * u[i])) < 1e-11);
    rr_density_close(&law);
    d = distribution(pareto_cdf, pareto_tail, 1, INFINITY);
    if (rr_law_from_cdf(&d, &law, &report)) fail_msg("%s", report.message);
    assert_int_equal(draw_law("cpu", "auto", law, RR_F64, 0, 0, COUNT, x), RR_OK);
    for (int i = 0; i < COUNT; ++i) assert_true(fabs(log(x[i]) * 0.1 + log1p(-u[i])) < 1e-10 * (1 + log(x[i])) / (1 - u[i]));
    rr_density_close(&law);
    d = distribution(pole_cdf, pole_tail, 0, 2);
    d.breaks = &at_2;
    d.break_count = 1;
    if (rr_law_from_cdf(&d, &law, &report)) fail_msg("%s", report.message);
    assert_int_equal(draw_law("cpu", "auto", law, RR_F32, 0, 0, COUNT, narrow), RR_OK);
    rr_density_close(&law);
}

static double step_cdf(double x, void *c) { return (void)c, x < 0.3 ? x / 2 : (1 + x) / 2; }
static double step_tail(double x, void *c) { return (void)c, x < 0.3 ? 1 - x / 2 : (1 - x) / 2; }
static double naive_tail(double x, void *c) { return 1 - logistic_cdf(x, c); }
static double nan_cdf(double x, void *c) { return (void)c, x > 0.5 ? NAN : x; }
static double flat_tail(double x, void *c) { return (void)c, 1 - x; }
static double large_cdf(double x, void *c) { return (void)c, 3 * x; }
static double atom_cdf(double x, void *c) { return (void)c, 0.25 + 0.75 * x; }
static double atom_tail(double x, void *c) { return (void)c, 0.75 * (1 - x); }
static double heavy_cdf(double x, void *c) { return (void)c, -expm1(-0.04 * log(x)); }
static double heavy_tail(double x, void *c) { return (void)c, pow(x, -0.04); }
static double falling_cdf(double x, void *c) { return (void)c, 1 - x; }
static double increasing_tail(double x, void *c) { return (void)c, x; }

static void refused_cdfs(void **state)
{
    static const struct { rr_density_function *cdf, *tail; double low, high; const char *says; } wrong[] = {
        {step_cdf, step_tail, 0, 1, "the CDF has a step at x = 0.2999"},
        {logistic_cdf, naive_tail, -INFINITY, INFINITY, "the tail has too few digits"},
        {nan_cdf, flat_tail, 0, 1, "the CDF is nan at x = 0.5"},
        {large_cdf, flat_tail, 0, 1, "add up to"},
        {increasing_tail, atom_tail, 0, 1, "add up to"},
        {atom_cdf, atom_tail, 0, 1, "the CDF has a step at x = "},
        {heavy_cdf, heavy_tail, 1, INFINITY, "too heavy"},
        {falling_cdf, increasing_tail, 0, 1, "the CDF has a step"},
    };
    const rr_sampler *law;
    rr_density_report report = RR_DENSITY_REPORT_INIT;
    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; ++i) {
        const rr_distribution d = distribution(wrong[i].cdf, wrong[i].tail, wrong[i].low, wrong[i].high);
        law = rr_sampler_find("normal");
        const rr_status status = rr_law_from_cdf(&d, &law, &report);
        if (status != RR_ERR_PARAM || report.status != status || law || !strstr(report.message, wrong[i].says))
            fail_msg("CDF %zu: status %d, %s", i, (int)status, report.message);
    }
    rr_distribution d = distribution(logistic_cdf, NULL, 0, 1);
    assert_int_equal(rr_law_from_cdf(&d, &law, &report), RR_ERR_ARGUMENT);
    assert_non_null(strstr(report.message, "distribution has no cdf or no tail"));
    d.tail = logistic_tail;
    d.size = 8;
    assert_int_equal(rr_law_from_cdf(&d, &law, &report), RR_ERR_ARGUMENT);
    d = distribution(logistic_cdf, logistic_tail, 1, 1);
    assert_int_equal(rr_law_from_cdf(&d, &law, &report), RR_ERR_ARGUMENT);
    assert_int_equal(rr_law_from_cdf(NULL, &law, &report), RR_ERR_ARGUMENT);
    assert_int_equal(rr_law_from_cdf(&d, NULL, &report), RR_ERR_ARGUMENT);
    law = rr_sampler_find("normal"), report.size = 8;
    assert_int_equal(rr_law_from_cdf(&d, &law, &report), RR_ERR_ARGUMENT);
    assert_null(law);
}

/* ---- Refusals ------------------------------------------------------------------------------------------------------- */

static double negative(double x, void *c) { return (void)c, x; }
static double nothing(double x, void *c) { return (void)c, 0 * x; }
static double not_a_number(double x, void *c) { return (void)c, x > 0.5 ? NAN : 1; }
static double heavy(double x, void *c) { return (void)c, 1 / (1 + fabs(x)); }
static double constant(double x, void *c) { return (void)c, 1 + 0 * x; }
static double pole_at_1(double x, void *c) { return (void)c, 1 / sqrt(fabs(x - 1)); }
static double steep(double x, void *c) { return (void)c, 1 / x; }
static double rough(double x, void *c) { return (void)c, (float)exp(-x * x); }
static double atom(double x, void *c) { return (void)c, x > 0.25 && x < 0.25 + 0x1p-52 ? 1e20 : 1; }

static const struct refusal {
    rr_density_function *pdf;
    double low, high;
    const char *says;
    double breaks[2];   /* 0: none */
} refusals[] = {
    {negative, -1, 1, "negative at x = -", {0, 0}},
    {nothing, 0, 1, "at all points tried", {0, 0}},
    {not_a_number, 0, 1, "NaN at x = 0.5", {0, 0}},
    {heavy, -INFINITY, INFINITY, "diverges, or the tail is too heavy", {0, 0}},
    {constant, 0, INFINITY, "diverges, or the tail is too heavy", {0, 0}},
    {pole_at_1, 0, 2, "pole", {0, 0}},
    {steep, 0, 1, "pole", {0, 0}},
    {rough, -INFINITY, INFINITY, "too rough", {0, 0}},
    {atom, 0, 1, "an atom at x = 0.25", {0.25, 0.25 + 0x1p-52}},
};

static void refused(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof refusals / sizeof *refusals; ++i) {
        rr_density d = RR_DENSITY_INIT;
        rr_density_report report = RR_DENSITY_REPORT_INIT;
        const rr_sampler *law = rr_sampler_find("normal");
        d.pdf = refusals[i].pdf;
        d.low = refusals[i].low;
        d.high = refusals[i].high;
        d.breaks = refusals[i].breaks;
        while (d.break_count < 2 && d.breaks[d.break_count] > 0) ++d.break_count;
        const rr_status status = rr_law_from_density(&d, &law, &report);
        if (status != RR_ERR_PARAM || report.status != status || law || !strstr(report.message, refusals[i].says))
            fail_msg("refusal %zu: status %d, %s", i, (int)status, report.message);
    }
}

/* At 1e5 too few digits are left for the promised accuracy, and the measured error shows it. */
static double few_digits(double x, void *c) { return (void)c, 1e5 - x * x / 2; }

static void measured(void **state)
{
    rr_density d = RR_DENSITY_INIT;
    rr_density_report report = RR_DENSITY_REPORT_INIT;
    const rr_sampler *law;
    (void)state;
    d.logpdf = few_digits;
    assert_int_equal(rr_law_from_density(&d, &law, &report), RR_ERR_PARAM);
    assert_non_null(strstr(report.message, "the relative error of the tail probability is "));
    assert_true(!law && report.error[1] > 0x1p-40);
}

static void descriptions(void **state)
{
    const rr_sampler *law;
    rr_density_report report = RR_DENSITY_REPORT_INIT;
    rr_density good = RR_DENSITY_INIT;
    const double twice[] = {1, 1};
    (void)state;
    good.pdf = bell;
    for (int i = 0; i < 9; ++i) {
        rr_density d = good;
        if (i == 0) d.size = 8;
        if (i == 1) d.logpdf = bell;
        if (i == 2) d.pdf = NULL;
        if (i == 3) d.low = d.high = 1;
        if (i == 4) d.low = NAN;
        if (i == 5) d.centre = INFINITY;
        if (i == 6) d.low = 0, d.centre = -1;
        if (i == 7) d.breaks = twice, d.break_count = 2;
        if (i == 8) d.break_count = 1;
        assert_int_equal(rr_law_from_density(&d, &law, &report), RR_ERR_ARGUMENT);
        assert_true(report.message[0] && !law);
    }
    assert_int_equal(rr_law_from_density(NULL, &law, &report), RR_ERR_ARGUMENT);
    assert_int_equal(rr_law_from_density(&good, NULL, &report), RR_ERR_ARGUMENT);
}

/* ---- Functions ------------------------------------------------------------------------------------------------------ */

static void functions(void **state)
{
    static const struct { const char *name; double (*libm)(double); double low, high; } of_one[] = {
        {"exp", exp, -700, 700}, {"expm1", expm1, -3, 3}, {"log", log, 0, 1e9}, {"ln", log, 0, 9}, {"log1p", log1p, -0.9, 9},
        {"log2", log2, 0, 50}, {"log10", log10, 0, 50}, {"sqrt", sqrt, 0, 50}, {"abs", fabs, -5, 5}, {"floor", floor, -9, 9},
        {"sin", sin, -900, 900}, {"cos", cos, -900, 900}, {"tan", tan, -1.5, 1.5}, {"atan", atan, -50, 50}, {"sinh", sinh,
                                                                      -9, 9},
        {"cosh", cosh, -9, 9}, {"tanh", tanh, -9, 9}, {"lgamma", lgamma, 0, 90},
    };
    (void)state;
    for (size_t i = 0; i < sizeof of_one / sizeof *of_one; ++i)
        for (int k = 1; k < 1000; ++k) {
            const double x = of_one[i].low + (of_one[i].high - of_one[i].low) * k / 1000, want = of_one[i].libm(x);
            const double got = rr_function_one(of_one[i].name)(x);
            if (!(fabs(got - want) <= 1e-14 * (fabs(want) + 1)))
                fail_msg("%s(%a) = %a, libm has %a", of_one[i].name, x, got, want);
        }
    rr_function_of_two *power = rr_function_two("pow");
    static const double pairs[][2] = {{2, 3}, {-2, 3}, {-2, 2}, {-2, 0.5}, {0, 2}, {0, -1}, {0, 0}, {INFINITY, -1}, {0.5,
                                                                      INFINITY},
                                      {1, NAN}, {NAN, 0}, {9, 0.5}, {1e300, 2}, {-INFINITY, 3}};
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; ++i) {
        const double got = power(pairs[i][0], pairs[i][1]), want = pow(pairs[i][0], pairs[i][1]);
        if (!(got == want || (got != got && want != want))) fail_msg("pow(%g, %g) = %g", pairs[i][0], pairs[i][1], got);
    }
    assert_true(rr_function_two("min")(1, 2) == 1 && rr_function_two("max")(1, 2) == 2 && isnan(rr_function_one("log")(-1)));
    assert_true(isnan(rr_function_one("sqrt")(-1)) && isinf(rr_function_one("log")(0)) &&
                isnan(rr_function_one("sin")(1e10)));
    assert_true(!rr_function_one("pow") && !rr_function_two("exp") && !rr_function_one("erf") && !rr_function_one(NULL));
    assert_string_equal(rr_function_list(0), "exp");
    assert_null(rr_function_list(99));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(bits),         cmocka_unit_test(with_u),
                                       cmocka_unit_test(identity),     cmocka_unit_test(copies),
                                       cmocka_unit_test(samples),      cmocka_unit_test(many_samples),
                                       cmocka_unit_test(shapes),       cmocka_unit_test(from_cdf),
                                       cmocka_unit_test(hard_cdfs),    cmocka_unit_test(refused_cdfs),
                                       cmocka_unit_test(refused),      cmocka_unit_test(measured),
                                       cmocka_unit_test(descriptions), cmocka_unit_test(functions),
                                       cmocka_unit_test(largest),      cmocka_unit_test(one_sided_modes)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
