/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Weights, one vector for all samples or one row per sample: refusals, every type and stride, scale, zeros;
 * bugs of other libraries by the numbers of their list (tests/exact/peers). */
#include <math.h>

#include "tests/support/support.h"

enum { N = 20000, K = 12 };

static const double W[K] = {0, 1, 2, 0.5, 0, 0, 8, 0.25, 1, 16, 4, 0};

static rr_status draw_some(const double *w, uint64_t k, uint64_t n, int64_t *out, rr_result *result)
{
    rr_job job = RR_JOB_INIT;
    job.sampler = rr_sampler_find("categorical");
    job.dtype = RR_I64;
    job.stream = rr_stream_make(3, 4);
    job.rows = n;
    job.out = out;
    job.param[0] = (rr_param){w, RR_F64, 0, sizeof *w};
    job.dims.n = k;
    *result = (rr_result)RR_RESULT_INIT;
    return rr_run(device("cpu"), &job, result);
}

static rr_status draw(const double *w, uint64_t k, int64_t *out, rr_result *result)
{
    return draw_some(w, k, N, out, result);
}

/* The message names the argument, and nothing is written, for many samples and for one. */
static void refused(const double *w, uint64_t k, rr_status status, const char *says)
{
    static int64_t out[N];
    rr_result result;
    memset(out, 1, sizeof out);
    for (uint64_t n = 1; n <= N; n += N - 1) {
        assert_int_equal(draw_some(w, k, n, out, &result), status);
        if (!strstr(result.message, says)) fail_msg("'%s' does not say '%s'", result.message, says);
        assert_true(out[0] == 0x0101010101010101);
    }
}

static void bad_weights(void **state)
{
    const double negative[] = {1, -0.5, 1}, nan[] = {1, 2, NAN}, infinite[] = {INFINITY, 1}, none[] = {0, -0.0, 0};
    rr_job job = RR_JOB_INIT;
    rr_result result = RR_RESULT_INIT;
    double x;
    (void)state;
    refused(negative, 3, RR_ERR_PARAM, "element 1 of weights is -0.5");   /* CAT-08 */
    refused(nan, 3, RR_ERR_PARAM, "element 2 of weights is");
    refused(infinite, 2, RR_ERR_PARAM, "element 0 of weights is inf");
    refused(none, 3, RR_ERR_PARAM, "all weights are 0");
    refused(W, 0, RR_ERR_ARGUMENT, "dims.n is 0: weights takes N from 1 to 268435456");
    refused(W, ((uint64_t)1 << 28) + 1, RR_ERR_ARGUMENT, "dims.n is 268435457: weights takes N from 1 to 268435456");
    job.sampler = rr_sampler_find("normal");
    job.rows = 1;
    job.dims.n = 3;
    job.out = &x;
    assert_int_equal(rr_run(device("cpu"), &job, &result), RR_ERR_ARGUMENT);
    assert_string_equal(result.message, "normal has no dimension N: dims.n must be 0");
}

/* The alias table takes one vector: rows of them are refused, one row is one vector. */
static void alias_of_rows(void **state)
{
    rr_job job = RR_JOB_INIT;
    rr_result result = RR_RESULT_INIT;
    int64_t out[2];
    (void)state;
    job.sampler = rr_sampler_find("categorical:alias");
    job.dtype = RR_I64;
    job.rows = 2;
    job.out = out;
    job.param[0] = (rr_param){W, RR_F64, K / 2 * sizeof *W, sizeof *W};
    job.dims.n = K / 2;
    assert_int_equal(rr_run(device("cpu"), &job, &result), RR_ERR_ARGUMENT);
    assert_non_null(strstr(result.message, "must be one value for all samples"));
    job.rows = 1;
    assert_int_equal(rr_run(device("cpu"), &job, &result), RR_OK);
}

