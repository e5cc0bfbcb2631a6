/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Behind the planner: files of costs, scaling, what is remembered of questions, what is looked at of a job, and auto's
 * choice under costs that are made up. Nothing is timed but by rr_costs_scale, whose factor may be off thirty times. */
#include <math.h>
#include <pthread.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/support/support.h"

#include "host/call/call.h"
#include "host/lists/lists.h"
#include "host/plan/planner.h"

static void near(const char *what, double have, double want, double relative)
{
    if (!(fabs(have - want) <= relative * fabs(want))) fail_msg("%s: %.17g, not %.17g", what, have, want);
}

/* ---- Files --------------------------------------------------------------------------------------------------------- */

static char folder[64], path[96];

static int make_folder(void **state)
{
    (void)state;
    snprintf(folder, sizeof folder, "/tmp/reroll-costs-%ld", (long)getpid());
    snprintf(path, sizeof path, "%s/costs", folder);
    setenv("REROLL_COSTS", path, 1);
    return mkdir(folder, 0700);
}

static int remove_folder(void **state)
{
    (void)state;
    remove(path);
    setenv("REROLL_COSTS", "/dev/null", 1);
    return rmdir(folder);   /* nothing was left beside the file */
}

static char *read_file(void)
{
    static char text[65536];
    FILE *f = fopen(path, "r");
    assert_non_null(f);
    text[fread(text, 1, sizeof text - 1, f)] = 0;
    fclose(f);
    return text;
}

static void write_file(const char *text)
{
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    assert_true(fputs(text, f) >= 0 && fclose(f) == 0);
}

/* The file's text with the line that begins with `line` in place of its own, as far as it is in `now`. */
static void write_line(const char *text, const char *line, const char *now)
{
    char changed[70000];
    const char *from = strstr(text, line);
    assert_non_null(from);
    snprintf(changed, sizeof changed, "%.*s%s%s", (int)(from - text), text, now, strchr(from, '\n'));
    write_file(changed);
}

static const char *origin_of(const char *isa, rr_costs costs[2])
{
    rr_costs_load(isa, costs);
    assert_string_equal(costs[0].origin, costs[1].origin);
    return costs[0].origin;
}

static void files(void **state)
{
    static const char *const BAD[] = {"-1 2 3 4 5 6 7 8", "nan 2 3 4 5 6 7 8", "1 2 3 4 5 6 7", "1 2 3 4 5 6 7 8 9",
                                      "1 2 3 4 5 6 7 8x", "1e12 2 3 4 5 6 7 8", ""};
    static rr_costs avx2[2], scalar[2], have[2];
    const unsigned gamma = rr_sampler_number(rr_sampler_find("gamma")), beta = rr_sampler_number(rr_sampler_find("beta"));
    char line[128], *text;
    (void)state;
    remove(path);
    assert_string_equal(origin_of("avx2", avx2), "built in");
    assert_string_equal(origin_of("scalar", scalar), "built in");
    assert_int_equal(rr_costs_save(path, "avx2", avx2), 0);
    assert_string_equal(origin_of("scalar", have), "built in");   /* lines of another instruction set */
    assert_int_equal(rr_costs_save(path, "scalar", scalar), 0);
    for (int set = 0; set < 2; ++set) {
        assert_string_equal(origin_of(set ? "scalar" : "avx2", have), "calibrated");
        for (int wide = 0; wide < 2; ++wide) {
            const rr_costs *want = set ? &scalar[wide] : &avx2[wide];
            for (int k = 0; k < RR_SAMPLER_UNITS; ++k)
                near("a cost", have[wide].sampler[gamma][k], want->sampler[gamma][k], 1e-4);
            for (int k = 0; k < RR_STRATEGY_UNITS; ++k)
                near("a cost", have[wide].strategy[RR_KIND_compact][k], want->strategy[RR_KIND_compact][k], 1e-4);
            near("a cost", have[wide].device[1], want->device[1], 1e-4);
        }
    }
    text = strdup(read_file());
    for (size_t k = 0; k < sizeof BAD / sizeof *BAD; ++k) {   /* the line, and nothing else */
        snprintf(line, sizeof line, "avx2 f64 sampler gamma %s", BAD[k]);
        write_line(text, "avx2 f64 sampler gamma ", line);
        assert_string_equal(origin_of("avx2", have), "calibrated");
        assert_true(have[1].sampler[gamma][0] > 1.001 && have[1].sampler[gamma][7] != 8);   /* a usual draw's */
        near("another line", have[1].sampler[beta][0], avx2[1].sampler[beta][0], 1e-4);
        near("the other type", have[0].sampler[gamma][0], avx2[0].sampler[gamma][0], 1e-4);
    }
    write_line(text, "avx2 f64 sampler gamma ", "avx2 f64 sampler gamma 1 2 3 4 5 6 7 8");
    assert_string_equal(origin_of("avx2", have), "calibrated");
    assert_true(have[1].sampler[gamma][7] == 8);
    write_line(text, "avx2 f64 device ", "avx2 f64 device none");
    assert_string_equal(origin_of("avx2", have), "built in");
    memcpy(strstr(text, "costs of"), "costs xx", 8);   /* of another processor: nothing of it is kept */
    write_file(text);
    assert_int_equal(rr_costs_save(path, "scalar", scalar), 0);
    assert_string_equal(origin_of("avx2", have), "built in");
    assert_string_equal(origin_of("scalar", have), "calibrated");
    free(text);
    /* A folder that is in the way, and nothing left beside it. */
    remove(path);
    assert_int_equal(mkdir(path, 0700), 0);
    assert_int_equal(rr_costs_save(path, "scalar", scalar), -1);
    assert_int_equal(rmdir(path), 0);
}

