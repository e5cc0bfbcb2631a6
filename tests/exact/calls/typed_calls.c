/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Typed calls give the bytes of jobs, whatever n; how location and scale act, and what families share. */
#include <math.h>

#include "tests/exact/calls/calls.h"

/* The same index with another scale is the same draw, scaled and rounded once. */
static void location_scale(void **state)
{
    enum { M = 500 };
    const float mean32[] = {0, 1.5f, -3e7f, 0.1f}, sd32[] = {1, 2.5f, 1e-3f, 1e20f};
    const char *const names[] = {"normal", "normal:polar"};
    for (int k = 0; k < 2; ++k)
        for (int c = 0; c < 4; ++c) {
            static float z[M], x[M];
            static double zd[M], xd[M];
            const double mean = mean32[c] * 1.1, sd = sd32[c] * 1.3;
            rr_job job = RR_JOB_INIT;
            job.sampler = rr_sampler_find(names[k]);
            job.dtype = RR_F32;
            job.rows = M;
            must_run(device("cpu"), &job, z);
            job.param[0] = (rr_param){&mean32[c], RR_F32, 0, 0};
            job.param[1] = (rr_param){&sd32[c], RR_F32, 0, 0};
            must_run(device("cpu"), &job, x);
            for (int i = 0; i < M; ++i) assert_true(x[i] == fmaf(sd32[c], z[i], mean32[c]));
            job.dtype = RR_F64;
            job.param[0].data = job.param[1].data = NULL;
            must_run(device("cpu"), &job, zd);
            job.param[0] = (rr_param){&mean, RR_F64, 0, 0};
            job.param[1] = (rr_param){&sd, RR_F64, 0, 0};
            must_run(device("cpu"), &job, xd);
            for (int i = 0; i < M; ++i) assert_true(xd[i] == fma(sd, zd[i], mean));
        }
    for (int g = 0; g < 2; ++g) {   /* gamma and exponential: a product */
        static double one[M], scaled[M], u[M], v[M];
        const double shape = 0.7, scale = 0.1, low = -1.7, high = 0.1;
        rr_job job = RR_JOB_INIT;
        job.sampler = rr_sampler_find(g ? "gamma" : "exponential");
        job.rows = M;
        if (g) job.param[0] = (rr_param){&shape, RR_F64, 0, 0};
        must_run(device("cpu"), &job, one);
        job.param[g] = (rr_param){&scale, RR_F64, 0, 0};
        must_run(device("cpu"), &job, scaled);
        for (int i = 0; i < M; ++i) assert_true(scaled[i] == one[i] * scale);
        job.sampler = rr_sampler_find("uniform");
        job.param[0].data = job.param[1].data = NULL;
        must_run(device("cpu"), &job, u);
        job.param[0] = (rr_param){&low, RR_F64, 0, 0};
        job.param[1] = (rr_param){&high, RR_F64, 0, 0};
        must_run(device("cpu"), &job, v);
        for (int i = 0; i < M; ++i) {
            const double x = fma(high - low, u[i], low);
            assert_true(v[i] == (x > high ? high : x < low ? low : x));
        }
    }
    (void)state;
}

/* Samplers of one family are functions of one draw: loggamma is the logarithm of gamma, exponential that of uniform. */
static void families(void **state)
{
    enum { M = 2000 };
    static double u[M], e[M], g[M], l[M];
    const double shape = 0.4;
    rr_job job = RR_JOB_INIT;
    job.rows = M;
    job.sampler = rr_sampler_find("uniform");
    must_run(device("cpu"), &job, u);
    job.sampler = rr_sampler_find("exponential");
    must_run(device("cpu"), &job, e);
    job.param[0] = (rr_param){&shape, RR_F64, 0, 0};
    job.sampler = rr_sampler_find("gamma");
    must_run(device("cpu"), &job, g);
    job.sampler = rr_sampler_find("loggamma");
    must_run(device("cpu"), &job, l);
    for (int i = 0; i < M; ++i) {
        assert_true(fabs(e[i] + log(u[i])) < 1e-15 + 4e-16 * e[i] + 2e-16 / u[i]);
        if (g[i] > 1e-300) assert_true(fabs(log(g[i]) - l[i]) < 1e-13 * (1 + fabs(l[i])));
    }
    (void)state;
}

/* n = 1 ... 16, where a call is short, equals the bulk. */
static void short_calls(void **state)
{
    const rr_sampler *s;
    rr_type dtype;
    for (unsigned t = 0; sampler_and_type(t, &s, &dtype); ++t)
        for (unsigned first = 0; first < 5; ++first) {
            static uint64_t want[5000], out[16];
            rr_job job = job_of(s, dtype, first, 5000, SHARED, 4);
            must_run(device("cpu"), &job, want);
            for (uint64_t n = 1; n <= 16; ++n) {
                job.rows = n;
                must_run(device("cpu"), &job, out);
                same_bits(want, out, n, width(dtype), "%s, n = %llu", s->name, (unsigned long long)n);
            }
        }
    (void)state;
}

