/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The last slots of a small tile try several attempts at once under compact and fixed:M+: the samples equal those of loop,
 * and the number of passes is the smallest that the lanes allow. A sample of `attempts` is the number of its attempts. */
#include "tests/support/support.h"

static const float ACCEPTS[] = {0.01f, 0.05f, 0.2f, 0.5f, 0.9f};
enum { SOME = sizeof ACCEPTS / sizeof *ACCEPTS, MAX = 513 };

static rr_job attempts(const float *accept, uint64_t n, const char *by, void *out)
{
    rr_job job = RR_JOB_INIT;
    job.sampler = rr_sampler_find("attempts");
    job.dtype = RR_U32;
    job.stream = rr_stream_make(11, 40);
    job.rows = n;
    job.param[0] = (rr_param){accept, RR_F32, 0, 0};
    job.strategy = strategy(by);
    job.out = out;
    return job;
}

static void same_samples(void **state)
{
    static uint32_t want[MAX], have[MAX];
    const char *names[8];
    const unsigned sets = isas(names);
    (void)state;
    for (unsigned a = 0; a < SOME; ++a) {
        const rr_job whole = attempts(&ACCEPTS[a], MAX, "loop", want);
        must_run(device("cpu:scalar"), &whole, want);
        for (unsigned i = 0; i < sets; ++i)
            for (uint64_t n = 1; n <= MAX; n = n == 40 ? 511 : n + 1)
                for (int plus = 0; plus < 2; ++plus) {
                    const rr_job job = attempts(&ACCEPTS[a], n, plus ? "fixed:2+" : "compact", have);
                    must_run(device("%s,warp=4", names[i]), &job, have);
                    same_bits(want, have, n, 4, "%s, accept %g, %d samples", names[i], (double)ACCEPTS[a], (int)n);
                }
    }
}

/* The number of registers of lanes for one sample that needs this number of attempts; the first two are made alone. */
static uint64_t passes(uint64_t needed, uint64_t lanes)
{
    return needed <= 2 ? needed : 2 + (needed - 2 + lanes - 1) / lanes;
}

static void few_passes(void **state)
{
    rr_device_info info;
    (void)state;
    for (size_t number = 0; rr_device_list(number, &info) && strcmp(info.name, "cpu:warp32"); ++number)
        for (unsigned a = 0; info.available && a < SOME; ++a)
            for (uint64_t k = 0; k < 200; ++k) {
                uint32_t needed;
                rr_result result = RR_RESULT_INIT;
                rr_job job = attempts(&ACCEPTS[a], 1, "compact", &needed);
                job.stream.next = k;
                job.flags = RR_COUNT;
                assert_int_equal(rr_run(device("%s", info.name), &job, &result), RR_OK);
                const uint64_t want = passes(needed, info.lanes);
                assert_int_equal(result.counts.calls, want);
                assert_int_equal(result.counts.steps, want);
                assert_int_equal(result.counts.lane_attempts, want * info.lanes);
                assert_int_equal(result.counts.iterations[0], 1);
                assert_true(result.counts.accepted >= 1 && result.counts.accepted <= info.lanes);
            }
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(same_samples), TEST(few_passes)};
    return RUN(tests);
}
