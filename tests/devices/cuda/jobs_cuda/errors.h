/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* An error at each call in turn: out is untouched or complete, and nothing stays allocated; with two devices the other one
 * continues. */
#ifndef RR_TESTS_DEVICES_JOBS_CUDA_ERRORS_H
#define RR_TESTS_DEVICES_JOBS_CUDA_ERRORS_H

static rr_status turn(const rr_device *device, float *out, rr_result *result)
{
    rr_transform_job job = RR_TRANSFORM_INIT;
    job.method = rr_transform_find("polar-with-replacement");
    job.dtype = RR_F32;
    job.n = POINTS;
    job.points = points;
    job.out = out;
    return rr_transform(device, &job, result);
}

static int touched(const float *out, size_t n)
{
    static const uint32_t pattern = 0xa5a5a5a5u;
    for (size_t k = 0; k < n; ++k)
        if (memcmp(&out[k], &pattern, 4)) return 1;
    return 0;
}

/* Opens a device, runs, closes, with an error at driver call k. Returns 0 when the run no longer reaches that call. */
static int fail_once(rr_status (*run)(const rr_device *, float *, rr_result *), size_t n, long k, int code)
{
    rr_result result = RR_RESULT_INIT;
    rr_device *device = NULL;
    memset(got, 0xa5, n * sizeof *got);
    fake->forget();
    fake->fail_at(k, code);
    rr_status status = rr_device_open("cuda:0", &device);
    if (status == RR_OK) {
        status = run(device, got, &result);
        if (status != RR_OK && !result.message[0])
            fail_msg("call %ld (%s): status %d without a sentence", k, fake->failed(), status);
    }
    rr_device_close(&device);
    const char *failed = fake->failed();
    if (fake_holds(fake))
        fail_msg("call %ld (%s): something is left allocated", k, failed ? failed : "none");
    const int complete = !memcmp(got, want, n * sizeof *got);
    if (status == RR_OK && !complete)
        fail_msg("call %ld (%s): RR_OK, but not all samples are right", k, failed ? failed : "none");
    if (status != RR_OK && !complete && touched(got, n)) {
        size_t at = 0, end = n;
        while (!memcmp(&got[at], &want[at], 4)) ++at;
        while (!memcmp(&got[end - 1], &want[end - 1], 4)) --end;
        fail_msg("call %ld (%s, \"%s\"): out is neither untouched nor complete, wrong from %zu to %zu", k, failed,
                 result.message, at, end);
    }
    fake->forget();
    return failed != NULL;
}

static void test_errors(void **state)
{
    static const int codes[] = {2, 700};   /* out of memory, and one after which every call fails */
    (void)state;
    assert_int_equal(draw(cpu, want, NULL), RR_OK);
    for (int c = 0; c < 2; ++c)
        for (long k = 1; fail_once(draw, N, k, codes[c]); k += c ? 5 : 2) { }
}

/* Pinned memory is the direct target of copies, from its first to its last byte; other memory is not touched before a chunk
 * is complete. Host memory must be complete whatever comes in between. */
static void test_pinned(void **state)
{
    static const size_t size[] = {0, sizeof(float) * (N - 1), sizeof(float) * N};
    rr_device *device;
    (void)state;
    assert_int_equal(draw(cpu, want, NULL), RR_OK);
    for (unsigned k = 0; k < 3; ++k) {
        fake->pin(got, size[k]);
        memset(got, 0, sizeof got);
        assert_int_equal(rr_device_open("cuda:0", &device), RR_OK);
        assert_int_equal(draw(device, got, NULL), RR_OK);
        assert_memory_equal(got, want, N * sizeof *got);
        const char *to = fake->read_to();
        assert_int_equal(to >= (char *)got && to < (char *)(got + N), k == 2);
        rr_device_close(&device);
    }
    for (long k = 1; fail_once(draw, N, k, 2); k += 3) { }
    fake->pin(NULL, 0);
}

static void test_row_errors(void **state)
{
    (void)state;
    assert_int_equal(draw_rows(cpu, want, NULL), RR_OK);
    for (long k = 1; fail_once(draw_rows, 2 * POINTS / 7 * 7, k, 700); k += 2) { }
}

static void test_transform_errors(void **state)
{
    (void)state;
    assert_int_equal(turn(cpu, want, NULL), RR_OK);
    for (long k = 1; fail_once(turn, 2 * POINTS, k, 719); ++k) { }
}

/* Rows longer than a chunk: the device draws components, the host makes rows. */
static void test_long_rows(void **state)
{
    rr_job job = gammas(want);
    rr_device *device;
    (void)state;
    job.sampler = rr_sampler_find("dirichlet");
    job.cols = (1u << 20) + 5;
    job.rows = 2;
    job.param[0].row_stride = 0;
    job.param[0].col_stride = sizeof *shapes;
    assert_int_equal(rr_run(cpu, &job, NULL), RR_OK);
    assert_int_equal(rr_device_open("cuda:0", &device), RR_OK);
    job.out = got;
    assert_int_equal(rr_run(device, &job, NULL), RR_OK);
    assert_memory_equal(got, want, 2 * job.cols * sizeof *got);
    rr_device_close(&device);
}

/* Two devices from this thread, jobs in turn: no context is left current or mixed up. */
static void test_two_devices(void **state)
{
    rr_device *device[2];
    (void)state;
    assert_int_equal(draw(cpu, want, NULL), RR_OK);
    assert_int_equal(rr_device_open("cuda:0", &device[0]), RR_OK);
    assert_int_equal(rr_device_open("cuda:1", &device[1]), RR_OK);
    for (int i = 0; i < 4; ++i) {
        memset(got, 0, sizeof got);
        assert_int_equal(draw(device[i & 1], got, NULL), RR_OK);
        assert_memory_equal(got, want, N * sizeof *got);
        assert_null(fake->current());
    }
    rr_device_close(&device[0]);
    rr_device_close(&device[1]);
}

/* After an error that destroys the context each call reports it, and blames no argument; also after one with which the
 * driver itself would continue. */
static void test_broken(void **state)
{
    static const int codes[] = {700, 719, 709, 999, 4};
    rr_result result = RR_RESULT_INIT;
    (void)state;
    for (unsigned c = 0; c < sizeof codes / sizeof *codes; ++c) {
        rr_device *device;
        assert_int_equal(rr_device_open("cuda:0", &device), RR_OK);
        assert_int_equal(draw(device, got, &result), RR_OK);
        fake->fail_at(20, codes[c]);
        for (int i = 0; i < 2; ++i) {
            assert_int_equal(draw(device, got, &result), RR_ERR_DEVICE);
            assert_non_null(strstr(result.message, "no longer use it"));
            assert_int_equal(turn(device, got, &result), RR_ERR_DEVICE);
            assert_non_null(strstr(result.message, "no longer use it"));
        }
        rr_device_close(&device);
        fake->forget();
    }
}

#endif
