/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Logits: categorical-logit is the categorical of their exponentials, one vector for all samples or a row for each, on every
 * instruction set; -inf masks a number, also in gumbel-softmax, and decides binomial-logit and bernoulli-logit; which
 * logits are refused. */
#include <math.h>

#include "tests/support/support.h"

enum { N = 20000, ROWS = 500, LONG = 1000 };

static rr_job job_of_logits(const char *sampler, const double *x, ptrdiff_t step, uint64_t rows, uint64_t k)
{
    rr_job job = RR_JOB_INIT;
    job.sampler = rr_sampler_find(sampler);
    job.dtype = RR_I64;
    job.stream = rr_stream_make(31, 4);
    job.stream.next = 11;
    job.rows = rows;
    job.param[0] = (rr_param){x, RR_F64, step, sizeof *x};
    job.dims.n = k;
    return job;
}

/* Between -1000 and 1000; a fifth of them are -inf, but not number `not`. */
static void give(double *x, uint64_t n, uint64_t seed, double scale)
{
    for (uint64_t k = 0; k < n; ++k)
        x[k] = mix(k + seed) % 5 ? scale * ((double)(mix(k * 7 + seed) >> 11) * 0x1p-52 - 1) : -INFINITY;
    x[mix(seed) % n] = scale / 2;
}

static void exponentials(void **state)
{
    static const uint64_t sizes[] = {1, 2, 7, 8, 9, 64, LONG};
    static double x[LONG], w[LONG];
    static int64_t want[N], have[N];
    (void)state;
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; ++s)
        for (int wide = 0; wide < 2; ++wide) {
            double max = -INFINITY;
            give(x, sizes[s], s, wide ? 1000 : 3);
            for (uint64_t k = 0; k < sizes[s]; ++k) max = fmax(max, x[k]);
            for (uint64_t k = 0; k < sizes[s]; ++k) w[k] = exp(x[k] - max);
            for (uint64_t n = 1; n <= N; n *= 20) {   /* few samples are drawn without a table */
                rr_job job = job_of_logits("categorical", w, 0, n, sizes[s]);
                must_run(device("cpu"), &job, want);
                job = job_of_logits("categorical-logit", x, 0, n, sizes[s]);
                must_run(device("cpu"), &job, have);
                same_bits(want, have, n, 8, "%d samples of %d logits", (int)n, (int)sizes[s]);
            }
            for (uint64_t k = 0; k < sizes[s]; ++k) x[k] += 4096;   /* exact: any constant may be added */
            rr_job job = job_of_logits("categorical-logit", x, 0, N, sizes[s]);
            must_run(device("cpu"), &job, want);
            must_run(device("cpu:scalar,threads=2"), &job, have);
            same_bits(want, have, N, 8, "%d logits, scalar", (int)sizes[s]);
        }
}

/* Each row gives the sample of the same logits as one vector. */
static void rows(void **state)
{
    static const uint64_t sizes[] = {1, 2, 7, 8, 9, 33, 64, 300};
    static double x[ROWS * 300];
    static float narrow[ROWS * 300];
    static int64_t want[ROWS], have[ROWS], one[100];
    const char *names[8];
    const unsigned count = isas(names);
    (void)state;
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; ++s) {
        const uint64_t k = sizes[s];
        for (uint64_t r = 0; r < ROWS; ++r) give(x + r * k, k, r, r % 2 ? 1000 : 3);
        for (uint64_t c = 0; c < ROWS * k; ++c) narrow[c] = (float)x[c], x[c] = (double)narrow[c];
        for (uint64_t r = 0; r < ROWS; ++r) {
            rr_job job = job_of_logits("categorical-logit", x + r * k, 0, 100, k);
            job.stream.next += r;
            must_run(device("cpu"), &job, one);
            want[r] = one[0];
            assert_true(x[r * k + (uint64_t)one[0]] > -INFINITY);
        }
        for (unsigned d = 0; d < count; ++d) {
            rr_job job = job_of_logits("categorical-logit", x, (ptrdiff_t)(8 * k), ROWS, k);
            must_run(device("%s,threads=%u", names[d], 1 + d), &job, have);
            same_bits(want, have, ROWS, 8, "%s, rows of %d logits", names[d], (int)k);
            job.param[0] = (rr_param){narrow, RR_F32, (ptrdiff_t)(4 * k), 4};
            must_run(device("%s", names[d]), &job, have);
            same_bits(want, have, ROWS, 8, "%s, rows of %d logits in f32", names[d], (int)k);
        }
    }
}

