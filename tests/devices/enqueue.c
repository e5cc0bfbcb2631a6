/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Jobs in device memory, waited for (rr_run) and enqueued (rr_enqueue, rr_wait, records, a first index in memory), on each
 * device that an argument names: "opencl:0", "cuda:0". Samples are compared with a CPU's by memcmp. TAP. */
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <dlfcn.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "reroll.h"
#include "reroll_user.h"

enum { N = 5000 };

static int tests, failures;

static int say(int ok, const char *what)
{
    printf("%sok %d - %s\n", ok ? "" : "not ", ++tests, what);
    fflush(stdout);
    failures += !ok;
    return ok;
}

static void must(long long status, const char *what)
{
    if (!status) return;
    printf("Bail out! %s: error %lld\n", what, status);
    exit(1);
}

#include "enqueue/allocate.h"
#include "enqueue/gammas.h"
#include "enqueue/rows.h"
#include "enqueue/weights.h"

/* A sampler whose table the host makes for one shape, with scales on the device; the host chooses the group of `grouped`. */
static void test_table(void)
{
    static const float shape = 2.5f;
    rr_result result = RR_RESULT_INIT;
    void *out = make(NULL, sizeof got), *scale = make(shapes, sizeof shapes);
    rr_job job = gamma_job(7, "grouped");
    job.sampler = rr_sampler_find("gamma:table");
    job.param[0] = (rr_param){&shape, RR_F32, 0, 0};
    job.param[1] = (rr_param){shapes, RR_F32, sizeof *shapes, 0};
    must(rr_run(cpu, &job, NULL), "cpu, table");
    rr_job there = on_device(job, NULL, NULL, out);
    there.param[1].data = scale;
    there.flags |= at.context ? RR_CL_PARAM(1) : 0;
    say(!rr_compile(at.device, &there, &result) && !rr_enqueue(at.device, &there, NULL, &result) &&
        !rr_wait(at.device, NULL, &result) && same(out, "table"), "gamma:table by rr_enqueue, grouped without a number");
    give(out);
    rr_prepared *prepared;
    out = make(NULL, sizeof got);
    there.out = NULL;
    must(rr_prepared_open(at.device, &there, &prepared, &result), result.message);
    say(!rr_prepared_enqueue(prepared, 0, N, out, NULL, &result) && !rr_wait(at.device, NULL, &result) &&
        same(out, "prepared"), "and prepared, by rr_prepared_enqueue");
    give(out);
    out = make(NULL, sizeof got);
    say(!rr_prepared_draw(prepared, 0, N, out, &result) && same(out, "drawn"), "and by rr_prepared_draw");
    const rr_status later = rr_prepared_draw(prepared, 1, N - 1, out, &result);
    fetch(got, out, sizeof got);
    say(at.context ? later == RR_ERR_ARGUMENT : !later && !memcmp(got, want + 1, sizeof got - sizeof *got),
        "a cl_mem of scales is read from its beginning only, other memory from any element on");
    rr_prepared_close(&prepared);
    give(out);
    give(scale);
}

/* A user-defined distribution, with one parameter on the device and one on the host; it is closed while it is drawn. */
static void test_law(void)
{
    static float values[N];
    static const float scale = 2;
    const rr_sampler *law;
    rr_result result = RR_RESULT_INIT;
    must(rr_law_open("examples/laws/champernowne.h", &law, &result), result.message);
    for (unsigned k = 0; k < N; ++k) values[k] = (float)(k % 97) / 100;
    void *out = make(NULL, sizeof got), *shape = make(values, sizeof values);
    rr_job job = gamma_job(7, "loop");
    job.sampler = law;
    job.param[0] = (rr_param){values, RR_F32, sizeof *values, 0};
    job.param[1] = (rr_param){&scale, RR_F32, 0, 0};
    must(rr_run(cpu, &job, NULL), "cpu, a law");
    rr_job there = on_device(job, shape, NULL, out);
    const int ok = !rr_compile(at.device, &there, &result) && !rr_enqueue(at.device, &there, NULL, &result) &&
                   !rr_law_close(&law);
    say(ok && !rr_wait(at.device, NULL, &result) && same(out, "law"),
        "a law of a user's by rr_enqueue, closed before it is waited for");
    give(out);
    give(shape);
}

