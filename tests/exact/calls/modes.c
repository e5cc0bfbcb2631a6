/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Distributions of densities with modes far apart: mixtures of normals whose mass and CDF are known in closed form, with
 * breaks at one mode, at another, at none and elsewhere. The report's mass is that of all modes, and F(x) of a sample is the
 * U of its index to 1e-9, so a missing mode is seen immediately. Also frozen digests of densities made of the project's own
 * functions, which a distribution keeps as long as its bits version. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "reroll.h"
#include "reroll_density.h"
#include "reroll_sampler.h"

enum { COUNT = 4000, MODES = 4, BREAKS = 20 };

/* The sum of `count` terms weight exp(-((x - mean) / width)^2 / 2). */
typedef struct mixture {
    int modes;
    double mean[MODES], width[MODES], weight[MODES];
    double low, high;
} mixture;

static double pdf(double x, void *c)
{
    const mixture *m = c;
    double sum = 0;
    for (int i = 0; i < m->modes; ++i) {
        const double z = (x - m->mean[i]) / m->width[i];
        sum += m->weight[i] * exp(-z * z / 2);
    }
    return sum;
}

static double logpdf(double x, void *c)
{
    const mixture *m = c;
    double max = -INFINITY, sum = 0;
    for (int i = 0; i < m->modes; ++i) {
        const double z = (x - m->mean[i]) / m->width[i];
        max = fmax(max, log(m->weight[i]) - z * z / 2);
    }
    for (int i = 0; i < m->modes; ++i) {
        const double z = (x - m->mean[i]) / m->width[i];
        sum += exp(log(m->weight[i]) - z * z / 2 - max);
    }
    return max + log(sum);
}

/* The mass from x up, or below x. */
static double mass(const mixture *m, double x, int upper)
{
    double sum = 0;
    for (int i = 0; i < m->modes; ++i) {
        const double z = (x - m->mean[i]) / m->width[i] / sqrt(2);
        sum += m->weight[i] * m->width[i] * sqrt(2 * acos(-1)) * erfc(upper ? z : -z) / 2;
    }
    return sum;
}

static void draw(const rr_sampler *law, double *out)
{
    rr_device *d;
    rr_job job = RR_JOB_INIT;
    assert_int_equal(rr_device_open("cpu", &d), RR_OK);
    job.sampler = law;
    job.dtype = RR_F64;
    job.stream = rr_stream_make(20, 0);
    job.rows = COUNT;
    job.out = out;
    assert_int_equal(rr_run(d, &job, NULL), RR_OK);
    rr_device_close(&d);
}

static void check(mixture *m, const double *breaks, size_t count, int logarithm, const char *what)
{
    static double u[COUNT], x[COUNT];
    rr_density d = RR_DENSITY_INIT;
    rr_density_report report = RR_DENSITY_REPORT_INIT;
    const rr_sampler *law;
    *(logarithm ? &d.logpdf : &d.pdf) = logarithm ? logpdf : pdf;
    d.context = m;
    d.low = m->low;
    d.high = m->high;
    d.breaks = breaks;
    d.break_count = count;
    if (rr_law_from_density(&d, &law, &report) != RR_OK) fail_msg("%s: %s", what, report.message);
    const double all = mass(m, INFINITY, 0);   /* ends are far beyond all modes */
    if (!(fabs(report.mass / all - 1) < 1e-10)) fail_msg("%s: the mass is %g, not %g", what, report.mass, all);
    draw(rr_sampler_find("uniform"), u);
    draw(law, x);
    for (int i = 0; i < COUNT; ++i) {
        const int upper = u[i] > 0.5;
        const double v = upper ? 1 - u[i] : u[i], have = mass(m, x[i], upper) / all;
        if (!(fabs(have - v) < 1e-9)) fail_msg("%s: v is %g at %.17g, not %g", what, have, x[i], v);
    }
    rr_density_close(&law);
}

static mixture two(double first, double second, double weight, double width)
{
    return (mixture){2, {first, second}, {1, width}, {1, weight}, -INFINITY, INFINITY};
}

