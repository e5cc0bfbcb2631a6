/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Whole jobs on the fake CUDA driver (fake_cuda.h), by the public functions: an error is injected at each call in turn,
 * and out must be untouched or complete, nothing may stay allocated; a captured job is replayed and continues its stream. */
#include <dlfcn.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "reroll.h"
#include "fake_open.h"

#define N 2500000u   /* three chunks of targets/gpu/gpu.h */
#define POINTS 1500000u

static const fake_cuda_control *fake;
static rr_device *cpu;
static float shapes[N], want[2 * POINTS > N ? 2 * POINTS : N], got[2 * POINTS > N ? 2 * POINTS : N];
static float points[2 * POINTS];

/* The fake's first device, whose context is this thread's until it is closed. */
static rr_device *opened(void)
{
    rr_device *device;
    assert_int_equal(rr_device_open("cuda:0", &device), RR_OK);
    assert_int_equal(fake->push(rr_device_context(device)), 0);
    return device;
}

static void closed(rr_device *device)
{
    fake->pop();
    rr_device_close(&device);
}

static rr_job gammas(float *out)
{
    rr_job job = RR_JOB_INIT;
    job.sampler = rr_sampler_find("gamma");
    job.dtype = RR_F32;
    job.stream = rr_stream_make(5, 6);
    job.rows = N;
    job.param[0] = (rr_param){shapes, RR_F32, sizeof *shapes, 0};
    job.out = out;
    return job;
}

static rr_status draw(const rr_device *device, float *out, rr_result *result)
{
    const rr_job job = gammas(out);
    return rr_run(device, &job, result);
}

/* Rows of normals; a chunk does not hold a whole number of them. */
static rr_status draw_rows(const rr_device *device, float *out, rr_result *result)
{
    enum { K = 7 };
    static const float covariance[2 * K - 1] = {0, 0, 0, 0, 0.25f, 0.5f, 2, 0.5f, 0.25f};
    rr_job job = gammas(out);
    job.sampler = rr_sampler_find("multivariate-normal");
    job.rows = 2 * POINTS / K;
    job.cols = K;
    job.param[0].row_stride = 0;
    job.param[0].col_stride = sizeof *shapes;
    job.param[1] = (rr_param){&covariance[K - 1], RR_F32, -(ptrdiff_t)sizeof *covariance, sizeof *covariance};
    return rr_run(device, &job, result);
}

#include "jobs_cuda/errors.h"

/* The fake driver's memory, as allocated by a user of CUDA. */
static struct {
    int (*alloc)(unsigned long long *, size_t), (*release)(unsigned long long);
    int (*alloc_async)(unsigned long long *, size_t, void *);
    int (*put)(unsigned long long, const void *, size_t), (*get)(void *, unsigned long long, size_t);
} cuda;

/* Compares the job on the CPU and on the device, byte by byte; its out is at `there`, or 0: host memory. */
static void same_bits(const rr_device *device, rr_job job, unsigned long long there)
{
    rr_result result = RR_RESULT_INIT;
    job.out = want;
    assert_int_equal(rr_run(cpu, &job, NULL), RR_OK);
    job.out = there ? (void *)(uintptr_t)there : got;
    if (rr_run(device, &job, &result)) fail_msg("%s", result.message);
    if (there) cuda.get(got, there, 4 * job.rows);
    assert_memory_equal(got, want, 4 * job.rows);
}

/* A job without its out, captured, replayed three times: indices 0 ... 3 rows - 1. A replay has `operations` operations.
 * With `spread` one row of shapes on the device is used for all rows. */
