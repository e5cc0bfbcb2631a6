/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Jobs whose memory is the device's, waited for (rr_run) and enqueued (rr_enqueue, rr_wait, records, a first index in
 * memory), on each device that an argument names: "opencl:0", "cuda:0". Samples are compared with a CPU's by memcmp. TAP. */
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

#define N 5000u

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

/* ---- Memory of the device, as a caller allocates it ---- */

typedef unsigned long long CUdeviceptr;

static struct {
    rr_device *device;
    cl_context context;   /* null: CUDA */
    cl_command_queue queue;
    int (*push)(void *), (*alloc)(CUdeviceptr *, size_t), (*release)(CUdeviceptr);
    int (*put)(CUdeviceptr, const void *, size_t), (*get)(void *, CUdeviceptr, size_t);
} at;

static void *symbol(void *library, const char *name)
{
    void *f = dlsym(library, name);
    must(!f, name);
    return f;
}

static void open_cuda(void)
{
    const char *name = getenv("REROLL_CUDA");
    void *library = dlopen(name ? name : "libcuda.so.1", RTLD_NOW);
    must(!library, "libcuda");
    *(void **)&at.push = symbol(library, "cuCtxPushCurrent_v2");
    *(void **)&at.alloc = symbol(library, "cuMemAlloc_v2");
    *(void **)&at.release = symbol(library, "cuMemFree_v2");
    *(void **)&at.put = symbol(library, "cuMemcpyHtoD_v2");
    *(void **)&at.get = symbol(library, "cuMemcpyDtoH_v2");
    must(at.push(rr_device_context(at.device)), "cuCtxPushCurrent");   /* stays: the library must cope with it */
}

static void open_opencl(void)
{
    cl_device_id id;
    cl_int status;
    at.context = rr_device_context(at.device);
    must(clGetContextInfo(at.context, CL_CONTEXT_DEVICES, sizeof id, &id, NULL), "clGetContextInfo");
    at.queue = clCreateCommandQueue(at.context, id, 0, &status);
    must(status, "clCreateCommandQueue");
}

/* size bytes on the device, of `from` or of a pattern. */
static void *make(const void *from, size_t size)
{
    char *pattern = malloc(size);
    if (!pattern) exit(1);
    if (from) memcpy(pattern, from, size);
    else memset(pattern, 0xa5, size);
    void *memory;
    if (at.context) {
        cl_int status;
        memory = clCreateBuffer(at.context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, size, pattern, &status);
        must(status, "clCreateBuffer");
    } else {
        CUdeviceptr p;
        must(at.alloc(&p, size), "cuMemAlloc");
        must(at.put(p, pattern, size), "cuMemcpyHtoD");
        memory = (void *)(uintptr_t)p;
    }
    free(pattern);
    return memory;
}

static void fetch(void *to, void *memory, size_t size)
{
    if (at.context) must(clEnqueueReadBuffer(at.queue, memory, CL_TRUE, 0, size, to, 0, NULL, NULL), "clEnqueueReadBuffer");
    else must(at.get(to, (CUdeviceptr)(uintptr_t)memory, size), "cuMemcpyDtoH");
}

static void give(void *memory)
{
    if (at.context) clReleaseMemObject(memory);
    else at.release((CUdeviceptr)(uintptr_t)memory);
}

/* ---- A job of gammas with a shape a sample, on the CPU and in the device's memory ---- */

static float shapes[N], want[N], got[N];
static uint64_t indices[N];
static rr_device *cpu;

static rr_job gamma_job(uint64_t next, const char *strategy)
{
    rr_job job = RR_JOB_INIT;
    job.sampler = rr_sampler_find("gamma");
    job.dtype = RR_F32;
    job.stream = rr_stream_make(20263, 5);
    job.stream.next = next;
    job.rows = N;
    job.param[0] = (rr_param){shapes, RR_F32, sizeof *shapes, 0};
    job.out = want;
    must(rr_strategy_find(strategy, &job.strategy), strategy);
    return job;
}

