/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* density: fifty distributions, their tables through the lane text, at 4096 v from 2^-64 to 1/2, against their tails in
 * closed form: the accuracy promised by reroll_density.h, and that samples increase with U. Built as density_f32 and
 * density_f64. */
#include "tests/law/lanes.h"
#include "engine/draws/pieces.h"
#include "host/density/density.h"
#include "density_laws.h"

#define PLACES 2048   /* in each half */
#define ULPS 4
#if RR_DTYPE == 32
#define PROMISED 0x1p-22L
#define MAX FLT_MAX
#else
#define PROMISED 0x1p-40L
#define MAX DBL_MAX
#endif

static const rr_sampler *open_law(const struct density_law *l)
{
    rr_density d = RR_DENSITY_INIT;
    rr_density_report report = RR_DENSITY_REPORT_INIT;
    const rr_sampler *law;
    d.pdf = l->pdf;
    d.logpdf = l->logpdf;
    d.low = l->low;
    d.high = l->high;
    d.breaks = l->breaks;
    while (d.break_count < 2 && l->breaks[d.break_count] == l->breaks[d.break_count]) ++d.break_count;
    if (rr_law_from_density(&d, &law, &report)) fail_msg("%s: %s", l->name, report.message);
    assert_true(report.error[RR_DTYPE == 64] <= (double)PROMISED && report.evaluations < 2000000);
    return law;
}

static rr_scalar sample_at(const void *table, int upper, double v)
{
    const rr_ends x = {.v = (rr_scalar)v, .upper = (rr_word)upper, .open = 0};
    return rr_pieces_value(table, x);
}

/* The smallest and largest v on U's side at which x is right within the ulps that a sample may be off; x is within the
 * support. */
static long double tail(const struct density_law *l, int upper, long double x)
{
    if (x <= l->low) return upper;
    if (x >= l->high) return !upper;
    return upper ? l->tail(x) : l->below ? l->below(x) : l->tail(-x);
}

static void one_law(const struct density_law *l, long double *worst)
{
    size_t size;
    const rr_sampler *law = open_law(l);
    const void *table = rr_density_table(law, sizeof(rr_scalar), &size);
    for (int upper = 0; upper < 2; ++upper) {
        rr_scalar last = 0;
        for (int k = 0; k < PLACES; ++k) {
            double unit;
            const double v = (rr_scalar)exp2(-64 + 63. * k / (PLACES - 1));
            const rr_scalar x = sample_at(table, upper, v);
            if ((double)x != rr_pieces_sample(table, sizeof x, upper, v, &unit)) fail_msg("%s: two samples of %a",
                                                                      l->name, v);
            if (!(x >= l->low && x <= l->high)) fail_msg("%s: %a is outside the support", l->name, (double)x);
            if (k && (upper ? x - last : last - x) > ULPS * unit) fail_msg("%s: not monotone at %s %a", l->name, upper
                                                                      ? "upper" : "lower", v);
            last = x;
            if (fabs((double)x) >= (double)MAX) continue;
            const long double reach = ULPS * (long double)unit, a = tail(l, upper, x - reach), b = tail(l, upper, x + reach);
            const long double error = fmaxl(fminl(a, b) - v, v - fmaxl(a, b)) / v;
            *worst = fmaxl(*worst, error);
            if (error > PROMISED) fail_msg("%s: v is off by %Lg at %s %a, x = %a", l->name, error, upper
                                           ? "upper" : "lower", v, (double)x);
        }
    }
    rr_density_close(&law);
    assert_null(law);
}

static void laws(void **state)
{
    long double worst = 0;
    (void)state;
    if (LDBL_MANT_DIG < 64) skip();
    for (size_t i = 0; i < DENSITY_LAWS; ++i) one_law(&density_laws[i], &worst);
    printf("# %s: %zu laws, v within %Lg\n", NAME, DENSITY_LAWS, worst);
}

/* Neighbouring v, across borders of octaves: no step back by more than the ulps. */
static void monotone(void **state)
{
    size_t size;
    (void)state;
    for (size_t i = 0; i < DENSITY_LAWS; i += 3) {
        const rr_sampler *law = open_law(&density_laws[i]);
        const void *table = rr_density_table(law, sizeof(rr_scalar), &size);
        for (int upper = 0; upper < 2; ++upper)
            for (int e = -63; e < 0; ++e) {
                double unit;
                rr_scalar v = (rr_scalar)ldexp(1, e);
                for (int k = 0; k < 20; ++k) v = NEXT(v, 0);
                for (int k = 0; k < 40 && v < 0.5; ++k) {
                    const rr_scalar next = NEXT(v, 1), x = sample_at(table, upper, v), y = sample_at(table, upper, next);
                    rr_pieces_sample(table, sizeof x, upper, v, &unit);
                    if ((upper ? y - x : x - y) > ULPS * unit) fail_msg("%s: a step back at %a", density_laws[i].name,
                                                                      (double)v);
                    v = next;
                }
            }
        rr_density_close(&law);
    }
}

/* Below 2^-64 v counts as 2^-64. */
static void min(void **state)
{
    size_t size;
    (void)state;
    const rr_sampler *law = open_law(&density_laws[0]);
    const void *table = rr_density_table(law, sizeof(rr_scalar), &size);
    for (int upper = 0; upper < 2; ++upper) {
        const rr_scalar x = sample_at(table, upper, 0x1p-64);
        assert_true(x == sample_at(table, upper, 0x1p-65) && x == sample_at(table, upper, NEXT((rr_scalar)0x1p-64, 0)));
        assert_true((upper ? x : -x) > 9 && (upper ? x : -x) < 9.1);
    }
    rr_density_close(&law);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(laws), cmocka_unit_test(monotone), cmocka_unit_test(min)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
