/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Devices made of several devices: the bytes, the reports and the messages of the CPU. Two instruction sets of the CPU, and
 * every sampler; all OpenCL devices that are present and the CPU; four GPUs of the fake driver (fake_cuda.h), one of which
 * fails at each call in turn. */
#include <dlfcn.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "reroll.h"
#include "reroll_cursor.h"
#include "reroll_plan.h"
#include "reroll_prepared.h"
#include "laws/sampler.h"
#include "fake_open.h"

/* Elements: some stripes for each member (host/api/several.c); a row does not divide one. */
enum { N = 200 * 1021, COLS = 7, WIDE = N, MAX = N + 64 };

static const fake_cuda_control *fake;
static rr_device *cpu;
static double want[MAX], got[MAX], values[RR_MAX_PARAMS][MAX];
static uint64_t indices[MAX];

static unsigned width_of(rr_type t)
{
    return t == RR_F16 || t == RR_BF16 ? 2 : t == RR_F64 || t == RR_I64 || t == RR_U64 ? 8 : 4;
}

static rr_device *opened(const char *name)
{
    char why[160];
    rr_device *device;
    if (rr_device_open(name, &device) == RR_OK) return device;
    rr_device_why(name, why);
    fail_msg("%s: %s", name, why);
    return NULL;
}

/* ---- Jobs ---- */

typedef enum layout { TABLE, ONE_ROW, INDEXED, LAYOUTS } layout;   /* many short rows; a single one; with an index array */

/* For rows: their columns; in parameters: their number. */
static uint64_t cols_of(const rr_sampler *s, layout how)
{
    if (!rr_is_row(s)) return how == ONE_ROW ? WIDE : COLS;
    return s->shape.side[0] == RR_DIM_D ? 9 * rr_shape_parts(s->shape) : s->default_k ? s->default_k : 4;
}

/* A parameter that all samples share, and which has no value per sample. */
static rr_param shared(const rr_job *job, uint32_t p)
{
    const uint64_t size[RR_DIM_END] = {1, job->cols, 3, job->dims.r, job->cols / 2, job->dims.n};
    const rr_shape *shape = &job->sampler->param[p].shape;
    const uint64_t side = size[shape->side[0]], n = side * size[shape->side[1]];
    const int covariance = rr_is_covariance(job->sampler, p);
    for (uint64_t k = 0; k < n; ++k) values[p][k] = !covariance ? 1 + (double)k : k % (side + 1) ? 0.25 : 1.5;
    return (rr_param){values[p], RR_F64, covariance ? (ptrdiff_t)(side * 8) : 0, 8};
}

/* A job of the distribution's first example, whose parameters run from its low to its high by rows, or by columns of a
 * single row. */
static rr_job job_of(const rr_sampler *s, rr_type dtype, layout how)
{
    const rr_example *e = s->about->examples;
    rr_job job = RR_JOB_INIT;
    job.sampler = s;
    job.dtype = dtype;
    job.stream = rr_stream_make(77, 3);
    job.stream.next = (1ull << 32) / (rr_is_row(s) ? cols_of(s, how) : 1) - 1000;
    job.cols = cols_of(s, how);
    job.rows = N / job.cols;
    job.dims = rr_sampler_dims(s, (rr_dims){.r = 2, .n = 5});
    for (uint32_t p = 0; p < s->params; ++p) {
        if (rr_whole_params(s) >> p & 1) {
            job.param[p] = shared(&job, p);
            continue;
        }
        const uint64_t n = how == ONE_ROW ? job.cols : job.rows;
        for (uint64_t k = 0; k < n; ++k) {
            const double v = e->low[p] + (e->high[p] - e->low[p]) * (double)k / (double)n;
            values[p][k] = s->integers || (s->counts && v >= 2) ? floor(v) : v;
        }
        const ptrdiff_t step = s->fixed >> p & 1 ? 0 : 8;
        const int along = how == ONE_ROW && !rr_is_row(s);
        job.param[p] = (rr_param){values[p], RR_F64, along ? 0 : step, along ? step : 0};
    }
    for (uint64_t k = 0; k < N; ++k) indices[k] = k * 7919 % 1000003 << k % 30;
    if (how == INDEXED) job.index = indices;
    return job;
}

