/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Parts of the planner: scaling, the cache of answers, the parameters that are read of a job, the choice under invented
 * costs, and when costs are loaded. Only rr_costs_scale measures times; its factor may be off by a factor of 30. */
#include <math.h>
#include <pthread.h>
#include <stdatomic.h>

#include "host/call/call.h"
#include "host/lists/lists.h"
#include "host/plan/planner.h"
#include "tests/exact/planner/costs.h"

/* ---- Scaling ------------------------------------------------------------------------------------------------------- */

static rr_device *open_device(const char *spec)
{
    rr_device *d;
    assert_int_equal(rr_device_open(spec, &d), RR_OK);
    return d;
}

static rr_job gamma_job(rr_type dtype, uint64_t n)
{
    static const double shape = 0.7;
    rr_job job = RR_JOB_INIT;
    job.sampler = rr_sampler_find("gamma");
    job.dtype = dtype;
    job.rows = n;
    job.param[0] = (rr_param){&shape, RR_F64, 0, 0};
    return job;
}

static rr_plan plan_of(const rr_device *d, const rr_job *job, uint32_t flags)
{
    rr_plan plan = RR_PLAN_INIT;
    assert_int_equal(rr_plan_job(d, job, flags, &plan), RR_OK);
    return plan;
}

static rr_case case_of(const rr_device *d, const rr_job *job, uint64_t max, uint32_t flags)
{
    rr_call call;
    assert_int_equal(rr_call_validate(d, job, &call, NULL), RR_OK);
    return rr_case_of(&call, max, flags);
}

/* Every time is multiplied by the factor of its type; all other results stay the same. */
static void scaled_by(const rr_device *d, const double factor[2], rr_plan before[2])
{
    char name[32];
    for (int wide = 0; wide < 2; ++wide) {
        const rr_job job = gamma_job(wide ? RR_F64 : RR_F32, 100000);
        const rr_plan after = plan_of(d, &job, 0);
        assert_string_equal(before[wide].costs, "built in");
        assert_string_equal(after.costs, "scaled");
        assert_int_equal(after.rows, before[wide].rows);
        assert_memory_equal(&after.choice, &before[wide].choice, sizeof after.choice);
        for (uint32_t i = 0; i < after.rows; ++i) {
            rr_strategy_text(after.row[i].strategy, name);
            near(name, after.row[i].ns, before[wide].row[i].ns * factor[wide], 1e-12);
            assert_true(after.row[i].iterations == before[wide].row[i].iterations);
        }
    }
}

/* Two measurements of the same, on a machine that may be busy. */
static void alike(double a, double b)
{
    if (!(a < 30 * b && b < 30 * a)) fail_msg("factors %g and %g", a, b);
}

static void scaling(void **state)
{
    double factor[2], rigged_factor[2], twice[2];
    rr_plan before[2];
    rr_device *d = open_device("cpu"), *rigged = open_device("cpu");
    (void)state;
    for (int wide = 0; wide < 2; ++wide) {
        const rr_job job = gamma_job(wide ? RR_F64 : RR_F32, 100000);
        before[wide] = plan_of(d, &job, 0);
        rr_costs_multiply(&rr_planner_costs(rigged)[wide], 1e6);
    }
    assert_int_equal(rr_costs_scale(d, factor), RR_OK);
    scaled_by(d, factor, before);
    assert_int_equal(rr_costs_scale(rigged, rigged_factor), RR_OK);
    assert_int_equal(rr_costs_scale(d, twice), RR_OK);   /* against the built-in costs, too */
    scaled_by(d, twice, before);
    for (int wide = 0; wide < 2; ++wide) {
        assert_true(factor[wide] > 1e-3 && factor[wide] < 1e3);
        alike(rigged_factor[wide], factor[wide]);   /* costs that were 1e6 too high */
        alike(twice[wide], factor[wide]);
    }
    rr_device_close(&d);
    rr_device_close(&rigged);
}