/* ---- GPUs ---------------------------------------------------------------------------------------------------------- */

static const char *describe_gpu(const rr_device *d, uint32_t *warp, uint32_t *tile, uint32_t *threads)
{
    (void)d, (void)warp, (void)tile, (void)threads;
    return "Some GPU 7";
}

static const rr_target_calls gpu_calls = {.describe = describe_gpu};
static const rr_device some_host, some_gpu = {.calls = &gpu_calls, .name = "cuda", .host = &some_host, .lanes = {32, 32},
                                              .arch = "sm_90", .issue = 1000};

/* ns a sample of compact at the sampler's only parameters. */
static double gpu_ns(const rr_costs *costs, const char *sampler)
{
    const rr_sampler *s = rr_sampler_find(sampler);
    const double v[RR_MAX_PARAMS] = {0};
    const rr_case c = {.width = 32, .warp = 32, .n = 1e9, .tile = 4096, .work = 1, .gpu = 1,
                       .chance = rr_chance_accept(s->accept ? s->accept(v) : 1), .slow = s->slow(v, RR_F32)};
    rr_plan_row row;
    rr_units u;
    assert_int_equal(rr_units_of(&c, strategy("compact"), &u, &row), 0);
    return rr_costs_time(costs, &u, strategy("compact"), rr_sampler_number(s));
}

/* Of a CUDA device instructions are counted, and what it begins in a nanosecond makes times of them. The table of kernels
 * (bench/results/cuda-kernels.txt) has what they are all in; turns between batches and tiles' ends are left out here. */
static void counted(void **state)
{
    static rr_costs have[2], twice[2];
    rr_device fast = some_gpu, unknown = some_gpu;
    const unsigned normal = rr_sampler_number(rr_sampler_find("normal"));
    (void)state;
    remove(path);
    rr_costs_load_device(&some_gpu, have);
    assert_string_equal(have[0].origin, "counted");
    assert_string_equal(have[1].origin, "counted");
    assert_false(rr_costs_foreign(have));   /* nothing to scale */
    assert_true(have[0].sampler[normal][RR_UNIT_FIRST] > 0.02 && have[0].sampler[normal][RR_UNIT_FIRST] < 0.08);
    assert_true(have[1].sampler[normal][RR_UNIT_FIRST] > have[0].sampler[normal][RR_UNIT_FIRST]);
    assert_true(gpu_ns(have, "normal:ziggurat") < 0.95 * gpu_ns(have, "normal"));
    assert_true(gpu_ns(have, "normal:ziggurat") > 0.025);
    assert_true(isnan(have[0].strategy[RR_KIND_loop][0]) && have[0].strategy[RR_KIND_compact][RR_UNIT_STEP] > 0);
    fast.issue = 2000;
    rr_costs_load_device(&fast, twice);
    near("at twice the rate", gpu_ns(twice, "normal:ziggurat"), gpu_ns(have, "normal:ziggurat") / 2, 1e-12);
    assert_true(twice[0].serial != have[0].serial);
    unknown.arch = NULL;
    rr_costs_load_device(&unknown, have);
    assert_string_equal(have[0].origin, "none");
    unknown = some_gpu, unknown.issue = 0;
    rr_costs_load_device(&unknown, have);
    assert_string_equal(have[0].origin, "none");
    assert_true(isnan(have[0].sampler[normal][RR_UNIT_FIRST]));
}

