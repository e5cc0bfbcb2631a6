/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The fields of a result that describe a wrong parameter, so that a program can build its own message: which one it is, the
 * kind of fault, the value with its type, its position, and what is accepted. */
#include "tests/exact/calls/calls.h"

#include <limits.h>
#include <math.h>

typedef struct expected {
    rr_fault fault;
    int param;
    uint64_t place[2];
    rr_value value;
    uint64_t index;
} expected;

#define NOWHERE {UINT64_MAX, UINT64_MAX}
#define REAL(x) {RR_F64, {.real = (x)}}
#define WHOLE(x) {RR_I64, {.integer = (x)}}
#define NATURAL(x) {RR_U64, {.natural = (x)}}
#define NO_VALUE {(rr_type)0, {0}}

static int same_value(rr_value a, rr_value b)
{
    if (a.type != b.type) return 0;
    return !a.type || (a.type == RR_F64 && isnan(a.as.real) && isnan(b.as.real)) || a.as.natural == b.as.natural;
}

/* The same by rr_run, which reports more in `last`, and by rr_check. */
static rr_result last;

static void finds(rr_job job, expected e)
{
    static double out[64];
    rr_result check = RR_RESULT_INIT;
    last = (rr_result)RR_RESULT_INIT;
    job.out = out;
    assert_int_equal(rr_run(device("cpu"), &job, &last), RR_ERR_PARAM);
    assert_int_equal(rr_check(device("cpu"), &job, &check), RR_ERR_PARAM);
    assert_string_equal(last.message, check.message);
    if (last.fault != e.fault || last.bad_param != e.param || !same_value(last.value, e.value) ||
        memcmp(last.bad_place, e.place, sizeof e.place) || last.bad_index != e.index)
        fail_msg("fault %d of parameter %d, value %g (type %d) at %llu, %llu, element %llu: %s", last.fault, last.bad_param,
                 last.value.as.real, last.value.type, (unsigned long long)last.bad_place[0],
                 (unsigned long long)last.bad_place[1], (unsigned long long)last.bad_index, last.message);
    assert_int_equal(check.fault, e.fault);
    assert_int_equal(check.bad_param, e.param);
    assert_true(same_value(check.value, e.value));
    assert_true((e.fault == RR_FAULT_RELATION) == (last.relation != NULL));
    char text[32] = "";
    if (e.value.type == RR_I64) snprintf(text, sizeof text, " = %lld ", (long long)e.value.as.integer);
    if (e.value.type == RR_U64) snprintf(text, sizeof text, " = %llu ", (unsigned long long)e.value.as.natural);
    if (e.fault == RR_FAULT_RANGE && !strstr(last.message, text)) fail_msg("\"%s\" has no%s", last.message, text);
}

static rr_job named(const char *name, rr_type dtype, uint64_t rows, uint64_t cols)
{
    rr_job job = RR_JOB_INIT;
    job.sampler = rr_sampler_find(name);
    job.dtype = dtype;
    job.rows = rows;
    job.cols = cols;
    return job;
}

static rr_job with(rr_job job, uint32_t p, const void *data, rr_type type, ptrdiff_t row, ptrdiff_t col)
{
    job.param[p] = (rr_param){data, type, row, col};
    return job;
}

/* The value is the one given, not the rounded one. */
static void ranges(void **state)
{
    const double shape[4] = {1, 0.1, -0.1, NAN};
    const float narrow[2] = {1, -2.5f};
    const int64_t whole[2] = {3, INT64_MIN};
    const rr_job gamma = named("gamma", RR_F64, 4, 1), f32 = named("gamma", RR_F32, 4, 1);
    finds(with(gamma, 0, shape, RR_F64, 8, 0), (expected){RR_FAULT_RANGE, 0, NOWHERE, REAL(-0.1), 2});
    assert_true(last.range.low == 1e-300 && last.range.high == 1e300 && !last.range.low_open && !last.range.high_open);
    finds(with(f32, 0, shape + 2, RR_F64, 0, 0), (expected){RR_FAULT_RANGE, 0, NOWHERE, REAL(-0.1), 0});
    assert_true(last.range.high == 1e30);
    finds(with(gamma, 0, shape + 3, RR_F64, 0, 0), (expected){RR_FAULT_RANGE, 0, NOWHERE, REAL(NAN), 0});
    rr_job two = with(gamma, 0, shape, RR_F64, 0, 0);
    two.rows = 2;
    two.first_element = 100;
    finds(with(two, 1, narrow, RR_F32, 4, 0), (expected){RR_FAULT_RANGE, 1, NOWHERE, REAL(-2.5), 101});
    finds(with(two, 1, whole, RR_I64, 8, 0), (expected){RR_FAULT_RANGE, 1, NOWHERE, WHOLE(INT64_MIN), 101});
    (void)state;
}

