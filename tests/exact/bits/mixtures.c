/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Finite mixtures by one mechanism (engine/draws/mixture.h; normal-mixture has tests/exact/bits/mixture.c): each against its
 * distribution function within 6 standard errors; the bits where all components are equal; every strategy, instruction set,
 * split and dtype; the ranges of its distribution; refusals. */
#include <math.h>

#include "tests/support/support.h"

enum { K = 4, N = 1 << 17, FEW = 3000, CELLS = 6 };

typedef double cdf(double x, const double *v);   /* for a component with parameters v[0], v[1], ... */

static double exponential(double x, const double *v) { return x > 0 ? -expm1(-x / v[0]) : 0; }

static double poisson(double x, const double *v)
{
    double term = exp(-v[0]), sum = x < 0 ? 0 : term;
    for (int k = 1; k <= x; ++k) sum += term *= v[0] / k;
    return sum;
}

/* For an integer shape: P(at least that many events). */
static double gamma_law(double x, const double *v)
{
    const double mean = x / v[1];
    return x > 0 ? 1 - poisson(v[0] - 1, &mean) : 0;
}

/* For integer shapes: P(at least a of a + b - 1 uniforms are below x). */
static double beta(double x, const double *v)
{
    const int n = (int)(v[0] + v[1]) - 1;
    double sum = 0;
    for (int k = (int)v[0]; k <= n; ++k)
        sum += exp(lgamma(n + 1) - lgamma(k + 1) - lgamma(n - k + 1)) * pow(x, k) * pow(1 - x, n - k);
    return sum;
}

static double lognormal(double x, const double *v) { return erfc((v[0] - log(x)) / v[1] * 0.70710678118654752) / 2; }

/* For 1 and 2 degrees of freedom. */
static double student_t(double x, const double *v)
{
    const double t = (x - v[1]) / v[2];
    return v[0] == 1 ? 0.5 + atan(t) / acos(-1) : 0.5 + t / (2 * sqrt(2 + t * t));
}

/* Weights are the same for all samples; component 1 has weight 0. */
static const double weights[K] = {1, 0, 2, 0.5};
static const struct known_law {
    const char *name;
    cdf *below;
    double number[3][K], edge[CELLS];
} laws[] = {
    {"exponential-mixture", exponential, {{1, 1e6, 0.1, 20}}, {0.01, 0.1, 0.3, 1, 10, 40}},
    {"gamma-mixture", gamma_law, {{1, 5, 3, 20}, {1, 1e6, 0.1, 2}}, {0.1, 0.3, 0.6, 2, 30, 45}},
    {"beta-mixture", beta, {{1, 5, 7, 2}, {1, 5, 3, 9}}, {0.1, 0.3, 0.5, 0.7, 0.8, 0.9}},
    {"lognormal-mixture", lognormal, {{0, 99, -2, 3}, {1, 1, 0.5, 0.1}}, {0.05, 0.1, 0.2, 1, 10, 20}},
    {"student-t-mixture", student_t, {{1, 1, 2, 2}, {0, 1e9, -5, 3}, {1, 1, 0.5, 0.1}}, {-9, -5.5, -5, -1, 0, 3}},
    {"poisson-mixture", poisson, {{0, 1e6, 4, 60}}, {0, 1, 3, 6, 50, 60}},
};
enum { LAWS = sizeof laws / sizeof *laws };

static rr_job mixture(const struct known_law *law, rr_type dtype, uint64_t n)
{
    rr_job job = RR_JOB_INIT;
    job.sampler = rr_sampler_find(law->name);
    job.dtype = dtype;
    job.stream = rr_stream_make(17, 3);
    job.rows = n;
    job.dims.n = K;
    job.param[0] = (rr_param){weights, RR_F64, 0, 8};
    for (uint32_t p = 1; p < job.sampler->params; ++p) job.param[p] = (rr_param){law->number[p - 1], RR_F64, 0, 8};
    return job;
}

static double below(const struct known_law *law, double x)
{
    double sum = 0, total = 0;
    for (int k = 0; k < K; ++k) {
        const double v[3] = {law->number[0][k], law->number[1][k], law->number[2][k]};
        total += weights[k];
        if (weights[k] > 0) sum += weights[k] * law->below(x, v);
    }
    return sum / total;
}

static void check_law(const struct known_law *law)
{
    static double x[N];
    int count[CELLS] = {0};
    rr_job job = mixture(law, RR_F64, N);
    must_run(device("cpu"), &job, x);
    for (int i = 0; i < N; ++i)
        for (int c = 0; c < CELLS; ++c) count[c] += x[i] <= law->edge[c];
    for (int c = 0; c < CELLS; ++c) {
        const double p = below(law, law->edge[c]), off = count[c] - N * p;
        if (!(fabs(off) <= 6 * sqrt(N * p * (1 - p))))
            fail_msg("%s: %d are up to %g, not %g", law->name, count[c], law->edge[c], N * p);
    }
}