/* The same with its memory on the device: shapes (or null: one shape on the host), indices (or null). */
static rr_job on_device(rr_job job, void *shape, void *index, void *out)
{
    job.out = out;
    job.flags |= at.context ? RR_CL_OUT : 0;
    if (shape) {
        job.param[0].data = shape;
        job.flags |= at.context ? RR_CL_PARAM(0) : 0;
    }
    job.index = index;
    if (index) job.flags |= at.context ? RR_CL_INDEX : 0;
    return job;
}

static int same(void *out, const char *what)
{
    fetch(got, out, sizeof got);
    for (unsigned k = 0; k < N; ++k) {
        if (!memcmp(&got[k], &want[k], sizeof *got)) continue;
        printf("# %s: element %u is %.9g, not %.9g\n", what, k, (double)got[k], (double)want[k]);
        return 0;
    }
    return 1;
}

static void test_run(void)
{
    rr_result result = RR_RESULT_INIT;
    void *out = make(NULL, sizeof got), *shape = make(shapes, sizeof shapes), *index = make(indices, sizeof indices);
    rr_job job = gamma_job(7, "compact"), there = on_device(job, shape, NULL, out);
    must(rr_run(cpu, &job, NULL), "cpu");
    say(!rr_run(at.device, &there, &result) && same(out, "run"), "rr_run from and to the device's memory");
    there = on_device(job, NULL, NULL, out);
    say(!rr_run(at.device, &there, &result) && same(out, "mixed"), "rr_run from host parameters to the device's memory");
    job.index = indices;
    must(rr_run(cpu, &job, NULL), "cpu");
    there = on_device(job, shape, index, out);
    say(!rr_run(at.device, &there, &result) && same(out, "indexed"),
        "rr_run with an index an element in the device's memory");
    there = on_device(job, shape, NULL, out);
    there.index = indices;
    say(!rr_run(at.device, &there, &result) && same(out, "sent"), "rr_run with an index an element in the host's memory");
    job = gamma_job(7, "loop");
    job.param[0].row_stride = 0;
    must(rr_run(cpu, &job, NULL), "cpu");
    there = on_device(job, shape, NULL, out);
    say(!rr_run(at.device, &there, &result) && same(out, "one value"), "one value in the device's memory for all samples");
    give(out);
    give(shape);
    give(index);
}

static void test_enqueue(void)
{
    rr_result result = RR_RESULT_INIT;
    rr_queued how = RR_QUEUED_INIT;
    void *out = make(NULL, sizeof got), *shape = make(shapes, sizeof shapes);
    rr_job job = gamma_job(0, "compact"), there = on_device(job, shape, NULL, out);
    must(rr_run(cpu, &job, NULL), "cpu");
    say(!rr_prepare(at.device, &there, &result), "rr_prepare");
    say(!rr_enqueue(at.device, &there, NULL, &result) && !rr_wait(at.device, NULL, &result) && same(out, "enqueue"),
        "rr_enqueue and rr_wait");
    if (at.context) {
        how.queue = at.queue;
        there.strategy.kind = 1;   /* loop */
        say(!rr_enqueue(at.device, &there, &how, &result) && !rr_wait(at.device, at.queue, &result) &&
                same(out, "own queue"),
            "rr_enqueue on the caller's queue");
    }
    give(out);
    give(shape);
}

/* Three calls, as a graph would be replayed, go on where the last one ended. */
static void test_first(void)
{
    uint64_t first = 11;
    rr_result result = RR_RESULT_INIT;
    rr_queued how = RR_QUEUED_INIT;
    void *out = make(NULL, sizeof got), *shape = make(shapes, sizeof shapes);
    how.first = make(&first, sizeof first);
    int ok = 1;
    for (unsigned turn = 0; turn < 3; ++turn) {
        rr_job job = gamma_job(11 + turn * N, "compact"), there = on_device(gamma_job(0, "compact"), shape, NULL, out);
        must(rr_run(cpu, &job, NULL), "cpu");
        ok = ok && !rr_enqueue(at.device, &there, &how, &result) && !rr_wait(at.device, NULL, &result) && same(out, "first");
    }
    fetch(&first, how.first, sizeof first);
    say(ok && first == 11 + 3 * N, "a first index in memory moves on by the samples of each call");
    give(how.first);
    give(out);
    give(shape);
}