static void capture(rr_job job, int spread, int operations)
{
    const uint64_t n = job.rows * job.cols, size = n * (job.dtype == RR_F32 ? sizeof(float) : 2);
    unsigned long long out, first, record, shape;
    const uint64_t zero = 0;
    const rr_record clear = RR_RECORD_INIT;
    rr_result result = RR_RESULT_INIT;
    rr_queued how = RR_QUEUED_INIT;
    rr_device *device;
    job.param[0].row_stride = 0;
    if (spread) job.param[0].col_stride = sizeof *shapes;
    job.rows *= 3;
    job.out = want;
    assert_int_equal(rr_run(cpu, &job, NULL), RR_OK);
    job.rows /= 3;
    device = opened();
    cuda.alloc(&out, size);
    cuda.alloc(&first, sizeof zero);
    cuda.alloc(&record, sizeof clear);
    cuda.alloc(&shape, sizeof shapes);
    cuda.put(shape, shapes, sizeof shapes);
    if (spread) job.param[0].data = (const void *)(uintptr_t)shape;
    cuda.put(first, &zero, sizeof zero);
    cuda.put(record, &clear, sizeof clear);
    job.out = (void *)(uintptr_t)out;
    how.record = (void *)(uintptr_t)record;
    how.first = (void *)(uintptr_t)first;

    how.queue = fake->capture();
    assert_int_not_equal(rr_enqueue(device, &job, &how, &result), RR_OK);   /* it would have to compile */
    assert_true(result.message[0]);
    assert_int_equal(fake->captured(how.queue), 0);                        /* still valid, and nothing was captured */

    assert_int_equal(rr_compile(device, &job, &result), RR_OK);
    how.queue = fake->capture();
    assert_int_equal(rr_enqueue(device, &job, &how, &result), RR_OK);
    assert_int_equal(rr_wait(device, how.queue, &result), RR_ERR_ARGUMENT);
    assert_non_null(strstr(result.message, "captured"));
    assert_int_equal(fake->captured(how.queue), operations);
    for (int i = 0; i < 3; ++i) {
        assert_int_equal(fake->replay(how.queue), 0);
        cuda.get(got, out, size);
        assert_memory_equal(got, (char *)want + i * size, size);
    }
    cuda.release(out);
    cuda.release(first);
    cuda.release(record);
    cuda.release(shape);
    closed(device);
}

/* A device is closed while its kernels run: they are waited for, but not during a capture, whose graph stays valid. */
static void test_close(void **state)
{
    (void)state;
    for (int capturing = 0; capturing < 2; ++capturing) {
        unsigned long long out;
        rr_job job = gammas(NULL);
        rr_device *device = opened();
        cuda.alloc(&out, 4 * 100);
        job.rows = 100;
        job.param[0].row_stride = 0;
        job.out = (void *)(uintptr_t)out;
        assert_int_equal(rr_enqueue(device, &job, NULL, NULL), RR_OK);
        const long early = fake->unloaded_early();
        void *stream = capturing ? fake->capture() : NULL;
        rr_device_close(&device);
        if (capturing) assert_int_equal(fake->captured(stream), 0);
        else assert_int_equal(fake->unloaded_early(), early);
        cuda.release(out);
        fake->pop();
    }
}

/* A launch has at most as many blocks as fit on the fake device, 1 in each of 3 units, and each of their 12 warps gets the
 * same number of tiles. */
static void test_grid(void **state)
{
    static const struct { unsigned n, blocks, tiles; } want_of[] = {{100, 1, 2}, {1000, 3, 9}, {700000, 3, 12}, {N, 3, 48}};
    unsigned long long out;
    rr_device *const device = opened();
    (void)state;
    cuda.alloc(&out, 4 * N);
    for (unsigned k = 0; k < sizeof want_of / sizeof *want_of; ++k) {
        unsigned blocks, capacity;
        rr_job job = gammas(NULL);
        job.rows = want_of[k].n;
        job.param[0].row_stride = 0;
        same_bits(device, job, out);
        fake->launched(&blocks, &capacity);
        assert_int_equal(blocks, want_of[k].blocks);
        assert_int_equal((job.rows + 127 + capacity - 1) / capacity, want_of[k].tiles);
        assert_true(capacity % 128 == 0 && capacity <= 1u << 16);
    }
    cuda.release(out);
    closed(device);
}

/* From here on each device compiles its own kernels, and compilations count kernels. */
static int keep_nothing(void **state)
{
    (void)state;
    return setenv("REROLL_CACHE", "/dev/null/none", 1);
}

/* A job uses the plain kernel (targets/gpu/kernels/kernel.h) where it can: with one shape, to the host, wherever its indices
 * begin; to the device's memory only where that is aligned like them. It is made once. */
