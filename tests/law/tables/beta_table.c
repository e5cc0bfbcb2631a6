/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* beta:table, without sampling: the table of two shapes through the lane text, against quantiles by mpmath (beta_table.py),
 * and at its borders; exchanged shapes; refusals. (table.c tests what tables share.) Built as beta_table_f32 and _f64. */
#include "tests/law/lanes.h"
#include "laws/beta/beta_table.h"
#include "host/tables/icdf.h"
#include "laws/sampler.h"

/* Half ulps of 1 that a root may be off, relatively; for the quantile function in doubles, half ulps of a double: about 25 %
 * above the worst seen. */
#define QUANTILE_BOUND 280
#if RR_DTYPE == 32
#define ROOT_BOUND 2.25
#define STEP_DOWN 8
#define MIN 0x1p-65
#else
#define ROOT_BOUND 260
#define STEP_DOWN 400
#define MIN 0x1p-129
#endif

typedef struct beta_case {
    rr_beta_law law;
    rr_scalar *table;
} beta_case;

static void build(beta_case *g, double a, double b)
{
    if (g->table && g->law.shape[0] == a && g->law.shape[1] == b) return;
    free(g->table);
    rr_beta_law_make(&g->law, a, b);
    g->table = malloc(rr_icdf_size(sizeof(rr_scalar)));
    rr_icdf_build(rr_beta_root, &g->law, g->law.squarings, sizeof(rr_scalar), g->table);
}

static rr_scalar root_at(const beta_case *g, int upper, double v)
{
    const rr_ends x = {.v = (rr_scalar)v, .upper = (rr_word)upper, .open = v < 0x1p-8};
    return rr_icdf_any(g->table, x);
}

static rr_scalar value_at(const beta_case *g, int upper, double v)
{
    return rr_beta_table_value(g->table, root_at(g, upper, v));
}

/* The relative distance of a root from that of x or, with a minus sign, of y. */
static double off(double root, const long double *log_of, unsigned squarings)
{
    return (double)fabsl(fabsl(root) / expl(log_of[root < 0] / (1u << squarings)) - 1);
}

/* The grid: the quantile function and the table, both by their roots, and the value against the descriptor's. */
static void grid(void **state)
{
    FILE *in = fopen("tests/law/tables/beta_table.txt", "r");
    beta_case g = {.table = NULL};
    double shape[2], v, worst[3] = {0, 0, 0};
    char line[256], text[2][64];
    int upper, lines = 0;
    (void)state;
    assert_non_null(in);
    while (fgets(line, sizeof line, in)) {
        if (line[0] == '#') continue;
        assert_int_equal(sscanf(line, "%lf %lf %d %lf %63s %63s", shape, shape + 1, &upper, &v, text[0], text[1]), 6);
        build(&g, shape[0], shape[1]);
        const long double log_of[2] = {strtold(text[0], NULL), strtold(text[1], NULL)};
        const double own = off(rr_beta_root(&g.law, upper, v), log_of, g.law.squarings) * 0x1p53;
        worst[0] = fmax(worst[0], own);
        if (own > QUANTILE_BOUND)
            fail_msg("shapes %g, %g, %s %a: the quantile is off by %.1f half ulps", shape[0], shape[1],
                     upper ? "upper" : "lower", v, own);
        ++lines;
        if (v < MIN) continue;
        const double table = (double)(off((double)root_at(&g, upper, v), log_of, g.law.squarings) / EPS);
        worst[1] = fmax(worst[1], table);
        if (table > ROOT_BOUND)
            fail_msg("shapes %g, %g, %s %a: the table is off by %.2f half ulps", shape[0], shape[1],
                     upper ? "upper" : "lower", v, table);
        if (log_of[0] < (RR_DTYPE == 32 ? -85 : -700)) continue;   /* below the normal numbers */
        const rr_type type = RR_DTYPE == 32 ? RR_F32 : RR_F64;
        const double bound = rr_sampler_find("beta:table")->error(shape, type);
        const double value = (double)fabsl(value_at(&g, upper, v) / expl(log_of[0]) - 1);
        worst[2] = fmax(worst[2], value / bound);
        if (value > bound)
            fail_msg("shapes %g, %g, %s %a: the value is off by %g", shape[0], shape[1], upper ? "upper" : "lower", v,
                     value);
    }
    assert_true(lines > 600);
    assert_int_equal(rr_sampler_find("beta:table")->table[RR_DTYPE == 64], rr_icdf_size(sizeof(rr_scalar)));
    printf("# %s: quantile function within %.1f half ulps of a double, table within %.2f of %s, values %.2f of the bound\n",
           NAME, worst[0], worst[1], NAME, worst[2]);
    fclose(in);
    free(g.table);
}

