/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Files of costs, of CPUs and GPUs: measured costs are written, read again and borrowed; damaged and foreign files; files
 * that are in the way. */
#include <errno.h>
#include <math.h>
#include <sys/stat.h>
#include <unistd.h>

#include "host/call/call.h"
#include "host/lists/lists.h"
#include "host/plan/planner.h"
#include "tests/exact/planner/costs.h"

/* ---- Files --------------------------------------------------------------------------------------------------------- */

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

/* Writes the file, with `now` instead of the line of the text that begins with `line`. */
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

static void same_costs(const rr_costs *have, const rr_costs *want)
{
    const unsigned gamma = rr_sampler_number(rr_sampler_find("gamma"));
    for (int k = 0; k < RR_SAMPLER_UNITS; ++k)
        near("a cost", have->sampler[gamma][k], want->sampler[gamma][k], 1e-4);
    for (int k = 0; k < RR_STRATEGY_UNITS; ++k)
        near("a cost", have->strategy[RR_KIND_compact][k], want->strategy[RR_KIND_compact][k], 1e-4);
    near("a cost", have->device[1], want->device[1], 1e-4);
}

/* A damaged line of a sampler: that line is not used, and all others are. */
static void damaged_samplers(const char *text, const rr_costs avx2[2])
{
    static const char *const BAD[] = {"-1 2 3 4 5 6 7 8", "nan 2 3 4 5 6 7 8", "1 2 3 4 5 6 7", "1 2 3 4 5 6 7 8 9",
                                      "1 2 3 4 5 6 7 8x", "1e12 2 3 4 5 6 7 8", ""};
    static rr_costs have[2];
    const unsigned gamma = rr_sampler_number(rr_sampler_find("gamma")), beta = rr_sampler_number(rr_sampler_find("beta"));
    char line[128];
    for (size_t k = 0; k < sizeof BAD / sizeof *BAD; ++k) {
        snprintf(line, sizeof line, "avx2 f64 sampler gamma %s", BAD[k]);
        write_line(text, "avx2 f64 sampler gamma ", line);
        assert_string_equal(origin_of("avx2", have), "calibrated");
        assert_true(have[1].sampler[gamma][0] > 1.001 && have[1].sampler[gamma][7] != 8);   /* the costs of a typical draw */
        near("another line", have[1].sampler[beta][0], avx2[1].sampler[beta][0], 1e-4);
        near("the other type", have[0].sampler[gamma][0], avx2[0].sampler[gamma][0], 1e-4);
    }
    write_line(text, "avx2 f64 sampler gamma ", "avx2 f64 sampler gamma 1 2 3 4 5 6 7 8");
    assert_string_equal(origin_of("avx2", have), "calibrated");
    assert_true(have[1].sampler[gamma][7] == 8);
}

/* A damaged line of costs that samplers share: the file is not used. */
static void damaged_shared_costs(const char *text)
{
    static const char *const shared[] = {"avx2 f64 device ", "avx2 f64 strategy compact ", "avx2 f32 strategy loop "};
    static const char *const UNUSABLE[] = {"none", "-1 2 3", "nan 2 3", "1 2", "1 2 3 4", "inf 2 3"};
    static rr_costs have[2];
    char line[128];
    for (size_t k = 0; k < sizeof shared / sizeof *shared; ++k) {
        for (size_t i = 0; i < sizeof UNUSABLE / sizeof *UNUSABLE; ++i) {
            snprintf(line, sizeof line, "%s%s", shared[k], UNUSABLE[i]);
            write_line(text, shared[k], line);
            assert_string_equal(origin_of("avx2", have), "built in");
        }
        write_line(text, shared[k], "");
        assert_string_equal(origin_of("avx2", have), "built in");
    }
}

