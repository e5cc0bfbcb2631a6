/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Distributions of densities at their limits: poles, their masses, the same bits from two strategies, and poles that are
 * refused; bins of an ulp; densities beyond the range of doubles; supports whose finite ends represent infinity. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "calls.h"
#include "reroll.h"
#include "reroll_density.h"

enum { COUNT = 20000 };

static double beta_pole(double x, void *c) { return pow(x, -*(double *)c) * pow(1 - x, -*(double *)c); }
static double log_beta_pole(double x, void *c) { return -*(double *)c * (log(x) + log1p(-x)); }
static double gamma_pole(double x, void *c) { return pow(x, -*(double *)c) * exp(-x); }
static double log_gamma_pole(double x, void *c) { return -*(double *)c * log(x) - x; }
static double double_gamma(double x, void *c) { return pow(fabs(x), -*(double *)c) * exp(-fabs(x)); }
static double arcsine(double x, void *c) { return (void)c, 1 / sqrt((1 - x) * (1 + x)); }
static double product(double x, void *c) { return pow((1 - x) * (1 + x), -*(double *)c); }
static double power_pole(double x, void *c) { return pow(x, -*(double *)c); }
static double shifted(double x, void *c) { return pow(x - 5, -*(double *)c) * exp(-x / 5); }
static double at_2(double x, void *c) { return pow(fabs(x - 2), -*(double *)c) * exp(-(x - 2) * (x - 2)); }
static double log_at_2(double x, void *c) { return -*(double *)c * log(fabs(x - 2)) - (x - 2) * (x - 2); }

/* Masses by mpmath. */
static const struct pole {
    rr_density_function *pdf, *logpdf;
    double steep, low, high, at;   /* at: a break, or NaN */
    double mass;
} poles[] = {
    {beta_pole, NULL, 0.9, 0, 1, NAN, 19.714639489050166159},
    {NULL, log_beta_pole, 0.9, 0, 1, NAN, 19.714639489050166159},
    {beta_pole, NULL, 0.95, 0, 1, NAN, 39.846945420626958857},
    {NULL, log_beta_pole, 0.95, 0, 1, NAN, 39.846945420626958857},
    {gamma_pole, NULL, 0.95, 0, INFINITY, NAN, 19.470085311255495141},
    {NULL, log_gamma_pole, 0.95, 0, INFINITY, NAN, 19.470085311255495141},
    {double_gamma, NULL, 0.9, -INFINITY, INFINITY, 0, 19.027015397337468076},
    {arcsine, NULL, 0.5, -1, 1, NAN, 3.1415926535897932385},
    {product, NULL, 0.9, -1, 1, NAN, 11.323086975215755955},
    {power_pole, NULL, 0.9, 0, 1, NAN, 10.00000000000000222},
    {power_pole, NULL, 0.99, 0, 1, NAN, 99.999999999999911182},
    {shifted, NULL, 0.95, 5, INFINITY, NAN, 7.7628621245212989876},
    {at_2, NULL, 0.75, -INFINITY, INFINITY, 2, 7.5339415987976119047},
    {NULL, log_at_2, 0.75, -INFINITY, INFINITY, 2, 7.5339415987976119047},
};

static rr_status open_pole(const struct pole *p, const rr_sampler **law, rr_density_report *report)
{
    double steep = p->steep;
    rr_density d = RR_DENSITY_INIT;
    d.pdf = p->pdf;
    d.logpdf = p->logpdf;
    d.context = &steep;
    d.low = p->low;
    d.high = p->high;
    d.breaks = &p->at;
    d.break_count = p->at == p->at;
    return rr_law_from_density(&d, law, report);
}

/* Two strategies and widths draw the same bits, with subnormal numbers too, and nothing outside the support. */
static void pole_masses(void **state)
{
    static double wide[2][COUNT];
    static float narrow[2][COUNT];
    (void)state;
    for (size_t i = 0; i < sizeof poles / sizeof *poles; ++i) {
        const struct pole *p = &poles[i];
        rr_density_report report = RR_DENSITY_REPORT_INIT;
        const rr_sampler *law;
        if (open_pole(p, &law, &report)) fail_msg("pole %zu: %s", i, report.message);
        if (!(fabs(report.mass / p->mass - 1) < 4e-13)) fail_msg("pole %zu: mass %.17g", i, report.mass);
        assert_true(report.error[0] <= RR_DENSITY_ERROR_F32 && report.error[1] <= RR_DENSITY_ERROR_F64);
        for (int k = 0; k < 2; ++k) {
            const char *device = k ? "cpu" : "cpu:scalar", *strategy = k ? "compact" : "loop";
            assert_int_equal(draw_law(device, strategy, law, RR_F64, 0, 0, COUNT, wide[k]), RR_OK);
            assert_int_equal(draw_law(device, strategy, law, RR_F32, 0, 0, COUNT, narrow[k]), RR_OK);
        }
        assert_memory_equal(wide[0], wide[1], sizeof wide[0]);
        assert_memory_equal(narrow[0], narrow[1], sizeof narrow[0]);
        for (int k = 0; k < COUNT; ++k)
            assert_true(wide[0][k] >= p->low && wide[0][k] <= p->high && narrow[0][k] >= p->low && narrow[0][k] <= p->high);
        rr_density_close(&law);
    }
}