/* With one shape for all: wherever the first index is, which only the device knows, the one of two kernels draws that
 * may. */
static void test_first_plain(void)
{
    rr_result result = RR_RESULT_INIT;
    rr_queued how = RR_QUEUED_INIT;
    int ok = 1;
    for (uint64_t first = 0; first < 6 && ok; ++first) {
        void *out = make(NULL, sizeof got);
        rr_job job = gamma_job(first + 3, "compact"), there = on_device(gamma_job(3, "compact"), NULL, NULL, out);
        job.param[0].row_stride = there.param[0].row_stride = 0;
        how.first = make(&first, sizeof first);
        must(rr_run(cpu, &job, NULL), "cpu");
        ok = !rr_enqueue(at.device, &there, &how, &result) && !rr_wait(at.device, NULL, &result) &&
             same(out, "first, plain");
        give(how.first);
        give(out);
    }
    say(ok, "one shape, and a first index in memory that is aligned as out is or is not");
}

static void test_records(void)
{
    static const uint32_t nan = 0x7fc00000u;
    rr_result result = RR_RESULT_INIT;
    rr_queued how = RR_QUEUED_INIT;
    rr_record record = RR_RECORD_INIT;
    const float kept[2] = {shapes[4001], shapes[77]};
    rr_job job = gamma_job(0, "compact");
    must(rr_run(cpu, &job, NULL), "cpu");
    shapes[4001] = -1;
    shapes[77] = NAN;
    memcpy(&want[4001], &nan, 4);
    memcpy(&want[77], &nan, 4);
    void *out = make(NULL, sizeof got), *shape = make(shapes, sizeof shapes);
    rr_job there = on_device(job, shape, NULL, out);
    int ok = !rr_enqueue(at.device, &there, NULL, &result) && rr_wait(at.device, NULL, &result) == RR_ERR_PARAM &&
             result.bad_index == 77;
    say(ok && same(out, "bad"), "bad parameters in memory: their samples are NaN, the lowest is told by rr_wait");
    say(!rr_wait(at.device, NULL, &result), "rr_wait clears the device's record");
    say(rr_run(at.device, &there, &result) == RR_ERR_PARAM && result.bad_index == 77 && same(out, "bad, run"),
        "and told by rr_run");
    how.record = make(&record, sizeof record);
    ok = !rr_enqueue(at.device, &there, &how, &result) && !rr_wait(at.device, NULL, &result);
    must(rr_strategy_find("fixed:1", &there.strategy), "fixed:1");
    ok = ok && !rr_enqueue(at.device, &there, &how, &result) && !rr_wait(at.device, NULL, &result);
    fetch(&record, how.record, sizeof record);
    say(ok && record.code == 3 && record.bad_index == 77 && !record.lock,
        "the caller's record keeps what several calls found");
    shapes[4001] = kept[0];
    shapes[77] = kept[1];
    job = gamma_job(0, "fixed:1");
    rr_result cpu_result = RR_RESULT_INIT;
    must(rr_run(cpu, &job, &cpu_result) != RR_ERR_FAILED, "cpu fixed:1");
    give(shape);
    shape = make(shapes, sizeof shapes);
    there = on_device(job, shape, NULL, out);
    ok = !rr_enqueue(at.device, &there, NULL, &result) && rr_wait(at.device, NULL, &result) == RR_ERR_FAILED;
    say(ok && same(out, "fixed:1") && result.failed == cpu_result.failed && result.failed_index == cpu_result.failed_index,
        "fixed:1: as many samples fail as on the CPU, the lowest is the same");
    give(how.record);
    give(out);
    give(shape);
}