static void files(void **state)
{
    static rr_costs avx2[2], scalar[2], have[2];
    (void)state;
    remove(path);
    assert_string_equal(origin_of("avx2", avx2), "built in");
    assert_string_equal(origin_of("scalar", scalar), "built in");
    assert_int_equal(rr_costs_save(path, "avx2", avx2), 0);
    assert_string_equal(origin_of("scalar", have), "built in");   /* lines of another instruction set */
    assert_int_equal(rr_costs_save(path, "scalar", scalar), 0);
    for (int set = 0; set < 2; ++set) {
        assert_string_equal(origin_of(set ? "scalar" : "avx2", have), "calibrated");
        for (int wide = 0; wide < 2; ++wide) same_costs(&have[wide], set ? &scalar[wide] : &avx2[wide]);
    }
    char *const text = strdup(read_file());
    damaged_samplers(text, avx2);
    damaged_shared_costs(text);
    memcpy(strstr(text, "costs of"), "costs xx", 8);   /* of another processor: nothing of it is kept */
    write_file(text);
    assert_int_equal(rr_costs_save(path, "scalar", scalar), 0);
    assert_string_equal(origin_of("avx2", have), "built in");
    assert_string_equal(origin_of("scalar", have), "calibrated");
    free(text);
}

/* A FIFO is not read: nobody writes to it. */
static void fifo_in_the_way(void **state)
{
    static rr_costs scalar[2], have[2];
    (void)state;
    remove(path);
    assert_string_equal(origin_of("scalar", scalar), "built in");
    assert_int_equal(mkfifo(path, 0600), 0);
    alarm(60);
    assert_string_equal(origin_of("scalar", have), "built in");
    assert_int_equal(rr_costs_writable(path), 0);
    assert_int_equal(errno, ENOTSUP);
    assert_int_equal(rr_costs_save(path, "scalar", scalar), 0);
    assert_int_equal(rr_costs_writable(path), 1);
    alarm(0);
    remove(path);
}

/* A link is followed, not replaced. */
static void link_to_the_file(void **state)
{
    static rr_costs avx2[2], scalar[2], have[2];
    const char *const slash = strrchr(path, '/');
    char link[sizeof path + 8], target[sizeof path + 8], longest[sizeof path + 256];
    (void)state;
    remove(path);
    assert_string_equal(origin_of("avx2", avx2), "built in");
    assert_string_equal(origin_of("scalar", scalar), "built in");
    assert_int_equal(rr_costs_save(path, "avx2", avx2), 0);
    snprintf(link, sizeof link, "%s.link", path);
    assert_int_equal(symlink(slash ? slash + 1 : path, link), 0);
    assert_int_equal(rr_costs_save(link, "scalar", scalar), 0);
    assert_true(readlink(link, target, sizeof target) > 0);
    assert_string_equal(origin_of("scalar", have), "calibrated");
    remove(link);
    /* No new file fits next to this link, because its name is too long, but one fits next to the target. */
    snprintf(longest, sizeof longest, "%.*s%0250d", slash ? (int)(slash + 1 - path) : 0, path, 0);
    assert_int_equal(symlink(slash ? slash + 1 : path, longest), 0);
    assert_int_equal(rr_costs_writable(longest), 1);
    assert_int_equal(rr_costs_save(longest, "scalar", scalar), 0);
    remove(longest);
    remove(path);
}

