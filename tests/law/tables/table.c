/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* gamma:table, without sampling: the table of a shape through the lane text, against quantiles by mpmath (table.py), at its
 * borders and at the ends of the uniform; antithetic jobs. Built as table_f32 and table_f64. */
#include "tests/law/lanes.h"
#include "engine/draws/icdf.h"
#include "host/tables/icdf.h"
#include "laws/sampler.h"

/* Half ulps of 1 that a root may be off, relatively; for the quantile function in doubles, half ulps of a double: about 25 %
 * above the worst seen. The value is the root to the power 2^s. */
#define QUANTILE_BOUND 170
#if RR_DTYPE == 32
#define ROOT_BOUND 2.25
#define STEP_DOWN 4
#define MIN 0x1p-65
#define WORDS(w) (w)
#else
#define ROOT_BOUND 150
#define STEP_DOWN 200
#define MIN 0x1p-129
#define WORDS(w) (w), (w)
#endif

typedef struct gamma_case {
    rr_gamma_law law;
    rr_scalar *table;
} gamma_case;

static void build(gamma_case *g, double shape)
{
    if (g->table && g->law.shape == shape) return;
    free(g->table);
    rr_gamma_law_make(&g->law, shape);
    g->table = malloc(rr_icdf_size(sizeof(rr_scalar)));
    rr_icdf_build(rr_gamma_root, &g->law, g->law.squarings, sizeof(rr_scalar), g->table);
}

static rr_ends ends_at(int upper, double v)
{
    const rr_ends x = {.v = (rr_scalar)v, .upper = (rr_word)upper, .open = v < 0x1p-8};
    return x;
}

/* The value, against the error stated in the descriptor. A power that leaves the normal numbers is rounded coarsely. */
static void value_error(const gamma_case *g, double shape, int upper, double v, long double exact)
{
    const rr_scalar x = rr_icdf_power(g->table, rr_icdf_any(g->table, ends_at(upper, v)));
    const rr_type type = RR_DTYPE == 32 ? RR_F32 : RR_F64;
    if (exact < 1e-37L && (RR_DTYPE == 32 || exact < 1e-307L)) return;
    if (fabsl(x / exact - 1) > rr_sampler_find("gamma:table")->error(&shape, type))
        fail_msg("shape %g, %s %a: an error of %Lg", shape, upper ? "upper" : "lower", v, fabsl(x / exact - 1));
}

/* The grid: the quantile function and the table, both by their roots. */
static void grid(void **state)
{
    FILE *in = fopen("tests/law/tables/table.txt", "r");
    gamma_case g = {.table = NULL};
    double shape, v, worst[2] = {0, 0};
    char line[256], log_x[64];
    int upper, lines = 0;
    (void)state;
    assert_non_null(in);
    while (fgets(line, sizeof line, in)) {
        if (line[0] == '#') continue;
        assert_int_equal(sscanf(line, "%lf %d %lf %63s", &shape, &upper, &v, log_x), 4);
        build(&g, shape);
        const long double root = expl(strtold(log_x, NULL) / (1u << g.law.squarings));
        const double own = (double)fabsl(rr_gamma_root(&g.law, upper, v) / root - 1) * 0x1p53;
        worst[0] = fmax(worst[0], own);
        if (own > QUANTILE_BOUND)
            fail_msg("shape %g, %s %a: the quantile is off by %.1f half ulps", shape, upper ? "upper" : "lower", v, own);
        ++lines;
        if (v < MIN) continue;
        value_error(&g, shape, upper, v, expl(strtold(log_x, NULL)));
        const double table = (double)(fabsl(rr_icdf_any(g.table, ends_at(upper, v)) / root - 1) / EPS);
        worst[1] = fmax(worst[1], table);
        if (table > ROOT_BOUND)
            fail_msg("shape %g, %s %a: the table is off by %.2f half ulps", shape, upper ? "upper" : "lower", v, table);
    }
    assert_true(lines > 1000);
    assert_int_equal(rr_sampler_find("gamma:table")->table[RR_DTYPE == 64], rr_icdf_size(sizeof(rr_scalar)));
    printf("# %s: quantile function within %.1f half ulps of a double, table within %.2f of %s\n", NAME, worst[0], worst[1],
           NAME);
    fclose(in);
    free(g.table);
}

