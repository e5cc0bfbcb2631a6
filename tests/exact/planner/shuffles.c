/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Shuffles that strategies count (RR_COUNT): fixed:M two for each step of its reduction and one for the winner's value;
 * regroup two per step, for the attempt numbers and the values; regroup:ahead two for this row and two for the next. */
#include "tests/support/strategies.h"
#include "tests/support/support.h"

enum { N = 3200, LANES = 32 };

static rr_counts counts_of(const char *strategy_text)
{
    static uint32_t out[N];
    static const float accept = 0.4f;
    rr_job job = RR_JOB_INIT;
    rr_result result = RR_RESULT_INIT;
    job.sampler = rr_sampler_find("attempts");
    job.dtype = RR_U32;
    job.stream = rr_stream_make(3, 9);
    job.rows = N;
    job.param[0] = (rr_param){&accept, RR_F32, 0, 0};
    job.strategy = strategy(strategy_text);
    job.flags = RR_COUNT;
    job.out = out;
    const rr_status status = rr_run(device("cpu:scalar,warp=32,tile=4096,threads=1"), &job, &result);
    assert_true(status == RR_OK || status == RR_ERR_FAILED);
    return result.counts;
}

static void fixed_reduces(void **state)
{
    static const struct {
        const char *strategy;
        uint64_t lanes, steps, rounds;   /* per sample; per reduction; reductions per sample */
    } cases[] = {{"fixed:1", 1, 0, 1}, {"fixed:2", 2, 1, 1},   {"fixed:5", 8, 3, 1},
                 {"fixed:8", 8, 3, 1}, {"fixed:32", 32, 5, 1}, {"fixed:100", 32, 5, 4}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        const uint64_t rows = N * cases[i].lanes / LANES, want = rows * cases[i].rounds * (2 * cases[i].steps + 1);
        assert_int_equal(counts_of(cases[i].strategy).shuffles, want);
    }
}

static void regroup_deals(void **state)
{
    const rr_counts now = counts_of("regroup"), ahead = counts_of("regroup:ahead");
    (void)state;
    assert_true(now.steps >= N / LANES && ahead.steps >= N / LANES);
    assert_int_equal(now.shuffles, 2 * now.steps);
    assert_int_equal(ahead.shuffles, 4 * ahead.steps);
}

/* True if the shuffles of this strategy are counted above. */
static int shuffles(const char *text)
{
    return !strncmp(text, "fixed:", 6) || !strcmp(text, "regroup") || !strcmp(text, "regroup:ahead");
}

static void others_do_not(void **state)
{
    char text[32];
    (void)state;
    for (unsigned k = 1; strategy_text(k, text); ++k) {
        const uint64_t have = counts_of(text).shuffles;
        if (have && !shuffles(text)) fail_msg("%s counts %llu shuffles, not 0", text, (unsigned long long)have);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(fixed_reduces), TEST(regroup_deals), TEST(others_do_not)};
    return RUN(tests);
}