/* A GPU's costs stand in the file by its name; those of a law come beside those of another. */
static void gpu_files(void **state)
{
    static rr_costs costs[2], have[2];
    rr_device other = some_gpu;
    const unsigned normal = rr_sampler_number(rr_sampler_find("normal"));
    const unsigned gamma = rr_sampler_number(rr_sampler_find("gamma"));
    char key[RR_COSTS_KEY];
    (void)state;
    remove(path);
    rr_costs_key(&some_gpu, key);
    assert_string_equal(key, "cuda:Some_GPU_7:32");
    assert_string_equal(origin_of("scalar", costs), "built in");
    assert_int_equal(rr_costs_save(path, "scalar", costs), 0);
    for (int turn = 0; turn < 2; ++turn) {   /* normal, then gamma alone */
        for (int wide = 0; wide < 2; ++wide)
            for (unsigned i = 0; i < RR_MAX_SAMPLERS; ++i)
                for (int k = 0; k < RR_SAMPLER_UNITS; ++k)
                    costs[wide].sampler[i][k] = i == (turn ? gamma : normal) ? turn + 5 : NAN;
        assert_int_equal(rr_costs_save(path, key, costs), 0);
    }
    rr_costs_load_device(&some_gpu, have);
    assert_string_equal(have[0].origin, "calibrated");
    near("a law of the first time", have[1].sampler[normal][RR_UNIT_FIRST], 5, 1e-12);
    near("a law of the second", have[1].sampler[gamma][RR_UNIT_FIRST], 6, 1e-12);
    assert_true(isnan(have[0].sampler[rr_sampler_number(rr_sampler_find("loggamma"))][0]));   /* not its draw's */
    assert_string_equal(origin_of("scalar", have), "calibrated");
    other.lanes[0] = 16;
    rr_costs_load_device(&other, have);
    assert_string_equal(have[0].origin, "counted");
}

/* Every strategy that the planner compares has costs in the built-in tables. */
static void measured(void **state)
{
    static rr_costs costs[2];
    rr_device_info info;
    rr_strategy s;
    char name[32];
    (void)state;
    for (size_t i = 0; rr_device_list(i, &info) && strcmp(info.name, "cpu:warp32"); ++i) {   /* which ends the CPUs */
        if (!strcmp(origin_of(info.name + strlen("cpu:"), costs), "none")) continue;
        for (unsigned k = 0; rr_compared(k, &s); ++k) {
            rr_strategy_text(s, name);
            for (int wide = 0; wide < 2; ++wide)
                if (isnan(costs[wide].strategy[s.kind][0]))
                    fail_msg("%s f%d: %s has no costs; make costs measures them", info.name, wide ? 64 : 32, name);
        }
    }
}

/* A sampler without lines costs what its draw does, but for its finish; the others cost what they did. */
static void borrowed(void **state)
{
    static rr_costs own[2], have[2];
    const rr_sampler *s;
    unsigned views = 0;
    char line[128], *text;
    (void)state;
    remove(path);
    assert_string_equal(origin_of("scalar", own), "built in");
    assert_int_equal(rr_costs_save(path, "scalar", own), 0);
    text = strdup(read_file());
    for (unsigned i = 0; (s = rr_sampler_list(i)); ++i) {
        const unsigned draw = rr_sampler_draw(i);
        double least = INFINITY, most = 0;
        if (draw == i) continue;
        ++views;
        snprintf(line, sizeof line, "scalar f32 sampler %s ", s->name);
        write_line(text, line, "");
        assert_string_equal(origin_of("scalar", have), "calibrated");
        for (unsigned k = 0; rr_sampler_list(k); ++k) {
            if (k == i || k == rr_sampler_draw(k)) continue;
            near("another one's cost", have[0].sampler[k][RR_UNIT_FINISH], own[0].sampler[k][RR_UNIT_FINISH], 1e-4);
            const double *view = own[0].sampler[k], *drawn = own[0].sampler[rr_sampler_draw(k)];
            const double more = view[RR_UNIT_FIRST] - drawn[RR_UNIT_FIRST] + view[RR_UNIT_FINISH] - drawn[RR_UNIT_FINISH];
            least = fmin(least, fmax(0, more));
            most = fmax(most, more);
        }
        for (int u = 0; u < RR_SAMPLER_UNITS; ++u)
            if (u != RR_UNIT_FINISH) near("the draw's cost", have[0].sampler[i][u], own[0].sampler[draw][u], 1e-4);
        const double more = have[0].sampler[i][RR_UNIT_FINISH] - have[0].sampler[draw][RR_UNIT_FINISH];
        if (!(more > 0 && more >= least * 0.999 && more <= most)) fail_msg("%s: a finish of %g ns", s->name, more);
        near("f64", have[1].sampler[i][RR_UNIT_FINISH], own[1].sampler[i][RR_UNIT_FINISH], 1e-4);
    }
    assert_true(views >= 5);
    free(text);
}