/* Sixteen parameters, each of which is converted from f64. */
static void test_sixteen(void)
{
    static double values[16];
    const rr_sampler *law;
    rr_result result = RR_RESULT_INIT;
    must(rr_law_open("tests/devices/sixteen.h", &law, &result), result.message);
    void *out = make(NULL, sizeof got);
    rr_job job = gamma_job(7, "compact");
    job.sampler = law;
    for (unsigned p = 0; p < 16; ++p) {
        values[p] = p * 5 % 8;
        job.param[p] = (rr_param){&values[p], RR_F64, 0, 0};
    }
    must(rr_run(cpu, &job, NULL), "cpu, sixteen parameters");
    const rr_job there = on_device(job, NULL, NULL, out);
    say(!rr_enqueue(at.device, &there, NULL, &result) && !rr_wait(at.device, NULL, &result) && same(out, "sixteen"),
        "a law of sixteen converted parameters by rr_enqueue");
    rr_law_close(&law);
    give(out);
}

/* Parameters that are not packed: with gaps, backwards, one row for all rows, one column for all columns. */
static void test_spread(void)
{
    static const struct { const char *what; int from, row, col; } lies[] = {
        {"with gaps", 0, 3, 0}, {"backwards", N - 1, -1, 0}, {"in one row", 5, 0, 1}, {"in one column", 5, 1, 0},
        {"transposed", 0, 1, ROWS}, {"rows with gaps", 3, COLS + 2, 1},
    };
    float *many = malloc(4 * sizeof shapes);
    for (unsigned k = 0; k < 4 * N; ++k) many[k] = shapes[k % N];
    void *out = make(NULL, sizeof got), *shape = make(many, 4 * sizeof shapes);
    for (unsigned k = 0; k < sizeof lies / sizeof *lies; ++k) {
        rr_result result = RR_RESULT_INIT;
        rr_job job = k < 2 ? gamma_job(3, "loop") : row_job(3, "loop");
        char what[80];
        const int after = lies[k].row < 0;
        job.param[0] = (rr_param){many + lies[k].from, RR_F32, 4 * lies[k].row, 4 * lies[k].col};
        must(rr_run(cpu, &job, NULL), "cpu, spread");
        rr_job there = on_device(job, shape, NULL, out);
        if (at.context) there.param[0].data = shape, there.param[0].row_stride = job.param[0].row_stride;
        else there.param[0].data = (char *)shape + 4 * lies[k].from;
        if (at.context && lies[k].from) {   /* a cl_mem has no negative strides, and starts at offset 0 */
            if (after) {
                say(rr_run(at.device, &there, &result) == RR_ERR_ARGUMENT, "steps back in a cl_mem are refused");
                continue;
            }
            job.param[0].data = many;
            must(rr_run(cpu, &job, NULL), "cpu, spread");
        }
        int ok = !rr_run(at.device, &there, &result) && same(out, lies[k].what);
        give(out);
        out = make(NULL, sizeof got);
        there.out = out;
        ok = ok && !rr_compile(at.device, &there, &result) && !rr_enqueue(at.device, &there, NULL, &result) &&
             !rr_wait(at.device, NULL, &result) && same(out, lies[k].what);
        snprintf(what, sizeof what, "parameters in memory %s: rr_run and rr_enqueue", lies[k].what);
        if (!say(ok, what)) printf("# %s\n", result.message);
    }
    free(many);
    give(out);
    give(shape);
}