static void test_plain(void **state)
{
    enum { ROWS = 1000, ELSEWHERE = 16 };
    unsigned long long there;
    rr_job job = gammas(got);
    rr_device *const device = opened();
    (void)state;
    cuda.alloc(&there, 4 * (ROWS + ELSEWHERE));
    job.rows = ROWS;
    job.param[0].row_stride = 0;
    const long before = fake->compilations();
    for (job.stream.next = 0; job.stream.next < 5; ++job.stream.next) same_bits(device, job, 0);
    for (int plain = 1; plain >= 0; --plain) {
        for (unsigned k = 0; k < ELSEWHERE * ELSEWHERE; ++k) {
            const unsigned offset = k % ELSEWHERE;
            job.stream.next = k / ELSEWHERE;
            if ((job.stream.next % 4 == offset % 4) == plain) same_bits(device, job, there + 4 * offset);
        }
        assert_int_equal(fake->compilations() - before, plain ? 1 : 2);
    }
    job.param[0].row_stride = sizeof *shapes;
    same_bits(device, job, 0);
    assert_int_equal(fake->compilations() - before, 2);
    cuda.release(there);
    closed(device);
}

/* A prepared kernel serves any output and any first index. */
static void test_prepare(void **state)
{
    unsigned long long there;
    rr_queued how = RR_QUEUED_INIT;
    rr_job job = gammas(NULL);
    rr_device *const device = opened();
    (void)state;
    cuda.alloc(&there, 4 * 101);
    job.rows = 100;
    job.param[0].row_stride = 0;
    job.out = (void *)(uintptr_t)(there + 4);
    assert_int_equal(rr_compile(device, &job, NULL), RR_OK);
    const long before = fake->compilations();
    for (unsigned k = 0; k < 2; ++k) {
        job.out = (void *)(uintptr_t)(there + 4 * k);
        assert_int_equal(rr_enqueue(device, &job, &how, NULL), RR_OK);
    }
    assert_int_equal(rr_wait(device, NULL, NULL), RR_OK);
    assert_int_equal(fake->compilations(), before);
    cuda.release(there);
    closed(device);
}

/* Misaligned memory of the device is refused: a kernel that loads from it would destroy the process's context. */
static void test_crooked(void **state)
{
    unsigned long long there;
    rr_job job = gammas(got);
    rr_result result = RR_RESULT_INIT;
    rr_device *const device = opened();
    (void)state;
    cuda.alloc(&there, 8 * 101);
    job.rows = 100;
    for (unsigned offset = 1; offset < 8; ++offset) {
        job.index = (const uint64_t *)(uintptr_t)(there + offset);
        assert_int_equal(rr_run(device, &job, &result), RR_ERR_ARGUMENT);
        assert_string_equal(result.message, "index is not aligned to its type");
    }
    job.index = NULL;
    job.param[0].data = (const void *)(uintptr_t)(there + 2);
    assert_int_equal(rr_run(device, &job, &result), RR_ERR_ARGUMENT);
    assert_string_equal(result.message, "parameter shape is not aligned to its type");
    cuda.release(there);
    closed(device);
}

static void test_capture(void **state)
{
    rr_job job = gammas(NULL);
    (void)state;
    job.rows = 500;
    capture(job, 0, 3);   /* the samples, by one of two kernels, and the step of first */
    job.dtype = RR_F16;
    capture(job, 0, 6);   /* and between them their rounding; memory for the unrounded samples before, its release after */
    job.dtype = RR_F32;
    job.sampler = rr_sampler_find("dirichlet");
    job.cols = 12;
    capture(job, 0, 4);   /* the components, rows of these, and the step of first */
    capture(job, 1, 6);   /* and before them memory for packed shapes, after them its release */
}

/* Memory that the graph itself allocates is identified by its address during the capture, as in the fake (the manual does
 * not specify it): only that is queried, so that the capture stays valid. */
