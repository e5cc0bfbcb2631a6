/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The planner: acceptance, undecided and auxiliary fractions of descriptors against counts; plans and their refusals; files
 * of costs, complete, foreign and damaged; calibration.
 *
 * Fractions: 2^18 attempts by fixed:1, within 6 standard errors (false alarm 2e-9 per case) and 1e-6; a formula off by 0.8
 * percentage points fails (with probability 0.99). With REROLL_DEEP 2^21 attempts, and 0.3 points. */
#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/support/support.h"
#include "reroll_plan.h"

static unsigned attempts(void) { return deep() ? 1u << 21 : 1u << 18; }

static void near(const char *what, const rr_sampler *s, double shape, double expected, uint64_t seen)
{
    const double n = attempts(), fraction = (double)seen / n, sd = sqrt(expected * (1 - expected) / n);
    if (fabs(fraction - expected) > 6 * sd + 1e-6)
        fail_msg("%s of %s at %g: %.7g expected, %.7g seen", what, s->name, shape, expected, fraction);
}

/* Acceptance and undecided fraction of a sampler at parameters v; `level` describes them in messages. */
static void fractions_of(const rr_sampler *s, rr_type dtype, const double *v, double level)
{
    rr_job job = RR_JOB_INIT;
    rr_result result = RR_RESULT_INIT;
    job.sampler = s;
    job.dtype = dtype;
    job.stream = rr_stream_make(7, 1);
    job.rows = attempts();
    job.strategy = strategy("fixed:1");
    job.flags = RR_COUNT;
    for (uint32_t p = 0; p < s->params; ++p) job.param[p] = (rr_param){&v[p], RR_F64, 0, 0};
    job.out = malloc((size_t)attempts() * 8);
    const rr_status status = rr_run(device("cpu"), &job, &result);
    free(job.out);
    if (status == RR_ERR_PARAM) return;
    assert_true(status == RR_OK || status == RR_ERR_FAILED);
    near("rejection", s, level, s->accept ? 1 - s->accept(v) : 0, result.failed);
    near("undecided share", s, level, s->slow ? s->slow(v, dtype) : 0, result.counts.undecided);
}

/* All parameters without a default are `level`. */
static void fractions_at(const rr_sampler *s, rr_type dtype, double level)
{
    double v[RR_MAX_PARAMS] = {0};
    for (uint32_t p = 0; p < s->params; ++p) v[p] = isnan(s->param[p].fallback) ? level : s->param[p].fallback;
    if (s->work && s->work(v, dtype) > 2048) return;   /* a sum of many terms would take hours */
    fractions_of(s, dtype, v, level);
}

/* Sides, tails and short intervals of the truncated normal. */
static void truncated_fractions(void)
{
    static const double ends[][2] = {{0, INFINITY}, {0.33, INFINITY}, {-1e-3, INFINITY}, {-1, 2},
                                     {1, 1.5},      {-INFINITY, -4},  {0.2, 0.20001},    {8, INFINITY}, {-13, -12}};
    const rr_sampler *s = rr_sampler_find("truncated-normal");
    for (size_t i = 0; i < sizeof ends / sizeof *ends; ++i)
        for (int t = RR_F32; t <= RR_F64; ++t) {
            const double v[RR_MAX_PARAMS] = {ends[i][0], ends[i][1], 0, 1};
            fractions_of(s, (rr_type)t, v, (double)i);
        }
}

static void fractions(void **state)
{
    static const double levels[] = {0.001, 0.3, 0.999, 1, 1.5, 2, 30, 1e5};
    const rr_sampler *s;
    rr_type dtype;
    (void)state;
    for (unsigned n = 0; sampler_and_type(n, &s, &dtype); ++n) {
        if (s->stages || rr_lists(s)) continue;   /* each stage has its own fractions; weights are not a number */
        bool given = false;
        for (uint32_t p = 0; p < s->params; ++p) given |= isnan(s->param[p].fallback);
        for (size_t i = 0; i < (given ? sizeof levels / sizeof *levels : 1); ++i) fractions_at(s, dtype, levels[i]);
    }
    truncated_fractions();
}

static rr_job gamma_job(const double *shape, uint64_t n)
{
    rr_job job = RR_JOB_INIT;
    job.sampler = rr_sampler_find("gamma");
    job.dtype = RR_F64;
    job.rows = n;
    job.param[0] = (rr_param){shape, RR_F64, 0, 0};
    return job;
}

