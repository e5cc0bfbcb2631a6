/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Calls that are refused before they draw: each status with a message that contains the word, and nothing written. */
#include "tests/exact/calls/calls.h"

/* A refusal: this status, a message that contains `word`, nothing written. */
static void refused(const rr_device *d, const rr_job *job, float *out, rr_status status, const char *word)
{
    rr_result result = RR_RESULT_INIT;
    memset(out, 0x77, 8 * sizeof *out);
    assert_int_equal(rr_run(d, job, &result), status);
    assert_int_equal(rr_run(d, job, NULL), status);
    assert_int_equal(result.status, status);
    if (!strstr(result.message, word)) fail_msg("\"%s\" does not say %s", result.message, word);
    for (size_t i = 0; i < 8 * sizeof *out; ++i) assert_int_equal(((char *)out)[i], 0x77);
}

static void bad_arguments(void **state)
{
    const rr_device *d = device("cpu");
    float out[8], other[8] = {1, 1, 1, 1, 1, 1, 1, 1};
    const rr_job good = gamma_job(out, 8);
    rr_job job = good;
    rr_sampler copy = *good.sampler;
    refused(NULL, &good, out, RR_ERR_ARGUMENT, "device");
    refused(d, NULL, out, RR_ERR_ARGUMENT, "job");
    job.size = 8;
    refused(d, &job, out, RR_ERR_ARGUMENT, "size");
    job = good, job.sampler = NULL;
    refused(d, &job, out, RR_ERR_ARGUMENT, "sampler");
    job = good, job.sampler = &copy;
    refused(d, &job, out, RR_ERR_ARGUMENT, "sampler");
    for (int t = -1; t < 40; ++t) {
        job = good, job.dtype = (rr_type)t;
        if (t != RR_F32 && t != RR_F64 && t != RR_F16 && t != RR_BF16) refused(d, &job, out, RR_ERR_ARGUMENT, "dtype");
    }
    job = good, job.strategy = (rr_strategy){99, 0};
    refused(d, &job, out, RR_ERR_ARGUMENT, "strategy");
    job = good, job.strategy = strategy("grouped:4"), job.strategy.number = 3;
    refused(d, &job, out, RR_ERR_ARGUMENT, "strategy");
    job = good, job.strategy = strategy("fixed:4"), job.strategy.number = 0;
    refused(d, &job, out, RR_ERR_ARGUMENT, "strategy");
    job = good, job.strategy = strategy("loop"), job.strategy.number = 1;
    refused(d, &job, out, RR_ERR_ARGUMENT, "strategy");
    job = good, job.out = NULL;
    refused(d, &job, out, RR_ERR_ARGUMENT, "out");
    job = good, job.out = (char *)out + 1, job.rows = 4;
    refused(d, &job, out, RR_ERR_ARGUMENT, "out");
    job = good, job.rows = (uint64_t)1 << 33, job.cols = (uint64_t)1 << 33;
    refused(d, &job, out, RR_ERR_ARGUMENT, "rows * cols");
    job.rows = UINT64_MAX, job.cols = 1;
    refused(d, &job, out, RR_ERR_ARGUMENT, "rows * cols");
    job = good, job.param[0].data = NULL;
    refused(d, &job, out, RR_ERR_ARGUMENT, "shape");
    job = good, job.param[0].type = (rr_type)0;
    refused(d, &job, out, RR_ERR_ARGUMENT, "shape");
    job = good, job.param[1] = (rr_param){other, (rr_type)17, 0, 0};
    refused(d, &job, out, RR_ERR_ARGUMENT, "scale");
    rr_result small = RR_RESULT_INIT;
    small.size = 4;
    assert_int_equal(rr_run(d, &good, &small), RR_ERR_ARGUMENT);
    for (int i = 0; i < 12; ++i) assert_true(strlen(rr_status_text((rr_status)i)) > 3);
    assert_string_equal(rr_version(), "0.2.0");
    (void)state;
}

static void index_end(void **state)
{
    const rr_device *d = device("cpu");
    float out[8];
    rr_job job = gamma_job(out, 8);
    job.stream.next = UINT64_MAX - 6;
    refused(d, &job, out, RR_ERR_INDEX, "2^64");
    job.stream.next = UINT64_MAX;
    refused(d, &job, out, RR_ERR_INDEX, "2^64");
    job.rows = 2, job.cols = 4;
    refused(d, &job, out, RR_ERR_INDEX, "2^64");
    job.stream.next = UINT64_MAX - 7;
    must_run(d, &job, out);
    job.first_element = UINT64_MAX - 7;   /* its last element would be "none", bad_index's UINT64_MAX */
    refused(d, &job, out, RR_ERR_ARGUMENT, "first_element + rows * cols is above 2^64 - 1");
    job.first_element = UINT64_MAX - 8;
    must_run(d, &job, out);
    const uint64_t index[8] = {UINT64_MAX, 0, UINT64_MAX, 1, 2, 3, 4, 5};
    job.stream.next = UINT64_MAX;   /* ignored with an index array */
    job.index = index;
    must_run(d, &job, out);
    assert_true(out[0] == out[2]);
    (void)state;
}