/* Draws on both and compares. Returns the common status. */
static rr_status compare(const rr_device *device, rr_job job, const char *what)
{
    const size_t bytes = job.rows * job.cols * width_of(job.dtype);
    rr_result here = RR_RESULT_INIT, there = RR_RESULT_INIT;
    memset(want, 0xa5, sizeof want);
    memset(got, 0xa5, sizeof got);
    job.out = want;
    rr_run(cpu, &job, &here);
    job.out = got;
    const rr_status status = rr_run(device, &job, &there);
    if (status != here.status || strcmp(here.message, there.message) || here.bad_index != there.bad_index ||
        here.failed != there.failed || here.failed_index != there.failed_index || there.status != status)
        fail_msg("%s, %s: \"%s\" (%d), not \"%s\" (%d)", job.sampler->name, what, there.message, status, here.message,
                 here.status);
    if (memcmp(want, got, bytes)) fail_msg("%s, %s: other bytes", job.sampler->name, what);
    if (memcmp((char *)got + bytes, (char *)want + bytes, 64)) fail_msg("%s, %s: bytes behind", job.sampler->name, what);
    return status;
}

static void refused(const char *name, const char *notice)
{
    char why[160];
    rr_device *device;
    assert_int_equal(rr_device_open(name, &device), RR_ERR_DEVICE);
    assert_null(device);
    rr_device_why(name, why);
    if (!strstr(why, notice)) fail_msg("%s: \"%s\" has no \"%s\"", name, why, notice);
}

/* ---- Two instruction sets ---- */

static const char *two(void)
{
    rr_device_info info;
    const char *best = NULL;
    for (size_t i = 0; rr_device_list(i, &info) && !strncmp(info.name, "cpu:", 4); ++i)
        if (info.available && strcmp(info.name, "cpu:warp32")) best = info.name;
    return best && strcmp(best, "cpu:scalar") ? "cpu:scalar+cpu,threads=2" : NULL;
}

/* All samplers except those without promised bits. */
static void test_samplers(void **state)
{
    static const char *const names[] = {"a table", "one row", "an index array"};
    const rr_sampler *s;
    unsigned drawn = 0, refusals = 0;
    (void)state;
    if (!two()) skip();
    rr_device *device = opened(two());
    for (size_t i = 0; (s = rr_sampler_list(i)); ++i)
        for (layout how = TABLE; how < LAYOUTS && !s->outside; ++how) {
            if (rr_is_row(s) && how == INDEXED) continue;
            for (rr_type t = RR_F32; t <= RR_U64; ++t) {
                if (!(s->dtypes >> t & 1) || (t > RR_F64 && how != TABLE)) continue;
                const rr_status status = compare(device, job_of(s, t, how), names[how]);
                ++*(status == RR_OK ? &drawn : &refusals);
            }
        }
    print_message("# %u jobs drawn, %u with a status\n", drawn, refusals);
    assert_true(drawn > 500);
    rr_device_close(&device);
}

/* The element that calls report: the lowest of all, counted from the call's first element. */
static void test_findings(void **state)
{
    static const layout layouts[] = {TABLE, ONE_ROW};
    (void)state;
    if (!two()) skip();
    rr_device *device = opened(two());
    for (unsigned l = 0; l < 2; ++l) {
        rr_job job = job_of(rr_sampler_find("gamma"), RR_F64, layouts[l]);
        const uint64_t rows = l ? WIDE : N / COLS, places[] = {rows - 1, rows / 2, 3};
        for (unsigned k = 0; k < 3; ++k) {
            values[0][places[k]] = -1;
            assert_int_equal(compare(device, job, "a bad shape"), RR_ERR_PARAM);
        }
        job = job_of(rr_sampler_find("attempts"), RR_U32, layouts[l]);
        for (uint64_t k = 0; k < rows; ++k) values[0][k] = 0.25;
        assert_int_equal(rr_strategy_find("fixed:4", &job.strategy), 0);
        assert_int_equal(compare(device, job, "samples that fixed:4 leaves"), RR_ERR_FAILED);
        job = job_of(rr_sampler_find("geometric"), RR_I32, layouts[l]);
        for (uint64_t k = 0; k < rows; ++k) values[0][k] = k < rows / 3 ? 0.5 : 1e-9;
        assert_int_equal(compare(device, job, "counts that do not fit"), RR_ERR_FIT);
    }
    rr_device_close(&device);
}