/* Every way to name one of both modes, or neither: half of them in turn, all with REROLL_DEEP. */
static void pairs(void **state)
{
    static const double places[] = {20, -300, 3e4, 300};
    (void)state;
    for (size_t i = 0; i < sizeof places / sizeof *places; ++i)
        for (int logarithm = 0; logarithm < (i % 3 == 2 ? 2 : 1); ++logarithm) {
            mixture m = two(0, places[i], 0.1, 1);
            const double at = places[i], zero = 0, far = 12345, between = at / 2;
            const double both[2] = {fmin(0, at), fmax(0, at)};
            char what[64];
            snprintf(what, sizeof what, "modes at 0 and %g%s", at, logarithm ? ", of the logarithm" : "");
            const struct { const double *breaks; size_t count; } ways[] = {{&at, 1}, {&far, 1}, {&zero, 1}, {NULL, 0},
                                                                           {both, 2}, {&between, 1}};
            for (size_t way = 0; way < sizeof ways / sizeof *ways; ++way)
                if (getenv("REROLL_DEEP") || (way + i + (size_t)logarithm) % 2 == 0)
                    check(&m, ways[way].breaks, ways[way].count, logarithm, what);
        }
}

/* One of two modes is named, in turn; with REROLL_DEEP each of them. */
static void either(mixture *m, size_t turn, const char *what)
{
    for (size_t named = 0; named < 2; ++named)
        if (getenv("REROLL_DEEP") || named == turn % 2) check(m, m->mean + named, 1, 0, what);
}

static void weights_and_widths(void **state)
{
    static const double weight[] = {1e-15, 1e-6, 10, 1e15, 1e200}, width[] = {0.1, 0.5, 10, 50};
    (void)state;
    for (size_t i = 0; i < 5; ++i) {
        mixture m = two(0, 300, weight[i], 1);
        either(&m, i, "weights");
    }
    for (size_t i = 0; i < 4; ++i) {
        mixture m = two(0, 300, 0.5, width[i]);
        either(&m, i, "widths");
    }
    mixture needle = two(0, 0.5, 1e4, 1e-4);   /* on top of the other */
    check(&needle, NULL, 0, 0, "a needle");
}

/* Scales of 10^-10 and 10^10 instead of 1; modes on both sides; supports with ends. */
static void scales_and_ends(void **state)
{
    static const double scale[] = {1e-100, 1e-10, 1e10, 1e100};
    (void)state;
    for (size_t i = 0; i < 4; ++i) {
        mixture m = two(0, 300 * scale[i], 0.1, scale[i]);
        m.width[0] = scale[i];
        check(&m, m.mean + 1, 1, 0, "scales");
    }
    mixture mirror = two(-1e5, 1e5, 1, 1);
    check(&mirror, mirror.mean + 1, 1, 0, "mirror images");
    check(&mirror, mirror.mean, 1, 0, "mirror images");
    mixture ends = two(0, 300, 0.1, 1);
    ends.low = -50;
    check(&ends, ends.mean + 1, 1, 0, "an end below");
    ends.high = 1000;
    check(&ends, ends.mean + 1, 1, 0, "two ends");
    check(&ends, NULL, 0, 0, "two ends");
    mixture inside = two(777, 100, 1, 1);
    inside.low = 0;
    inside.high = 1000;
    check(&inside, NULL, 0, 0, "modes inside");
    check(&inside, (double[]){500}, 1, 0, "modes inside");
}

static void several(void **state)
{
    double grid[BREAKS];
    (void)state;
    mixture three = {3, {-5000, 0, 300}, {1, 1, 1}, {1, 1, 0.1}, -INFINITY, INFINITY};
    for (int i = 0; i < 3; ++i) check(&three, three.mean + i, 1, 0, "three modes");
    check(&three, NULL, 0, 0, "three modes");
    mixture four = {4, {0, 300, 600, 900}, {1, 2, 0.5, 1}, {1, 1, 1, 1}, -INFINITY, INFINITY};
    check(&four, (double[]){1000}, 1, 0, "four modes");
    check(&four, four.mean, 4, 0, "four modes");
    for (int i = 0; i < BREAKS; ++i) grid[i] = 1000 * (i + 1);
    check(&four, grid, BREAKS, 0, "many breaks");
}