/* A draw without a line costs what draws of its kind do: no less than the cheapest, no more than the dearest. */
static void new_draw(void **state)
{
    static rr_costs own[2], have[2];
    static const char *const names[] = {"exponential", "gamma"};
    (void)state;
    remove(path);
    assert_string_equal(origin_of("scalar", own), "built in");
    assert_int_equal(rr_costs_save(path, "scalar", own), 0);
    char line[128], *text = strdup(read_file());
    for (size_t n = 0; n < 2; ++n) {
        const rr_sampler *s, *of = rr_sampler_find(names[n]);
        double least = INFINITY, most = 0;
        snprintf(line, sizeof line, "scalar f64 sampler %s ", names[n]);
        write_line(text, line, "");
        assert_string_equal(origin_of("scalar", have), "calibrated");
        for (unsigned i = 0; (s = rr_sampler_list(i)); ++i) {
            if (s == of || rr_sampler_draw(i) != i || !s->rejects != !of->rejects || s->setup || !(s->dtypes >> RR_F64 & 1))
                continue;
            least = fmin(least, own[1].sampler[i][RR_UNIT_FIRST]);
            most = fmax(most, own[1].sampler[i][RR_UNIT_FIRST]);
        }
        const double cost = have[1].sampler[rr_sampler_number(of)][RR_UNIT_FIRST];
        if (!(cost >= least * 0.999 && cost <= most * 1.001))
            fail_msg("%s: %g ns, not %g to %g", names[n], cost, least, most);
    }
    assert_true(isnan(have[1].sampler[rr_sampler_number(rr_sampler_find("attempts"))][RR_UNIT_FIRST]));   /* has no f64 */
    free(text);
}

/* Links that lie where the file's first bytes could go, as one who guesses names would lay them: nothing is written through
 * them, and the save finds a name that is free. */
static void planted_links(void **state)
{
    enum { LINKS = 32 };
    static rr_costs costs[2];
    char target[128], name[160];
    struct stat about;
    (void)state;
    snprintf(target, sizeof target, "%s/target", folder);
    FILE *f = fopen(target, "w");
    assert_true(f && fclose(f) == 0);
    rr_costs_load("avx2", costs);
    for (int k = -1; k < LINKS; ++k) {
        snprintf(name, sizeof name, k < 0 ? "%s.%ld" : "%s.%ld.%d", path, (long)getpid(), k);
        assert_int_equal(symlink(target, name), 0);
    }
    const int status = rr_costs_save(path, "avx2", costs);
    assert_true(!stat(target, &about) && !about.st_size);
    assert_int_equal(status, 0);
    assert_true(!lstat(path, &about) && S_ISREG(about.st_mode));
    assert_string_equal(origin_of("avx2", costs), "calibrated");
    for (int k = -1; k < LINKS; ++k) {
        snprintf(name, sizeof name, k < 0 ? "%s.%ld" : "%s.%ld.%d", path, (long)getpid(), k);
        assert_int_equal(unlink(name), 0);
    }
    assert_int_equal(unlink(target), 0);
}

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

static rr_case case_of(const rr_device *d, const rr_job *job, uint64_t most, uint32_t flags)
{
    rr_call call;
    assert_int_equal(rr_settle(d, job, &call, NULL), RR_OK);
    return rr_case_of(&call, most, flags);
}

/* What auto is for a job. */
static rr_strategy auto_of(const rr_device *d, const rr_job *job)
{
    rr_call call;
    assert_int_equal(rr_settle(d, job, &call, NULL), RR_OK);
    rr_plan_settle(&call);
    return call.strategy;
}

/* Every time by the factor of the type, and nothing else. */
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

/* Two measurements of the same, on a machine that does other things as well. */
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
        rr_costs_multiply(&rigged->planner->costs[wide], 1e6);
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

/* Costs of a calibrated file stay, and so does nothing. */
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
    rr_costs_load("scalar", d->planner->costs);
    const rr_plan before = plan_of(d, &job, 0);
    assert_string_equal(before.costs, "calibrated");
    assert_int_equal(rr_costs_scale(d, factor), RR_OK);
    assert_true(factor[0] == 1 && factor[1] == 1);
    const rr_plan after = plan_of(d, &job, 0);
    assert_memory_equal(&before, &after, sizeof before);
    rr_costs_load("none", d->planner->costs);
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

