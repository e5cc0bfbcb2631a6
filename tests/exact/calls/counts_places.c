/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The element that a result names: its number in the caller's job, however the job is divided into pieces, tiles and
 * threads, and the lowest of several. Counts too large for a 32-bit integer are 0, and the lowest one is named; numbers of
 * an order have 64 bits. */
#include <math.h>

#include "tests/support/support.h"

#include "reroll_order.h"

enum { N = 140000 };

static const uint64_t places[] = {0, 1, 62, 63, 64, 65, 4095, 4096, 32767, 32768, 65535, 65536, 65537, 99999, 131072, N - 1};
enum { PLACES = sizeof places / sizeof *places };

static const char *const devices[] = {"cpu", "cpu,threads=2", "cpu,tile=64", "cpu,threads=3,tile=64", "cpu:scalar",
                                      "cpu:warp32,threads=2"};
enum { DEVICES = sizeof devices / sizeof *devices };

static double sd[N];

static void expect(const rr_device *d, rr_job job, uint64_t place)
{
    rr_result run = RR_RESULT_INIT, check = RR_RESULT_INIT;
    assert_int_equal(rr_run(d, &job, &run), RR_ERR_PARAM);
    assert_int_equal(rr_check(d, &job, &check), RR_ERR_PARAM);
    char named[32];
    snprintf(named, sizeof named, "element %llu ", (unsigned long long)place);
    if (run.bad_index != place || check.bad_index != place || !strstr(run.message, named) || !strstr(check.message, named))
        fail_msg("%s of %llu x %llu: %llu, %llu and \"%s\", not %llu", job.sampler->name, (unsigned long long)job.rows,
                 (unsigned long long)job.cols, (unsigned long long)run.bad_index, (unsigned long long)check.bad_index,
                 run.message, (unsigned long long)place);
}

static void bad_elements(void **state)
{
    static const struct { const char *sampler; rr_type dtype; uint64_t cols; } jobs[] = {
        {"normal", RR_F32, 1}, {"normal", RR_F64, 1}, {"gamma", RR_F32, 7}, {"poisson", RR_I64, 1}, {"rice", RR_F64, 1},
        {"zipf", RR_I32, 1}};
    static const double two = 2;
    static double out[N];
    (void)state;
    for (size_t j = 0; j < sizeof jobs / sizeof *jobs; ++j)
        for (unsigned k = 0; k < PLACES; ++k) {
            rr_job job = RR_JOB_INIT;
            job.sampler = rr_sampler_find(jobs[j].sampler);
            const uint32_t p = job.sampler->params - 1;   /* a scale, a mean, or a shape */
            for (int i = 0; i < N; ++i) sd[i] = 2;
            job.dtype = jobs[j].dtype, job.rows = N / jobs[j].cols, job.cols = jobs[j].cols, job.out = out;
            job.stream.next = k % 2 ? ((uint64_t)1 << 32) - 70 : 5;
            for (uint32_t q = 0; q < p; ++q) job.param[q] = (rr_param){&sd[0], RR_F64, 0, 0};
            job.param[p] = (rr_param){sd, RR_F64, 8 * (ptrdiff_t)jobs[j].cols, 8};
            if (!p) job.param[0].data = sd;
            else job.param[0].data = &two;
            const uint64_t place = places[k] < job.rows * job.cols ? places[k] : job.rows * job.cols - 1;
            sd[place] = -1;
            for (unsigned d = k % 2; d < DEVICES; d += 2) expect(device("%s", devices[d]), job, place);
            if (k + 1 < PLACES && places[k + 1] < job.rows * job.cols) sd[places[k + 1]] = -1;   /* the lowest of two */
            expect(device("%s", devices[k % DEVICES]), job, place);
        }
}

/* fixed:1 leaves samples: their number, and the lowest. */
static void left_samples(void **state)
{
    static float out[N];
    (void)state;
    for (unsigned d = 0; d < DEVICES; ++d)
        for (unsigned from = 0; from < 3; ++from) {
            rr_job job = RR_JOB_INIT;
            rr_result result = RR_RESULT_INIT;
            static const double shape = 1e6;   /* one attempt in 3e7 is rejected: most calls leave no sample or one */
            uint64_t lost = 0, lowest = UINT64_MAX;
            const double usual = 2;
            job.sampler = rr_sampler_find("gamma"), job.dtype = RR_F32, job.rows = N, job.out = out;
            job.param[0] = (rr_param){from == 2 ? &shape : &usual, RR_F64, 0, 0};
            job.strategy = strategy("fixed:1"), job.stream.next = from * 1000003u;
            const rr_status status = rr_run(device("%s", devices[d]), &job, &result);
            for (uint64_t i = N; i-- > 0;)
                if (out[i] != out[i]) lowest = i, ++lost;
            assert_int_equal(status, lost ? RR_ERR_FAILED : RR_OK);
            assert_true(result.failed == lost && result.failed_index == lowest);
        }
}

/* Counts past 2^31, and past 2^32, at parameters that 32 bits accept: for all other distributions they are too unlikely to
 * be drawn here. */
static const struct { const char *sampler; double param[2]; } large[] = {
    {"geometric", {4.66e-10}}, {"geometric", {1e-9}},
};