static void is_refused(const double *x, ptrdiff_t step, uint64_t n, const char *message)
{
    int64_t out[100];
    rr_result result = RR_RESULT_INIT;
    rr_job job = job_of_logits("categorical-logit", x, step, n, 3);
    job.out = out;
    assert_int_equal(rr_run(device("cpu"), &job, &result), RR_ERR_PARAM);
    if (!strstr(result.message, message)) fail_msg("'%s' does not contain '%s'", result.message, message);
    assert_int_equal(result.fault, RR_FAULT_WEIGHTS);
}

static void refused(void **state)
{
    const double nan[] = {1, NAN, 2, 0, 0, 0}, high[] = {0, 1, 2, 0, -3, INFINITY},
                 none[] = {-INFINITY, -INFINITY, -INFINITY, 0, 0, 0};
    (void)state;
    for (uint64_t n = 1; n <= 100; n += 99) {
        is_refused(nan, 0, n, "element 1 of logits is");
        is_refused(high + 3, 0, n, "element 2 of logits is inf; logits must be numbers or -inf");
        is_refused(none, 0, n, "all logits are -inf; at least one must be a number");
    }
    is_refused(nan, 24, 2, "the logits of element 0: each must be a number or -inf");
    is_refused(high, 24, 2, "the logits of element 1");
    is_refused(none, 24, 2, "the logits of element 0");
}

/* A masked component is 0, and the others are what they are without it as far as they share random bits. */
static void soft(void **state)
{
    enum { K = 5 };
    static double x[ROWS * K];
    static const double logits[K] = {-INFINITY, 0, 1, -INFINITY, -2}, some[2 * K] = {0, 1, 2, 3, 4, -INFINITY, -INFINITY,
                                                                                  -INFINITY, -INFINITY, -INFINITY};
    rr_result result = RR_RESULT_INIT;
    (void)state;
    rr_job job = job_of_logits("gumbel-softmax", logits, 0, ROWS, 0);
    job.dtype = RR_F64;
    job.cols = K;
    job.dims.n = 0;
    must_run(device("cpu"), &job, x);
    for (int r = 0; r < ROWS; ++r) {
        const double *row = x + r * K;
        assert_true(row[0] == 0 && row[3] == 0 && row[1] > 0 && row[2] > 0 && row[4] > 0);
        assert_true(fabs(row[1] + row[2] + row[4] - 1) < 1e-15);
    }
    job.param[0] = (rr_param){some, RR_F64, 8 * K, 8};
    job.rows = 2;
    job.out = x;
    assert_int_equal(rr_run(device("cpu"), &job, &result), RR_ERR_PARAM);
    assert_non_null(strstr(result.message, "are all -inf"));
    for (int c = 0; c < K; ++c) assert_true(x[c] > 0 && isnan(x[K + c]));
    const double all = -INFINITY;
    job.param[0] = (rr_param){&all, RR_F64, 0, 0};
    assert_int_equal(rr_run(device("cpu"), &job, &result), RR_ERR_PARAM);
}

static void ends(void **state)
{
    static const double logit[] = {-INFINITY, INFINITY, -1e308, 1e308, -720, 745, -746}, n = 0x1p53;
    enum { COUNT = sizeof logit / sizeof *logit };
    int64_t x[COUNT];
    (void)state;
    rr_job job = job_of_logits("binomial-logit", &n, 0, COUNT, 0);
    job.param[0].col_stride = 0;
    job.param[1] = (rr_param){logit, RR_F64, 8, 0};
    must_run(device("cpu"), &job, x);
    for (int i = 0; i < COUNT; ++i) assert_true(x[i] == (logit[i] > 0 ? (int64_t)n : 0));
    job.sampler = rr_sampler_find("bernoulli-logit");
    job.param[0] = job.param[1];
    job.param[1] = (rr_param){0};
    must_run(device("cpu"), &job, x);
    for (int i = 0; i < COUNT; ++i) assert_int_equal(x[i], logit[i] > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(exponentials), TEST(rows), TEST(refused), TEST(soft), TEST(ends),
    };
    return RUN(tests);
}