static void refusals(void **state)
{
    const double shape = 2;
    const rr_device *d = device("cpu");
    rr_plan plan = RR_PLAN_INIT;
    rr_job job = gamma_job(&shape, 1000);
    (void)state;
    assert_int_equal(rr_plan_job(NULL, &job, 0, &plan), RR_ERR_ARGUMENT);
    assert_int_equal(rr_plan_job(d, NULL, 0, &plan), RR_ERR_ARGUMENT);
    assert_int_equal(rr_plan_job(d, &job, 0, NULL), RR_ERR_ARGUMENT);
    assert_int_equal(rr_plan_job(d, &job, 2, &plan), RR_ERR_ARGUMENT);
    plan.size = 8;
    assert_int_equal(rr_plan_job(d, &job, 0, &plan), RR_ERR_ARGUMENT);
    plan = (rr_plan)RR_PLAN_INIT;
    job.rows = 0;
    assert_int_equal(rr_plan_job(d, &job, 0, &plan), RR_ERR_ARGUMENT);
    job = gamma_job(&shape, 1000);
    job.param[0].data = NULL;
    assert_int_equal(rr_plan_job(d, &job, 0, &plan), RR_ERR_ARGUMENT);
    assert_int_equal(rr_calibrate(NULL, NULL, "x", NULL, NULL), RR_ERR_ARGUMENT);
}

/* Constant parameters that rr_run refuses have no plan; an array has one if some of its elements are valid. */
static void bad_parameters(void **state)
{
    static const double bad[] = {-1, 0, NAN, INFINITY};
    static const double n = -5, half = 0.5, p = 2, ten = 10, low = 7, high = 3;
    static const struct { const char *sampler; rr_type dtype; const double *v[2]; } jobs[] = {
        {"binomial", RR_I64, {&n, &half}}, {"binomial", RR_I64, {&ten, &p}}, {"uniform", RR_F64, {&low, &high}},
        {"integers", RR_I64, {&low, &high}}, {"integers", RR_I64, {&half, &ten}},
        {"negative-binomial", RR_I64, {&n, &half}}};
    double shapes[64];
    rr_plan plan = RR_PLAN_INIT;
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; ++i) {
        const rr_job job = gamma_job(&bad[i], 1000);
        assert_int_equal(rr_plan_job(device("cpu"), &job, 0, &plan), RR_ERR_PARAM);
    }
    for (size_t i = 0; i < sizeof jobs / sizeof *jobs; ++i) {
        rr_job job = RR_JOB_INIT;
        job.sampler = rr_sampler_find(jobs[i].sampler);
        job.dtype = jobs[i].dtype;
        job.rows = 1000;
        for (uint32_t k = 0; k < 2; ++k) job.param[k] = (rr_param){jobs[i].v[k], RR_F64, 0, 0};
        assert_int_equal(rr_plan_job(device("cpu"), &job, 0, &plan), RR_ERR_PARAM);
    }
    for (int i = 0; i < 64; ++i) shapes[i] = -1;
    rr_job job = gamma_job(shapes, 64);
    job.param[0].row_stride = sizeof *shapes;
    assert_int_equal(rr_plan_job(device("cpu"), &job, 0, &plan), RR_ERR_PARAM);
    shapes[63] = 2;
    assert_int_equal(rr_plan_job(device("cpu"), &job, 0, &plan), RR_OK);
}

/* Every plan: rows in order, efficiencies in (0, 1], times positive or unknown, a choice that is one of the rows, never
 * fixed, and not slower than any other. */
static void sound(const char *name, const rr_plan *plan, int in_kernel)
{
    double chosen = NAN, min = INFINITY;
    char text[32];
    assert_true(plan->rows > 0 && plan->rows <= RR_PLAN_ROWS);
    for (uint32_t i = 0; i < plan->rows; ++i) {
        const rr_plan_row *r = &plan->row[i];
        rr_strategy_text(r->strategy, text);
        const bool fixed = !strncmp(text, "fixed", 5), bulk = fixed || !strcmp(text, "refill") || !strcmp(text, "compact");
        if (!(r->iterations >= 0.5) || !(r->efficiency > 0 && r->efficiency < 1 + 1e-6) || r->ns <= 0)
            fail_msg("%s: %g iterations, efficiency %g, %g ns", text, r->iterations, r->efficiency, r->ns);
        if (in_kernel) assert_false(bulk);
        if (r->strategy.kind == plan->choice.kind && r->strategy.number == plan->choice.number) {
            assert_false(fixed);
            chosen = r->ns;
        }
        if (!fixed) min = fmin(min, r->ns);
    }
    assert_false(chosen > min);
    if (strcmp(plan->costs, "none") && chosen != min)
        fail_msg("%s: the choice takes %g ns, another %g", name, chosen, min);
}