/* Narrow modes near a break that is far from 0 relative to its distance to them. Even places, those around 0 and the
 * points of cells pass them by: only places at octaves of the distance to the break, and to its mirror image, are close. */
static void near_breaks(void **state)
{
    (void)state;
    for (int side = -1; side <= 1; side += 2)
        for (int mirror = 0; mirror < 2; ++mirror) {
            const double at = side * 1000., needle = (mirror ? -at : at) + side * 6.762;
            mixture m = {2, {0, needle}, {1e5, 0.02}, {1, 1e6}, -INFINITY, INFINITY};
            check(&m, &at, 1, 0, mirror ? "a needle at a break's mirror image" : "a needle at a break");
        }
}

/* ---- Digests -------------------------------------------------------------------------------------------------------- */

static double f(const char *name, double x) { return rr_function_one(name)(x); }
static double normal(double x, void *c) { return (void)c, f("exp", -x * x / 2); }
static double laplace(double x, void *c) { return (void)c, f("exp", -fabs(x)); }
static double cauchy(double x, void *c) { return (void)c, 1 / (1 + x * x); }
static double cosh_of(double x, void *c) { return (void)c, 1 / f("cosh", x); }
static double gamma_of(double x, void *c) { return (void)c, x * x * f("exp", -x); }
static double flat(double x, void *c) { return (void)c, 1 + 0 * x; }
static double pole(double x, void *c) { return (void)c, -f("log", fabs(x)); }

static void digests(void **state)
{
    static const double zero = 0;
    static const struct {
        const char *name;
        rr_density_function *pdf;
        double low, high;
        size_t breaks;
        uint64_t digest;
    } laws[] = {
        {"normal", normal, -INFINITY, INFINITY, 0, 0xe7e91c2d3386175e},
        {"laplace", laplace, -INFINITY, INFINITY, 0, 0x87274a52715aeb49},
        {"laplace, a break", laplace, -INFINITY, INFINITY, 1, 0xd817f8e38ebefb9d},
        {"cauchy", cauchy, -INFINITY, INFINITY, 0, 0x488b44724f9a4ae7},
        {"1 / cosh", cosh_of, -INFINITY, INFINITY, 0, 0x316bb12374c1167f},
        {"gamma", gamma_of, 0, INFINITY, 0, 0xe080a078866ee4e8},
        {"flat", flat, -3, 5, 0, 0xca051c583b953ed4},
        {"pole", pole, -1, 1, 1, 0x868117acafcfb179},
    };
    (void)state;
    for (size_t i = 0; i < sizeof laws / sizeof *laws; ++i) {
        rr_density d = RR_DENSITY_INIT;
        rr_density_report report = RR_DENSITY_REPORT_INIT;
        const rr_sampler *law;
        d.pdf = laws[i].pdf;
        d.low = laws[i].low;
        d.high = laws[i].high;
        d.breaks = &zero;
        d.break_count = laws[i].breaks;
        if (rr_law_from_density(&d, &law, &report) != RR_OK) fail_msg("%s: %s", laws[i].name, report.message);
        const uint64_t digest = rr_sampler_about(law)->digest;
        if (digest != laws[i].digest || report.digest != laws[i].digest)
            fail_msg("%s: the digest is %016llx, not %016llx", laws[i].name, (unsigned long long)digest,
                     (unsigned long long)laws[i].digest);
        rr_density_close(&law);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pairs),   cmocka_unit_test(weights_and_widths), cmocka_unit_test(scales_and_ends),
        cmocka_unit_test(several), cmocka_unit_test(near_breaks),        cmocka_unit_test(digests),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
