/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* normal-mixture: its distribution function, within 6 standard errors; the component alone is categorical's number; one
 * value for all components; every type, strategy and instruction set have the same numbers; points and ends; refusals. */
#include <math.h>

#include "tests/support/support.h"

enum { K = 4, N = 1 << 20, FEW = 5000, CELLS = 9 };

static const double weights[K] = {1, 0, 2, 0.5}, means[K] = {-3, 100, 0.5, 4}, sds[K] = {0.5, 1, 2, 0};

static rr_job mixture(const double *w, const double *m, const double *s, uint64_t number, uint64_t n)
{
    rr_job job = RR_JOB_INIT;
    job.sampler = rr_sampler_find("normal-mixture");
    job.dtype = RR_F64;
    job.stream = rr_stream_make(17, 3);
    job.rows = n;
    job.param[0] = (rr_param){w, RR_F64, 0, 8};
    job.param[1] = (rr_param){m, RR_F64, 0, 8};
    job.param[2] = (rr_param){s, RR_F64, 0, 8};
    job.dims.n = number;
    return job;
}

static double below(double x)
{
    double sum = 0, total = 0;
    for (int k = 0; k < K; ++k) {
        total += weights[k];
        sum += weights[k] * (sds[k] > 0 ? erfc((means[k] - x) / sds[k] * 0.70710678118654752) / 2 : x >= means[k]);
    }
    return sum / total;
}

static void law(void **state)
{
    static const double edge[CELLS] = {-4, -3.2, -2.9, -1, 0.4, 2, 3.9999, 4, 8};
    static double x[N];
    int count[CELLS] = {0}, points = 0;
    rr_job job = mixture(weights, means, sds, K, N);
    (void)state;
    must_run(device("cpu"), &job, x);
    for (int i = 0; i < N; ++i) {
        for (int c = 0; c < CELLS; ++c) count[c] += x[i] <= edge[c];
        points += x[i] == 4;
        assert_true(x[i] < 50);   /* the component of weight 0 */
    }
    for (int c = 0; c < CELLS; ++c) {
        const double p = below(edge[c]), off = count[c] - N * p;
        if (!(fabs(off) <= 6 * sqrt(N * p * (1 - p)) + 4)) fail_msg("%d are up to %g, not %g", count[c], edge[c], N * p);
    }
    const double p = weights[3] / (weights[0] + weights[2] + weights[3]);
    assert_true(fabs(points - N * p) <= 6 * sqrt(N * p * (1 - p)));
}

static void same_everywhere(void **state)
{
    static const char *const strategies[] = {"loop", "cached", "regroup", "refill", "compact", "auto"};
    static double want[FEW], have[FEW], w[1000], m[1000], s[1000];
    static float narrow[FEW];
    const char *names[8];
    const unsigned count = isas(names);
    (void)state;
    for (int k = 0; k < 1000; ++k) w[k] = 1.0 / (k + 1), m[k] = k, s[k] = k % 7;
    rr_job job = mixture(w, m, s, 1000, FEW);
    must_run(device("cpu:scalar"), &job, want);
    for (unsigned d = 0; d < count; ++d)
        for (size_t k = 0; k < sizeof strategies / sizeof *strategies; ++k) {
            job.strategy = strategy(strategies[k]);
            must_run(device("%s,threads=%d,tile=%d", names[d], 1 + (int)(k % 3), 64 << k % 4), &job, have);
            same_bits(want, have, FEW, 8, "%s %s", names[d], strategies[k]);
        }
    job.dtype = RR_F32;   /* integers are equal in f32 */
    must_run(device("cpu"), &job, narrow);
    for (int i = 0; i < FEW; ++i) assert_true(narrow[i] == (float)want[i]);
    for (int i = 0; i < FEW; i += 613) {
        rr_job one = mixture(w, m, s, 1000, 1);
        one.stream.next = (uint64_t)i;
        must_run(device("cpu"), &one, have);
        assert_true(have[0] == want[i]);
    }
}

