/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Counts are the same in every dtype, whatever the strategy, the size and the position of a tile; a first pass in f32
 * changes nothing; counts that do not fit are set to 0 and reported. */
#include <math.h>

#include "tests/support/strategies.h"
#include "tests/support/support.h"

enum { N = 3000, TURNS = 3 };   /* strategies with REROLL_DEEP; otherwise 1 (bits/matrix runs all) */

static double count_at(const void *out, rr_type type, size_t k)
{
    switch (type) {
    case RR_F32: return ((const float *)out)[k];
    case RR_F64: return ((const double *)out)[k];
    case RR_I32: return ((const int32_t *)out)[k];
    case RR_I64: return (double)((const int64_t *)out)[k];
    case RR_U32: return ((const uint32_t *)out)[k];
    case RR_U64: return (double)((const uint64_t *)out)[k];
    default: break;   /* halves are in tests/exact/bits/half.c */
    }
    return NAN;
}

static void one_job(const rr_job *whole, rr_type type, const char *by, const char *where, const int64_t *want)
{
    static uint64_t out[N];
    rr_job job = *whole;
    job.dtype = type;
    job.strategy = strategy(by);
    must_run(device("%s", where), &job, out);
    for (size_t i = 0; i < N; ++i) {
        const double exact = (double)want[i], held = type == RR_F32 ? (double)(float)exact : exact,
                     have = count_at(out, type, i);
        if (have != held)
            fail_msg("%s %s on %s, type %d: element %zu is %g, not %g", job.sampler->name, by, where, type, i, have, held);
    }
}

/* All dtypes by compact, and by one strategy after another, have the numbers of i64, rounded where f32 lacks the number.
 * Scalar lanes take most of the time and convert as the others do: they run a third of the dtypes, in turn. */
static void one_law(const rr_sampler *s, int each, unsigned which, uint64_t first)
{
    static int64_t want[N];
    static unsigned turn, dtypes;
    const char *names[8];
    char text[32];
    const unsigned sets = isas(names);
    rr_job whole = job_of(s, RR_I32, first, N, each, which);   /* its ranges are the narrowest */
    whole.dtype = RR_I64;
    must_run(device("cpu:scalar,tile=64"), &whole, want);
    for (int t = RR_F32; t <= RR_U64; ++t) {
        if (!(s->dtypes >> t & 1)) continue;
        const int scalar = deep() || ++dtypes % 3 == 0;
        for (unsigned i = 0; i < sets; ++i)
            if (scalar || strcmp(names[i], "cpu:scalar")) one_job(&whole, (rr_type)t, "compact", names[i], want);
        for (int k = 0; k < (deep() ? TURNS : 1); ++k) {
            if (!strategy_text(turn++, text)) strategy_text(turn = 0, text);
            one_job(&whole, (rr_type)t, text, names[turn % sets], want);
        }
    }
}

static void every_dtype(void **state)
{
    const rr_sampler *s;
    unsigned laws = 0;
    for (size_t i = 0; (s = rr_sampler_list(i)); ++i) {
        if (!s->counts || rr_is_row(s)) continue;   /* rows are in tests/exact/rows/multinomial.c */
        ++laws;
        one_law(s, SHARED, 3, ((uint64_t)1 << 34) - 1501);
        one_law(s, EACH, 0, 5);
    }
    assert_true(laws > 0);
    (void)state;
}

/* Compact on every instruction set gives the counts of loop in f64. */
enum { MANY = 1 << 15 };
static void same(rr_job *job, const char *what)
{
    static int64_t want[MANY], have[MANY];
    const char *names[8];
    const unsigned sets = isas(names);
    job->strategy = strategy("loop");
    must_run(device("cpu"), job, want);
    job->strategy = strategy("compact");
    for (unsigned i = 0; i < sets; ++i) {
        must_run(device("%s", names[i]), job, have);
        for (size_t n = 0; n < job->rows; ++n)
            if (have[n] != want[n])
                fail_msg("%s%s on %s: element %zu is %lld, not %lld", job->sampler->name, what, names[i], n,
                         (long long)have[n], (long long)want[n]);
    }
}

/* Where f32 is least accurate: at the ends of the range of the f32 first pass, at switches and an ulp away, where a mirror
 * cancels, where masses end. */
