/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* `grouped` without a number: it takes the group of the table at the job's acceptance and warp, at every threshold and one
 * float away from it, reports it, and changes no bit. */
#include "tests/support/support.h"

#include "reroll_plan.h"
#include "reroll_user.h"

#include <math.h>

static const struct {
    unsigned lanes, group;
    float accept;
} list[] = {
#define RR_GROUP(lanes, group, accept) {lanes, group, accept},
#include "engine/strategies/group_list.h"
#undef RR_GROUP
};
enum { LINES = sizeof list / sizeof *list, N = 300 };

static rr_job attempts(const float *accept, void *out)
{
    rr_job job = RR_JOB_INIT;
    job.sampler = rr_sampler_find("attempts");
    job.dtype = RR_U32;
    job.stream = rr_stream_make(5, 1);
    job.rows = N;
    job.param[0] = (rr_param){accept, RR_F32, 0, 0};
    job.out = out;
    return job;
}

/* Runs the job with `grouped` and with loop, and returns the group size that was used. */
static rr_strategy taken(const rr_device *d, rr_job job, size_t size)
{
    rr_result result = RR_RESULT_INIT;
    void *const want = malloc(size), *const have = job.out;
    memset(have, 0, size);
    job.strategy = strategy("loop");
    job.out = want;
    assert_int_equal(rr_run(d, &job, NULL), RR_OK);
    job.strategy = strategy("grouped");
    job.out = have;
    assert_int_equal(rr_run(d, &job, &result), RR_OK);
    assert_memory_equal(want, have, size);
    free(want);
    assert_int_equal(result.strategy.kind, job.strategy.kind);
    return result.strategy;
}

static void at_thresholds(void **state)
{
    uint32_t out[N];
    rr_plan plan = RR_PLAN_INIT;
    (void)state;
    for (unsigned k = 0; k < LINES && list[k].lanes <= 32; ++k)
        for (int below = 0; below < 2; ++below) {
            const rr_device *d = device("cpu,warp=%u", list[k].lanes);
            const float accept = below ? nextafterf(list[k].accept, 0) : list[k].accept;
            const rr_job job = attempts(&accept, out);
            const unsigned group = list[k].group << below;
            assert_int_equal(taken(d, job, sizeof out).number, group);
            assert_int_equal(rr_plan_job(d, &job, 0, &plan), RR_OK);
            assert_int_equal(plan.grouped.number, group);
            assert_true(plan.grouped.kind == strategy("grouped:4").kind);
        }
}

/* Fewer samples than lanes: groups without an idle lane, or wider ones by the table. */
static void small_jobs(void **state)
{
    static const struct { unsigned n, high, low; } want[] = {{1, 16, 16}, {2, 8, 8}, {3, 4, 4}, {5, 2, 2}, {8, 2, 2},
                                                             {9, 1, 2}, {16, 1, 2}};
    uint32_t out[N];
    rr_plan plan = RR_PLAN_INIT;
    const rr_device *d = device("cpu,warp=16");
    (void)state;
    for (size_t k = 0; k < sizeof want / sizeof *want; ++k)
        for (int low = 0; low < 2; ++low) {
            const float accept = low ? 0.8f : 0.9f;   /* the table has 2 below 0.818 */
            const unsigned group = low ? want[k].low : want[k].high;
            rr_job job = attempts(&accept, out);
            job.rows = want[k].n;
            for (int turn = 0; turn < 2; ++turn) assert_int_equal(taken(d, job, want[k].n * sizeof *out).number, group);
            assert_int_equal(rr_plan_job(d, &job, 0, &plan), RR_OK);
            assert_int_equal(plan.grouped.number, group);
            assert_int_equal(rr_plan_job(d, &job, RR_PLAN_IN_KERNEL, &plan), RR_OK);   /* other samples fill the warp */
            assert_int_equal(plan.grouped.number, low ? 2 : 1);
        }
}

/* The mean of varying acceptance; the register's lanes by dtype; samplers that always accept; composite samplers. */
static void other_jobs(void **state)
{
    uint32_t out[N];
    double real[N];
    float accept[N];
    rr_result result = RR_RESULT_INIT;
    (void)state;
    for (int i = 0; i < N; ++i) accept[i] = i % 2 ? 0.01f : 0.75f;
    rr_job job = attempts(accept, out);
    job.param[0].row_stride = sizeof *accept;
    assert_int_equal(taken(device("cpu,warp=32"), job, sizeof out).number, 4);   /* of 4 elements: 0.38 */
    job = job_of(rr_sampler_find("normal"), RR_F64, 0, N, SHARED, 0), job.out = real;
    assert_int_equal(taken(device("cpu"), job, sizeof real).number, 1);
    job = job_of(rr_sampler_find("beta"), RR_F64, 0, N, SHARED, 0), job.out = real;
    taken(device("cpu"), job, sizeof real);
    job.strategy = strategy("auto");
    assert_int_equal(rr_run(device("cpu"), &job, &result), RR_OK);
    assert_true(result.strategy.kind == strategy("compact").kind);
}

/* For a user-defined distribution a small job uses the promise in its text, a large one the measured acceptance. */
static void own_law(void **state)
{
    static const char text[] = "RR_LAW(one_half, 1, \"a half is accepted\")\nRR_MIN_ACCEPTANCE(0.001)\n"
                               "RR_TRY(one_half) { const rr_unit u = rr_draw_uniform(d);\n"
                               "return rr_accept(u.u, rr_lt(u.u, rr_splat(RR_C(0.5)))); }\n";
    enum { MANY = 5000 };
    static double out[MANY];
    const rr_device *d = device("cpu,warp=16");
    const rr_sampler *law;
    rr_result result = RR_RESULT_INIT;
    rr_job job = RR_JOB_INIT;
    (void)state;
    if (rr_law_open(text, &law, &result) == RR_ERR_DEVICE) skip();
    assert_string_equal(result.message, "");
    job.sampler = law;
    job.stream = rr_stream_make(5, 2);
    job.out = out;
    job.rows = 4096;
    assert_int_equal(taken(d, job, 4096 * sizeof *out).number, 16);
    job.rows = MANY;
    assert_int_equal(taken(d, job, sizeof out).number, 2);
    assert_int_equal(rr_law_close(&law), RR_OK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(at_thresholds), TEST(small_jobs), TEST(other_jobs), TEST(own_law)};
    return RUN(tests);
}
