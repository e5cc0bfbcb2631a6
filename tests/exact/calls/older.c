/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* A program that was compiled for an older version (older.h) and is linked with this library: its smaller structs are
 * accepted, nothing beyond their ends is read or written, and sizes of a newer version are refused. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "older.h"

enum { N = 300, BEYOND = 4096, FILL = 0xa5 };

/* Structs of the old size, followed by bytes that would be invalid as a later member. */
static struct { rr_job job; unsigned char beyond[BEYOND]; } asked;
static struct { rr_result result; unsigned char beyond[BEYOND]; } got;
static struct { rr_plan plan; unsigned char beyond[BEYOND]; } planned;

static rr_device *cpu;
static double out[N], expected[N];
static const double shape = 2.5, bad_shape = -1;

static int set_up(void **state)
{
    rr_stream s = {3, 4, 50};
    (void)state;
    memset(&asked, 0, sizeof asked.job);
    memset(asked.beyond, FILL, BEYOND);
    memset(&got, FILL, sizeof got);
    memset(&planned, FILL, sizeof planned);
    memset(out, 0, sizeof out);
    asked.job = (rr_job){.size = sizeof asked.job, .sampler = rr_sampler_find("gamma"), .dtype = RR_F64, .stream = s,
                         .rows = N, .cols = 1, .out = out, .param = {{&shape, RR_F64, 0, 0}}};
    got.result.size = sizeof got.result;
    planned.plan.size = sizeof planned.plan;
    return rr_device_open("cpu", &cpu) || rr_fill_gamma_f64(cpu, &s, N, expected, shape, 1);
}

static int tear_down(void **state)
{
    (void)state;
    rr_device_close(&cpu);
    return 0;
}

static void is_untouched(const unsigned char *beyond)
{
    for (int i = 0; i < BEYOND; ++i) assert_int_equal(beyond[i], FILL);
}

/* Checks that the call wrote all members of the old result, and no others. */
static void is_done(rr_status status)
{
    assert_int_equal(status, RR_OK);
    assert_int_equal(got.result.status, RR_OK);
    assert_true(got.result.size == sizeof got.result && got.result.bad_index == UINT64_MAX);
    assert_string_equal(got.result.message, "");
    is_untouched(got.beyond);
    assert_memory_equal(out, expected, sizeof out);
}

static void run(void **state)
{
    (void)state;
    is_done(rr_run(cpu, &asked.job, &got.result));
    assert_true(got.result.strategy.kind != 0);   /* the last member of all */
}

static void prepared(void **state)
{
    rr_prepared *p = NULL;
    (void)state;
    assert_int_equal(rr_prepared_open(cpu, &asked.job, &p, &got.result), RR_OK);
    is_untouched(got.beyond);
    memset(&asked, FILL, sizeof asked);   /* the job was copied */
    assert_int_equal(rr_prepared_draw(p, 0, 100, out, &got.result), RR_OK);
    is_done(rr_prepared_draw(p, 100, N - 100, out + 100, &got.result));
    rr_prepared_close(&p);
}

static void errors(void **state)
{
    (void)state;
    asked.job.param[0].data = &bad_shape;
    assert_int_equal(rr_check(cpu, &asked.job, &got.result), RR_ERR_PARAM);
    assert_true(got.result.bad_index == 0);
    assert_non_null(strstr(got.result.message, "shape = -1 of element 0 is outside its range"));
    is_untouched(got.beyond);
    asked.job.param[0].data = &shape;
    assert_int_equal(rr_check(cpu, &asked.job, &got.result), RR_OK);
    assert_int_equal(rr_run(NULL, &asked.job, &got.result), RR_ERR_ARGUMENT);
    assert_non_null(strstr(got.result.message, "device is NULL"));
    assert_int_equal(rr_prepared_draw(NULL, 0, 1, out, &got.result), RR_ERR_ARGUMENT);
    assert_non_null(strstr(got.result.message, "prepared is NULL"));
    is_untouched(got.beyond);
}

/* Calls without a job. */
static void order(void **state)
{
    int64_t row[10];
    (void)state;
    assert_int_equal(rr_permutation(cpu, (rr_stream){1, 2, 3}, 1, 10, row, &got.result), RR_OK);
    assert_int_equal(rr_permutation(NULL, (rr_stream){1, 2, 3}, 1, 10, row, &got.result), RR_ERR_ARGUMENT);
    assert_int_equal(got.result.status, RR_ERR_ARGUMENT);
    is_untouched(got.beyond);
}

static void plan(void **state)
{
    (void)state;
    assert_int_equal(rr_plan_job(cpu, &asked.job, 0, &planned.plan), RR_OK);
    assert_true(planned.plan.size == sizeof planned.plan && planned.plan.rows > 0 && planned.plan.accept > 0.5);
    assert_non_null(planned.plan.costs);
    is_untouched(planned.beyond);
}

/* Sizes that no version had, and sizes of a future version. */
static void refused(void **state)
{
    (void)state;
    const size_t smaller[] = {0, 8, sizeof asked.job - 8};
    for (int i = 0; i < 3; ++i) {
        asked.job.size = smaller[i];
        assert_int_equal(rr_run(cpu, &asked.job, &got.result), RR_ERR_ARGUMENT);
        assert_string_equal(got.result.message, "job is NULL or its size is not set: start from RR_JOB_INIT");
    }
    asked.job.size = sizeof asked.job + BEYOND;
    assert_int_equal(rr_run(cpu, &asked.job, &got.result), RR_ERR_ARGUMENT);
    assert_non_null(strstr(got.result.message, "the program was compiled for a newer version of Reroll than "));
    is_untouched(got.beyond);
    asked.job.size = sizeof asked.job;
    got.result.size = sizeof got.result - 8;
    strcpy(got.result.message, "untouched");
    assert_int_equal(rr_run(cpu, &asked.job, &got.result), RR_ERR_ARGUMENT);
    assert_string_equal(got.result.message, "untouched");
    got.result.size = sizeof got;
    assert_int_equal(rr_run(cpu, &asked.job, &got.result), RR_ERR_ARGUMENT);
    assert_int_equal(got.result.status, RR_ERR_ARGUMENT);
    assert_non_null(strstr(got.result.message, "the program was compiled for a newer version of Reroll than "));
    planned.plan.size = sizeof planned;
    assert_int_equal(rr_plan_job(cpu, &asked.job, 0, &planned.plan), RR_ERR_ARGUMENT);
    assert_memory_equal(out, (double[N]){0}, sizeof out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
#define TEST(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)
        TEST(run), TEST(prepared), TEST(errors), TEST(order), TEST(plan), TEST(refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