static void test_counts(void **state)
{
    rr_result result = RR_RESULT_INIT;
    (void)state;
    if (!two()) skip();
    rr_device *device = opened(two());
    rr_job job = job_of(rr_sampler_find("gamma"), RR_F32, TABLE);
    job.flags = RR_COUNT;
    job.out = got;
    assert_int_equal(rr_strategy_find("loop", &job.strategy), 0);
    assert_int_equal(rr_run(device, &job, &result), RR_OK);
    assert_true(result.counts.accepted >= job.rows * job.cols && result.counts.steps && result.counts.calls);
    rr_device_close(&device);
}

/* Sizes about a stripe, and jobs whose rows are longer. */
static void test_sizes(void **state)
{
    static const uint64_t sizes[] = {0, 1, 4096, 4097, 16383, 16384, 16385, 32767, 32768, 32769, 49152, 100003};
    (void)state;
    if (!two()) skip();
    rr_device *device = opened(two());
    for (unsigned k = 0; k < sizeof sizes / sizeof *sizes; ++k)
        for (uint64_t rows = 1; rows <= 3; ++rows) {
            rr_job job = RR_JOB_INIT;
            job.sampler = rr_sampler_find("normal");
            job.dtype = k % 2 ? RR_F32 : RR_BF16;
            job.rows = rows;
            job.cols = sizes[k] / rows;
            assert_int_equal(compare(device, job, "a size"), RR_OK);
        }
    rr_device_close(&device);
}

/* A long row has stripes within it: it keeps its own weights, or its own table's parameter, and is drawn as in a table. */
static void test_row_params(void **state)
{
    static const char *const names[] = {"categorical", "categorical-logit", "poisson:icdf", "binomial:icdf"};
    static const double weights[2][3] = {{1, 2, 3}, {0, 0, 1}}, means[2] = {3, 50}, sizes[2] = {10, 1000}, half = 0.5;
    (void)state;
    if (!two()) skip();
    rr_device *device = opened(two());
    for (unsigned k = 0; k < sizeof names / sizeof *names; ++k) {
        rr_job job = RR_JOB_INIT;
        rr_prepared *prepared;
        job.sampler = rr_sampler_find(names[k]);
        job.dtype = RR_I32;
        job.rows = 2;
        job.cols = N / 2;
        if (k < 2) {
            job.dims.n = 3;
            job.param[0] = (rr_param){weights, RR_F64, sizeof *weights, sizeof **weights};
        } else {
            job.param[0] = (rr_param){k == 2 ? means : sizes, RR_F64, sizeof *means, 0};
            if (k == 3) job.param[1] = (rr_param)RR_PARAM_ONE(&half, RR_F64);
        }
        assert_int_equal(compare(device, job, "a parameter per row"), RR_OK);
        assert_int_equal(rr_prepared_open(device, &job, &prepared, NULL), RR_OK);
        memset(got, 0, sizeof got);
        assert_int_equal(rr_prepared_draw(prepared, N / 4, N / 2, got, NULL), RR_OK);
        assert_memory_equal(got, (const int32_t *)(const void *)want + N / 4, N / 2 * sizeof(int32_t));
        rr_prepared_close(&prepared);
    }
    rr_device_close(&device);
}

/* A column of samples whose parameter has a step along the row, which nothing reads. */
static void test_column(void **state)
{
    static const double means[4] = {3, 1000, 1e5, 1e7};
    rr_job job = RR_JOB_INIT;
    rr_prepared *prepared;
    (void)state;
    if (!two()) skip();
    rr_device *device = opened(two());
    job.sampler = rr_sampler_find("poisson");
    job.dtype = RR_I64;
    job.rows = 4;
    job.param[0] = (rr_param){means, RR_F64, 0, sizeof *means};
    assert_int_equal(compare(device, job, "a column"), RR_OK);
    assert_int_equal(rr_prepared_open(device, &job, &prepared, NULL), RR_OK);
    assert_int_equal(rr_prepared_draw(prepared, 0, 4, got, NULL), RR_OK);
    assert_memory_equal(got, want, 4 * sizeof(int64_t));
    rr_prepared_close(&prepared);
    rr_device_close(&device);
}