/* Elements are counted in 61 bits. */
static void max_elements(void **state)
{
    const rr_device *d = device("cpu");
    float out[8];
    for (uint64_t cols = 1; cols <= 1u << 20; cols <<= 20) {
        rr_job job = gamma_job(out, 0);
        job.cols = cols;
        job.stream.next = UINT64_MAX;   /* smaller ones are refused for it */
        job.rows = UINT64_MAX / 8 / cols + 1;
        refused(d, &job, out, RR_ERR_ARGUMENT, "rows * cols is too large");
        job.rows = UINT64_MAX / 8 / cols;
        refused(d, &job, out, RR_ERR_INDEX, "2^64");
    }
    (void)state;
}

static void overlaps(void **state)
{
    const rr_device *d = device("cpu");
    static union { float f[64]; uint64_t u[32]; } m;
    rr_job job = gamma_job(m.f + 8, 8);
    for (int i = 0; i < 64; ++i) m.f[i] = 1.5f;
    for (int at = 0; at < 24; ++at) {
        const int touches = at > 0 && at < 16;   /* out is 8 ... 15; the parameter at ... at + 7 */
        job.param[0] = (rr_param){m.f + at, RR_F32, 4, 0};
        const rr_job kept = job;
        if (touches) refused(d, &kept, m.f + 8, RR_ERR_OVERLAP, "shape");
        else must_run(d, &kept, m.f + 8);
        for (int i = 0; i < 64; ++i) m.f[i] = 1.5f;
    }
    job.param[0] = (rr_param){m.f + 16, RR_F32, -4, 0};   /* 16 down to 9 */
    refused(d, &job, m.f + 8, RR_ERR_OVERLAP, "shape");
    job.param[0] = (rr_param){m.f + 15, RR_F32, 0, 0};
    refused(d, &job, m.f + 8, RR_ERR_OVERLAP, "shape");
    for (int i = 0; i < 64; ++i) m.f[i] = 1.5f;
    job.param[0] = (rr_param){m.f + 16, RR_F32, 0, 0};
    must_run(d, &job, m.f + 8);
    job.index = m.u + 4;
    refused(d, &job, m.f + 8, RR_ERR_OVERLAP, "index");
    job.index = m.u + 8;   /* just after out */
    for (int i = 0; i < 64; ++i) m.f[i] = 1.5f;
    must_run(d, &job, m.f + 8);
    job.index = NULL;
    for (rr_type type = RR_F32; type <= RR_U64; ++type) {   /* one value that ends where out begins, and a byte further */
        const char *const at = (char *)(m.f + 8) - (type == RR_F64 || type == RR_I64 || type == RR_U64 ? 8 : 4);
        job.param[0] = (rr_param){at + 1, type, 0, 0};
        refused(d, &job, m.f + 8, RR_ERR_OVERLAP, "shape");
        job.param[0].data = at;
        job.out = m.f + 8;
        assert_int_not_equal(rr_run(d, &job, NULL), RR_ERR_OVERLAP);
    }
    (void)state;
}

static void nothing(void **state)
{
    const rr_sampler *s;
    rr_type dtype;
    for (unsigned t = 0; sampler_and_type(t, &s, &dtype); ++t) {
        rr_job job = job_of(s, dtype, UINT64_MAX, 0, SHARED, 1);
        rr_result result = RR_RESULT_INIT;
        job.out = NULL;
        assert_int_equal(rr_run(device("cpu"), &job, &result), RR_OK);
        assert_int_equal(rr_run(device("cpu,threads=3"), &job, NULL), RR_OK);
        job.rows = 5, job.cols = 0;
        assert_int_equal(rr_run(device("cpu"), &job, &result), RR_OK);
        assert_true(result.bad_index == UINT64_MAX && !result.failed && !result.message[0]);
    }
    (void)state;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(bad_arguments), TEST(index_end), TEST(max_elements), TEST(overlaps), TEST(nothing),
    };
    return RUN(tests);
}