/* Any type, any stride, and weights times any number, give the same numbers. */
static void layouts(void **state)
{
    static int64_t want[N], out[N];
    static char array[K * 3 * 8];
    static const double scales[] = {4, 3 * 4, 0x1p-1000, 0x1p1000};
    double scaled[K];
    rr_result result;
    (void)state;
    assert_int_equal(draw(W, K, want, &result), RR_OK);
    for (size_t s = 0; s < sizeof scales / sizeof *scales; ++s) {
        for (int k = 0; k < K; ++k) scaled[k] = W[k] * scales[s];
        assert_int_equal(draw(scaled, K, out, &result), RR_OK);
        assert_memory_equal(out, want, sizeof want);
    }
    for (int type = RR_F32; type <= RR_U64; ++type)
        for (ptrdiff_t step = -2; step <= 3; ++step) {
            const ptrdiff_t size = width((rr_type)type), stride = step * size;
            if (!step) continue;
            char *base = step < 0 ? array - stride * (K - 1) : array;
            for (int k = 0; k < K; ++k) {
                const double v = 4 * W[k];
                const float f = (float)v;
                const int64_t i = (int64_t)v;
                const void *from = type == RR_F32 ? (const void *)&f : type == RR_F64 ? (const void *)&v : (const void *)&i;
                memcpy(base + k * stride, from, (size_t)size);
            }
            rr_job job = RR_JOB_INIT;
            job.sampler = rr_sampler_find("categorical");
            job.dtype = RR_I64;
            job.stream = rr_stream_make(3, 4);
            job.rows = N;
            job.param[0] = (rr_param){base, (rr_type)type, 0, stride};
            job.dims.n = K;
            must_run(device("cpu"), &job, out);
            assert_memory_equal(out, want, sizeof want);
        }
}

/* CAT-01, CAT-02, CAT-04: a category of weight 0 is never drawn, at either end or between, and no sample is K; K = 1. */
static void zeros(void **state)
{
    static int64_t out[N];
    const double last[] = {1, 0, 0}, half[] = {0.5, 0.5, 0}, first[] = {0, 0, 1e-300}, tiny[] = {0x1p-1074, 0}, one[] = {7};
    int seen[K] = {0};
    rr_result result;
    (void)state;
    assert_int_equal(draw(W, K, out, &result), RR_OK);
    for (int i = 0; i < N; ++i) ++seen[out[i]];
    for (int k = 0; k < K; ++k) assert_int_equal(seen[k] > 0, W[k] > 0);
    assert_int_equal(draw(last, 3, out, &result), RR_OK);
    for (int i = 0; i < N; ++i) assert_int_equal(out[i], 0);
    assert_int_equal(draw(half, 3, out, &result), RR_OK);
    for (int i = 0; i < N; ++i) assert_true(out[i] == 0 || out[i] == 1);
    assert_int_equal(draw(first, 3, out, &result), RR_OK);
    for (int i = 0; i < N; ++i) assert_int_equal(out[i], 2);
    assert_int_equal(draw(tiny, 2, out, &result), RR_OK);
    for (int i = 0; i < N; ++i) assert_int_equal(out[i], 0);
    assert_int_equal(draw(one, 1, out, &result), RR_OK);
    for (int i = 0; i < N; ++i) assert_int_equal(out[i], 0);
}

static void typed(void **state)
{
    static int64_t want[N];
    static int32_t have[N];
    rr_stream stream = rr_stream_make(3, 4);
    rr_result result;
    (void)state;
    assert_int_equal(draw(W, K, want, &result), RR_OK);
    assert_int_equal(rr_fill_categorical_i32(device("cpu"), &stream, N, have, W, K), RR_OK);
    assert_true(stream.next == N);
    for (int i = 0; i < N; ++i) assert_int_equal(have[i], want[i]);
}

/* ---- A row of weights per sample ----------------------------------------------------------------------------------- */

static rr_job rows_job(const double *w, uint64_t rows, uint64_t k)
{
    rr_job job = RR_JOB_INIT;
    job.sampler = rr_sampler_find("categorical");
    job.dtype = RR_I64;
    job.stream = rr_stream_make(3, 4);
    job.stream.next = 7;
    job.rows = rows;
    job.param[0] = (rr_param){w, RR_F64, (ptrdiff_t)(k * sizeof *w), sizeof *w};
    job.dims.n = k;
    return job;
}