static void integers(void **state)
{
    const double given[4] = {2.5, 1e30, NAN, -INFINITY};
    const int64_t low[1] = {INT64_MIN}, high[1] = {INT64_MAX}, zero[1] = {0};
    const uint64_t natural[1] = {UINT64_MAX}, middle[1] = {(uint64_t)1 << 63};
    const rr_job i64 = with(named("integers", RR_I64, 1, 1), 0, zero, RR_I64, 0, 0);
    const rr_job u64 = with(named("integers", RR_U64, 1, 1), 0, zero, RR_I64, 0, 0);
    finds(with(i64, 1, given, RR_F64, 0, 0), (expected){RR_FAULT_INTEGER, 1, NOWHERE, REAL(2.5), 0});
    finds(with(i64, 1, given + 1, RR_F64, 0, 0), (expected){RR_FAULT_RANGE, 1, NOWHERE, REAL(1e30), 0});
    finds(with(i64, 1, given + 2, RR_F64, 0, 0), (expected){RR_FAULT_INTEGER, 1, NOWHERE, REAL(NAN), 0});
    finds(with(i64, 1, given + 3, RR_F64, 0, 0), (expected){RR_FAULT_RANGE, 1, NOWHERE, REAL(-INFINITY), 0});
    finds(with(i64, 1, natural, RR_U64, 0, 0), (expected){RR_FAULT_RANGE, 1, NOWHERE, NATURAL(UINT64_MAX), 0});
    assert_true(last.range.high == 0x1p63 && last.range.high_open);
    finds(with(i64, 1, middle, RR_U64, 0, 0), (expected){RR_FAULT_RANGE, 1, NOWHERE, NATURAL((uint64_t)1 << 63), 0});
    finds(with(with(u64, 1, natural, RR_U64, 0, 0), 0, low, RR_I64, 0, 0),
          (expected){RR_FAULT_RANGE, 0, NOWHERE, WHOLE(INT64_MIN), 0});
    finds(with(with(i64, 0, high, RR_I64, 0, 0), 1, high, RR_I64, 0, 0),
          (expected){RR_FAULT_RELATION, -1, NOWHERE, NO_VALUE, 0});
    assert_true(last.related[0].as.integer == INT64_MAX && last.related[1].as.integer == INT64_MAX);
    finds(with(with(i64, 0, high, RR_I64, 0, 0), 1, low, RR_I64, 0, 0),
          (expected){RR_FAULT_RELATION, -1, NOWHERE, NO_VALUE, 0});
    assert_true(last.related[0].as.integer == INT64_MAX && last.related[1].as.integer == INT64_MIN);
    (void)state;
}

static void relations(void **state)
{
    const double low[3] = {0, 5, 1}, high = 4, n = 3, sums[6] = {1, 2, 3, 0, 0, 0};
    rr_job job = with(named("uniform", RR_F64, 3, 1), 0, low, RR_F64, 8, 0);
    finds(with(job, 1, &high, RR_F64, 0, 0), (expected){RR_FAULT_RELATION, -1, NOWHERE, NO_VALUE, 1});
    assert_true(last.related[0].as.real == 5 && last.related[1].as.real == 4 && !last.related[2].type);
    assert_non_null(strstr(last.message, last.relation));
    job = with(named("multinomial", RR_I64, 2, 3), 0, &n, RR_F64, 0, 0);
    finds(with(job, 1, sums, RR_F64, 24, 8), (expected){RR_FAULT_RELATION, -1, NOWHERE, REAL(0), 3});
    assert_true(last.related[0].as.real == 3 && last.related[1].as.real == 0);
    (void)state;
}

static void vectors(void **state)
{
    const double good[3] = {1, 2, 3}, bad[3] = {1, -2, 3}, zeros[3] = {0, 0, 0}, rows[6] = {1, 2, 3, 1, 2, INFINITY};
    rr_job job = named("categorical", RR_I64, 2, 1);
    job.dims.n = 3;
    finds(with(job, 0, bad, RR_F64, 0, 8), (expected){RR_FAULT_WEIGHTS, 0, {1, UINT64_MAX}, REAL(-2), UINT64_MAX});
    finds(with(job, 0, zeros, RR_F64, 0, 8), (expected){RR_FAULT_WEIGHTS, 0, NOWHERE, NO_VALUE, UINT64_MAX});
    finds(with(job, 0, rows, RR_F64, 24, 8), (expected){RR_FAULT_WEIGHTS, 0, {2, UINT64_MAX}, REAL(INFINITY), 1});
    const double none[6] = {1, 2, 3, 0, 0, 0};
    finds(with(job, 0, none, RR_F64, 24, 8), (expected){RR_FAULT_WEIGHTS, 0, NOWHERE, NO_VALUE, 1});
    job = with(named("von-mises-fisher", RR_F64, 2, 3), 0, none, RR_F64, 24, 8);
    finds(with(job, 1, good, RR_F64, 0, 0), (expected){RR_FAULT_DIRECTION, 0, NOWHERE, NO_VALUE, 3});
    (void)state;
}