/* A record that nobody has set is the caller's mistake: it tells nothing, but no kernel waits for its lock for ever. */
static void test_unset_record(void)
{
    rr_result result = RR_RESULT_INIT;
    rr_queued how = RR_QUEUED_INIT;
    rr_record record;
    void *out = make(NULL, sizeof got);
    rr_job there = on_device(gamma_job(0, "fixed:1"), NULL, NULL, out);
    there.param[0].row_stride = 0;
    memset(&record, 1, sizeof record);
    record.lock = 1;
    how.record = make(&record, sizeof record);
    alarm(60);
    int ok = !rr_enqueue(at.device, &there, &how, &result) && !rr_wait(at.device, NULL, &result);
    alarm(0);
    fetch(&record, how.record, sizeof record);
    say(ok && record.code & 2, "a record that is not set holds no kernel up");
    give(how.record);
    give(out);
}

/* One bad value on the host for all samples, which the host sees and kernels check: wherever out lies. */
static void test_bad_value(const char *law, unsigned p)
{
    static const float minus = -1;
    rr_result result = RR_RESULT_INIT;
    void *out = make(NULL, sizeof got);
    char what[64];
    int ok = 1;
    for (uint64_t next = 0; next < 4; ++next) {
        rr_job job = gamma_job(next, "compact");
        job.sampler = rr_sampler_find(law);
        job.param[0] = (rr_param){NULL, RR_F32, 0, 0};
        job.param[p] = (rr_param){&minus, RR_F32, 0, 0};
        must(rr_run(cpu, &job, NULL) != RR_ERR_PARAM, "cpu, bad value");
        rr_job there = on_device(job, NULL, NULL, out);
        ok = ok && rr_run(at.device, &there, &result) == RR_ERR_PARAM && !result.bad_index && same(out, "bad value, run");
        ok = ok && !rr_enqueue(at.device, &there, NULL, &result);
        ok = ok && rr_wait(at.device, NULL, &result) == RR_ERR_PARAM && !result.bad_index && same(out, "bad value");
    }
    snprintf(what, sizeof what, "%s with one bad value: rr_run and rr_wait tell it", law);
    say(ok, what);
    give(out);
}

/* Waits of a geometric law in i32, of which 1 in 9 is too long where p = 1e-9, with a p for all or one a sample in the
 * device's memory. */
static void test_unfit(int varies)
{
    static double chances[N];
    rr_result result = RR_RESULT_INIT, cpu_result = RR_RESULT_INIT;
    rr_queued how = RR_QUEUED_INIT;
    rr_record record = RR_RECORD_INIT;
    for (unsigned k = 0; k < N; ++k) chances[k] = k < N / 2 ? 0.5 : 1e-9;   /* the lowest is not among the first */
    void *out = make(NULL, sizeof got), *chance = make(chances, sizeof chances);
    rr_job job = gamma_job(0, "compact");
    job.sampler = rr_sampler_find("geometric");
    job.dtype = RR_I32;
    job.param[0] = (rr_param){varies ? chances : chances + N - 1, RR_F64, varies ? sizeof *chances : 0, 0};
    must(rr_run(cpu, &job, &cpu_result) != RR_ERR_FIT, "cpu, geometric");
    rr_job there = on_device(job, varies ? chance : NULL, NULL, out);
    int ok = !rr_enqueue(at.device, &there, NULL, &result) && rr_wait(at.device, NULL, &result) == RR_ERR_FIT;
    say(ok && same(out, "unfit") && !result.failed && result.failed_index == cpu_result.failed_index,
        varies ? "so they are with parameters in memory" : "counts that do not fit are 0, rr_wait tells the lowest");
    how.record = make(&record, sizeof record);
    ok = !rr_enqueue(at.device, &there, &how, &result) && !rr_wait(at.device, NULL, &result);
    fetch(&record, how.record, sizeof record);
    ok = ok && record.code == 4 && !record.failed && record.bad_index == UINT64_MAX;
    say(ok && record.failed_index == cpu_result.failed_index, "bit 2 of the caller's record, and no other, says so");
    there.dtype = RR_F32;
    say(!rr_enqueue(at.device, &there, NULL, &result) && !rr_wait(at.device, NULL, &result), "as f32 all fit");
    give(how.record);
    give(chance);
    give(out);
}