static void test_rest(const char *name)
{
    rr_device *device = opened(name);
    rr_result result = RR_RESULT_INIT;
    rr_job job = job_of(rr_sampler_find("normal"), RR_F32, TABLE);
    rr_cursor c;
    float one;
    double points[2 * 1000], there[2 * 1000], here[2 * 1000];
    uint32_t threads;
    assert_string_equal(rr_device_name(device, NULL, NULL, &threads), name);
    assert_true(threads >= 2);
    job.out = got;
    assert_int_equal(rr_enqueue(device, &job, NULL, &result), RR_ERR_DEVICE);
    assert_non_null(strstr(result.message, "is several devices: jobs are not enqueued there"));
    assert_int_equal(rr_wait(device, NULL, &result), RR_ERR_DEVICE);
    assert_null(rr_device_context(device));
    assert_int_equal(rr_calibrate(device, "uniform", "/dev/null", NULL, NULL), RR_ERR_ARGUMENT);
    job.flags = RR_CL_OUT;
    assert_int_equal(rr_run(device, &job, &result), RR_ERR_ARGUMENT);
    assert_non_null(strstr(result.message, "jobs there must be in host memory"));
    rr_cursor_init(&c, device, rr_stream_make(1, 2));
    rr_stream s = rr_stream_make(1, 2);
    for (int k = 0; k < 1000; ++k) {
        rr_fill_normal_f32(cpu, &s, 1, &one, 0, 1);
        assert_true(rr_next_normal_f32(&c, 0, 1) == one);
    }
    rr_transform_job turn = RR_TRANSFORM_INIT;
    turn.method = rr_transform_find("cartesian");
    turn.dtype = RR_F64;
    turn.n = 1000;
    turn.points = points;
    for (int k = 0; k < 2000; ++k) points[k] = (k + 0.5) / 2000;
    turn.out = here;
    assert_int_equal(rr_transform(cpu, &turn, NULL), RR_OK);
    turn.out = there;
    assert_int_equal(rr_transform(device, &turn, NULL), RR_OK);
    assert_memory_equal(here, there, sizeof here);
    rr_plan plan = RR_PLAN_INIT;
    job.flags = 0;
    assert_int_equal(rr_plan_job(device, &job, 0, &plan), RR_OK);
    rr_device_close(&device);
}

static void test_names(void **state)
{
    (void)state;
    if (!two()) skip();
    test_rest("cpu:scalar+cpu");
    refused("cpu+cpu", "cpu and cpu are one device; name it once");
    refused("cpu:scalar+cpu+cpu:scalar", "cpu:scalar and cpu:scalar are one device");
    refused("cpu+gpu", "gpu: a device is cpu, cpu:NAME");
    refused("cpu+cpu:sse9", "cpu:sse9");
    refused("cpu+", "joined as cpu+cuda:0");
    refused("+cpu", "joined as cpu+cuda:0");
    refused("+", "joined as cpu+cuda:0");
    refused("cpu,threads=2+cpu:scalar", "write options after the last device");
    refused("cpu+cpu:scalar,thread=2", "the options are warp=T");
    refused("cpu+a-name-that-is-longer-than-any-device-has", "there is no device a-name");
    refused("cpu+cpu:scalar,threads=1,threads=1,threads=1,threads=1,threads=1,threads=1,threads=1,threads=1,threads=1,"
            "threads=1,threads=1,threads=1", "at most 16 devices");
}

/* ---- OpenCL ---- */

static void test_opencl(void **state)
{
    static const struct { const char *sampler; rr_type dtype; } some[] = {
        {"uniform", RR_F32}, {"exponential", RR_F64}, {"normal", RR_F32}, {"normal", RR_F16}, {"gamma", RR_F32},
        {"beta", RR_F32}, {"poisson", RR_I64}, {"integers", RR_U32}, {"dirichlet", RR_F32}, {"categorical", RR_I64}};
    char name[512] = "cpu";
    rr_device_info info;
    unsigned found = 0;
    (void)state;
    for (size_t i = 0; rr_device_list(i, &info); ++i) {
        if (strncmp(info.name, "opencl:", 7) || !info.available) continue;
        snprintf(name + strlen(name), sizeof name - strlen(name), "+%s", info.name);
        ++found;
    }
    if (!found) skip();
    print_message("# %s\n", name);
    rr_device *device = opened(name);
    for (unsigned k = 0; k < sizeof some / sizeof *some; ++k)
        for (layout how = TABLE; how < INDEXED; ++how)
            assert_int_equal(compare(device, job_of(rr_sampler_find(some[k].sampler), some[k].dtype, how), "OpenCL"), RR_OK);
    rr_job job = job_of(rr_sampler_find("gamma"), RR_F32, TABLE);
    values[0][N / COLS / 2] = NAN;
    assert_int_equal(compare(device, job, "a bad shape"), RR_ERR_PARAM);
    rr_device_close(&device);
    test_rest(name);
    refused("opencl:0+opencl", "are one device; name it once");
    refused("opencl:0+opencl:77", "opencl:77 is none of the");
}