static void test_refused(void)
{
    rr_result result = RR_RESULT_INIT;
    /* A buffer for shapes of twice the width: no requested one may overlap out, wherever that is. */
    float wide[2 * N];
    memcpy(wide, shapes, sizeof shapes);
    memcpy(wide + N, shapes, sizeof shapes);
    void *out = make(NULL, 2 * sizeof got), *shape = make(wide, sizeof wide);
    rr_job job = gamma_job(0, "compact"), there = on_device(job, shape, NULL, out);
    say(rr_enqueue(at.device, &job, NULL, &result) == RR_ERR_ARGUMENT && strstr(result.message, "out"),
        "out on the host is refused by rr_enqueue");
    rr_job bad = on_device(job, NULL, NULL, out);
    say(rr_enqueue(at.device, &bad, NULL, &result) == RR_ERR_ARGUMENT && strstr(result.message, "shape"),
        "so are shapes on the host");
    bad = there;
    bad.flags |= RR_COUNT;
    say(rr_enqueue(at.device, &bad, NULL, &result) == RR_ERR_ARGUMENT && strstr(result.message, "RR_COUNT"), "and counts");
    bad = there;
    bad.param[0].type = RR_F64;
    bad.param[0].row_stride = 8;
    say(rr_run(at.device, &bad, &result) == RR_ERR_ARGUMENT && strstr(result.message, "shape"),
        "parameters of another type in memory are refused");
    bad = there;
    bad.param[0].row_stride = 6;
    say(rr_run(at.device, &bad, &result) == RR_ERR_ARGUMENT && strstr(result.message, "strides"),
        "and steps that are no multiples");
    bad = on_device(row_job(0, "loop"), NULL, NULL, out);
    bad.rows = 1;
    bad.cols = 1ull << 31;
    bad.param[0].row_stride = bad.param[0].col_stride = 0;
    say(rr_run(at.device, &bad, &result) == RR_ERR_ARGUMENT && strstr(result.message, "columns"),
        "and rows that no launch holds");
    static const double logits[6];
    rr_job choice = RR_JOB(rr_sampler_find("categorical-logit"), RR_I64, rr_stream_make(1, 0), 2, 1, out,
                           {logits, RR_F64, 24, 8});
    choice.dims.n = 3;
    say(rr_enqueue(at.device, &choice, NULL, &result) == RR_ERR_ARGUMENT && strstr(result.message, "use rr_run"),
        "and a row of logits per sample");
    bad.rows = bad.cols = 0;
    say(!rr_compile(at.device, &bad, &result) && !rr_enqueue(at.device, &bad, NULL, &result),
        "no rows are prepared and enqueued");
    for (int k = 0; k < 4 && !at.context; ++k) {
        static uint64_t word[4];
        rr_queued how = RR_QUEUED_INIT;
        *(k & 1 ? &how.first : &how.record) = k & 2 ? (char *)out + 4 : (char *)word;
        say(rr_enqueue(at.device, &there, &how, &result) == RR_ERR_ARGUMENT &&
                strstr(result.message, k & 1 ? "first" : "record"),
            k & 2 ? "and a word that is not aligned" : "and a record, a first index on the host");
    }
    say(rr_enqueue(cpu, &job, NULL, &result) == RR_ERR_DEVICE && result.message[0], "a CPU enqueues nothing");
    if (at.context)
        say(rr_run(cpu, &there, &result) == RR_ERR_ARGUMENT && strstr(result.message, "RR_CL"), "a CPU reads no cl_mem");
    give(out);
    give(shape);
}

static void test_device(const char *name)
{
    char why[160];
    if (rr_device_open(name, &at.device)) {
        rr_device_why(name, why);
        printf("ok %d # SKIP %s\n", ++tests, why);
        return;
    }
    printf("# %s: %s\n", name, rr_device_name(at.device, NULL, NULL, NULL));
    if (strncmp(name, "cuda", 4)) open_opencl();
    else open_cuda();
    test_run();
    test_enqueue();
    test_first();
    test_first_plain();
    test_records();
    test_unset_record();
    test_bad_value("normal", 1);
    test_bad_value("gamma", 0);
    test_unfit(0);
    test_unfit(1);
    test_open_end(RR_F32);
    test_open_end(RR_F64);
    test_rows();
    test_other_rows();
    test_row_records();
    test_weights();
    test_factor();
    test_table();
    test_law();
    test_sixteen();
    test_spread();
    test_refused();
    if (at.context) clReleaseCommandQueue(at.queue);
    rr_device_close(&at.device);
    at.context = NULL;
}

int main(int argc, char **argv)
{
    if (argc < 2 || rr_device_open("cpu", &cpu)) return 2;
    for (unsigned k = 0; k < N; ++k) {
        shapes[k] = ldexpf(1 + (float)(k % 37), (int)(k % 19) - 9);
        indices[k] = (k * 7919ull % N) << (k % 40);
    }
    for (int i = 1; i < argc; ++i) test_device(argv[i]);
    rr_device_close(&cpu);
    printf("1..%d\n", tests);
    return failures != 0;
}