/* Several devices are planned by the first. */
static void scaling_of_several(void **state)
{
    double factor[2];
    rr_device *d = open_device("cpu+cpu:scalar");
    const rr_job job = gamma_job(RR_F32, 100000);
    const rr_plan before = plan_of(d, &job, 0);
    (void)state;
    assert_string_equal(before.costs, "built in");
    assert_int_equal(rr_costs_scale(d, factor), RR_OK);
    const rr_plan after = plan_of(d, &job, 0);
    assert_string_equal(after.costs, "scaled");
    assert_true(factor[0] != 1);
    rr_device_close(&d);
}

/* Costs of a calibrated file stay, and missing costs stay missing. */
static void not_scaled(void **state)
{
    static rr_costs costs[2];
    double factor[2] = {0, 0};
    rr_device *d = open_device("cpu:scalar");
    const rr_job job = gamma_job(RR_F32, 100000);
    (void)state;
    assert_int_equal(rr_costs_scale(NULL, factor), RR_ERR_ARGUMENT);
    rr_costs_load("scalar", costs);
    assert_int_equal(rr_costs_save(path, "scalar", costs), 0);
    rr_costs_load("scalar", rr_planner_costs(d));
    const rr_plan before = plan_of(d, &job, 0);
    assert_string_equal(before.costs, "calibrated");
    assert_int_equal(rr_costs_scale(d, factor), RR_OK);
    assert_true(factor[0] == 1 && factor[1] == 1);
    const rr_plan after = plan_of(d, &job, 0);
    assert_memory_equal(&before, &after, sizeof before);
    rr_costs_load("none", rr_planner_costs(d));
    assert_int_equal(rr_costs_scale(d, NULL), RR_OK);
    assert_string_equal(plan_of(d, &job, 0).costs, "none");
    rr_device_close(&d);
}

/* ---- What is remembered -------------------------------------------------------------------------------------------- */

typedef struct question {
    const rr_device *device;
    rr_job job;
    uint32_t flags;
    rr_plan plan;
} question;

static void *ask(void *q)
{
    question *x = q;
    x->plan = (rr_plan)RR_PLAN_INIT;
    if (rr_plan_job(x->device, &x->job, x->flags, &x->plan) != RR_OK) x->plan.rows = 0;
    return NULL;
}

/* A thread without cached answers. */
static rr_plan fresh(question *q)
{
    pthread_t thread;
    assert_int_equal(pthread_create(&thread, NULL, ask, q), 0);
    assert_int_equal(pthread_join(thread, NULL), 0);
    assert_true(q->plan.rows > 0);
    return q->plan;
}

static void questions(void **state)
{
    static const double other_shape = 3;
    rr_device *d = open_device("cpu:scalar,warp=8"), *warp = open_device("cpu:scalar,warp=16"),
              *tile = open_device("cpu:scalar,warp=8,tile=1024"), *scaled = open_device("cpu:scalar,warp=8");
    const question first = {d, gamma_job(RR_F32, 6000), 0, RR_PLAN_INIT};
    question other[8];
    (void)state;
    rr_costs_multiply(rr_planner_costs(scaled), 2);
    for (int k = 0; k < 8; ++k) other[k] = first;
    other[0].device = warp;
    other[1].device = tile;
    other[2].device = scaled;
    other[3].flags = RR_PLAN_IN_KERNEL;
    other[4].job.rows = 60000;
    other[5].job.dtype = RR_F64;
    other[6].job.param[0].data = &other_shape;
    other[7].job.sampler = rr_sampler_find("chi2");
    for (int k = 0; k < 8; ++k) {
        question a = first, b = other[k];
        const rr_plan want_a = fresh(&a), want_b = fresh(&b);
        assert_true(memcmp(&want_a, &want_b, sizeof want_a));
        for (int turn = 0; turn < 2; ++turn) {
            ask(&a);
            ask(&b);
            assert_memory_equal(&a.plan, &want_a, sizeof want_a);
            assert_memory_equal(&b.plan, &want_b, sizeof want_b);
        }
    }
    rr_device_close(&d);
    rr_device_close(&warp);
    rr_device_close(&tile);
    rr_device_close(&scaled);
}