static const double shapes[][2] = {{0.3, 0.3}, {0.3, 0.5}, {0.4, 5}, {0.5, 0.5}, {1, 1}, {2, 3}, {100, 3}, {1000, 0.3}};
#define SHAPES (sizeof shapes / sizeof *shapes)

/* Along v, across every border, also where the root is computed from the other end: no step against the direction by more
 * than STEP_DOWN ulps. */
static void monotone(void **state)
{
    beta_case g = {.table = NULL};
    (void)state;
    for (size_t i = 0; i < SHAPES; ++i) {
        build(&g, (rr_scalar)shapes[i][0], (rr_scalar)shapes[i][1]);
        const double bound = (double)(EPS * 2 * STEP_DOWN * (1u << g.law.squarings));
        for (int upper = 0; upper < 2; ++upper)
            for (int e = -1; ldexp(1, e) >= MIN; --e)
                for (int half = 0; half < 2; ++half) {
                    const double border = ldexp(half ? 1.5 : 1, e);
                    rr_scalar v = (rr_scalar)border;
                    if (border > 0.5) continue;
                    for (int k = 0; k < 20 && v > MIN; ++k) v = NEXT(v, 0);
                    rr_scalar before = value_at(&g, upper, v);
                    for (int k = 0; k < 40 && v < 0.5; ++k) {
                        v = NEXT(v, 1);
                        const rr_scalar now = value_at(&g, upper, v);
                        const double back = (double)(upper ? now - before : before - now);
                        if (back > (double)before * bound)
                            fail_msg("shapes %g, %g: a step back at %s %a", shapes[i][0], shapes[i][1],
                                     upper ? "upper" : "lower", (double)v);
                        before = now;
                    }
                }
        assert_true(value_at(&g, 0, 0.5) == value_at(&g, 1, 0.5));
    }
    free(g.table);
}

/* ---- Through the library ------------------------------------------------------------------------------------------- */

#define N 20000

static rr_job job_for(const double *a, const double *b, rr_scalar *out)
{
    rr_job job = RR_JOB_INIT;
    job.sampler = rr_sampler_find("beta:table");
    job.dtype = RR_DTYPE == 32 ? RR_F32 : RR_F64;
    job.stream = rr_stream_make(5, 6);
    job.rows = N;
    job.out = out;
    job.param[0] = (rr_param){a, RR_F64, 0, 0};
    job.param[1] = (rr_param){b, RR_F64, 0, 0};
    return job;
}

/* 1 - U and shapes exchanged: 1 - X. */
static void mirrored(void **state)
{
    static rr_scalar x[N], y[N];
    rr_device *device;
    (void)state;
    assert_int_equal(rr_device_open("cpu", &device), RR_OK);
    for (size_t s = 0; s < SHAPES; ++s) {
        rr_job job = job_for(&shapes[s][0], &shapes[s][1], x);
        assert_int_equal(rr_run(device, &job, NULL), RR_OK);
        job = job_for(&shapes[s][1], &shapes[s][0], y);
        job.flags = RR_ANTITHETIC;
        assert_int_equal(rr_run(device, &job, NULL), RR_OK);
        for (int i = 0; i < N; ++i) {
            const double sum = (double)x[i] + (double)y[i];
            if (!(x[i] >= 0 && x[i] <= 1) || fabs(sum - 1) > (double)(EPS * 8 * ROOT_BOUND))
                fail_msg("shapes %g, %g: %.17g and %.17g", shapes[s][0], shapes[s][1], (double)x[i], (double)y[i]);
        }
    }
    rr_device_close(&device);
}

/* Shared shapes; out of range there is a message, and the samples are NaN. */
static void refusals(void **state)
{
    static const double bad[] = {0.2999, 1001, -1, NAN};
    static rr_scalar x[N];
    static double many[N];
    const double two = 2;
    rr_result result = RR_RESULT_INIT;
    rr_device *device;
    (void)state;
    for (int i = 0; i < N; ++i) many[i] = 2;
    assert_int_equal(rr_device_open("cpu", &device), RR_OK);
    for (int p = 0; p < 2; ++p) {
        rr_job job = job_for(many, many, x);
        job.param[p].row_stride = sizeof *many;
        assert_int_equal(rr_run(device, &job, &result), RR_ERR_ARGUMENT);
        for (int k = 0; k < 4; ++k) {
            job = job_for(p ? &two : &bad[k], p ? &bad[k] : &two, x);
            assert_int_equal(rr_run(device, &job, &result), RR_ERR_PARAM);
            assert_non_null(strstr(result.message, p ? "b" : "a"));
            assert_true(isnan(x[0]) && isnan(x[N - 1]));
        }
    }
    rr_device_close(&device);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(grid), cmocka_unit_test(monotone), cmocka_unit_test(mirrored), cmocka_unit_test(refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
