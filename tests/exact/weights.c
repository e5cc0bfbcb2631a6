/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Weights, one vector for all samples: what is refused, every type and stride of them, scale, zeros; bugs of other libraries by the
 * numbers of their list (tests/exact/peer_bugs.c). */
#include <math.h>

#include "tests/support/support.h"

enum { N = 20000, K = 12 };

static const double W[K] = {0, 1, 2, 0.5, 0, 0, 8, 0.25, 1, 16, 4, 0};

static rr_status draw(const double *w, uint64_t k, int64_t *out, rr_result *result)
{
    rr_job job = RR_JOB_INIT;
    job.sampler = rr_sampler_find("categorical");
    job.dtype = RR_I64;
    job.stream = rr_stream_make(3, 4);
    job.rows = N;
    job.out = out;
    job.param[0] = (rr_param){w, RR_F64, 0, sizeof *w};
    job.weights = k;
    *result = (rr_result)RR_RESULT_INIT;
    return rr_run(device("cpu"), &job, result);
}

/* The sentence names the argument; nothing is written. */
static void refused(const double *w, uint64_t k, rr_status status, const char *says)
{
    static int64_t out[N];
    rr_result result;
    memset(out, 1, sizeof out);
    assert_int_equal(draw(w, k, out, &result), status);
    if (!strstr(result.message, says)) fail_msg("'%s' does not say '%s'", result.message, says);
    assert_true(out[0] == 0x0101010101010101);
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
    refused(W, 0, RR_ERR_ARGUMENT, "[1, 2^28]");
    refused(W, ((uint64_t)1 << 28) + 1, RR_ERR_ARGUMENT, "[1, 2^28]");
    job.sampler = rr_sampler_find("normal");
    job.rows = 1;
    job.weights = 3;
    job.out = &x;
    assert_int_equal(rr_run(device("cpu"), &job, &result), RR_ERR_ARGUMENT);
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
            job.weights = K;
            must_run(device("cpu"), &job, out);
            assert_memory_equal(out, want, sizeof want);
        }
}

/* CAT-01, CAT-02, CAT-04: a weight of 0 is never drawn, at either end or between, and no number is K; K = 1. */
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

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(bad_weights), TEST(layouts), TEST(zeros), TEST(typed)};
    return RUN(tests);
}