static const double shapes[] = {0.1, 0.13, 0.5, 0.7, 1, 2.5, 100, 1e6};
#define SHAPES (sizeof shapes / sizeof *shapes)

/* Along v, across every border: no step against the direction by more than STEP_DOWN ulps. */
static void monotone(void **state)
{
    gamma_case g = {.table = NULL};
    (void)state;
    for (size_t i = 0; i < SHAPES; ++i) {
        build(&g, (rr_scalar)shapes[i]);
        for (int upper = 0; upper < 2; ++upper)
            for (int e = -1; ldexp(1, e) >= MIN; --e)
                for (int half = 0; half < 2; ++half) {
                    const double border = ldexp(half ? 1.5 : 1, e);
                    rr_scalar v = (rr_scalar)border;
                    if (border > 0.5) continue;
                    for (int k = 0; k < 40 && v > MIN; ++k) v = NEXT(v, 0);
                    rr_scalar before = rr_icdf_any(g.table, ends_at(upper, v));
                    for (int k = 0; k < 80 && v < 0.5; ++k) {
                        v = NEXT(v, 1);
                        const rr_scalar now = rr_icdf_any(g.table, ends_at(upper, v));
                        const double back = (double)(upper ? now - before : before - now);
                        if (back > (double)(before * EPS * 2 * STEP_DOWN))
                            fail_msg("shape %g: a step back at %s %a", shapes[i], upper ? "upper" : "lower", (double)v);
                        before = now;
                    }
                }
        assert_true(rr_icdf_any(g.table, ends_at(0, 0.5)) == rr_icdf_any(g.table, ends_at(1, 0.5)));
    }
    free(g.table);
}

/* The ends of the uniform mirror each other, with full precision there: peer bugs UNI-12, NOR-10, NOR-12. */
static void both_ends(void **state)
{
    const rr_ends low = rr_ends_full(WORDS(0), WORDS(0)), high = rr_ends_full(WORDS(0xffffffffu), WORDS(0xffffffffu));
    gamma_case g = {.table = NULL};
    (void)state;
    assert_true(low.v == (rr_scalar)MIN && low.upper == 0 && high.v == low.v && high.upper == 1);
    for (int bit = 0; bit < 32; ++bit) {
        const uint32_t w = 1u << bit;
        const rr_ends a = rr_ends_of(WORDS(w)), b = rr_ends_of(WORDS(~w));
        assert_true(a.v == b.v && a.upper != b.upper && a.open == b.open && a.open == ((bit == 31 ? ~w : w) < 1u << 24));
    }
    for (size_t i = 0; i < SHAPES; ++i) {
        build(&g, (rr_scalar)shapes[i]);
        const rr_scalar min = rr_icdf_any(g.table, low), max = rr_icdf_any(g.table, high);
        assert_true(min > 0 && max < INFINITY && max > min);
        assert_true(fabs((double)max / rr_gamma_root(&g.law, 1, MIN) - 1) < (double)(EPS * ROOT_BOUND));
        /* a decided word has the same bits from both tables */
        for (uint64_t k = 0; k < 100000; ++k) {
            const uint32_t w = (uint32_t)(bits64() >> 32);
            const rr_ends x = rr_ends_of(WORDS(w));
            if (!x.open && rr_icdf_centre(g.table, x) != rr_icdf_any(g.table, rr_ends_full(WORDS(w), WORDS(~w))))
                fail_msg("word %08x", w);
        }
    }
    free(g.table);
}

/* ---- Through the library ------------------------------------------------------------------------------------------- */

#define N 20000

static rr_job job_for(const char *sampler, const double *shape, uint32_t flags, rr_scalar *out)
{
    rr_job job = RR_JOB_INIT;
    job.sampler = rr_sampler_find(sampler);
    job.dtype = RR_DTYPE == 32 ? RR_F32 : RR_F64;
    job.stream = rr_stream_make(5, 6);
    job.rows = N;
    job.flags = flags;
    job.out = out;
    if (shape) job.param[0] = (rr_param){shape, RR_F64, 0, 0};
    return job;
}

/* U and 1 - U; e^-x of both sum to 1 for the exponential and for the gamma of shape 1; samplers that are not inverse CDFs
 * refuse. */