static void cells(void **state)
{
    (void)state;
    for (int law = 0; law < LAWS; ++law) check_law(&laws[law]);
}

static void same_everywhere(void **state)
{
    static const char *const strategies[] = {"loop", "cached", "regroup", "refill", "compact", "auto"};
    static double want[FEW], have[FEW];
    const char *names[8];
    const unsigned count = isas(names);
    (void)state;
    for (int law = 0; law < LAWS; ++law) {
        rr_job job = mixture(&laws[law], RR_F64, FEW);
        must_run(device("cpu:scalar"), &job, want);
        for (unsigned d = 0; d < count; ++d)
            for (size_t k = 0; k < sizeof strategies / sizeof *strategies; ++k) {
                job.strategy = strategy(strategies[k]);
                must_run(device("%s,threads=%d,tile=%d", names[d], 1 + (int)(k % 3), 64 << k % 4), &job, have);
                same_bits(want, have, FEW, 8, "%s %s of %s", names[d], strategies[k], laws[law].name);
            }
        for (int i = 0; i < FEW; i += 613) {
            rr_job one = mixture(&laws[law], RR_F64, 1);
            one.stream.next = (uint64_t)i;
            must_run(device("cpu"), &one, have);
            assert_true(have[0] == want[i]);
        }
    }
}

/* Where all components are equal the weights change nothing: the sample is that of the distribution. */
static void alike(void **state)
{
    static double want[FEW], have[FEW];
    (void)state;
    for (int law = 0; law < LAWS; ++law) {
        rr_job job = mixture(&laws[law], RR_F64, FEW);
        for (uint32_t p = 1; p < job.sampler->params; ++p)
            job.param[p] = (rr_param){&laws[law].number[p - 1][2], RR_F64, 0, 0};
        must_run(device("cpu"), &job, want);
        job.dims.n = 1;
        must_run(device("cpu"), &job, have);
        same_bits(want, have, FEW, 8, "%s of one component", laws[law].name);
    }
}

/* A mixture accepts the parameters that its distribution accepts; others are refused with their element. Composite samplers
 * have parameters in f64. */
static void ranges(void **state)
{
    (void)state;
    for (int law = 0; law < LAWS; ++law) {
        const rr_sampler *s = rr_sampler_find(laws[law].name), *own = rr_sampler_find(s->stages[1].sampler);
        assert_int_equal(s->params, own->params + 1);
        for (rr_type dtype = RR_F32; dtype <= RR_I64; ++dtype)
            for (uint32_t p = 1; p < s->params && s->dtypes >> dtype & 1; ++p)
                assert_memory_equal(rr_param_range(s, dtype, p), rr_param_range(own, s->counts ? dtype : RR_F64, p - 1),
                                    sizeof(rr_range));
    }
}

static void refuse(rr_job job, uint32_t p, double bad)
{
    double numbers[K] = {1, 1, bad, 1}, x[2] = {7, 7};
    char want[80];
    rr_result result = RR_RESULT_INIT;
    job.param[p] = (rr_param){numbers, RR_F64, 0, 8};
    job.out = x;
    snprintf(want, sizeof want, "element 2 of %s is %g", job.sampler->param[p].name, bad);
    assert_int_equal(rr_run(device("cpu"), &job, &result), RR_ERR_PARAM);
    if (!strstr(result.message, want)) fail_msg("%s, not %s", result.message, want);
    assert_true(x[0] == 7 && x[1] == 7);
}

static void refused(void **state)
{
    static const double bad[] = {NAN, INFINITY, -INFINITY};
    (void)state;
    for (int law = 0; law < LAWS; ++law) {
        const rr_job job = mixture(&laws[law], RR_F64, 2);
        for (uint32_t p = 0; p < job.sampler->params; ++p) {
            const rr_range *range = &job.sampler->param[p].f64;
            for (size_t k = 0; k < sizeof bad / sizeof *bad; ++k)
                if (bad[k] != range->high) refuse(job, p, bad[k]);
            if (range->low >= 0) refuse(job, p, -1e-300);
            if (range->low_open) refuse(job, p, 0);
        }
    }
    const double many[K] = {1, 1, 3e9, 1};   /* counts too large for i32 */
    rr_job job = mixture(&laws[LAWS - 1], RR_I32, 2);
    rr_result result = RR_RESULT_INIT;
    int32_t x[2];
    job.param[1].data = many;
    job.out = x;
    assert_int_equal(rr_run(device("cpu"), &job, &result), RR_ERR_PARAM);
    assert_non_null(strstr(result.message, "element 2 of lams is 3e+09; all must be in [0, 2.147e+09]"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(cells), TEST(same_everywhere), TEST(alike), TEST(ranges), TEST(refused)};
    return RUN(tests);
}