/* If parameters vary, 64 evenly spaced elements represent all. */
static void means(void **state)
{
    static float accept[6437];
    rr_job job = RR_JOB_INIT;
    (void)state;
    job.sampler = rr_sampler_find("attempts");
    job.dtype = RR_U32;
    job.param[0] = (rr_param){accept, RR_F32, sizeof *accept, 0};
    for (int i = 0; i < 6437; ++i) accept[i] = (float)(0.2 + 0.7 * i * i / (6437.0 * 6437));
    for (job.rows = 50; job.rows <= 6437; job.rows += 6387) {
        const uint64_t step = job.rows > 64 ? job.rows / 64 : 1, n = job.rows > 64 ? 64 : job.rows;
        double sum = 0;
        for (uint64_t i = 0; i < n; ++i) sum += (double)accept[i * step] / (double)n;
        near("the mean acceptance", plan_of(device("cpu"), &job, 0).accept, sum, 1e-12);
    }
}

/* Acceptance from descriptors, at one value and as a mean of values. */
static void cases(void **state)
{
    static double shape[] = {0.3, 1.7, 0.6, 4};
    const rr_sampler *s = rr_sampler_find("gamma");
    rr_job job = gamma_job(RR_F64, 4);
    double slow = 0, aux = 0;
    rr_case c;
    (void)state;
    for (int i = 0; i < 4; ++i) {
        double v[RR_MAX_PARAMS] = {shape[i], 1};
        job.param[0] = (rr_param){&shape[i], RR_F64, 0, 0};
        c = case_of(device("cpu"), &job, 1, 0);
        near("undecided", c.slow, s->slow(v, RR_F64), 0);
        near("auxiliary draws", c.aux, s->aux(v), 0);
        assert_true(!c.each && !c.endless && c.work == (s->work ? s->work(v, RR_F64) : 1));
        slow += c.slow / 4;
        aux += c.aux / 4;
    }
    assert_true(slow > 0 && aux > 0);
    job.param[0] = (rr_param){shape, RR_F64, sizeof *shape, 0};
    c = case_of(device("cpu"), &job, 64, RR_PLAN_IN_KERNEL);
    near("undecided, of some", c.slow, slow, 1e-15);
    near("auxiliary draws, of some", c.aux, aux, 1e-15);
    assert_true(c.each && c.endless);
}

/* Groups are at most as wide as the warp; a job smaller than the device's tile has a smaller tile. */
static void shapes(void **state)
{
    rr_job job = gamma_job(RR_F64, 4096);
    rr_device *d = open_device("cpu:scalar,warp=4");
    (void)state;
    for (int large = 0; large < 2; ++large) {
        job.rows = large ? 8192 : 1000;
        const rr_plan plan = plan_of(d, &job, 0);
        for (uint32_t i = 0; i < plan.rows; ++i) {
            const rr_strategy s = plan.row[i].strategy;
            if (s.kind == RR_KIND_grouped) assert_true(s.number <= 4);
            if (s.kind == RR_KIND_refill)
                near("samples of a tile", plan.row[i].iterations * plan.row[i].efficiency * 4 * plan.accept,
                     large ? 4096 : 1000, 1e-9);
        }
    }
    rr_device_close(&d);
}

/* ---- The choice ---------------------------------------------------------------------------------------------------- */

/* An attempt costs 1, and refill 1.4 more: so at 0.9 a loop of 32 lanes is faster, at 0.55 refill. cached costs 0.6 more: it
 * would be the fastest if no lane waited, and never is. fixed costs nothing. All others are expensive. */
