/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Jobs by their initializer, RR_JOB: the samples of the typed calls. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "reroll.h"

enum { N = 600 };

static const rr_device *cpu(void)
{
    static rr_device *device;
    if (!device) assert_int_equal(rr_device_open("cpu,threads=2", &device), RR_OK);
    return device;
}

/* A job (RR_JOB) of sampler `name` that writes a[N * columns], and a typed call that writes b[...]: the same bytes. */
#define SAME(T, dtype, name, columns, typed, ...) \
    do { \
        static T a[N * columns], b[N * columns]; \
        rr_stream s = {5, 6, 1000}; \
        const rr_job job = RR_JOB(rr_sampler_find(name), dtype, s, N, columns, a, __VA_ARGS__); \
        assert_int_equal(rr_run(cpu(), &job, NULL), RR_OK); \
        assert_int_equal(typed, RR_OK); \
        assert_true(s.next == 1000 + N); \
        assert_memory_equal(a, b, sizeof a); \
    } while (0)

static double shape[N], two[N], unit[N];
static float shape32[N], two32[N];

static void set_up(void)
{
    for (int i = 0; i < N; ++i) {
        shape[i] = 1 + i % 11;
        shape32[i] = (float)shape[i];
        two[i] = two32[i] = 2;
        unit[i] = 1;
    }
}

static const double one = 1, a_half = 0.5, double_two = 2, three = 3;

/* One value for some parameters, an array for others, a default for the rest. */
static void one_value_and_arrays(void **state)
{
    const rr_device *d = cpu();
    const float float_two = 2;
    SAME(double, RR_F64, "gamma", 1, rr_fill_gamma_f64_each(d, &s, N, b, shape, two), RR_PARAM_EACH(shape, RR_F64),
         RR_PARAM_ONE(&double_two, RR_F64));
    SAME(double, RR_F64, "gamma", 1, rr_fill_gamma_f64_each(d, &s, N, b, two, shape), RR_PARAM_ONE(two, RR_F64),
         RR_PARAM_EACH(shape, RR_F64));
    SAME(double, RR_F64, "gamma", 1, rr_fill_gamma_f64(d, &s, N, b, 2, 3), RR_PARAM_ONE(&double_two, RR_F64),
         RR_PARAM_ONE(&three, RR_F64));
    SAME(double, RR_F64, "gamma", 1, rr_fill_gamma_f64_each(d, &s, N, b, shape, unit), RR_PARAM_EACH(shape, RR_F64));
    SAME(double, RR_F64, "normal", 1, rr_fill_normal_f64(d, &s, N, b, 0, 2), RR_PARAM_DEFAULT,
         RR_PARAM_ONE(&double_two, RR_F64));
    SAME(double, RR_F64, "normal", 1, rr_fill_normal_f64(d, &s, N, b, 0, 1), RR_PARAM_DEFAULT);
    SAME(float, RR_F32, "normal", 1, rr_fill_normal_f32_each(d, &s, N, b, shape32, two32), RR_PARAM_EACH(shape32, RR_F32),
         RR_PARAM_ONE(&float_two, RR_F32));
    SAME(int32_t, RR_I32, "binomial", 1, rr_fill_binomial_i32(d, &s, N, b, 2, 0.5), RR_PARAM_EACH(two, RR_F64),
         RR_PARAM_ONE(&a_half, RR_F64));
    (void)state;
}

/* 64-bit integers stay what they are. */
static void integers(void **state)
{
    static int64_t high[N], low[N];
    for (int i = 0; i < N; ++i) high[i] = INT64_MAX - 1 - i, low[i] = INT64_MAX - N - 7;
    SAME(int64_t, RR_I64, "integers", 1, rr_fill_integers_i64_each(cpu(), &s, N, b, low, high), RR_PARAM_ONE(low, RR_I64),
         RR_PARAM_EACH(high, RR_I64));
    (void)state;
}

/* Rows: one row of weights or one per sample, one count or one per row. */
static void rows(void **state)
{
    const rr_device *d = cpu();
    const double weights[3] = {1, 2, 4};
    static double each[3 * N], equal[3 * N];
    for (int i = 0; i < 3 * N; ++i) each[i] = weights[i % 3], equal[i] = 1;
    SAME(int64_t, RR_I64, "multinomial", 3, rr_fill_multinomial_i64(d, &s, N, 3, b, 2, weights),
         RR_PARAM_ONE(&double_two, RR_F64), {weights, RR_F64, 0, sizeof *weights});
    SAME(int64_t, RR_I64, "multinomial", 3, rr_fill_multinomial_i64(d, &s, N, 3, b, 2, weights),
         RR_PARAM_ONE(&double_two, RR_F64), {each, RR_F64, 3 * sizeof *each, sizeof *each});
    SAME(int64_t, RR_I64, "multinomial", 3, rr_fill_multinomial_i64_each(d, &s, N, 3, b, shape, equal),
         RR_PARAM_EACH(shape, RR_F64), RR_PARAM_ONE(&one, RR_F64));
    (void)state;
}

static void bad(void **state)
{
    double out[4], shapes[4] = {1, -1, 1, 1};
    const rr_sampler *gamma = rr_sampler_find("gamma");
    const rr_stream s = {1, 2, 10};
    const rr_job jobs[] = {
        RR_JOB(gamma, RR_F64, s, 4, 1, out, RR_PARAM_EACH(shapes, RR_F64), RR_PARAM_ONE(&one, RR_F64)),
        RR_JOB(gamma, RR_F64, s, 4, 1, out, RR_PARAM_DEFAULT, RR_PARAM_ONE(&one, RR_F64)),   /* a shape has no default */
        RR_JOB(gamma, RR_F64, s, 4, 1, out, RR_PARAM_EACH(out, RR_F64), RR_PARAM_ONE(&one, RR_F64)),
    };
    const rr_status status[] = {RR_ERR_PARAM, RR_ERR_ARGUMENT, RR_ERR_OVERLAP};
    for (int i = 0; i < 3; ++i) assert_int_equal(rr_run(cpu(), &jobs[i], NULL), status[i]);
    (void)state;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_value_and_arrays), cmocka_unit_test(integers), cmocka_unit_test(rows), cmocka_unit_test(bad),
    };
    set_up();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