/* Row r as one vector, for so large a number of samples that a table is made. */
static int64_t alone(const rr_job *rows, uint64_t r)
{
    enum { MANY = 100 };
    int64_t x[MANY];
    rr_job job = *rows;
    job.rows = MANY;
    job.stream.next += r;
    job.param[0].data = (const char *)rows->param[0].data + (ptrdiff_t)r * rows->param[0].row_stride;
    job.param[0].row_stride = 0;
    must_run(device("cpu:scalar"), &job, x);
    return x[0];
}

/* Weights over many binades, a third of them 0. */
static void give_rows(double *w, uint64_t n)
{
    for (uint64_t i = 0; i < n; ++i) w[i] = mix(i) % 3 ? ldexp((double)(mix(i) >> 11), (int)(mix(i + n) % 40) - 60) : 0;
}

static void rows_are_vectors(void **state)
{
    static const uint64_t sizes[] = {1, 2, 3, 7, 8, 9, 17, 64, 65, 300, 5000};
    const char *names[8];
    const unsigned sets = isas(names);
    (void)state;
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; ++s) {
        const uint64_t k = sizes[s], rows = 20000 / k + 40;
        double *w = malloc(rows * k * sizeof *w);
        int64_t *want = malloc(rows * sizeof *want), *have = malloc(rows * sizeof *have);
        give_rows(w, rows * k);
        for (uint64_t r = 0; r < rows; ++r) w[r * k + r % k] += 1e-3;
        rr_job job = rows_job(w, rows, k);
        for (uint64_t r = 0; r < rows; ++r) want[r] = alone(&job, r);
        for (unsigned d = 0; d < sets; ++d) {
            must_run(device("%s,threads=%u", names[d], 1 + d), &job, have);
            same_bits(want, have, rows, 8, "%s, rows of %d weights", names[d], (int)k);
        }
        free(w);
        free(want);
        free(have);
    }
}

/* Small calls with one vector draw without a table; their samples equal those of the table. */
static void few_samples(void **state)
{
    enum { MANY = 1000, FEW_MAX = 60, LONG = 5000 };
    static const uint64_t sizes[] = {1, 2, 7, 9, 64, 300, LONG};
    static double w[LONG];
    static float narrow[2 * LONG];
    static int64_t want[MANY], have[FEW_MAX];
    static int32_t ints[FEW_MAX];
    uint64_t index[FEW_MAX];
    (void)state;
    give_rows(w, LONG);
    w[0] = 1;
    for (uint64_t k = 0; k < LONG; ++k) narrow[2 * k] = (float)w[k], w[k] = (double)narrow[2 * k];
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; ++s) {
        rr_job all = rows_job(w, MANY, sizes[s]), job = all;
        all.param[0].row_stride = job.param[0].row_stride = 0;
        must_run(device("cpu:scalar"), &all, want);
        for (uint64_t n = 1; n <= FEW_MAX; ++n)
            for (uint64_t at = 0; at < MANY - n; at += 97) {
                job.stream.next = all.stream.next + at;
                job.rows = n % 2 ? n : 2;
                job.cols = n % 2 ? 1 : n / 2;
                job.dtype = RR_I64;
                job.param[0] = (rr_param){w, RR_F64, 0, 8};
                must_run(device("cpu,threads=2"), &job, have);
                same_bits(want + at, have, n, 8, "%d samples of %d weights", (int)n, (int)sizes[s]);
                job.dtype = RR_I32;
                job.param[0] = (rr_param){narrow, RR_F32, 0, 8};
                must_run(device("cpu"), &job, ints);
                for (uint64_t i = 0; i < n; ++i) assert_int_equal(ints[i], want[at + i]);
                job.dtype = RR_I64;
                for (uint64_t i = 0; i < n; ++i) index[i] = all.stream.next + (at + 13 * i) % MANY;
                job.index = index;
                must_run(device("cpu"), &job, have);
                for (uint64_t i = 0; i < n; ++i) assert_int_equal(have[i], want[(at + 13 * i) % MANY]);
                job.index = NULL;
            }
    }
}

/* Weights a and 2^32 - a have the fraction a 2^-32. It is moved to where the first 32 bits end, an ulp or two to either
 * side, and between, where they do not decide; and sums reach the ends of the range of doubles. */
