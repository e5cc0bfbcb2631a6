/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Row samplers on GPU devices: what rr_check and rr_run report and write is what they do on the CPU, for parameters that are
 * constant, per row, and mixed, and for every number of host threads. The devices are the fake CUDA driver (fake_cuda.h) and
 * all OpenCL devices that are here.
 *
 * A check runs on the device's host and needs no kernel: all row samplers are checked. Kernels take seconds to compile:
 * only multinomial is drawn on OpenCL, and only the samplers of counts on CUDA. REROLL_DEEP=1 draws all of them on all. */
#include <math.h>

#include "reroll_law.h"
#include "tests/devices/cuda/fake_open.h"
#include "tests/support/support.h"
#include "targets/target.h"

enum { ROWS_MAX = 1200, COLS_MAX = 40, MAX = ROWS_MAX * COLS_MAX, LONGEST = (1 << 20) + 7, DEVICES = 16 };

static const unsigned ROWS[] = {1, 4, 40, 400, ROWS_MAX}, COLS[] = {1, 3, COLS_MAX}, SIDES[] = {1, 2, 6};
enum { SIZES = sizeof ROWS / sizeof *ROWS };

/* SCALARS: one number per parameter; CONSTANT: one row of values for all rows; then rows of their own for all parameters,
 * for the odd ones and for the even ones. */
typedef enum form { SCALARS, CONSTANT, PER_ROW, ODD, EVEN, FORMS } form;
static const char *const form_names[] = {"scalars", "constant", "per row", "odd ones per row", "even ones per row"};
static const unsigned per_row[] = {0, 0, ~0u, 0xaaaaaaaau, 0x55555555u};

static const fake_cuda_control *fake;
static char names[DEVICES][32];
static unsigned named;
static double values[RR_MAX_PARAMS][MAX], want[LONGEST + 8], got[LONGEST + 8];

static int fractions(const rr_sampler *s) { return s->stages && rr_is_row(s); }
static int draws_matrices(const rr_sampler *s) { return s->shape.side[1] != RR_DIM_NONE; }

/* Good value k of parameter p. */
static double value_of(const rr_sampler *s, uint32_t p, unsigned k, unsigned side)
{
    const rr_example *e = s->about->examples;
    if (fractions(s) && p == 0) return 30 + k % 11;
    if (fractions(s)) return strcmp(s->name, "dirichlet-multinomial") ? 40 + k % 5 * 10 : 0.3 + k % 7 * 0.25;
    if (s->param[p].shape.rule == RR_RULE_ABOVE_SIDE) return side + k % 7 * 0.75;
    return e->low[p] + (e->high[p] - e->low[p]) * (k * 7 % 13) / 13;
}

/* A parameter that all samples share: a covariance, or its factor. */
static rr_param whole_of(const rr_sampler *s, uint32_t p, const rr_job *job, unsigned side)
{
    const unsigned n = draws_matrices(s) ? side : (unsigned)job->cols;
    if (rr_is_covariance(s, p)) {
        for (unsigned k = 0; k < n * n; ++k) values[p][k] = k % (n + 1) ? 0.1 : 2;
        return (rr_param){values[p], RR_F64, (ptrdiff_t)n * 8, 8};
    }
    for (unsigned k = 0; k < job->cols * job->dims.r; ++k) values[p][k] = 1 + k;
    return (rr_param){values[p], RR_F64, 0, 8};
}

/* A sampler of matrices has SIDES[size] rows and columns in place of COLS[size] components. A factor has two columns. */
static rr_job rows_job(const rr_sampler *s, form how, unsigned rows, unsigned size)
{
    const unsigned side = SIDES[size], cols = draws_matrices(s) ? rr_shape_parts(s->shape) * side * side : COLS[size];
    rr_job job = RR_JOB_INIT;
    job.sampler = s;
    job.dtype = s->counts ? RR_I64 : RR_F64;
    job.stream = rr_stream_make(38, 5);
    job.stream.next = 1000;
    job.rows = rows;
    job.cols = cols;
    job.dims = rr_sampler_dims(s, (rr_dims){.r = draws_matrices(s) ? side : 2, .n = cols});
    for (uint32_t p = 0; p < s->params; ++p) {
        const ptrdiff_t row = per_row[how] >> p & 1 ? (ptrdiff_t)cols * 8 : 0;
        if (s->param[p].shape.once) {
            job.param[p] = whole_of(s, p, &job, side);
            continue;
        }
        for (unsigned k = 0; k < rows * cols; ++k) values[p][k] = value_of(s, p, row ? k : k % cols, side);
        const int one = how == SCALARS && !rr_is_list(s, p);
        job.param[p] = (rr_param){values[p], RR_F64, s->fixed >> p & 1 ? 0 : row, one ? 0 : 8};
    }
    return job;
}