static double outer_pole(double x, void *c) { return (void)c, pow(fabs(x - 3), -1.2); }
static double log_steep(double x, void *c) { return (void)c, -1.5 * log(x); }
static double slow(double x, void *c) { return (void)c, 1 / (x * log(x) * log(x)); }
static double sum_of_poles(double x, void *c) { return (void)c, pow(x - 1, -0.9) + pow(x - 1, -0.4); }
static double steep_gamma(double x, void *c) { return (void)c, exp(-x) / x; }
static double negative_beyond(double x, void *c) { return (void)c, pow(x, -0.95) - 2; }

static void refused_poles(void **state)
{
    static const struct { rr_density_function *pdf, *logpdf; double low, high, at, place; const char *says; } wrong[] = {
        {power_pole, NULL, 0, 1, NAN, 0, "a pole at x = 0 that is too steep: it is like d^-1 at"},
        {steep_gamma, NULL, 0, INFINITY, NAN, 0, "a pole at x = 0 that is too steep: it is like d^-1 at"},
        {NULL, log_steep, 0, 1, NAN, 0, "a pole at x = 0 that is too steep: it is like d^-1.5 at"},
        {outer_pole, NULL, 1, 4, 3, 3, "a pole at x = 3 that is too steep: it is like d^-1.2 at"},
        {slow, NULL, 0, 0.5, NAN, 0, "a pole at x = 0 that is too steep: it is like d^-0.99"},
        {sum_of_poles, NULL, 1, 2, NAN, 1.0000000000000018, "put a pole at 0"},
        {negative_beyond, NULL, 0, 1, NAN, NAN, "negative at x = 0."},
    };
    double steep = 1;
    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; ++i) {
        rr_density d = RR_DENSITY_INIT;
        rr_density_report report = RR_DENSITY_REPORT_INIT;
        const rr_sampler *law;
        d.pdf = wrong[i].pdf;
        d.logpdf = wrong[i].logpdf;
        d.context = &steep;
        d.low = wrong[i].low;
        d.high = wrong[i].high;
        d.breaks = &wrong[i].at;
        d.break_count = wrong[i].at == wrong[i].at;
        const rr_status status = rr_law_from_density(&d, &law, &report);
        if (status != RR_ERR_PARAM || law || !strstr(report.message, wrong[i].says) ||
            (wrong[i].place == wrong[i].place && fabs(report.place - wrong[i].place) > 1e-15))
            fail_msg("pole %zu: status %d, place %.17g, %s", i, (int)status, report.place, report.message);
    }
}

/* A bin whose ends are neighbouring doubles has no place for its mass; without mass it is accepted. */
static void bins_of_an_ulp(void **state)
{
    const double edge[] = {0, 1, 1 + 0x1p-52, 2}, mass[] = {1, 5, 1}, without[] = {1, 0, 1};
    rr_density_report report = RR_DENSITY_REPORT_INIT;
    const rr_sampler *law;
    (void)state;
    assert_int_equal(rr_law_from_histogram(edge, mass, 3, &law, &report), RR_ERR_PARAM);
    assert_null(law);
    assert_string_equal(report.message, "bin 1 has no double inside: an atom has no density");
    assert_int_equal(rr_law_from_histogram(edge, without, 3, &law, &report), RR_OK);
    assert_true(fabs(report.mass - 2) < 1e-12);
    rr_density_close(&law);
}

/* Errors of tables, histograms and samples name the argument and its element. */
static void names_in_errors(void **state)
{
    const double x[] = {0, 1, 1}, bad[] = {1, -1, 1}, good[] = {0, 1, 2};
    rr_density_report report = RR_DENSITY_REPORT_INIT;
    const rr_sampler *law;
    (void)state;
#define SAYS(call, text) assert_true((call) != RR_OK && !strncmp(report.message, text, strlen(text)))
    SAYS(rr_law_from_table(x, good, 3, &law, &report), "x[2] is not finite, or not above the one before it");
    SAYS(rr_law_from_table(good, bad, 3, &law, &report), "density[1] is not finite, or negative");
    SAYS(rr_law_from_histogram(x, good, 2, &law, &report), "edge[2] is not finite, or not above the one before it");
    SAYS(rr_law_from_histogram(good, bad, 2, &law, &report), "mass[1] is not finite, or negative");
    SAYS(rr_law_from_histogram(NULL, bad, 2, &law, &report), "the points or edges are NULL");
    SAYS(rr_law_from_table(good, NULL, 2, &law, &report), "the densities or masses are NULL");
    SAYS(rr_law_from_samples(NULL, 2, &law, &report), "sample is NULL");
}