/* A thread that has asked nothing yet. */
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
    rr_costs_multiply(scaled->planner->costs, 2);
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

/* Parameters that vary: 64 elements, evenly spread, stand for all. */
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

/* What descriptors say, at one value and as a mean of values. */
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

/* Groups no wider than the warp; the small tile of a small job. */
static void shapes(void **state)
{
    rr_job job = gamma_job(RR_F64, 4096);
    rr_device *d = open_device("cpu:scalar,warp=4");
    (void)state;
    for (int large = 0; large < 2; ++large) {
        job.rows = large ? 8192 : 4096;
        const rr_plan plan = plan_of(d, &job, 0);
        for (uint32_t i = 0; i < plan.rows; ++i) {
            const rr_strategy s = plan.row[i].strategy;
            if (s.kind == RR_KIND_grouped) assert_true(s.number <= 4);
            if (s.kind == RR_KIND_refill)
                near("samples of a tile", plan.row[i].iterations * plan.row[i].efficiency * 4 * plan.accept,
                     large ? 4096 : 512, 1e-9);
        }
    }
    rr_device_close(&d);
}

/* ---- auto ---------------------------------------------------------------------------------------------------------- */

/* An attempt costs 1, and refill 1.4 more: so at 0.9 a loop of 32 lanes is faster, at 0.55 refill. cached costs 0.6 more: it
 * would be the fastest if no lane waited, and never is. fixed costs nothing. All else is expensive. */
static void rig(rr_costs *c)
{
    rr_costs_multiply(c, 0);
    for (int k = 0; k < RR_KINDS; ++k) c->strategy[k][RR_UNIT_REG] = 1e6;
    c->strategy[RR_KIND_loop][RR_UNIT_REG] = c->strategy[RR_KIND_fixed][RR_UNIT_REG] = 0;
    c->strategy[RR_KIND_compact][RR_UNIT_REG] = 0;   /* of queues; its first pass is expensive */
    c->strategy[RR_KIND_refill][RR_UNIT_REG] = 1.4;
    c->strategy[RR_KIND_cached][RR_UNIT_REG] = 0.6;
    for (size_t i = 0; rr_sampler_list(i); ++i) {
        c->sampler[i][RR_UNIT_FIRST] = 1e6;
        c->sampler[i][RR_UNIT_ATTEMPT] = 1;
    }
}

static void choices(void **state)
{
    static const double accepts[] = {0.9, 0.55, 0.9, 0.1};
    static const char *const want[] = {"loop", "refill", "loop", "refill"};
    char name[32];
    rr_device *d = open_device("cpu:scalar,warp=32");
    rr_job job = RR_JOB_INIT;
    (void)state;
    rig(&d->planner->costs[0]);
    job.sampler = rr_sampler_find("attempts");
    job.dtype = RR_U32;
    job.rows = 100000;
    for (int k = 0; k < 4; ++k) {
        job.param[0] = (rr_param){&accepts[k], RR_F64, 0, 0};
        rr_strategy_text(auto_of(d, &job), name);
        assert_string_equal(name, want[k]);
        const rr_plan plan = plan_of(d, &job, 0);
        rr_strategy_text(plan.choice, name);
        assert_string_equal(name, want[k]);
        double least = INFINITY;
        for (uint32_t i = 0; i < plan.rows; ++i) least = fmin(least, plan.row[i].ns);
        for (uint32_t i = 0; i < plan.rows && accepts[k] < 0.2; ++i)   /* the fastest is fixed, which is not chosen */
            if (plan.row[i].ns == least) assert_int_equal(plan.row[i].strategy.kind, RR_KIND_fixed);
    }
    job.rows = 4096;
    rr_strategy_text(auto_of(d, &job), name);
    assert_string_equal(name, "compact");
    job = gamma_job(RR_F32, 100000);
    job.sampler = rr_sampler_find("normal");   /* nothing is rejected */
    rr_strategy_text(auto_of(d, &job), name);
    assert_string_equal(name, "compact");
    rr_device_close(&d);
}

int main(void)
{
    setenv("REROLL_COSTS", "/dev/null", 1);
    const struct CMUnitTest tests[] = {
        TEST(measured), cmocka_unit_test_setup_teardown(files, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(counted, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(gpu_files, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(borrowed, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(new_draw, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(planted_links, make_folder, remove_folder), TEST(scaling),
        cmocka_unit_test_setup_teardown(not_scaled, make_folder, remove_folder), TEST(questions), TEST(means), TEST(cases),
        TEST(shapes), TEST(choices),
    };
    return RUN(tests);
}