static void rig(rr_costs *c)
{
    rr_costs_multiply(c, 0);
    for (int k = 0; k < RR_KINDS; ++k) c->strategy[k][RR_UNIT_REG] = 1e6;
    c->strategy[RR_KIND_loop][RR_UNIT_REG] = c->strategy[RR_KIND_fixed][RR_UNIT_REG] = 0;
    c->strategy[RR_KIND_compact][RR_UNIT_REG] = 0;   /* the cost of queues; its first pass is expensive */
    c->strategy[RR_KIND_refill][RR_UNIT_REG] = 1.4;
    c->strategy[RR_KIND_cached][RR_UNIT_REG] = 0.6;
    for (size_t i = 0; rr_sampler_list(i); ++i) {
        c->sampler[i][RR_UNIT_FIRST] = 1e6;
        c->sampler[i][RR_UNIT_ATTEMPT] = 1;
    }
}

static void choices(void **state)
{
    static const double accepts[] = {0.9, 0.55, 0.1};
    static const char *const want[] = {"loop", "refill", "refill"};
    static uint32_t out[100000];
    char name[32];
    rr_device *d = open_device("cpu:scalar,warp=32");
    rr_result result = RR_RESULT_INIT;
    rr_job job = RR_JOB_INIT;
    (void)state;
    rig(rr_planner_costs(d));
    job.sampler = rr_sampler_find("attempts");
    job.dtype = RR_U32;
    job.rows = 100000;
    job.out = out;
    for (int k = 0; k < 3; ++k) {
        job.param[0] = (rr_param){&accepts[k], RR_F64, 0, 0};
        const rr_plan plan = plan_of(d, &job, 0);
        rr_strategy_text(plan.choice, name);
        assert_string_equal(name, want[k]);
        double min = INFINITY;
        for (uint32_t i = 0; i < plan.rows; ++i) min = fmin(min, plan.row[i].ns);
        for (uint32_t i = 0; i < plan.rows && accepts[k] < 0.2; ++i)   /* the fastest is fixed, which is not chosen */
            if (plan.row[i].ns == min) assert_int_equal(plan.row[i].strategy.kind, RR_KIND_fixed);
        assert_int_equal(rr_run(d, &job, &result), RR_OK);
        assert_int_equal(result.strategy.kind, RR_KIND_compact);   /* auto, whatever the plan */
    }
    rr_device_close(&d);
}

/* ---- When costs are loaded ----------------------------------------------------------------------------------------- */

/* A device that only draws has none; threads that plan first, at the same time, get the same costs. */
static void first_use(void **state)
{
    static double out[5000];
    enum { THREADS = 8 };
    pthread_t thread[THREADS];
    question asked[THREADS];
    rr_device *d = open_device("cpu:scalar");
    rr_job job = gamma_job(RR_F64, 5000);
    (void)state;
    job.out = out;
    for (const char *const *by = (const char *const[]){"auto", "grouped", NULL}; *by; ++by) {
        job.strategy = strategy(*by);
        assert_int_equal(rr_run(d, &job, NULL), RR_OK);
    }
    assert_null(atomic_load(&d->planner->costs));
    for (int k = 0; k < THREADS; ++k) {
        asked[k] = (question){d, job, 0, RR_PLAN_INIT};
        assert_int_equal(pthread_create(&thread[k], NULL, ask, &asked[k]), 0);
    }
    for (int k = 0; k < THREADS; ++k) assert_int_equal(pthread_join(thread[k], NULL), 0);
    assert_non_null(atomic_load(&d->planner->costs));
    for (int k = 0; k < THREADS; ++k) {
        assert_true(asked[k].plan.rows > 0);
        assert_memory_equal(&asked[k].plan, &asked[0].plan, sizeof asked[k].plan);
    }
    rr_device_close(&d);
}

int main(void)
{
    setenv("REROLL_COSTS", "/dev/null", 1);
    const struct CMUnitTest tests[] = {
        TEST(scaling), TEST(scaling_of_several),
        cmocka_unit_test_setup_teardown(not_scaled, make_folder, remove_folder), TEST(questions), TEST(means),
        TEST(cases), TEST(shapes), TEST(choices), TEST(first_use),
    };
    return RUN(tests);
}
