/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Tests of the statistics themselves: the chi-square survival function against known values, bad samplers that the tests
 * must reject (a test that cannot fail proves nothing), and a good one that they must accept. */
#include "check.h"

static void survival(void **state)
{
    /* mpmath: gammainc(dof / 2, x / 2, regularized=True), 30 digits */
    const struct { double x, dof, p; } known[] = {
        {3.841458820694124, 1, 0.050000000000000057},
        {10, 1, 0.0015654022580025497},
        {40.5, 1, 1.9661604415428875e-10},
        {2, 2, 0.36787944117144232},
        {100, 2, 1.9287498479639178e-22},
        {63, 63, 0.47630238333813013},
        {150, 63, 4.6794516690075082e-9},
        {200, 100, 1.1784500720979422e-8},
        {1000, 1000, 0.49405285382923964},
        {300, 255, 0.02772752205390483},
        {420, 255, 3.3528874521448697e-10},
        {25.5, 7, 0.00061845949326339231},
    };
    (void)state;
    for (size_t i = 0; i < sizeof known / sizeof *known; ++i) {
        const double p = chi2_sf(known[i].x, known[i].dof);
        if (fabs(p / known[i].p - 1) > 1e-10)
            fail_msg("chi2_sf(%g, %g) = %.17g, not %.17g", known[i].x, known[i].dof, p, known[i].p);
    }
    /* Even degrees of freedom: exp(-x/2) sum (x/2)^k / k!, a second formula. */
    for (double dof = 2; dof <= 512; dof += 2)
        for (double x = dof / 4; x < 4 * dof + 100; x += dof / 8 + 1) {
            long double term = 1, sum = 0;
            for (int k = 0; k < dof / 2; ++k) {
                sum += term;
                term *= (long double)x / 2 / (k + 1);
            }
            sum *= expl(-(long double)x / 2);
            const double p = chi2_sf(x, dof);
            if (fabs((double)(p - sum)) > 1e-12 + 1e-9 * (x > dof ? (double)sum : 1))
                fail_msg("chi2_sf(%g, %g) = %g, not %Lg", x, dof, p, sum);
        }
    for (double dof = 1; dof < 300; dof += 7) assert_true(fabs(chi2_sf(chi2_critical(dof), dof) / ALPHA - 1) < 1e-6);
}

static const table *find(table *t, size_t n, const char *name, const char *dtype)
{
    for (size_t i = 0; i < n; ++i)
        if (!strcmp(t[i].name, name) && !strcmp(t[i].dtype, dtype)) return t + i;
    fail_msg("no table %s %s", name, dtype);
    return NULL;
}

static const law *law_of(const char *name)
{
    const law *l;
    for (size_t i = 0; (l = law_at(i)) && strcmp(l->name, name); ++i)
        ;
    return l;
}

/* p of exponential(2) draws after `spoil`. */
static double p_of(double (*spoil)(double x, double u), double n)
{
    table *t;
    const size_t k = read_tables(law_of("exponential"), &t);
    const table *e = find(t, k, "exponential(2)", "f64");
    uint64_t count[MAX_CELLS] = {0};
    static double x[CHUNK], u[CHUNK];
    const double unit[2] = {0, 1};
    for (uint64_t at = 0; at < (uint64_t)n; at += CHUNK) {
        draw("exponential", RR_F64, (rr_stream){1, 0, at}, e->params, CHUNK, x);
        draw("uniform", RR_F64, (rr_stream){1, 1, at}, unit, CHUNK, u);
        for (size_t i = 0; i < CHUNK; ++i) x[i] = spoil(x[i], u[i]);
        bin(e, x, CHUNK, count);
    }
    const verdict v = chi2_test(e->cells, e->probability, count, n);
    good("known", v, n);
    free(t);
    return v.p;
}

static double sound(double x, double u) { return (void)u, x; }
static double scaled(double x, double u) { return (void)u, x * 1.005; }
static double truncated(double x, double u) { return (void)u, x > 20 ? x - 20 : x; }
static double gap(double x, double u) { return (void)u, x > 0.69 && x < 0.70 ? x + 0.01 : x; }
static double mixed(double x, double u) { return u < 0.008 ? x * 0.25 : x; }
static double stuck(double x, double u) { return u < 0.002 ? 1.25 : x; }
static double missing(double x, double u) { return u < 2e-4 ? NAN : x; }

static void bad_samplers_are_rejected(void **state)
{
    const double n = 64 * CHUNK;
    (void)state;
    assert_true(p_of(sound, n) > 1e-4);
    assert_true(p_of(scaled, n) < ALPHA);
    assert_true(p_of(truncated, n) < ALPHA);
    assert_true(p_of(gap, n) < ALPHA);
    assert_true(p_of(mixed, n) < ALPHA);
    assert_true(p_of(stuck, n) < ALPHA);
    assert_true(p_of(missing, n) < ALPHA);
}

/* `sees` is right: counts with that relative error, alternating, are rejected, and with a third of it are not. */
static void stated_effect(void **state)
{
    uint64_t count[16] = {0};
    double x[1024], n = 0, p[16];
    const double unit[2] = {0, 1};
    (void)state;
    for (int i = 0; i < 16; ++i) p[i] = 1 / 16.;
    const double sees = chi2_test(16, p, count, 1e6).sees;
    for (int repeat = 0; repeat < 2; ++repeat) {
        memset(count, 0, sizeof count);
        for (uint64_t at = 0; n < 1e6; at += 1024) {
            draw("uniform", RR_F64, (rr_stream){2, (uint64_t)repeat, at}, unit, 1024, x);
            for (int i = 0; i < 1024 && n < 1e6; ++i) {
                const double a = x[i] * 16, f = a - floor(a);
                int c = (int)a;
                if ((c & 1) && f < (repeat ? 0.33 : 1.3) * sees) --c;   /* odd cells lose to even ones */
                ++count[c];
                ++n;
            }
        }
        const verdict v = chi2_test(16, p, count, n);
        good(repeat ? "a third of sees" : "sees * 1.3", v, n);
        assert_int_equal(v.p < ALPHA, !repeat);
        n = 0;
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(survival),
        cmocka_unit_test(bad_samplers_are_rejected),
        cmocka_unit_test(stated_effect),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