static void rows_at_edges(void **state)
{
    enum { INDICES = 64 };
    static const double scales[] = {1, 0x1p-1000, 0x1p-1040, 0x1p980, 0x1p990};
    (void)state;
    for (uint64_t i = 0; i < INDICES; ++i) {
        double w[4];
        rr_job job = rows_job(w, 2, 2);
        double low = 0, high = 0x1p32;
        job.stream.next = i * 3;
        while (high - low > 1) {   /* the fraction where the sample changes */
            w[0] = floor((low + high) / 2);
            w[1] = 0x1p32 - w[0];
            if (alone(&job, 0)) low = w[0];
            else high = w[0];
        }
        for (int side = -2; side <= 2; ++side)
            for (size_t s = 0; s < sizeof scales / sizeof *scales; ++s)
                for (int part = 0; part <= 8; ++part) {
                    int64_t have[2];
                    const double a = (low + part * 0.125) * (1 + side * 0x1p-52);
                    w[0] = w[2] = a * scales[s];
                    w[1] = w[3] = (0x1p32 - a) * scales[s];
                    must_run(device("cpu"), &job, have);
                    assert_int_equal(have[0], alone(&job, 0));
                    assert_int_equal(have[1], alone(&job, 1));
                }
    }
}

/* Any type, any strides, two columns of samples per row, an index array. */
static void rows_in_any_layout(void **state)
{
    enum { ROWS = 500 };
    static double w[ROWS * K], turned[K][ROWS];
    static float narrow[ROWS][2 * K];
    static int64_t want[2 * ROWS], have[2 * ROWS];
    static uint64_t index[2 * ROWS];
    (void)state;
    for (int r = 0; r < ROWS; ++r)
        for (int k = 0; k < K; ++k) narrow[r][2 * k] = (float)(w[r * K + k] = turned[k][r] = W[(r + k) % K]);
    rr_job job = rows_job(w, ROWS, K);
    job.cols = 2;
    for (int i = 0; i < 2 * ROWS; ++i) index[i] = job.stream.next + (uint64_t)i;
    must_run(device("cpu"), &job, want);
    job.index = index;
    must_run(device("cpu,threads=2"), &job, have);
    same_bits(want, have, 2 * ROWS, 8, "an index array");
    job.param[0] = (rr_param){turned, RR_F64, 8, 8 * ROWS};
    must_run(device("cpu"), &job, have);
    same_bits(want, have, 2 * ROWS, 8, "weights by columns");
    job.param[0] = (rr_param){narrow, RR_F32, 8 * K, 8};
    must_run(device("cpu,threads=3"), &job, have);
    same_bits(want, have, 2 * ROWS, 8, "every other float");
}

/* A bad row is set to 0 and named; the others are unchanged. */
static void bad_rows(void **state)
{
    static const double bad[] = {-1, NAN, INFINITY, 0};
    (void)state;
    for (size_t b = 0; b < sizeof bad / sizeof *bad; ++b) {
        double w[12] = {1, 2, 3, 0, 1, 1, 0, 4, 0, 5, 5, 5};
        int64_t want[4], have[4];
        rr_result result = RR_RESULT_INIT;
        rr_job job = rows_job(w, 4, 3);
        must_run(device("cpu"), &job, want);
        w[7] = bad[b];
        job.out = have;
        assert_int_equal(rr_check(device("cpu"), &job, &result), RR_ERR_PARAM);
        assert_int_equal(result.bad_index, 2);
        assert_int_equal(rr_run(device("cpu"), &job, &result), RR_ERR_PARAM);
        assert_int_equal(result.bad_index, 2);
        assert_non_null(strstr(result.message, "the weights of element 2"));
        for (int r = 0; r < 4; ++r) assert_int_equal(have[r], r == 2 ? 0 : want[r]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(bad_weights),   TEST(alias_of_rows),      TEST(layouts),     TEST(zeros),
                                       TEST(typed),         TEST(rows_are_vectors),   TEST(few_samples),
                                       TEST(rows_at_edges), TEST(rows_in_any_layout), TEST(bad_rows)};
    return RUN(tests);
}