typedef rr_status job_call(const rr_device *, const rr_job *, rr_result *);

/* The same status, message, index and bytes as the CPU's; returns the status. */
static rr_status compare(const char *spec, job_call *call, rr_job job, const char *what)
{
    const size_t bytes = job.rows * job.cols * 8;
    rr_result here = RR_RESULT_INIT, there = RR_RESULT_INIT;
    memset(want, 0xa5, bytes + 64);
    memset(got, 0xa5, bytes + 64);
    job.out = want;
    call(device("cpu"), &job, &here);
    job.out = got;
    call(device("%s", spec), &job, &there);
    if (here.status != there.status || strcmp(here.message, there.message) || here.bad_index != there.bad_index ||
        here.failed != there.failed || here.failed_index != there.failed_index)
        fail_msg("%s of %s, %u x %u, %s: \"%s\" (%d), not \"%s\" (%d)", spec, job.sampler->name, (unsigned)job.rows,
                 (unsigned)job.cols, what, there.message, there.status, here.message, here.status);
    if (memcmp(want, got, bytes + 64))
        fail_msg("%s of %s, %u x %u, %s: not the CPU's bytes", spec, job.sampler->name, (unsigned)job.rows,
                 (unsigned)job.cols, what);
    return here.status;
}

static void compare_calls(const char *spec, rr_job job, int draws, rr_status status, const char *what)
{
    rr_status found = compare(spec, rr_check, job, what);
    if (found == status && draws) found = compare(spec, rr_run, job, what);
    if (found != status)
        fail_msg("%s, %u x %u, %s: status %d", job.sampler->name, (unsigned)job.rows, (unsigned)job.cols, what, found);
}

/* All shapes and forms of a sampler. Directions of one column are refused. The bad value is in the last row but one. */
static void compare_all(const char *spec, const rr_sampler *s, int draws)
{
    for (unsigned size = 0; size < sizeof COLS / sizeof *COLS; ++size)
        for (unsigned r = 0; r < SIZES; ++r)
            for (form how = SCALARS; how < FORMS; ++how) {
                rr_job job = rows_job(s, how, ROWS[r], size);
                const rr_status status = job.cols > 1 || !rr_has_rule(s, RR_RULE_DIRECTION) ? RR_OK : RR_ERR_ARGUMENT;
                compare_calls(spec, job, draws, status, form_names[how]);
                if (how != PER_ROW || !s->params || job.rows < 4 || status || (rr_covariances(s) | s->fixed) & 1) continue;
                values[0][(job.rows - 2) * job.cols] = NAN;
                compare_calls(spec, job, draws, RR_ERR_PARAM, "a bad value");
            }
}

static int is_drawn(const char *spec, const rr_sampler *s)
{
    if (deep()) return 1;
    return fractions(s) && (!strncmp(spec, "cuda", 4) || !strcmp(s->name, "multinomial"));
}

/* ---- Tests --------------------------------------------------------------------------------------------------------- */

static void host_threads(void **state)
{
    static const struct { const char *options; unsigned threads; } given[] = {
        {"", 1}, {",threads=1", 1}, {",threads=3", 3}, {",warp=1,threads=7", 7}, {",threads=0", 0}};
    const rr_device *cpus = device("cpu,threads=0");
    char why[160], spec[64];
    unsigned all;
    (void)state;
    if (!named) skip();
    rr_device_name(cpus, NULL, NULL, &all);
    assert_true(all >= 1);
    for (unsigned d = 0; d < named; ++d) {
        snprintf(spec, sizeof spec, "%s,threads=1025", names[d]);
        rr_device_why(spec, why);
        if (!strstr(why, "threads=N (of the host, 0 to 1024)")) fail_msg("%s: \"%s\"", spec, why);
        for (unsigned k = 0; k < sizeof given / sizeof *given; ++k) {
            const unsigned found = rr_host_of(device("%s%s", names[d], given[k].options))->threads;
            if (found != (given[k].threads ? given[k].threads : all))
                fail_msg("%s%s: the host has %u threads", names[d], given[k].options, found);
        }
    }
}