/* A scale of 0 in the device's memory: its range is open there, in either dtype. */
static void test_open_end(rr_type dtype)
{
    static const double zero[5], two = 2;
    rr_result result = RR_RESULT_INIT;
    void *out = make(NULL, sizeof got), *scale = make(zero, sizeof zero);
    rr_job job = on_device(gamma_job(0, "compact"), NULL, NULL, out);
    job.dtype = dtype;
    job.rows = 5;
    job.param[0] = (rr_param){&two, RR_F64, 0, 0};
    job.param[1] = (rr_param){scale, dtype, dtype == RR_F64 ? 8 : 4, 0};
    job.flags |= at.context ? RR_CL_PARAM(1) : 0;
    const rr_status status = rr_run(at.device, &job, &result);
    say(status == RR_ERR_PARAM || (dtype == RR_F64 && status == RR_ERR_DEVICE),
        dtype == RR_F64 ? "f64: a scale of 0 is bad" : "f32: a scale of 0 is bad");
    give(out);
    give(scale);
}

/* ---- Rows ---- */

/* Rows of COLS, of Dirichlet's with the shapes of the gammas. */
enum { COLS = 8, ROWS = N / COLS };

static rr_job row_job(uint64_t next, const char *strategy)
{
    rr_job job = gamma_job(next, strategy);
    job.sampler = rr_sampler_find("dirichlet");
    job.rows = ROWS;
    job.cols = COLS;
    job.param[0].row_stride = COLS * sizeof *shapes;
    job.param[0].col_stride = sizeof *shapes;
    return job;
}

static void test_rows(void)
{
    rr_result result = RR_RESULT_INIT;
    rr_queued how = RR_QUEUED_INIT;
    uint64_t first = 11;
    void *out = make(NULL, sizeof got), *shape = make(shapes, sizeof shapes);
    rr_job job = row_job(7, "loop"), there = on_device(job, shape, NULL, out);
    must(rr_run(cpu, &job, NULL), "cpu");
    say(!rr_run(at.device, &there, &result) && same(out, "rows, run"),
        "rows of Dirichlet: rr_run from and to the device's memory");
    there = on_device(job, NULL, NULL, out);
    say(!rr_run(at.device, &there, &result) && same(out, "rows, mixed"),
        "rows: rr_run from host parameters to the device's memory");
    give(out);
    out = make(NULL, sizeof got);
    there = on_device(job, shape, NULL, out);
    int ok = !rr_prepare(at.device, &there, &result) && !rr_enqueue(at.device, &there, NULL, &result);
    say(ok && !rr_wait(at.device, NULL, &result) && same(out, "rows, enqueue"), "rows: rr_prepare, rr_enqueue and rr_wait");
    how.first = make(&first, sizeof first);
    for (unsigned turn = 0; turn < 2; ++turn) {
        job = row_job(11 + 3 + turn * ROWS, "loop");
        there = on_device(row_job(3, "loop"), shape, NULL, out);
        must(rr_run(cpu, &job, NULL), "cpu");
        ok = ok && !rr_enqueue(at.device, &there, &how, &result) && !rr_wait(at.device, NULL, &result) &&
             same(out, "rows, first");
    }
    fetch(&first, how.first, sizeof first);
    say(ok && first == 11 + 2 * ROWS, "rows: a first index in memory counts rows");
    give(how.first);
    give(out);
    give(shape);
}

/* A job enqueued twice with a first index in memory goes on; counts of first are samples, or rows. */
static void go_on(rr_job job, rr_job there, uint64_t next, const char *what)
{
    rr_result result = RR_RESULT_INIT;
    rr_queued how = RR_QUEUED_INIT;
    uint64_t first = 11;
    char text[128];
    void *out = make(NULL, sizeof got);
    there.out = out;
    there.flags |= at.context ? RR_CL_OUT : 0;
    there.stream.next = 3;
    how.first = make(&first, sizeof first);
    int ok = !rr_prepare(at.device, &there, &result);
    for (unsigned turn = 0; turn < 2 && ok; ++turn) {
        job.stream.next = 11 + 3 + turn * next;
        must(rr_run(cpu, &job, NULL), "cpu, first");
        ok = !rr_enqueue(at.device, &there, &how, &result) && !rr_wait(at.device, NULL, &result) && same(out, what);
    }
    fetch(&first, how.first, sizeof first);
    snprintf(text, sizeof text, "%s: rr_enqueue, with a first index in memory", what);
    if (!say(ok && first == 11 + 2 * next, text)) printf("# %s\n", result.message);
    give(how.first);
    give(out);
}