static void test_captured_memory(void **state)
{
    unsigned long long out;
    rr_job job = gammas(want);
    rr_queued how = RR_QUEUED_INIT;
    rr_result result = RR_RESULT_INIT;
    rr_device *device;
    (void)state;
    job.rows = 100;
    job.param[0].row_stride = 0;
    assert_int_equal(rr_run(cpu, &job, NULL), RR_OK);
    device = opened();
    assert_int_equal(rr_compile(device, &job, &result), RR_OK);
    how.queue = fake->capture();
    assert_int_equal(cuda.alloc_async(&out, 4 * 100, how.queue), 0);
    job.out = (void *)(uintptr_t)out;
    if (rr_enqueue(device, &job, &how, &result)) fail_msg("%s", result.message);
    assert_int_equal(fake->captured(how.queue), 2);
    assert_int_equal(fake->replay(how.queue), 0);
    cuda.get(got, out, 4 * 100);
    assert_memory_equal(got, want, 4 * 100);
    closed(device);
}

/* Shapes stored backwards in the device's memory, packed chunk by chunk. */
static void test_backwards(void **state)
{
    unsigned long long there;
    rr_job job = gammas(want);
    rr_device *const device = opened();
    (void)state;
    cuda.alloc(&there, sizeof shapes);
    for (uint32_t k = 0; k < N; ++k) got[k] = points[k] + 1.5f;   /* no two chunks are equal */
    cuda.put(there, got, sizeof shapes);
    job.param[0] = (rr_param){&got[N - 1], RR_F32, -(ptrdiff_t)sizeof *shapes, 0};
    assert_int_equal(rr_run(cpu, &job, NULL), RR_OK);
    job.param[0].data = (const void *)(uintptr_t)(there + sizeof shapes - sizeof *shapes);
    job.out = got;
    assert_int_equal(rr_run(device, &job, NULL), RR_OK);
    assert_memory_equal(got, want, N * sizeof *got);
    cuda.release(there);
    closed(device);
}

/* A table in host memory cannot be part of a graph: that memory may hold another one when it is replayed. */
static void test_capture_table(void **state)
{
    unsigned long long out;
    rr_job job = gammas(NULL);
    rr_queued how = RR_QUEUED_INIT;
    rr_result result = RR_RESULT_INIT;
    rr_device *const device = opened();
    (void)state;
    cuda.alloc(&out, 4 * 100);
    job.sampler = rr_sampler_find("gamma:table");
    job.rows = 100;
    job.param[0].row_stride = 0;
    job.out = (void *)(uintptr_t)out;
    assert_int_equal(rr_compile(device, &job, &result), RR_OK);
    how.queue = fake->capture();
    assert_int_equal(rr_enqueue(device, &job, &how, &result), RR_ERR_ARGUMENT);
    assert_non_null(strstr(result.message, "table of gamma:table"));
    assert_int_equal(fake->captured(how.queue), 0);
    cuda.release(out);
    closed(device);
}

static rr_job tabulated(uint64_t rows)
{
    static const float shape = 2.5f;
    rr_job job = gammas(NULL);
    job.sampler = rr_sampler_find("gamma:table");
    job.rows = rows;
    job.param[0] = (rr_param){&shape, RR_F32, 0, 0};
    job.param[1] = (rr_param){shapes, RR_F32, 0, 0};
    return job;
}

/* The table of a prepared job stays in the device's memory: it is part of a graph, which continues the stream when it is
 * replayed. */
static void test_capture_prepared(void **state)
{
    enum { FEW = 3000 };
    const uint64_t zero = 0;
    unsigned long long out, first;
    rr_job job = tabulated(4 * FEW);
    rr_queued how = RR_QUEUED_INIT;
    rr_result result = RR_RESULT_INIT;
    rr_prepared *prepared;
    (void)state;
    job.out = want;
    assert_int_equal(rr_run(cpu, &job, NULL), RR_OK);
    rr_device *const device = opened();
    cuda.alloc(&out, 4 * FEW);
    cuda.alloc(&first, sizeof zero);
    cuda.put(first, &zero, sizeof zero);
    how.first = (void *)(uintptr_t)first;
    assert_int_equal(rr_compile(device, &job, &result), RR_OK);
    const fake_cuda_live before = fake->live();
    if (rr_prepared_open(device, &job, &prepared, &result)) fail_msg("%s", result.message);
    how.queue = fake->capture();
    if (rr_prepared_enqueue(prepared, FEW, FEW, (void *)(uintptr_t)out, &how, &result)) fail_msg("%s", result.message);
    assert_int_equal(fake->captured(how.queue), 3);   /* the samples, by one of two kernels, and the step of first */
    for (int i = 0; i < 3; ++i) {
        assert_int_equal(fake->replay(how.queue), 0);
        cuda.get(got, out, 4 * FEW);
        assert_memory_equal(got, want + (i + 1) * FEW, 4 * FEW);
    }
    rr_prepared_close(&prepared);
    const fake_cuda_live after = fake->live();
    assert_memory_equal(&before, &after, sizeof before);
    cuda.release(out);
    cuda.release(first);
    closed(device);
}