/* A folder is in the way, and no temporary file is left next to it. */
static void folder_in_the_way(void **state)
{
    static rr_costs scalar[2];
    (void)state;
    remove(path);
    assert_string_equal(origin_of("scalar", scalar), "built in");
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

/* ns per sample of compact at the sampler's only parameters. */
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

/* For a CUDA device instructions are counted and divided by the number that it issues per nanosecond. The table of kernels
 * (bench/results/cuda-kernels.txt) includes everything; turns between batches and tiles' ends are left out here. */
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

/* The file stores a GPU's costs by its name; those of one distribution are added to those of another. */
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
    /* A strategy without a valid line is unknown; the rest of the GPU's costs are used. */
    char *const text = strdup(read_file());
    write_line(text, "cuda:Some_GPU_7:32 f64 strategy compact ", "");
    rr_costs_load_device(&some_gpu, have);
    assert_string_equal(have[1].origin, "calibrated");
    assert_true(isnan(have[1].strategy[RR_KIND_compact][0]) && !isnan(have[0].strategy[RR_KIND_compact][0]));
    near("the others", have[1].sampler[gamma][RR_UNIT_FIRST], 6, 1e-12);
    free(text);
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

/* A sampler without lines costs what its draw does, except for its finish; the costs of the others are unchanged. */
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
        double min = INFINITY, max = 0;
        if (draw == i) continue;
        ++views;
        snprintf(line, sizeof line, "scalar f32 sampler %s ", s->name);
        write_line(text, line, "");
        assert_string_equal(origin_of("scalar", have), "calibrated");
        for (unsigned k = 0; rr_sampler_list(k); ++k) {
            if (k == i || k == rr_sampler_draw(k)) continue;
            near("another one's cost", have[0].sampler[k][RR_UNIT_FINISH], own[0].sampler[k][RR_UNIT_FINISH], 1e-4);
            const double *derived = own[0].sampler[k], *drawn = own[0].sampler[rr_sampler_draw(k)];
            const double more = derived[RR_UNIT_FIRST] - drawn[RR_UNIT_FIRST] + derived[RR_UNIT_FINISH] -
                                drawn[RR_UNIT_FINISH];
            min = fmin(min, fmax(0, more));
            max = fmax(max, more);
        }
        for (int u = 0; u < RR_SAMPLER_UNITS; ++u)
            if (u != RR_UNIT_FINISH) near("the draw's cost", have[0].sampler[i][u], own[0].sampler[draw][u], 1e-4);
        const double more = have[0].sampler[i][RR_UNIT_FINISH] - have[0].sampler[draw][RR_UNIT_FINISH];
        if (!(more > 0 && more >= min * 0.999 && more <= max)) fail_msg("%s: a finish of %g ns", s->name, more);
        near("f64", have[1].sampler[i][RR_UNIT_FINISH], own[1].sampler[i][RR_UNIT_FINISH], 1e-4);
    }
    assert_true(views >= 5);
    free(text);
}

/* A draw without a line costs what draws of its kind do: between the cheapest and the most expensive. */
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
        double min = INFINITY, max = 0;
        snprintf(line, sizeof line, "scalar f64 sampler %s ", names[n]);
        write_line(text, line, "");
        assert_string_equal(origin_of("scalar", have), "calibrated");
        for (unsigned i = 0; (s = rr_sampler_list(i)); ++i) {
            if (s == of || rr_sampler_draw(i) != i || !s->rejects != !of->rejects || s->setup || !(s->dtypes >> RR_F64 & 1))
                continue;
            min = fmin(min, own[1].sampler[i][RR_UNIT_FIRST]);
            max = fmax(max, own[1].sampler[i][RR_UNIT_FIRST]);
        }
        const double cost = have[1].sampler[rr_sampler_number(of)][RR_UNIT_FIRST];
        if (!(cost >= min * 0.999 && cost <= max * 1.001))
            fail_msg("%s: %g ns, not %g to %g", names[n], cost, min, max);
    }
    assert_true(isnan(have[1].sampler[rr_sampler_number(rr_sampler_find("attempts"))][RR_UNIT_FIRST]));   /* has no f64 */
    free(text);
}

/* Symbolic links at the names of temporary files, as an attacker who guesses names would place them: nothing is written
 * through them, and the save finds a free name. */
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

int main(void)
{
    setenv("REROLL_COSTS", "/dev/null", 1);
    const struct CMUnitTest tests[] = {
        TEST(measured), cmocka_unit_test_setup_teardown(files, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(fifo_in_the_way, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(folder_in_the_way, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(link_to_the_file, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(counted, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(gpu_files, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(borrowed, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(new_draw, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(planted_links, make_folder, remove_folder),
    };
    return RUN(tests);
}