/* A job of 100 samples or rows of this distribution, from the stream with which the compared typed call begins. */
static rr_stream begin(rr_job *job, const char *law, rr_type type)
{
    const rr_stream s = {5, 6, 1000};
    job->sampler = rr_sampler_find(law);
    job->dtype = type;
    job->stream = s;
    job->rows = 100;
    return s;
}

/* The typed call has made n numbers of the job, and its stream has moved past all rows. */
static void is_job(const rr_job *job, const rr_stream *s, const void *made, size_t n)
{
    double want[300];
    must_run(device("cpu"), job, want);
    assert_true(s->seed == 5 && s->stream == 6 && s->next == 1100);
    same_bits(want, made, n, width(job->dtype), "typed call of %s", job->sampler->name);
}

/* n numbers per row: 1, or one per component. */
#define SAME_ROWS(law, T, type, n, ...)                \
    do {                                               \
        T a[100 * n];                                  \
        rr_stream s = begin(&job, law, type);          \
        assert_int_equal(__VA_ARGS__, RR_OK);          \
        is_job(&job, &s, a, 100 * n);                  \
    } while (0)
#define SAME_AS_JOB(law, T, type, ...) SAME_ROWS(law, T, type, 1, __VA_ARGS__)

static void typed_rows(void)
{
    const rr_device *d = device("cpu");
    rr_job job = RR_JOB_INIT;
    static double shapes[300], totals[100];
    const double matrix[9] = {2, 0.5, 0, 0.5, 1, 0.25, 0, 0.25, 3}, total = 40;
    for (int i = 0; i < 300; ++i) shapes[i] = 1 + i % 7;
    for (int i = 0; i < 100; ++i) totals[i] = i;
    job.cols = 3;
    job.param[0] = (rr_param){shapes, RR_F64, 0, 8};
    SAME_ROWS("dirichlet", double, RR_F64, 3, rr_fill_dirichlet_f64(d, &s, 100, 3, a, shapes));
    job.param[1] = (rr_param){matrix, RR_F64, 24, 8};
    SAME_ROWS("multivariate-normal", double, RR_F64, 3, rr_fill_multivariate_normal_f64(d, &s, 100, 3, a, shapes, matrix));
    job.param[0].row_stride = 24;
    SAME_ROWS("multivariate-normal", double, RR_F64, 3,
              rr_fill_multivariate_normal_f64_each(d, &s, 100, 3, a, shapes, matrix));
    SAME_ROWS("dirichlet", double, RR_F64, 3, rr_fill_dirichlet_f64_each(d, &s, 100, 3, a, shapes));
    job.param[0] = (rr_param){&total, RR_F64, 0, 0};
    job.param[1] = (rr_param){shapes, RR_F64, 0, 8};
    SAME_ROWS("multinomial", int32_t, RR_I32, 3, rr_fill_multinomial_i32(d, &s, 100, 3, a, total, shapes));
    job.param[0] = (rr_param){totals, RR_F64, 8, 0};
    job.param[1].row_stride = 24;
    SAME_ROWS("multinomial", int64_t, RR_I64, 3, rr_fill_multinomial_i64_each(d, &s, 100, 3, a, totals, shapes));
    job.cols = 1;
    job.dims.n = 3;
    job.param[0] = (rr_param){shapes, RR_F64, 24, 8};
    SAME_ROWS("categorical", int64_t, RR_I64, 1, rr_fill_categorical_i64_each(d, &s, 100, a, shapes, 3));
}