static const struct {
    const char *name;
    double p[3];
} hard[] = {
    {"poisson", {9.999999999999998}}, {"poisson", {10}}, {"poisson", {10.4}}, {"poisson", {511.9999999}},
    {"poisson", {83.1}}, {"poisson", {83.2}}, {"poisson", {31.0000001}}, {"poisson", {22350}}, {"poisson", {22370}},
    {"binomial", {1000000, 0.01}}, {"binomial", {89000, 0.5}}, {"hypergeometric", {10000, 20000, 6000}},
    {"poisson", {4095.5}}, {"poisson", {1048575.9999}}, {"poisson", {1048576}}, {"poisson", {1048576.0000000002}},
    {"poisson", {1e-9}}, {"binomial", {20, 0.5}}, {"binomial", {20, 0.49999999999999994}},
    {"binomial", {20, 0.5000000000000001}}, {"binomial", {100, 0.1}}, {"binomial", {100, 0.09999999999999999}},
    {"binomial", {100, 0.9}}, {"binomial", {4194304, 0.9999}}, {"binomial", {4194304, 0.5}}, {"binomial", {4194305, 0.5}},
    {"binomial", {4194304, 2.3e-6}}, {"binomial", {4194304, 0.9999977}}, {"binomial", {1000000, 1e-5}},
    {"binomial", {1, 0.3}},
    {"binomial", {777, 1}}, {"binomial", {777, 0}}, {"binomial", {3000000, 1e-300}}, {"binomial", {0, 0.5}},
    {"binomial", {326, 0.5}}, {"binomial", {4000000, 1e-5}}, {"hypergeometric", {24, 24, 24}},
    {"hypergeometric", {48, 144, 48}},
    {"hypergeometric", {48, 145, 48}}, {"hypergeometric", {25, 24, 24}}, {"hypergeometric", {24, 25, 25}},
    {"hypergeometric", {4194303, 4194304, 4194303}}, {"hypergeometric", {4194304, 4194304, 4194304}},
    {"hypergeometric", {8388000, 607, 6000000}}, {"hypergeometric", {600, 8388007, 300000}},
    {"hypergeometric", {1e12, 1e12, 1000}}, {"hypergeometric", {1e12, 1e12, 2097152}},
    {"hypergeometric", {1e12, 1e12, 2097153}}, {"hypergeometric", {7e13, 70737488355327, 2e6}},
    {"hypergeometric", {7e13, 70737488355328, 2e6}}, {"hypergeometric", {1e9, 1e13, 1e8}},
    {"hypergeometric", {1e13, 1e12, 4194304}}, {"hypergeometric", {4194304, 1e13, 9e12}},
    {"hypergeometric", {16777217, 33554433, 500001}}, {"hypergeometric", {5e12, 5e12, 24}},
    {"hypergeometric", {650, 650, 650}}, {"hypergeometric", {0, 100, 40}}, {"hypergeometric", {100, 40, 140}},
    {"zipf", {1.0001}}, {"zipf", {1.375}}, {"zipf", {1.3749999999999998}}, {"zipf", {1.5}}, {"zipf", {2}}, {"zipf", {100}},
    {"zipf", {100.00000000000001}}, {"zipf", {7.25}},
    {"poisson", {69.3}}, {"poisson", {69.4}}, {"poisson", {12500}}, {"poisson", {12600}}, {"binomial", {49800, 0.5}},
    {"binomial", {50200, 0.5}},
    {"geometric", {1}}, {"geometric", {0.96875}}, {"geometric", {0.9687500000000001}}, {"geometric", {0.001953125}},
    {"geometric", {0.0019531249999999998}}, {"geometric", {0.00195312492}}, {"geometric", {0.0009765624999}},
    {"geometric", {0.0009765625}}, {"geometric", {0.00012}}, {"geometric", {9.5367431640625e-07}},
    {"geometric", {9.536743164062499e-07}},
};

static void hard_parameters(void **state)
{
    char text[96];
    (void)state;
    for (size_t k = 0; k < sizeof hard / sizeof *hard; ++k) {
        rr_job job = RR_JOB_INIT;
        job.sampler = rr_sampler_find(hard[k].name);
        job.dtype = RR_I64;
        job.stream = rr_stream_make(k, 3);
        job.rows = MANY;
        for (unsigned p = 0; p < job.sampler->params; ++p) job.param[p] = (rr_param){&hard[k].p[p], RR_F64, 0, 0};
        snprintf(text, sizeof text, "(%.17g, %.17g, %.17g)", hard[k].p[0], hard[k].p[1], hard[k].p[2]);
        same(&job, text);
    }
}

/* Parameters in between, by three numbers in [0, 1). Those of `each` are in the range of the f32 first pass, so that none
 * sends its whole tile to f64. With two regimes a tile has a small part in the lower one (some 0), a large part (1), or
 * nearly all (2). */
static double between(double u, double min, double max) { return min * pow(max / min, u); }