/* Rows of counts, rows that are wholes, and categorical numbers by weights a row, which lie in the device's memory. */
static void test_other_rows(void)
{
    static const double total = 30, one = 1;
    static double weights[3 * N];
    rr_job job = row_job(0, "loop");
    job.sampler = rr_sampler_find("multinomial");
    job.param[0] = (rr_param){&total, RR_F64, 0, 0};
    job.param[1] = (rr_param){&one, RR_F64, 0, 0};
    go_on(job, job, ROWS, "multinomial");
    job.sampler = rr_sampler_find("brownian-bridge");
    job.param[0] = (rr_param){&one, RR_F64, 0, 0};
    job.param[1] = (rr_param){&total, RR_F64, 0, 0};
    go_on(job, job, ROWS, "brownian-bridge");
    for (unsigned k = 0; k < 3 * N; ++k) weights[k] = 1 + k % 11;
    job = gamma_job(0, "loop");
    job.sampler = rr_sampler_find("categorical");
    job.weights = 3;
    job.param[0] = (rr_param){weights, RR_F64, 3 * sizeof *weights, sizeof *weights};
    rr_job there = job;
    there.param[0].data = make(weights, sizeof weights);
    there.flags = at.context ? RR_CL_PARAM(0) : 0;
    go_on(job, there, N, "categorical by weights a row");
    give((void *)(uintptr_t)there.param[0].data);
    rr_result result = RR_RESULT_INIT;
    void *out = make(NULL, sizeof got);
    there = on_device(job, NULL, NULL, out);
    say(rr_enqueue(at.device, &there, NULL, &result) == RR_ERR_ARGUMENT &&
            strstr(result.message, "parameter weights varies"),
        "weights a row in host memory are refused by rr_enqueue");
    give(out);
}

static void test_row_records(void)
{
    rr_result result = RR_RESULT_INIT, cpu_result = RR_RESULT_INIT;
    const float kept = shapes[77];
    shapes[77] = -1;
    void *out = make(NULL, sizeof got), *shape = make(shapes, sizeof shapes);
    rr_job job = row_job(0, "loop"), there = on_device(job, shape, NULL, out);
    must(rr_run(cpu, &job, NULL) != RR_ERR_PARAM, "cpu, bad shape");
    int ok = !rr_enqueue(at.device, &there, NULL, &result) && rr_wait(at.device, NULL, &result) == RR_ERR_PARAM &&
             result.bad_index == 77;
    say(ok && same(out, "bad row"), "rows: one with a bad parameter in memory is NaN, the element is told");
    shapes[77] = kept;
    give(shape);
    shape = make(shapes, sizeof shapes);
    job = row_job(0, "fixed:1");
    must(rr_run(cpu, &job, &cpu_result) != RR_ERR_FAILED, "cpu fixed:1");
    there = on_device(job, shape, NULL, out);
    ok = !rr_enqueue(at.device, &there, NULL, &result) && rr_wait(at.device, NULL, &result) == RR_ERR_FAILED;
    ok = ok && result.failed == cpu_result.failed && result.failed_index == cpu_result.failed_index;
    say(ok && same(out, "rows, fixed:1"),
        "rows: those with a component that fixed:1 leaves are NaN; components are counted, the lowest is the CPU's");
    give(out);
    give(shape);
}