static void typed_calls(void **state)
{
    const rr_device *d = device("cpu");
    rr_job job = RR_JOB_INIT;
    (void)state;
    float shape = 0.5f, scale = 3;
    double mean = 1, sd = 2;
    SAME_AS_JOB("bits", uint32_t, RR_U32, rr_fill_bits_u32(d, &s, 100, a));
    job.param[0] = (rr_param){&shape, RR_F32, 0, 0};
    job.param[1] = (rr_param){&scale, RR_F32, 0, 0};
    SAME_AS_JOB("gamma", float, RR_F32, rr_fill_gamma_f32(d, &s, 100, a, shape, scale));
    SAME_AS_JOB("loggamma", float, RR_F32, rr_fill_loggamma_f32(d, &s, 100, a, shape));
    SAME_AS_JOB("attempts", uint32_t, RR_U32, rr_fill_attempts_u32(d, &s, 100, a, shape));
    SAME_AS_JOB("uniform", float, RR_F32, rr_fill_uniform_f32(d, &s, 100, a, shape, scale));
    job.param[0] = (rr_param){&mean, RR_F64, 0, 0};
    job.param[1] = (rr_param){&sd, RR_F64, 0, 0};
    SAME_AS_JOB("normal", double, RR_F64, rr_fill_normal_f64(d, &s, 100, a, mean, sd));
    SAME_AS_JOB("normal:polar", double, RR_F64, rr_fill_normal_polar_f64(d, &s, 100, a, mean, sd));
    job.param[0] = (rr_param){&sd, RR_F64, 0, 0};
    SAME_AS_JOB("exponential", double, RR_F64, rr_fill_exponential_f64(d, &s, 100, a, sd));
    double shapes[100];
    for (int i = 0; i < 100; ++i) shapes[i] = 0.1 + i;
    job.param[0] = (rr_param){shapes, RR_F64, 8, 0};
    job.param[1].data = NULL;
    SAME_AS_JOB("gamma", double, RR_F64, rr_fill_gamma_f64_each(d, &s, 100, a, shapes, NULL));
    job.param[1] = (rr_param){shapes, RR_F64, 8, 0};
    SAME_AS_JOB("normal", double, RR_F64, rr_fill_normal_f64_each(d, &s, 100, a, shapes, shapes));
    typed_rows();
}

/* The stream advances exactly when samples were written. */
static void stream_moves_on(void **state)
{
    const rr_device *d = device("cpu");
    float out[4];
    (void)state;
    rr_stream s = {1, 2, 10};
    assert_int_equal(rr_fill_gamma_f32(d, &s, 4, out, -1, 1), RR_ERR_PARAM);
    assert_true(s.next == 14 && is_failed(RR_F32, &out[0]));
    assert_int_equal(rr_fill_gamma_f32(d, &s, 0, NULL, 1, 1), RR_OK);
    assert_true(s.next == 14);
    assert_int_equal(rr_fill_gamma_f32(d, &s, 4, NULL, 1, 1), RR_ERR_ARGUMENT);
    assert_int_equal(rr_fill_gamma_f32(NULL, &s, 4, out, 1, 1), RR_ERR_ARGUMENT);
    assert_int_equal(rr_fill_gamma_f32_each(d, &s, 4, out, NULL, NULL), RR_ERR_ARGUMENT);
    assert_int_equal(rr_fill_gamma_f32_each(d, &s, 4, out, out, NULL), RR_ERR_OVERLAP);
    assert_true(s.next == 14);
    /* A vector or a matrix that all samples use: nothing is written. */
    const double none[2] = {0, 0}, indefinite[4] = {1, 2, 2, 1};
    int64_t counts[2] = {7, 7};
    double pair[2] = {7, 7};
    assert_int_equal(rr_fill_categorical_i64(d, &s, 2, counts, none, 2), RR_ERR_PARAM);
    assert_int_equal(rr_fill_multivariate_normal_f64(d, &s, 1, 2, pair, none, indefinite), RR_ERR_PARAM);
    assert_true(s.next == 14 && counts[0] == 7 && counts[1] == 7 && pair[0] == 7 && pair[1] == 7);
    assert_int_equal(rr_fill_gamma_f32(d, NULL, 4, out, 1, 1), RR_ERR_ARGUMENT);
    s.next = UINT64_MAX - 2;
    assert_int_equal(rr_fill_gamma_f32(d, &s, 4, out, 1, 1), RR_ERR_INDEX);
    assert_int_equal(rr_fill_gamma_f32(d, &s, 3, out, 1, 1), RR_ERR_INDEX);
    assert_true(s.next == UINT64_MAX - 2);
    /* The last index, 2^64 - 1, is left to rr_run: next could not move past it. */
    assert_int_equal(rr_fill_gamma_f32(d, &s, 2, out, 1, 1), RR_OK);
    assert_true(s.next == UINT64_MAX);
    assert_int_equal(rr_fill_gamma_f32(d, &s, 1, out, 1, 1), RR_ERR_INDEX);
    assert_int_equal(rr_fill_gamma_f32(d, &s, 0, out, 1, 1), RR_OK);
    assert_true(s.next == UINT64_MAX);
}

/* Two calls for 1 sample give the samples of one call for 2, and not the same number twice. */
static void calls_join(void **state)
{
    const rr_device *d = device("cpu");
    (void)state;
    float one[2], two[2];
    rr_stream p = {9, 9, 0}, q = p;
    rr_fill_normal_f32(d, &p, 1, &one[0], 0, 1);
    rr_fill_normal_f32(d, &p, 1, &one[1], 0, 1);
    rr_fill_normal_f32(d, &q, 2, two, 0, 1);
    assert_memory_equal(one, two, sizeof one);
    assert_true(one[0] != one[1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(location_scale), TEST(families), TEST(short_calls), TEST(typed_calls),
        TEST(stream_moves_on), TEST(calls_join),
    };
    return RUN(tests);
}