/* Densities beyond the range of doubles: the fractions of the bins, and of a table's mass above 1.5. */
static void tiny_densities(void **state)
{
    const double edge[] = {0, 1e300, 2e300, 3e300}, mass[] = {4e-24, 12e-24, 8e-24};
    const double x[] = {0, 1, 2}, y[] = {5e-324, 5e-324, 0};
    rr_density_report report = RR_DENSITY_REPORT_INIT;
    const rr_sampler *law;
    static double drawn[60000];
    int n[3] = {0};
    (void)state;
    assert_int_equal(rr_law_from_histogram(edge, mass, 3, &law, &report), RR_OK);
    assert_true(fabs(report.mass / 24e-24 - 1) < 1e-9);
    assert_int_equal(draw_law("cpu", "auto", law, RR_F64, 0, 0, 60000, drawn), RR_OK);
    for (int i = 0; i < 60000; ++i) ++n[(int)(drawn[i] / 1e300)];
    assert_true(abs(n[0] - 10000) < 600 && abs(n[1] - 30000) < 800);   /* six standard deviations */
    rr_density_close(&law);
    assert_int_equal(rr_law_from_table(x, y, 3, &law, &report), RR_OK);
    assert_true(report.mass == 5e-324 || report.mass == 1e-323);
    assert_int_equal(draw_law("cpu", "auto", law, RR_F64, 0, 0, 60000, drawn), RR_OK);
    n[0] = 0;
    for (int i = 0; i < 60000; ++i) n[0] += drawn[i] > 1.5;
    assert_true(abs(n[0] - 5000) < 450);
    rr_density_close(&law);
}

/* Densities so far apart that no factor keeps all of them in the range of doubles: no mass is lost. Samples have a CDF. */
static void distant_densities(void **state)
{
    const double edge[] = {1e-300, 1e-200, 1e-10, 1, 1e10, 1e200, 1e300}, mass[] = {1, 2, 3, 4, 5, 6};
    const double few[] = {1, 2, 3, 4, 5, 1e-100}, height[] = {0, 1e300, 1e-20, 1e-20};
    const double x[] = {1e-300, 1e-290, 2e-290, 1e300};
    rr_density_report report = RR_DENSITY_REPORT_INIT;
    const rr_sampler *law;
    static double drawn[60000];
    int n = 0;
    (void)state;
    SAYS(rr_law_from_histogram(edge, mass, 6, &law, &report), "mass[4] gives a density below 2^-1022 of the largest one");
    SAYS(rr_law_from_table(x, height, 4, &law, &report), "density[2] gives a density below 2^-1022 of the largest one");
    assert_null(law);
    assert_int_equal(rr_law_from_histogram(edge, few, 4, &law, &report), RR_OK);
    assert_true(fabs(report.mass - 10) < 1e-9);
    rr_density_close(&law);
    assert_int_equal(rr_law_from_samples(edge, 7, &law, &report), RR_OK);
    assert_int_equal(draw_law("cpu", "auto", law, RR_F64, 0, 0, 60000, drawn), RR_OK);
    for (int i = 0; i < 60000; ++i) n += drawn[i] > 1e10;
    assert_true(abs(n - 20000) < 700);
    rr_density_close(&law);
}

/* Finite ends that represent infinity, with and without a break: the mass next to a knot is found. */
static double half_cauchy(double x, void *c) { return (void)c, 1 / (1 + x * x); }
static double two_sided(double x, void *c) { return (void)c, exp(-fabs(x)); }

static void wide_supports(void **state)
{
    static const struct {
        rr_density_function *pdf;
        double low, high, at, mass;   /* at: a break; 0: none */
    } cases[] = {
        {half_cauchy, 0, 1e100, 1, 1.5707963267948966}, {half_cauchy, 0, 1e30, 0, 1.5707963267948966},
        {two_sided, -1, 1e25, 1, 1.6321205588285577}, {two_sided, -1, 8e307, 1, 1.6321205588285577},
        {two_sided, 0, 1e22, 0, 1}, {two_sided, -1e20, 1e20, 0, 2}, {two_sided, -8e307, 1, -1, 1.6321205588285577},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        rr_density d = RR_DENSITY_INIT;
        rr_density_report report = RR_DENSITY_REPORT_INIT;
        const rr_sampler *law;
        d.pdf = cases[i].pdf;
        d.low = cases[i].low;
        d.high = cases[i].high;
        d.breaks = &cases[i].at;
        d.break_count = cases[i].at != 0;
        if (rr_law_from_density(&d, &law, &report) || fabs(report.mass - cases[i].mass) > 1e-12)
            fail_msg("case %zu: mass %.17g, %s", i, report.mass, report.message);
        rr_density_close(&law);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(pole_masses),    cmocka_unit_test(refused_poles),
                                       cmocka_unit_test(bins_of_an_ulp), cmocka_unit_test(tiny_densities),
                                       cmocka_unit_test(wide_supports),  cmocka_unit_test(names_in_errors),
                                       cmocka_unit_test(distant_densities)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