static void test_factor(void)
{
    rr_result result = RR_RESULT_INIT;
    float covariance[COLS * COLS];
    for (unsigned k = 0; k < COLS * COLS; ++k) covariance[k] = k % (COLS + 1) ? 0.5f : 2;
    void *out = make(NULL, sizeof got), *mean = make(shapes, sizeof shapes), *matrix = make(covariance, sizeof covariance);
    rr_job job = row_job(7, "loop");
    job.sampler = rr_sampler_find("multivariate-normal");
    job.param[1] = (rr_param){covariance, RR_F32, COLS * sizeof *covariance, sizeof *covariance};
    must(rr_run(cpu, &job, NULL), "cpu");
    rr_job there = on_device(job, mean, NULL, out);
    say(!rr_run(at.device, &there, &result) && same(out, "normals"),
        "multivariate normals: rr_run from and to the device's memory");
    give(out);
    out = make(NULL, sizeof got);
    there = on_device(job, mean, NULL, out);
    int ok = !rr_prepare(at.device, &there, &result) && !rr_enqueue(at.device, &there, NULL, &result);
    say(ok && !rr_wait(at.device, NULL, &result) && same(out, "normals, enqueue"),
        "by rr_enqueue: the host makes their factor");
    there.param[1].data = matrix;
    there.flags |= at.context ? RR_CL_PARAM(1) : 0;
    say(rr_run(at.device, &there, &result) == RR_ERR_ARGUMENT && strstr(result.message, "covariance"),
        "and refused with the covariance in the device's memory");
    give(out);
    give(mean);
    give(matrix);
}

/* A sampler whose table the host makes of one shape, with scales on the device. */
static void test_table(void)
{
    static const float shape = 2.5f;
    rr_result result = RR_RESULT_INIT;
    void *out = make(NULL, sizeof got), *scale = make(shapes, sizeof shapes);
    rr_job job = gamma_job(7, "loop");
    job.sampler = rr_sampler_find("gamma:table");
    job.param[0] = (rr_param){&shape, RR_F32, 0, 0};
    job.param[1] = (rr_param){shapes, RR_F32, sizeof *shapes, 0};
    must(rr_run(cpu, &job, NULL), "cpu, table");
    rr_job there = on_device(job, NULL, NULL, out);
    there.param[1].data = scale;
    there.flags |= at.context ? RR_CL_PARAM(1) : 0;
    say(!rr_prepare(at.device, &there, &result) && !rr_enqueue(at.device, &there, NULL, &result) &&
        !rr_wait(at.device, NULL, &result) && same(out, "table"), "gamma:table by rr_enqueue");
    give(out);
    give(scale);
}

/* A law of a user's, with a parameter on the device and one on the host; it is closed while it is drawn. */
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
    const int ok = !rr_prepare(at.device, &there, &result) && !rr_enqueue(at.device, &there, NULL, &result) &&
                   !rr_law_close(&law);
    say(ok && !rr_wait(at.device, NULL, &result) && same(out, "law"),
        "a law of a user's by rr_enqueue, closed before it is waited for");
    give(out);
    give(shape);
}

/* Parameters that do not lie packed: with gaps, backwards, one row for all rows, one column for all columns. */
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
        const int behind = lies[k].row < 0;
        job.param[0] = (rr_param){many + lies[k].from, RR_F32, 4 * lies[k].row, 4 * lies[k].col};
        must(rr_run(cpu, &job, NULL), "cpu, spread");
        rr_job there = on_device(job, shape, NULL, out);
        if (at.context) there.param[0].data = shape, there.param[0].row_stride = job.param[0].row_stride;
        else there.param[0].data = (char *)shape + 4 * lies[k].from;
        if (at.context && lies[k].from) {   /* a cl_mem has no steps back, and begins where it begins */
            if (behind) {
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
        ok = ok && !rr_prepare(at.device, &there, &result) && !rr_enqueue(at.device, &there, NULL, &result) &&
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
    /* Room for shapes of twice the width: none that is asked for may overlap out, wherever that lies. */
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
    bad.rows = bad.cols = 0;
    say(!rr_prepare(at.device, &bad, &result) && !rr_enqueue(at.device, &bad, NULL, &result),
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
    test_factor();
    test_table();
    test_law();
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