static void antithetic(void **state)
{
    static rr_scalar x[N], y[N];
    const double one = 1, bound = (double)(8 * EPS);
    rr_device *device;
    (void)state;
    assert_int_equal(rr_device_open("cpu", &device), RR_OK);
    for (int s = 0; s < 5; ++s) {
        static const char *const names[] = {"uniform", "uniform:32", "exponential", "exponential:32", "gamma:table"};
        const int positive = s > 1;
        rr_job job = job_for(names[s], positive ? &one : NULL, 0, x);
        assert_int_equal(rr_run(device, &job, NULL), RR_OK);
        job.flags = RR_ANTITHETIC;
        job.out = y;
        assert_int_equal(rr_run(device, &job, NULL), RR_OK);
        for (int i = 0; i < N; ++i) {
            const double sum = positive ? exp(-(double)x[i]) + exp(-(double)y[i]) : (double)x[i] + (double)y[i];
            if (fabs(sum - 1) > bound * (RR_DTYPE == 32 ? 1 : ROOT_BOUND))
            fail_msg("%s: %g and %g at %d", names[s], (double)x[i], (double)y[i], i);
        }
    }
    rr_job job = job_for("normal", NULL, RR_ANTITHETIC, x);
    assert_int_equal(rr_run(device, &job, NULL), RR_ERR_ARGUMENT);
    rr_device_close(&device);
}

/* One shape for all; out of range there is a message, and the samples are NaN. */
static void refusals(void **state)
{
    static rr_scalar x[N];
    static double many[N];
    rr_result result = RR_RESULT_INIT;
    double shape = 2;
    rr_device *device;
    (void)state;
    for (int i = 0; i < N; ++i) many[i] = 2;
    assert_int_equal(rr_device_open("cpu", &device), RR_OK);
    rr_job job = job_for("gamma:table", many, 0, x);
    job.param[0].row_stride = sizeof *many;
    assert_int_equal(rr_run(device, &job, &result), RR_ERR_ARGUMENT);
    assert_non_null(strstr(result.message, "shape"));
    job.rows = 1;   /* one value is one value, whatever its stride */
    assert_int_equal(rr_run(device, &job, &result), RR_OK);
    job = job_for("gamma:table", &shape, 0, x);
    for (int k = 0; k < 4; ++k) {
        static const double bad[] = {0.0999, 2e6, -1, NAN};
        shape = bad[k];
        assert_int_equal(rr_run(device, &job, &result), RR_ERR_PARAM);
        assert_true(isnan(x[0]) && isnan(x[N - 1]));
    }
    shape = 0.1;
    assert_int_equal(rr_run(device, &job, &result), RR_OK);
    /* one scale per sample, some bad: only those samples fail */
    for (int i = 0; i < N; ++i) many[i] = i % 1000 == 7 ? -1 : 1;
    static rr_scalar y[N];
    job.param[1] = (rr_param){many, RR_F64, sizeof *many, 0};
    job.out = y;
    assert_int_equal(rr_run(device, &job, &result), RR_ERR_PARAM);
    for (int i = 0; i < N; ++i) assert_true(i % 1000 == 7 ? isnan(y[i]) : y[i] == x[i]);
    rr_device_close(&device);
}

/* More shapes than the cache holds: the same bits, cached or not. */
static void many_shapes(void **state)
{
    static rr_scalar x[2][100][20];
    rr_device *device;
    (void)state;
    assert_int_equal(rr_device_open("cpu", &device), RR_OK);
    for (int round = 0; round < 2; ++round)
        for (int k = 0; k < (RR_DTYPE == 32 ? 100 : 70); ++k) {
            const double shape = 1 + k;
            rr_job job = job_for("gamma:table", &shape, 0, x[round][k]);
            job.rows = 20;
            assert_int_equal(rr_run(device, &job, NULL), RR_OK);
        }
    assert_memory_equal(x[0], x[1], sizeof x[0]);
    rr_device_close(&device);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(grid), cmocka_unit_test(monotone), cmocka_unit_test(both_ends),
        cmocka_unit_test(antithetic), cmocka_unit_test(refusals), cmocka_unit_test(many_shapes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
