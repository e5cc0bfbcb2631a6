/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Cursors (reroll_cursor.h): every call gives the bytes that a job writes at its index, whatever the previous distribution,
 * the position in the window and the parameters; errors are those of typed calls. */
#include <math.h>

#include "reroll_cursor.h"

#include "tests/support/support.h"

/* The calls, wrapped in one function type: *out gets the sample. */
#define W RR_CURSOR_WINDOW
typedef void next_fn(rr_cursor *c, const double *p, void *out);

static void put_f32(void *out, float x) { memcpy(out, &x, sizeof x); }
static void put_f64(void *out, double x) { memcpy(out, &x, sizeof x); }
static void bits_u32(rr_cursor *c, const double *p, void *out)
{
    const uint32_t w = rr_next_bits_u32(c);
    (void)p;
    memcpy(out, &w, sizeof w);
}
static void uniform_f32(rr_cursor *c, const double *p, void *out)
{
    put_f32(out, rr_next_uniform_f32(c, (float)p[0], (float)p[1]));
}
static void uniform_f64(rr_cursor *c, const double *p, void *out)
{
    put_f64(out, rr_next_uniform_f64(c, p[0], p[1]));
}
static void exponential_f32(rr_cursor *c, const double *p, void *out)
{
    put_f32(out, rr_next_exponential_f32(c, (float)p[0]));
}
static void exponential_f64(rr_cursor *c, const double *p, void *out)
{
    put_f64(out, rr_next_exponential_f64(c, p[0]));
}
static void normal_f32(rr_cursor *c, const double *p, void *out)
{
    put_f32(out, rr_next_normal_f32(c, (float)p[0], (float)p[1]));
}
static void normal_f64(rr_cursor *c, const double *p, void *out)
{
    put_f64(out, rr_next_normal_f64(c, p[0], p[1]));
}
static void gamma_f32(rr_cursor *c, const double *p, void *out)
{
    put_f32(out, rr_next_gamma_f32(c, (float)p[0], (float)p[1]));
}
static void gamma_f64(rr_cursor *c, const double *p, void *out)
{
    put_f64(out, rr_next_gamma_f64(c, p[0], p[1]));
}

/* As a distribution of two parameters: K = 3 weights. */
static void categorical_i64(rr_cursor *c, const double *p, void *out)
{
    const double weights[3] = {p[0], 1, p[1]};
    const int64_t k = rr_next_categorical_i64(c, weights, 3);
    memcpy(out, &k, sizeof k);
}

/* Parameters that every call accepts, and some that are refused. */
static const double ends[][2] = {{-2, 3}, {0, 1}, {1e9, 1e9}, {-1e30, 1e30}, {1e-30, 2e-30}, {5, 5}, {2, 1}, {0, NAN}};
static const double scales[][2] = {{1, 0}, {0.3, 0}, {1e-30, 0}, {1e30, 0}, {1e-44, 0}, {7, 0}, {0, 0}, {-1, 0}, {NAN, 0}};
static const double places[][2] = {{0, 1},         {-3, 0.7}, {1e30, 1},     {0, 1e-30}, {5, 1e30},
                                   {1e-40, 1e-44}, {0, 0},    {INFINITY, 1}, {0, NAN}};
static const double shapes[][2] = {{2, 1},    {0.3, 2},    {1, 1},      {0.9999, 3}, {7.5, 1e-30}, {1e-5, 1},
                                   {1e12, 1}, {0.03, 1},   {1, 0.01},   {300, 0.01}, {1.5, 1e30},  {0.002, 1},
                                   {0, 1},    {-1, 1},     {2, 0},      {NAN, 1}};

/* The first and the last of three, as categorical_i64 takes them; the sum of the sixth set is too large for the quick
 * test. */
static const double weights[][2] = {{1, 2},         {0.3, 0.1}, {0, 0},  {1e9, 1},      {0x1p-32, 0x1p-31},
                                    {3e307, 7e307}, {0, 1e-9},  {-1, 1}, {1, INFINITY}, {NAN, 1}};

static const struct { const char *law; rr_type dtype; next_fn *next; const double (*params)[2]; size_t count; } laws[] = {
    {"bits", RR_U32, bits_u32, scales, 1},
    {"uniform", RR_F32, uniform_f32, ends, 8},
    {"uniform", RR_F64, uniform_f64, ends, 8},
    {"exponential", RR_F32, exponential_f32, scales, 9},
    {"exponential", RR_F64, exponential_f64, scales, 9},
    {"normal", RR_F32, normal_f32, places, 9},
    {"normal", RR_F64, normal_f64, places, 9},
    {"gamma", RR_F32, gamma_f32, shapes, 16},
    {"gamma", RR_F64, gamma_f64, shapes, 16},
    {"categorical", RR_I64, categorical_i64, weights, 10},
};
enum { LAWS = sizeof laws / sizeof *laws };