static rr_status open_and_draw(const rr_device *device, float *out, rr_result *result)
{
    const rr_job job = tabulated(9000);
    rr_prepared *prepared;
    const rr_status status = rr_prepared_open(device, &job, &prepared, result);
    if (status != RR_OK) return status;
    const rr_status drawn = rr_prepared_draw(prepared, 0, 9000, out, result);
    rr_prepared_close(&prepared);
    return drawn;
}

static void test_prepared_errors(void **state)
{
    static const int codes[] = {2, 700};
    (void)state;
    assert_int_equal(open_and_draw(cpu, want, NULL), RR_OK);
    for (int c = 0; c < 2; ++c)
        for (long k = 1; fail_once(open_and_draw, 9000, k, codes[c]); ++k) { }
}

/* Elements of prepared jobs, by draws that wait and by queues, with host and device memory. */
static void test_prepared(void **state)
{
    enum { FEW = 5000 };
    unsigned long long out;
    rr_result result = RR_RESULT_INIT;
    rr_queued how = RR_QUEUED_INIT;
    rr_device *const device = opened();
    (void)state;
    cuda.alloc(&out, 4 * FEW);
    how.queue = NULL;
    for (int each = 0; each < 2; ++each) {
        rr_job job = each ? gammas(want) : tabulated(FEW);
        rr_prepared *prepared;
        job.rows = FEW;
        job.out = want;
        assert_int_equal(rr_run(cpu, &job, NULL), RR_OK);
        if (rr_prepared_open(device, &job, &prepared, &result)) fail_msg("%s", result.message);
        for (uint64_t at = 0; at < FEW; at += 1700) {
            const uint64_t n = FEW - at < 1700 ? FEW - at : 1700;
            if (rr_prepared_draw(prepared, at, n, got, &result)) fail_msg("%s", result.message);
            assert_memory_equal(got, want + at, 4 * n);
            if (rr_prepared_draw(prepared, at, n, (void *)(uintptr_t)out, &result)) fail_msg("%s", result.message);
            cuda.get(got, out, 4 * n);
            assert_memory_equal(got, want + at, 4 * n);
            const rr_status queued = rr_prepared_enqueue(prepared, at, n, (void *)(uintptr_t)out, &how, &result);
            assert_int_equal(queued, each ? RR_ERR_ARGUMENT : RR_OK);   /* shapes are the host's */
            if (each) continue;
            assert_int_equal(rr_wait(device, NULL, &result), RR_OK);
            cuda.get(got, out, 4 * n);
            assert_memory_equal(got, want + at, 4 * n);
        }
        assert_int_equal(rr_prepared_enqueue(prepared, 0, FEW, got, &how, &result), RR_ERR_ARGUMENT);
        assert_int_equal(rr_prepared_enqueue(NULL, 0, FEW, got, &how, &result), RR_ERR_ARGUMENT);
        rr_prepared_close(&prepared);
        assert_int_equal(rr_prepared_open(cpu, &job, &prepared, &result), RR_OK);
        assert_int_equal(rr_prepared_enqueue(prepared, 0, FEW, got, &how, &result), RR_ERR_DEVICE);
        rr_prepared_close(&prepared);
    }
    cuda.release(out);
    closed(device);
}

/* Where indices cross a multiple of 2^32 inside a tile, far from its ends: units of compact's first pass count the lower
 * half of the index only. The counts of attempts are those of the CPU, where each is made once too. */