static void matrices(void **state)
{
    const double infinite[4] = {1, 0, INFINITY, 1}, indefinite[4] = {1, 2, 2, 1}, crooked[4] = {4, 1, 3, 4};
    rr_job job = named("multivariate-normal", RR_F64, 2, 2);
    finds(with(job, 1, infinite, RR_F64, 16, 8), (expected){RR_FAULT_FINITE, 1, {1, 0}, REAL(INFINITY), UINT64_MAX});
    finds(with(job, 1, indefinite, RR_F64, 16, 8), (expected){RR_FAULT_SEMIDEFINITE, 1, {1, 1}, REAL(-3), UINT64_MAX});
    finds(with(job, 1, crooked, RR_F64, 16, 8), (expected){RR_FAULT_SYMMETRIC, 1, {1, 0}, REAL(2), UINT64_MAX});
    (void)state;
}

/* Values next to the weights of a mixture, and edges that must increase. */
static void plain_vectors(void **state)
{
    const double weights[2] = {1, 1}, sd[2] = {1, -1};
    rr_job job = named("normal-mixture", RR_F64, 1, 1);
    if (job.sampler) {
        job.dims.n = 2;
        job = with(with(job, 0, weights, RR_F64, 0, 8), 1, weights, RR_F64, 0, 8);
        finds(with(job, 2, sd, RR_F64, 0, 8), (expected){RR_FAULT_RANGE, 2, {1, UINT64_MAX}, REAL(-1), UINT64_MAX});
    }
    for (size_t i = 0; rr_sampler_list(i); ++i) {
        const rr_sampler *s = rr_sampler_list(i);
        const double falls[3] = {1, 1, 2}, nan[3] = {0, NAN, 2};
        const uint32_t p = rr_param_of_rule(s, RR_RULE_INCREASING);
        if (p == s->params) continue;
        job = named(s->name, RR_F64, 1, 1);
        job.dims.n = 3;
        for (uint32_t q = 0; q < s->params; ++q) job = with(job, q, weights, RR_F64, 0, 0);
        finds(with(job, p, falls, RR_F64, 0, 8),
              (expected){RR_FAULT_INCREASING, (int)p, {1, UINT64_MAX}, REAL(1), UINT64_MAX});
        finds(with(job, p, nan, RR_F64, 0, 8),
              (expected){RR_FAULT_FINITE, (int)p, {1, UINT64_MAX}, REAL(NAN), UINT64_MAX});
    }
    (void)state;
}

/* A parameter given in a wrong form is an argument error; a size that does not fit is not a parameter's fault. */
static void others(void **state)
{
    static double out[4];
    const double one = 1;
    rr_result result = RR_RESULT_INIT;
    rr_job job = with(named("gamma", RR_F64, 4, 1), 1, &one, (rr_type)17, 0, 0);
    job.out = out;
    assert_int_equal(rr_run(device("cpu"), &job, &result), RR_ERR_ARGUMENT);
    assert_true(result.fault == RR_FAULT_ARGUMENT && result.bad_param == 0 && !result.value.type);   /* shape is missing */
    job = with(job, 0, &one, RR_F64, 0, 0);
    assert_int_equal(rr_run(device("cpu"), &job, &result), RR_ERR_ARGUMENT);
    assert_true(result.fault == RR_FAULT_ARGUMENT && result.bad_param == 1);
    job = with(job, 1, &one, RR_F64, 0, 0);
    job.out = NULL;
    assert_int_equal(rr_run(device("cpu"), &job, &result), RR_ERR_ARGUMENT);
    assert_true(result.fault == RR_FAULT_ARGUMENT && result.bad_param == -1);
    job.out = out;
    assert_int_equal(rr_run(device("cpu"), &job, &result), RR_OK);
    assert_true(result.fault == RR_FAULT_NONE && result.bad_param == -1 && !result.relation && !result.value.type);
    job = with(named("geometric", RR_I32, 4, 1), 0, &(double){4.7e-10}, RR_F64, 0, 0);
    job.out = out;
    while (rr_run(device("cpu"), &job, &result) == RR_OK) ++job.stream.seed;
    assert_true(result.status == RR_ERR_FIT && result.fault == RR_FAULT_FIT && result.bad_param == -1);
    (void)state;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(ranges), TEST(integers), TEST(relations), TEST(vectors), TEST(matrices), TEST(plain_vectors), TEST(others),
    };
    return RUN(tests);
}