/* Compares the next draw of distribution l with parameters p with a job of one sample; returns their status. */
static rr_status compare(rr_cursor *c, unsigned l, size_t p)
{
    const double *params = laws[l].params[p % laws[l].count];
    const uint64_t index = c->stream.next;
    unsigned char drawn[8] = {0}, wanted[8] = {0};
    rr_job job = RR_JOB_INIT;
    job.sampler = rr_sampler_find(laws[l].law);
    job.dtype = laws[l].dtype;
    job.stream = c->stream;
    job.rows = 1;
    for (uint32_t k = 0; k < job.sampler->params; ++k) job.param[k] = (rr_param){&params[k], RR_F64, 0, 0};
    const double three[3] = {params[0], 1, params[1]};
    if (rr_lists(job.sampler)) {
        job.param[0] = (rr_param){three, RR_F64, 0, sizeof *three};
        job.dims.n = 3;
    }
    job.out = wanted;
    const rr_status status = rr_run(c->device, &job, NULL);
    c->status = RR_OK;
    laws[l].next(c, params, drawn);
    if (memcmp(drawn, wanted, 8) || c->status != status || c->stream.next != index + 1)
        fail_msg("%s, type %d, index %llu, parameters %g %g: %s, %s", laws[l].law, laws[l].dtype, (unsigned long long)index,
                 params[0], params[1], rr_status_text(c->status), rr_status_text(status));
    return status;
}

/* Indices where windows begin and end, where the upper half of an index changes, and where indices end. */
static const uint64_t starts[] = {0,
                                  5,
                                  W - 1,
                                  ((uint64_t)1 << 32) - W - 3,
                                  ((uint64_t)1 << 63) - 2 * W + 1,
                                  UINT64_MAX - 2 * W - 9};

static void one_law(void **state)
{
    static const char *const specs[] = {"cpu", "cpu:scalar", "cpu:warp32,tile=64"};
    unsigned refused = 0, drawn = 0;
    for (unsigned l = 0; l < LAWS; ++l)
        for (size_t at = 0; at < sizeof starts / sizeof *starts; ++at) {
            rr_cursor c;
            rr_stream s = rr_stream_make(77, l);
            s.next = starts[at];
            rr_cursor_init(&c, device("%s", specs[at % 3]), s);
            for (size_t k = 0; k < 2 * W + 9; ++k) {
                const rr_status status = compare(&c, l, k);
                refused += status == RR_ERR_PARAM;
                drawn += status == RR_OK;
            }
        }
    assert_true(refused > drawn / 8 && drawn > 5 * refused / 4);
    (void)state;
}

/* Alternating distributions, and jumps forwards and backwards. */
static void all_laws(void **state)
{
    rr_cursor c;
    rr_cursor_init(&c, device("cpu"), rr_stream_make(5, 9));
    for (uint32_t k = 0; k < 6000; ++k) {
        const uint32_t dice = k * 2654435761u;
        if (dice >> 27 == 7) rr_cursor_seek(&c, c.stream.next + (dice >> 8 & 0x3ff) - 512 * (uint64_t)(c.stream.next > 512));
        compare(&c, (dice >> 16) % LAWS, k);
    }
    (void)state;
}

/* Gammas of a shape near 1, one in 20 of which needs a second attempt: compared with one job for all. */
static void many_gammas(void **state)
{
    enum { N = 40000 };
    static double x[N], shape[N], scale[N];
    static float y[N], shape32[N], scale32[N];
    const rr_device *d = device("cpu");
    rr_stream s = rr_stream_make(3, 3), t = s;
    rr_cursor c;
    for (int i = 0; i < N; ++i) {
        shape32[i] = (float)(shape[i] = i % 5 ? 0.25 + i % 997 * 0.003 : 0.001 + i % 97 * 1e-4);   /* some are denormal */
        scale32[i] = (float)(scale[i] = 1 + i % 3 * 0.75);
    }
    assert_int_equal(rr_fill_gamma_f64_each(d, &s, N, x, shape, scale), RR_OK);
    assert_int_equal(rr_fill_gamma_f32_each(d, &t, N, y, shape32, scale32), RR_OK);
    rr_cursor_init(&c, d, rr_stream_make(3, 3));
    for (int i = 0; i < N; ++i)
        if (rr_next_gamma_f64(&c, shape[i], scale[i]) != x[i]) fail_msg("gamma f64 number %d", i);
    rr_cursor_seek(&c, 0);
    for (int i = 0; i < N; ++i)
        if (rr_next_gamma_f32(&c, shape32[i], scale32[i]) != y[i]) fail_msg("gamma f32 number %d", i);
    assert_int_equal(c.status, RR_OK);
    (void)state;
}

