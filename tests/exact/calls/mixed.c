/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Typed calls that take one value beside arrays: the samples of the calls with an array of every parameter. */
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

/* Two calls that write a[N * columns] and b[...] from streams of their own: the same bytes, the same next. */
#define SAME(T, columns, one, other) \
    do { \
        static T a[N * columns], b[N * columns]; \
        rr_stream s = {5, 6, 1000}, r = s; \
        assert_int_equal(one, RR_OK); \
        assert_int_equal(other, RR_OK); \
        assert_true(s.next == 1000 + N && r.next == s.next); \
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

static void one_value_beside_arrays(void **state)
{
    const rr_device *d = cpu();
    const rr_values_f64 none = {0};
    SAME(double, 1, rr_fill_gamma_f64_mixed(d, &s, N, a, rr_each_f64(shape), rr_one_f64(2)),
         rr_fill_gamma_f64_each(d, &r, N, b, shape, two));
    SAME(double, 1, rr_fill_gamma_f64_mixed(d, &s, N, a, rr_one_f64(2), rr_each_f64(shape)),
         rr_fill_gamma_f64_each(d, &r, N, b, two, shape));
    SAME(double, 1, rr_fill_gamma_f64_mixed(d, &s, N, a, rr_one_f64(2), rr_one_f64(3)),
         rr_fill_gamma_f64(d, &r, N, b, 2, 3));
    SAME(double, 1, rr_fill_gamma_f64_mixed(d, &s, N, a, rr_same_f64(two), rr_each_f64(shape)),
         rr_fill_gamma_f64_each(d, &r, N, b, two, shape));
    SAME(double, 1, rr_fill_gamma_f64_mixed(d, &s, N, a, rr_each_f64(shape), none),
         rr_fill_gamma_f64_each(d, &r, N, b, shape, unit));
    SAME(double, 1, rr_fill_gamma_f64_mixed(d, &s, N, a, rr_each_f64(shape), rr_each_f64(NULL)),
         rr_fill_gamma_f64_each(d, &r, N, b, shape, unit));
    SAME(float, 1, rr_fill_normal_f32_mixed(d, &s, N, a, rr_each_f32(shape32), rr_one_f32(2)),
         rr_fill_normal_f32_each(d, &r, N, b, shape32, two32));
    SAME(int32_t, 1, rr_fill_binomial_i32_mixed(d, &s, N, a, rr_each_f64(two), rr_one_f64(0.25)),
         rr_fill_binomial_i32(d, &r, N, b, 2, 0.25));
    (void)state;
}

/* 64-bit integers stay what they are. */
static void integers(void **state)
{
    static int64_t high[N], low[N];
    for (int i = 0; i < N; ++i) high[i] = INT64_MAX - 1 - i, low[i] = INT64_MAX - N - 7;
    SAME(int64_t, 1, rr_fill_integers_i64_mixed(cpu(), &s, N, a, rr_one_i64(INT64_MAX - N - 7), rr_each_i64(high)),
         rr_fill_integers_i64_each(cpu(), &r, N, b, low, high));
    (void)state;
}

/* Rows: each or one row of weights, a count a row or one. */
static void rows(void **state)
{
    const rr_device *d = cpu();
    const double weights[3] = {1, 2, 4};
    static double each[3 * N], equal[3 * N];
    for (int i = 0; i < 3 * N; ++i) each[i] = weights[i % 3], equal[i] = 1;
    SAME(int64_t, 3, rr_fill_multinomial_i64_mixed(d, &s, N, 3, a, rr_one_f64(2), rr_same_f64(weights)),
         rr_fill_multinomial_i64(d, &r, N, 3, b, 2, weights));
    SAME(int64_t, 3, rr_fill_multinomial_i64_mixed(d, &s, N, 3, a, rr_one_f64(2), rr_each_f64(each)),
         rr_fill_multinomial_i64(d, &r, N, 3, b, 2, weights));
    SAME(int64_t, 3, rr_fill_multinomial_i64_mixed(d, &s, N, 3, a, rr_each_f64(shape), rr_one_f64(1)),
         rr_fill_multinomial_i64_each(d, &r, N, 3, b, shape, equal));
    (void)state;
}

static void bad(void **state)
{
    double out[4], shapes[4] = {1, -1, 1, 1};
    rr_stream s = {1, 2, 10};
    assert_int_equal(rr_fill_gamma_f64_mixed(cpu(), &s, 4, out, rr_one_f64(-1), rr_one_f64(1)), RR_ERR_PARAM);
    assert_int_equal(rr_fill_gamma_f64_mixed(cpu(), &s, 4, out, rr_each_f64(shapes), rr_one_f64(1)), RR_ERR_PARAM);
    assert_true(s.next == 18);
    /* A shape has no default. */
    assert_int_equal(rr_fill_gamma_f64_mixed(cpu(), &s, 4, out, rr_each_f64(NULL), rr_one_f64(1)), RR_ERR_ARGUMENT);
    assert_int_equal(rr_fill_gamma_f64_mixed(cpu(), &s, 4, out, rr_each_f64(out), rr_one_f64(1)), RR_ERR_OVERLAP);
    assert_true(s.next == 18);
    (void)state;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_value_beside_arrays), cmocka_unit_test(integers), cmocka_unit_test(rows), cmocka_unit_test(bad),
    };
    set_up();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