static void rows(void **state)
{
    static const char *const options[] = {",threads=0", "", ",threads=3"};
    const rr_sampler *s;
    (void)state;
    for (unsigned d = 0; d < named; ++d)
        for (unsigned k = 0; k < sizeof options / sizeof *options; ++k)
            for (size_t i = 0; (s = rr_sampler_list(i)); ++i) {
                char spec[64];
                snprintf(spec, sizeof spec, "%s%s", names[d], options[k]);
                if (rr_is_row(s)) compare_all(spec, s, !k && is_drawn(names[d], s));
            }
}

/* Weights per sample: not a row sampler, but they also use host memory per thread where they have gaps. */
static void weights(void **state)
{
    (void)state;
    for (unsigned d = 0; d < named; ++d) {
        char spec[64];
        snprintf(spec, sizeof spec, "%s,threads=0", names[d]);
        for (unsigned r = 0; r < SIZES; ++r) {
            rr_job job = rows_job(rr_sampler_find("categorical"), PER_ROW, ROWS[r], 2);
            job.cols = 1;
            job.dims.n = COLS_MAX / 2;
            job.param[0].col_stride = 16;
            compare_calls(spec, job, deep(), RR_OK, "weights per sample");
        }
    }
}

/* Not a row sampler either: some samples have no accepted proposal. Then element 0 does not fit: a record has one index for
 * both. */
static void failures(void **state)
{
    (void)state;
    rr_job job = RR_JOB_INIT;
    job.sampler = rr_sampler_find("negative-binomial");
    job.dtype = RR_I64;
    job.rows = 64;
    job.cols = 1;
    rr_strategy_find("fixed:1", &job.strategy);
    for (unsigned p = 0; p < 2; ++p) {
        for (unsigned k = 1; k < job.rows; ++k) values[p][k] = p ? 0.5 : 1;
        job.param[p] = (rr_param){values[p], RR_F64, 8, 0};
    }
    for (unsigned d = 0; d < named; ++d) {
        if (strncmp(names[d], "cuda", 4) && !deep()) continue;
        values[0][0] = 1, values[1][0] = 0.5;
        assert_int_equal(compare(names[d], rr_run, job, "no proposal"), RR_ERR_FAILED);
        values[0][0] = 1e18, values[1][0] = 1e-12;
        assert_int_equal(compare(names[d], rr_run, job, "and no fit"), RR_ERR_FAILED);
    }
}

/* Rows longer than a chunk of a GPU are drawn by its host, without a kernel. */
static void long_rows(void **state)
{
    static const char *const some[] = {"brownian", "multinomial"};
    (void)state;
    for (unsigned d = 0; d < named; ++d)
        for (unsigned k = 0; k < sizeof some / sizeof *some; ++k) {
            char spec[64];
            rr_job job = rows_job(rr_sampler_find(some[k]), SCALARS, 1, 1);
            job.cols = LONGEST;
            snprintf(spec, sizeof spec, "%s,threads=0", names[d]);
            compare_calls(spec, job, 1, RR_OK, "a long row");
        }
}

/* The fake driver, PoCL, Intel's runtime: those that are present. */
static int find_devices(void **state)
{
    rr_device_info info;
    (void)state;
    if (fake_open(&fake)) snprintf(names[named++], sizeof *names, "cuda:0");
    for (size_t i = 0; rr_device_list(i, &info) && named < DEVICES; ++i)
        if (info.available && !strncmp(info.name, "opencl:", 7)) snprintf(names[named++], sizeof *names, "%s", info.name);
    for (unsigned d = 0; d < named; ++d) print_message("# %s\n", names[d]);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(host_threads), cmocka_unit_test(weights),
                                       cmocka_unit_test(long_rows), cmocka_unit_test(failures),
                                       cmocka_unit_test(rows)};
    return cmocka_run_group_tests(tests, find_devices, NULL);
}