static void test_past_two_to_32(void **state)
{
    enum { FEW = 300007 };
    rr_device *device = NULL;
    (void)state;
    fake->forget();
    assert_int_equal(rr_device_open("cuda:0", &device), RR_OK);
    for (uint64_t past = 1; past <= 3; ++past) {
        rr_job job = gammas(want);
        rr_result result = RR_RESULT_INIT, host = RR_RESULT_INIT;
        job.rows = FEW;
        job.flags = past % 2 ? RR_COUNT : 0;
        job.stream.next = (past << 32) - 100003 * past;
        assert_int_equal(rr_strategy_find("compact", &job.strategy), 0);
        assert_int_equal(rr_run(cpu, &job, &host), RR_OK);
        job.out = got;
        if (rr_run(device, &job, &result)) fail_msg("%s", result.message);
        assert_int_equal(result.counts.undecided, host.counts.undecided);
        assert_int_equal(result.counts.accepted, host.counts.accepted);
        for (size_t k = 0; k < FEW; ++k)
            if (memcmp(&got[k], &want[k], sizeof *got))
                fail_msg("from %llx: element %zu differs", (unsigned long long)job.stream.next, k);
    }
    rr_device_close(&device);
}

/* A warp of one lane counts the same as the CPU's, including votes and shuffles. */
static void test_counts(void **state)
{
    static const char *const strategies[] = {"loop", "cached", "fixed:4+", "regroup:ahead"};
    rr_device *device = NULL, *one = NULL;
    (void)state;
    fake->forget();
    assert_int_equal(rr_device_open("cuda:0", &device), RR_OK);
    assert_int_equal(rr_device_open("cpu:scalar,warp=1,threads=1,tile=65536", &one), RR_OK);
    for (size_t i = 0; i < sizeof strategies / sizeof *strategies; ++i) {
        rr_job job = gammas(got);
        rr_result there = RR_RESULT_INIT, here = RR_RESULT_INIT;
        job.rows = 501;
        job.flags = RR_COUNT;
        assert_int_equal(rr_strategy_find(strategies[i], &job.strategy), 0);
        assert_int_equal(rr_run(one, &job, &here), RR_OK);
        assert_int_equal(rr_run(device, &job, &there), RR_OK);
        assert_int_equal(there.counts.lane_attempts, here.counts.lane_attempts);
        assert_int_equal(there.counts.accepted, here.counts.accepted);
        assert_int_equal(there.counts.undecided, here.counts.undecided);
        assert_int_equal(there.counts.votes, here.counts.votes);
        assert_int_equal(there.counts.shuffles, here.counts.shuffles);
    }
    rr_device_close(&one);
    rr_device_close(&device);
}

static int open_all(void **state)
{
    (void)state;
    void *library = fake_open(&fake);
    if (!library || rr_device_open("cpu", &cpu)) return -1;
    *(void **)&cuda.alloc = dlsym(library, "cuMemAlloc_v2");
    *(void **)&cuda.alloc_async = dlsym(library, "cuMemAllocAsync");
    *(void **)&cuda.release = dlsym(library, "cuMemFree_v2");
    *(void **)&cuda.put = dlsym(library, "cuMemcpyHtoD_v2");
    *(void **)&cuda.get = dlsym(library, "cuMemcpyDtoH_v2");
    for (uint32_t k = 0; k < N; ++k) shapes[k] = 0.5f + (float)(k % 64) / 16;
    for (uint32_t k = 0; k < 2 * POINTS; ++k) points[k] = (float)(k * 2654435761u >> 8) * 0x1p-23f - 1;
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
        cmocka_unit_test(test_past_two_to_32), cmocka_unit_test(test_counts),
        cmocka_unit_test(test_errors), cmocka_unit_test(test_pinned), cmocka_unit_test(test_row_errors),
        cmocka_unit_test(test_transform_errors),
        cmocka_unit_test(test_long_rows), cmocka_unit_test(test_two_devices), cmocka_unit_test(test_broken),
        cmocka_unit_test(test_capture), cmocka_unit_test(test_capture_table), cmocka_unit_test(test_captured_memory),
        cmocka_unit_test(test_capture_prepared), cmocka_unit_test(test_prepared),
        cmocka_unit_test(test_prepared_errors),
        cmocka_unit_test(test_backwards), cmocka_unit_test(test_crooked), cmocka_unit_test(test_close),
        cmocka_unit_test(test_grid),
        cmocka_unit_test_setup(test_plain, keep_nothing), cmocka_unit_test_setup(test_prepare, keep_nothing),
    };
    return cmocka_run_group_tests(tests, open_all, close_all);
}