static void plans(void **state)
{
    const char *names[8];
    const unsigned count = isas(names);
    const rr_sampler *s;
    rr_type dtype;
    (void)state;
    for (unsigned n = 0; sampler_and_type(n, &s, &dtype); ++n)
        for (unsigned d = 0; d < count; ++d)
            for (int each = 0; each < 2; ++each)
                for (uint32_t flags = 0; flags < 2; ++flags) {
                    rr_plan plan = RR_PLAN_INIT;
                    const rr_job job = job_of(s, dtype, 0, 3000, each ? EACH : SHARED, n);
                    assert_int_equal(rr_plan_job(device("%s,warp=%d", names[d], 1 << (n + d) % 6), &job, flags, &plan),
                                     RR_OK);
                    if (s->stages)
                        assert_true(!plan.rows && isnan(plan.accept) && !strcmp(plan.costs, "none")); /* a list of others */
                    else sound(s->name, &plan, flags);
                }
}

/* A cached answer is for the same question: two jobs with varying parameters are not the same because their first ones
 * are. */
static void questions_differ(void **state)
{
    static const double low[4] = {2, 1.1, 1.1, 1.1}, high[4] = {2, 50, 50, 50};
    const double *const shapes[2] = {low, high};
    rr_plan plan[2] = {RR_PLAN_INIT, RR_PLAN_INIT};
    (void)state;
    for (int i = 0; i < 2; ++i) {
        rr_job job = RR_JOB_INIT;
        job.sampler = rr_sampler_find("gamma");
        job.dtype = RR_F64;
        job.rows = 4;
        job.param[0] = (rr_param){shapes[i], RR_F64, sizeof *low, 0};
        assert_int_equal(rr_plan_job(device("cpu"), &job, 0, &plan[i]), RR_OK);
    }
    assert_true(plan[1].accept > plan[0].accept + 0.005);
}

/* Plans are cached by all their inputs: a device with other tiles is another question. */
static void tiles_are_asked_for(void **state)
{
    static const char *const tiles[] = {"64", "4096", "65536"};
    const double shape = 2;
    double iterations[3];
    rr_plan plan;
    const rr_job job = gamma_job(&shape, 1000000);
    (void)state;
    for (int turn = 0; turn < 2; ++turn)
        for (int t = 0; t < 3; ++t) {
            plan = (rr_plan)RR_PLAN_INIT;
            assert_int_equal(rr_plan_job(device("cpu:scalar,tile=%s", tiles[t]), &job, 0, &plan), RR_OK);
            for (uint32_t r = 0; r < plan.rows; ++r)
                if (plan.row[r].strategy.kind == strategy("compact").kind) iterations[t] = plan.row[r].iterations;
        }
    assert_true(iterations[0] > 64 && iterations[0] < 100 && iterations[1] > 4096 && iterations[2] > 65536);
}

/* An instruction set has costs for every sampler and dtype, or for none. */
static void costs_are_complete(void **state)
{
    const char *names[8];
    const unsigned count = isas(names);
    const rr_sampler *s;
    rr_type dtype;
    (void)state;
    for (unsigned n = 0; sampler_and_type(n, &s, &dtype); ++n)
        for (unsigned d = 0; d < count; ++d) {
            rr_plan plan = RR_PLAN_INIT;
            const rr_job job = job_of(s, dtype, 0, 100000, SHARED, n);
            assert_int_equal(rr_plan_job(device("%s", names[d]), &job, 0, &plan), RR_OK);
            if (!strcmp(plan.costs, "none")) continue;
            for (uint32_t i = 0; i < plan.rows; ++i)
                if (!(plan.row[i].ns > 0)) fail_msg("no costs for %s on %s: run make costs", s->name, names[d]);
        }
}

/* ---- Files --------------------------------------------------------------------------------------------------------- */

/* ns per sample by the chosen strategy. */
static double measured_ns(const char *sampler)
{
    static const double shape = 2;
    rr_device *d;
    rr_plan plan = RR_PLAN_INIT;
    rr_job job = gamma_job(&shape, 10000);
    job.sampler = rr_sampler_find(sampler);
    if (!job.sampler->params || strcmp(job.sampler->param[0].name, "shape")) job.param[0].data = NULL;
    assert_int_equal(rr_device_open("cpu", &d), RR_OK);
    assert_int_equal(rr_plan_job(d, &job, 0, &plan), RR_OK);
    rr_device_close(&d);
    for (uint32_t i = 0; i < plan.rows; ++i)
        if (!memcmp(&plan.row[i].strategy, &plan.choice, sizeof plan.choice)) return plan.row[i].ns;
    return 0;
}