/* Categories by many weights that change at each draw, compared with rows of weights. */
static void many_categories(void **state)
{
    enum { N = 3000, K = 200 };
    static double weights[N][K];
    static int64_t x[N];
    const rr_device *d = device("cpu");
    rr_stream s = rr_stream_make(3, 3);
    rr_cursor c;
    for (int i = 0; i < N; ++i)
        for (int k = 0; k < K; ++k) weights[i][k] = (i + 1) * (k + 7) % 31 + (k == 5);
    assert_int_equal(rr_fill_categorical_i64_each(d, &s, N, x, weights[0], K), RR_OK);
    rr_cursor_init(&c, d, rr_stream_make(3, 3));
    for (int i = 0; i < N; ++i)
        if (rr_next_categorical_i64(&c, weights[i], K) != x[i]) fail_msg("category number %d", i);
    assert_int_equal(c.status, RR_OK);
    rr_cursor_init(&c, d, rr_stream_make(3, 3));
    assert_int_equal(rr_next_categorical_i64(&c, NULL, 3) + rr_next_categorical_i64(&c, weights[0], 0), 0);
    assert_int_equal(c.status, RR_ERR_ARGUMENT);
    assert_true(c.stream.next == 0);   /* like calls that draw nothing */
    (void)state;
}

/* A cursor that is saved by its stream, and a copy, continue with the same numbers. */
static void saved(void **state)
{
    rr_cursor c, copy, again;
    rr_cursor_init(&c, device("cpu"), rr_stream_make(1, 2));
    for (int k = 0; k < 100; ++k) rr_next_normal_f64(&c, 0, 1);
    copy = c;
    rr_cursor_init(&again, c.device, c.stream);
    for (int k = 0; k < 2 * W; ++k) {
        const double x = rr_next_normal_f64(&c, 0, 1);
        assert_true(rr_next_normal_f64(&copy, 0, 1) == x);
        assert_true(rr_next_normal_f64(&again, 0, 1) == x);
    }
    (void)state;
}

/* Draws that fail: the first status is kept; no index is used where none is left or there is no device. */
static void errors(void **state)
{
    rr_cursor c;
    unsigned char drawn[8];
    const uint64_t nan64 = 0x7ff8000000000000u;
    const uint32_t nan32 = 0x7fc00000u, none = 0;
    const double far[] = {1e30, 1e-300};
    rr_cursor_init(&c, device("cpu"), rr_stream_make(1, 2));
    rr_next_normal_f64(&c, 0, -1);
    rr_cursor_seek(&c, UINT64_MAX);
    rr_next_normal_f64(&c, 0, 1);
    assert_int_equal(c.status, RR_ERR_PARAM);
    rr_cursor_init(&c, device("cpu"), rr_stream_make(1, 2));
    assert_true(isnan(rr_next_law_f64(&c, rr_sampler_find("negative-binomial"), far)) && c.stream.next == 1);
    assert_int_equal(c.status, RR_ERR_FIT);
    for (unsigned l = 0; l < LAWS; ++l)
        for (int device_is_there = 0; device_is_there < 2; ++device_is_there) {
            rr_cursor_init(&c, device_is_there ? device("cpu") : NULL, (rr_stream){1, 2, device_is_there ? UINT64_MAX : 40});
            laws[l].next(&c, shapes[0], drawn);
            assert_int_equal(c.status, device_is_there ? RR_ERR_INDEX : RR_ERR_ARGUMENT);
            assert_true(c.stream.next == (device_is_there ? UINT64_MAX : 40));
            const void *wanted = laws[l].dtype == RR_F64 ? (const void *)&nan64 : laws[l].dtype == RR_F32 ? &nan32 : &none;
            assert_memory_equal(drawn, wanted, laws[l].dtype == RR_F64 ? 8 : 4);
        }
    (void)state;
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(one_law),         TEST(all_laws), TEST(many_gammas),
                                       TEST(many_categories), TEST(saved),    TEST(errors)};
    return RUN(tests);
}