/* ---- Four GPUs ---- */

#define FOUR "cuda:0+cuda:1+cuda:2+cuda:3"

static rr_job gammas(void) { return job_of(rr_sampler_find("gamma"), RR_F32, TABLE); }

static void test_four(void **state)
{
    (void)state;
    fake->forget();
    fake->versions(13000, 4);
    rr_device *device = opened("cuda:all");
    assert_string_equal(rr_device_name(device, NULL, NULL, NULL), FOUR);
    assert_int_equal(fake->live().contexts, 4);
    /* A member that has drawn has a stream; a thread may find nothing left, but not repeatedly. */
    for (int round = 0; round < 100 && fake->live().streams < 4; ++round)
        assert_int_equal(compare(device, gammas(), FOUR), RR_OK);
    assert_true(fake->live().streams >= 4);
    rr_job job = gammas();
    job.out = fake->managed(2);
    job.rows = 10;
    rr_result result = RR_RESULT_INIT;
    assert_int_equal(rr_run(device, &job, &result), RR_ERR_ARGUMENT);
    assert_non_null(strstr(result.message, "memory"));
    rr_device_close(&device);
    refused("cuda:0+cuda:7", "cuda:7: the last CUDA device is cuda:3");
    refused("cuda:", "cuda: has no number after the colon");
    refused("cuda+cuda:1+cuda:0", "cuda and cuda:0 are one device");
    test_rest("cuda:1+cpu");
    assert_int_equal(fake->live().contexts, 0);
}

/* An error at driver call k. Returns 0 when the run no longer reaches that call. */
static int fail_once(long k, int code)
{
    static const uint64_t untouched = 0xa5a5a5a5a5a5a5a5u;
    rr_result result = RR_RESULT_INIT;
    rr_device *device = NULL;
    rr_job job = gammas();
    job.out = got;
    memset(got, 0xa5, sizeof got);
    fake->forget();
    fake->versions(13000, 4);
    fake->fail_at(k, code);
    rr_status status = rr_device_open(FOUR, &device);
    const int open = status == RR_OK;
    if (open) status = rr_run(device, &job, &result);
    const int complete = !memcmp(got, want, N * sizeof(float));
    if (open && status != RR_OK && !strstr(result.message, "cuda:"))
        fail_msg("call %ld: \"%s\" names no device", k, result.message);
    if (!complete && (status == RR_OK || memcmp(got, &untouched, 8)))
        fail_msg("call %ld (%s): status %d, and out is not complete", k, fake->failed(), status);
    rr_device_close(&device);
    if (fake_holds(fake)) fail_msg("call %ld: something is left allocated", k);
    const int failed = fake->failed() != NULL;
    fake->forget();
    return failed;
}

static void test_errors(void **state)
{
    static const int codes[] = {2, 700};   /* out of memory, and one after which all of them fail */
    rr_job job = gammas();
    (void)state;
    job.out = want;
    assert_int_equal(rr_run(cpu, &job, NULL), RR_OK);
    for (int c = 0; c < 2; ++c) {
        long k = 1, calls = 0;
        for (; fail_once(k, codes[c]); k += c ? 7 : 3) ++calls;
        assert_true(calls > 20);
    }
}

/* ---- All ---- */

static int open_all(void **state)
{
    (void)state;
    if (!fake_open(&fake) || rr_device_open("cpu", &cpu)) return -1;
    fake->versions(13000, 4);   /* the list of devices is cached at its first use */
    return 0;
}

static int close_all(void **state)
{
    (void)state;
    rr_device_close(&cpu);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_samplers), cmocka_unit_test(test_findings), cmocka_unit_test(test_counts),
        cmocka_unit_test(test_sizes), cmocka_unit_test(test_row_params), cmocka_unit_test(test_column),
        cmocka_unit_test(test_names), cmocka_unit_test(test_four), cmocka_unit_test(test_errors), cmocka_unit_test(test_opencl),
    };
    return cmocka_run_group_tests(tests, open_all, close_all);
}