static void check_fit(const char *name, const int64_t *whole, const void *out, rr_type dtype, rr_status status,
                      const rr_result *result)
{
    const int64_t low = dtype == RR_I32 ? INT32_MIN : 0, high = dtype == RR_I32 ? INT32_MAX : UINT32_MAX;
    uint64_t lowest = UINT64_MAX, past = 0;
    for (uint64_t i = N; i-- > 0;) {
        const int64_t have = dtype == RR_I32 ? ((const int32_t *)out)[i] : (int64_t)((const uint32_t *)out)[i];
        const int fits = whole[i] >= low && whole[i] <= high;
        if (have != (fits ? whole[i] : 0))
            fail_msg("%s: element %llu is %lld, and %lld in 64 bits", name, (unsigned long long)i, (long long)have,
                     (long long)whole[i]);
        if (!fits) lowest = i, ++past;
    }
    if (past < 50) fail_msg("%s: %llu do not fit: this sees nothing", name, (unsigned long long)past);
    if (status != (past ? RR_ERR_FIT : RR_OK) || result->failed_index != lowest)
        fail_msg("%s: status %d, element %llu, not %llu", name, status, (unsigned long long)result->failed_index,
                 (unsigned long long)lowest);
}

static void counts_that_fit(void **state)
{
    static int64_t whole[N], out[N];
    (void)state;
    for (size_t j = 0; j < sizeof large / sizeof *large; ++j)
        for (unsigned d = 0; d < DEVICES; ++d)
            for (int t = 0; t < 2; ++t) {
                rr_job job = RR_JOB_INIT;
                rr_result result = RR_RESULT_INIT;
                job.sampler = rr_sampler_find(large[j].sampler), job.rows = N, job.stream.next = 40;
                for (int p = 0; p < 2; ++p) job.param[p] = (rr_param){&large[j].param[p], RR_F64, 0, 0};
                job.dtype = RR_I64;
                must_run(device("cpu"), &job, whole);
                job.dtype = t ? RR_U32 : RR_I32;
                if (!(job.sampler->dtypes >> job.dtype & 1)) continue;
                job.out = out;
                const rr_status status = rr_run(device("%s", devices[d]), &job, &result);
                if (status && status != RR_ERR_FIT) fail_msg("%s: %s", large[j].sampler, result.message);
                check_fit(large[j].sampler, whole, out, job.dtype, status, &result);
            }
}

/* No strategy reports an invalid parameter as a count that does not fit. */
static void invalid_is_not_unfit(void **state)
{
    const double a[8] = {NAN, 3, 3, 3, 3, 3, 3, 3};
    rr_strategy_info strategy;
    int32_t out[8];
    (void)state;
    for (size_t k = 0; rr_strategy_list(k, &strategy); ++k) {
        rr_job job = RR_JOB_INIT;
        rr_result result = RR_RESULT_INIT;
        job.sampler = rr_sampler_find("zipf"), job.dtype = RR_I32, job.rows = 8, job.out = out;
        job.param[0] = (rr_param){a, RR_F64, 8, 0};
        job.strategy = strategy.example;
        assert_int_equal(rr_run(device("cpu"), &job, &result), RR_ERR_PARAM);
        assert_true(result.bad_index == 0 && result.failed == 0 && result.failed_index == UINT64_MAX);
    }
}

/* Numbers of an order above 2^31 and 2^32: increasing, different, below n, and spread over the whole range. */
static void wide_orders(void **state)
{
    enum { K = 4000 };
    static const uint64_t sizes[] = {4000000000u, 4294967297u, (uint64_t)1 << 40, (uint64_t)1 << 62, (uint64_t)1 << 63};
    static int64_t x[K];
    (void)state;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; ++i) {
        unsigned cells[8] = {0};
        assert_int_equal(rr_choose(rr_stream_make(7, 1), sizes[i], K, x, NULL), RR_OK);
        for (int k = 0; k < K; ++k) {
            if (k && x[k] <= x[k - 1]) fail_msg("choose of %llu: number %d does not rise", (unsigned long long)sizes[i], k);
            assert_true(x[k] >= 0 && (uint64_t)x[k] < sizes[i]);
            ++cells[(uint64_t)x[k] / (sizes[i] / 8 + 1)];
        }
        for (int c = 0; c < 8; ++c)   /* 500 each, 8 standard deviations of 21 */
            if (cells[c] < 330 || cells[c] > 670)
                fail_msg("choose of %llu: %u in eighth %d", (unsigned long long)sizes[i], cells[c], c);
        memset(cells, 0, sizeof cells);
        assert_int_equal(rr_bijection(rr_stream_make(7, 1), sizes[i], sizes[i] - K, K, x, NULL), RR_OK);
        for (int k = 0; k < K; ++k) {
            assert_true(x[k] >= 0 && (uint64_t)x[k] < sizes[i]);
            ++cells[(uint64_t)x[k] / (sizes[i] / 8 + 1)];
        }
        for (int c = 0; c < 8; ++c)
            if (cells[c] < 330 || cells[c] > 670)
                fail_msg("bijection of %llu: %u in eighth %d", (unsigned long long)sizes[i], cells[c], c);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(bad_elements), TEST(left_samples), TEST(counts_that_fit),
                                       TEST(invalid_is_not_unfit), TEST(wide_orders)};
    return RUN(tests);
}