/* One value for all components, strides of any size, other types, and the typed call. */
static void layouts(void **state)
{
    static double want[FEW], have[FEW];
    static const double three[K] = {3, 3, 3, 3}, turned[K] = {0.5, 2, 0, 1};
    static const float narrow[2 * K] = {1, 9, 0, 9, 2, 9, 0.5f, 9};
    rr_stream stream = rr_stream_make(17, 3);
    rr_job job = mixture(weights, means, three, K, FEW);
    (void)state;
    must_run(device("cpu"), &job, want);
    job.param[2].col_stride = 0;
    must_run(device("cpu"), &job, have);
    same_bits(want, have, FEW, 8, "one sd for all");
    job.param[0] = (rr_param){turned + K - 1, RR_F64, 0, -8};
    must_run(device("cpu"), &job, have);
    same_bits(want, have, FEW, 8, "weights from the last on");
    job.param[0] = (rr_param){narrow, RR_F32, 0, 8};
    must_run(device("cpu"), &job, have);
    same_bits(want, have, FEW, 8, "weights in f32, every second");
    assert_int_equal(rr_fill_normal_mixture_f64(device("cpu"), &stream, FEW, have, weights, means, three, K), RR_OK);
    same_bits(want, have, FEW, 8, "the typed call");
    assert_int_equal(stream.next, FEW);
}

static void ends(void **state)
{
    static const double one = 1, none = 0, far[2] = {-1.7e308, 1.7e308}, zero[2] = {0, 0}, both[2] = {1, 1};
    double x[64];
    rr_job job = mixture(&one, &one, &none, 1, 64);
    (void)state;
    must_run(device("cpu"), &job, x);
    for (int i = 0; i < 64; ++i) assert_true(x[i] == 1);
    job = mixture(both, far, zero, 2, 64);
    must_run(device("cpu"), &job, x);
    for (int i = 0; i < 64; ++i) assert_true(fabs(x[i]) == 1.7e308);
}

static void refused(void **state)
{
    static const struct { double w, m, s; uint64_t number; int row_of; rr_status status; const char *message; } bad[] = {
        {-1, 0, 1, 2, -1, RR_ERR_PARAM, "element 0 of weights is -1"},
        {NAN, 0, 1, 2, -1, RR_ERR_PARAM, "element 0 of weights is"},
        {0, 0, 1, 2, -1, RR_ERR_PARAM, "all weights are 0"},
        {1, INFINITY, 1, 2, -1, RR_ERR_PARAM, "element 0 of means is inf; all must be in [-1.79769e+308, 1.79769e+308]"},
        {1, NAN, 1, 2, -1, RR_ERR_PARAM, "element 0 of means is"},
        {1, 0, -1e-300, 2, -1, RR_ERR_PARAM, "element 0 of sds is -1e-300; all must be in [0, 1.79769e+308]"},
        {1, 0, INFINITY, 2, -1, RR_ERR_PARAM, "element 0 of sds is inf"},
        {1, 0, 1, 0, -1, RR_ERR_ARGUMENT, "dims.n is 0: weights takes N from 1 to 268435456"},
        {1, 0, 1, 2, 0, RR_ERR_ARGUMENT, "weights of normal-mixture is one array for all samples: row_stride must be 0"},
        {1, 0, 1, 2, 2, RR_ERR_ARGUMENT, "sds of normal-mixture is one array for all samples: row_stride must be 0"},
    };
    double x[2] = {7, 7};
    (void)state;
    for (size_t k = 0; k < sizeof bad / sizeof *bad; ++k) {
        const double w[2] = {bad[k].w, 0}, m[2] = {bad[k].m, 0}, s[2] = {bad[k].s, 1};
        rr_result result = RR_RESULT_INIT;
        rr_job job = mixture(w, m, s, bad[k].number, 2);
        if (bad[k].row_of >= 0) job.param[bad[k].row_of].row_stride = 16;
        job.out = x;
        assert_int_equal(rr_run(device("cpu"), &job, &result), bad[k].status);
        if (!strstr(result.message, bad[k].message)) fail_msg("%s", result.message);
        assert_int_equal(rr_check(device("cpu"), &job, &result), bad[k].status);
        assert_true(x[0] == 7);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(law), TEST(same_everywhere), TEST(layouts), TEST(ends), TEST(refused)};
    return RUN(tests);
}