static const char *origin(void)
{
    static rr_plan plan;
    const double shape = 2;
    rr_device *d;
    const rr_job job = gamma_job(&shape, 10000);
    plan = (rr_plan)RR_PLAN_INIT;
    assert_int_equal(rr_device_open("cpu", &d), RR_OK);
    assert_int_equal(rr_plan_job(d, &job, 0, &plan), RR_OK);
    rr_device_close(&d);
    return plan.costs;
}

static void write_text(const char *path, const char *text, size_t length)
{
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    assert_int_equal(fwrite(text, 1, length, f), length);
    assert_int_equal(fclose(f), 0);
}

static void count_progress(double done, void *context)
{
    double *last = context;
    assert_true(done > *last && done <= 1);
    *last = done;
}

static size_t read_text(const char *path, char text[65536])
{
    FILE *f = fopen(path, "r");
    assert_non_null(f);
    const size_t length = fread(text, 1, 65535, f);
    fclose(f);
    text[length] = '\0';
    return length;
}

/* A calibration changes the lines of its distribution only; one that is refused changes nothing. */
static void other_laws_keep_their_costs(const rr_device *d, const char *path, const char *text)
{
    static const char *const none[] = {"nosuch", "normal:polar", "", "negative-binomial"};
    char now[65536];
    for (size_t i = 0; i < sizeof none / sizeof *none; ++i) {
        assert_int_equal(rr_calibrate(d, none[i], NULL, NULL, NULL), RR_ERR_ARGUMENT);
        read_text(path, now);
        assert_string_equal(now, text);
    }
    assert_int_equal(rr_calibrate(d, "uniform", NULL, NULL, NULL), RR_OK);
    read_text(path, now);
    for (const char *a = text, *b = now; *a; a = strchr(a, '\n') + 1, b = strchr(b, '\n') + 1) {
        const size_t length = strcspn(a, "\n"), own = (size_t)(strstr(a, " sampler uniform") - a);
        if (own > length && strncmp(a, b, length + 1)) fail_msg("%.*s has changed", (int)length, a);
    }
}

static void files(void **state)
{
    char path[64], folder[48], text[65536], found[64];
    double last = 0;
    rr_device *d;
    (void)state;
    const char *law = deep() ? NULL : "gamma";   /* every sampler: some minutes of processor time */
    snprintf(folder, sizeof folder, "/tmp/reroll-plan-%ld", (long)getpid());
    snprintf(path, sizeof path, "%s/a/costs", folder);
    setenv("REROLL_COSTS", path, 1);
    assert_int_equal(rr_costs_path(found, sizeof found), strlen(path));
    assert_string_equal(found, path);
    assert_int_equal(rr_costs_path(found, 4), 0);
    const char *before = origin();
    assert_string_not_equal(before, "calibrated");

    assert_int_equal(rr_device_open("cpu", &d), RR_OK);
    assert_int_equal(rr_calibrate(d, law, NULL, count_progress, &last), RR_OK);
    assert_true(last == 1);
    assert_string_equal(origin(), "calibrated");
    /* Refused jobs would seem to cost nothing. */
    assert_true(measured_ns("gamma:table") > 0.1 * measured_ns(law ? "gamma:erlang" : "uniform"));
    const size_t length = read_text(path, text);
    assert_non_null(strstr(text, " sampler normal "));   /* built in, scaled, where only gamma is measured */
    other_laws_keep_their_costs(d, path, text);

    /* A file cut at any line or byte is used as far as it is valid, or not at all; it never causes a crash or invalid
     * costs. */
    for (size_t cut = 0; cut < length; cut += 97) {
        write_text(path, text, cut);
        origin();
    }
    write_text(path, text, length);
    memcpy(strstr(text, "costs of"), "costs xx", 8);
    write_text(path, text, length);
    assert_string_equal(origin(), before);
    memset(text, '\xff', 400);
    write_text(path, text, length);
    assert_string_equal(origin(), before);

    assert_int_equal(rr_calibrate(d, NULL, "/proc/none/costs", NULL, NULL), RR_ERR_ARGUMENT);
    assert_int_equal(errno, ENOENT);
    rr_device_close(&d);
    remove(path);
    snprintf(path, sizeof path, "%s/a", folder);
    assert_int_equal(rmdir(path), 0);   /* no temporary file is left next to the file */
    assert_int_equal(rmdir(folder), 0);
    unsetenv("REROLL_COSTS");
}

int main(void)
{
    setenv("REROLL_COSTS", "/dev/null", 1);
    const struct CMUnitTest tests[] = {TEST(fractions), TEST(refusals), TEST(bad_parameters), TEST(plans),
                                       TEST(questions_differ), TEST(tiles_are_asked_for), TEST(costs_are_complete),
                                       TEST(files)};
    return RUN(tests);
}