static void random_set(unsigned law, int each, unsigned some, const double *u, double *p)
{
    static const double mean[3] = {1e6, 30, 12};
    const double min = each ? 500 : 30;
    switch (law) {
    case 0: p[0] = between(u[0], 3, each ? mean[some] : 3e6); break;
    case 1:
        p[0] = floor(between(u[0], 8, each ? 4e6 : 8e6));
        p[1] = u[1] < .3 && !some ? u[2] : fmin(between(u[2], 5, some ? mean[some] : 5e6) / p[0], 1);
        break;
    case 2:
        if (u[0] < .5) {   /* N from 2^23 on */
            p[0] = floor(between(2 * u[0], 8e6, 2e13));
            p[1] = floor(p[0] * between(u[1], .2, each ? 5 : 500));
            p[2] = floor(between(u[2], 100, each ? 2e6 : 4e6));
            break;
        }
        p[0] = floor(between(2 * u[0] - 1, min, 4e6));
        p[1] = floor(between(u[1], min, 4e6));
        p[2] = floor((each ? .1 + .8 * u[2] : u[2]) * (p[0] + p[1]));
        break;
    case 3: p[0] = each ? between(u[0], 1.375, 99) : between(u[0], 1.3, u[1] < .5 ? 3 : 150); break;
    case 4: p[0] = between(u[0], each ? 1e-6 : 1e-7, .96); break;
    default: p[0] = between(u[0], each ? .002 : 1e-5, 30);
    }
}

/* One set for all draws, and one set per draw; REROLL_DEEP=1: 3000 sets per distribution. */
static void random_parameters(void **state)
{
    enum { LAWS = 6 };
    static const char *const laws[LAWS] = {"poisson", "binomial", "hypergeometric", "zipf", "geometric", "discrete-laplace"};
    static double u[3 * MANY], p[MANY][3];
    const unsigned turns = deep() ? 3000 : 24;
    char text[96];
    (void)state;
    for (unsigned k = 0; k < LAWS * turns; ++k) {
        rr_job uniform = RR_JOB_INIT, job = RR_JOB_INIT;
        const int each = k / LAWS % 4 == 3;
        const unsigned some = each ? k / LAWS / 4 % 3 : 0;
        uniform.sampler = rr_sampler_find("uniform");
        uniform.dtype = RR_F64;
        uniform.stream = rr_stream_make(k, 4);
        uniform.rows = each ? 3 * MANY : 3;
        must_run(device("cpu"), &uniform, u);
        for (size_t n = 0; n < (each ? MANY : 1); ++n) random_set(k % LAWS, each, some, u + 3 * n, p[n]);
        job.sampler = rr_sampler_find(laws[k % LAWS]);
        job.dtype = RR_I64;
        job.stream = rr_stream_make(k, 5);
        job.rows = MANY / 4 + k % 7;
        for (unsigned q = 0; q < job.sampler->params; ++q)
            job.param[q] = (rr_param){&p[0][q], RR_F64, each ? sizeof *p : 0, 0};
        snprintf(text, sizeof text, "(%.17g, %.17g, %.17g%s)", p[0][0], p[0][1], p[0][2], each ? ", ..." : "");
        same(&job, text);
    }
}

/* Stages make reals in f64 whatever the dtype: the f32 sample is that number, rounded once. */
static void rounded(void **state)
{
    static double want[N];
    static float have[N];
    const rr_sampler *s;
    unsigned laws = 0;
    (void)state;
    for (size_t i = 0; (s = rr_sampler_list(i)); ++i) {
        if (!s->stages || s->counts) continue;
        for (unsigned which = 0; which < 4; ++which) {
            rr_job job = job_of(s, RR_F64, 1000, N, which & 1, which);
            must_run(device("cpu"), &job, want);
            job.dtype = RR_F32;
            must_run(device("cpu"), &job, have);
            for (size_t k = 0; k < N; ++k) {
                const float one = (float)want[k];
                if (memcmp(&one, &have[k], sizeof one)) fail_msg("%s: element %zu is %g, not %g", s->name, k, have[k], one);
            }
        }
        ++laws;
    }
    assert_true(laws >= 3);
}

/* A parameter whose counts a dtype does not hold is refused beforehand. */
static void too_large(void **state)
{
    static int32_t out[N];
    const double lam = 2147483648.0;
    rr_result result = RR_RESULT_INIT;
    rr_job job = RR_JOB_INIT;
    job.sampler = rr_sampler_find("poisson");
    job.dtype = RR_I32;
    job.rows = N;
    job.out = out;
    job.param[0] = (rr_param){&lam, RR_F64, 0, 0};
    assert_int_equal(rr_run(device("cpu"), &job, &result), RR_ERR_PARAM);
    assert_non_null(strstr(result.message, "lam"));
    (void)state;
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(every_dtype), TEST(hard_parameters), TEST(random_parameters),
                                       TEST(rounded), TEST(too_large)};
    return RUN(tests);
}
