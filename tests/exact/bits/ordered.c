/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* ordered-logistic: all probabilities against the logistic's, within 6 standard errors; per-sample and shared eta, every
 * type, strategy and instruction set give the same numbers; overflow; refusals. */
#include <math.h>

#include "tests/support/support.h"

enum { CUTS = 5, N = 1 << 20, FEW = 5000 };

static const double cuts[CUTS] = {-10, -1, 0.25, 2, 13};

static rr_job ordered(const double *eta, ptrdiff_t step, const double *cut, uint64_t number, uint64_t n)
{
    rr_job job = RR_JOB_INIT;
    job.sampler = rr_sampler_find("ordered-logistic");
    job.dtype = RR_I64;
    job.stream = rr_stream_make(17, 3);
    job.rows = n;
    job.param[0] = (rr_param){eta, RR_F64, step, 0};
    job.param[1] = (rr_param){cut, RR_F64, 0, 8};
    job.dims.n = number;
    return job;
}

/* P(X <= k) is 1 / (1 + e^(eta - c_k)); differences are computed from the nearer end. */
static double chance(double eta, int k)
{
    const double low = k ? cuts[k - 1] - eta : -INFINITY, high = k < CUTS ? cuts[k] - eta : INFINITY;
    if (low > 0) return 1 / (1 + exp(low)) - 1 / (1 + exp(high));
    return 1 / (1 + exp(-high)) - 1 / (1 + exp(-low));
}

static void law(void **state)
{
    static int64_t x[N];
    (void)state;
    for (double eta = -3; eta < 4; eta += 3) {
        int count[CUTS + 1] = {0};
        rr_job job = ordered(&eta, 0, cuts, CUTS, N);
        must_run(device("cpu"), &job, x);
        for (int i = 0; i < N; ++i) {
            assert_in_range(x[i], 0, CUTS);
            ++count[x[i]];
        }
        for (int k = 0; k <= CUTS; ++k) {
            const double p = chance(eta, k), off = count[k] - N * p;
            if (!(fabs(off) <= 6 * sqrt(N * p * (1 - p)) + 4))
                fail_msg("eta %g: %d are %d, not %g", eta, count[k], k, N * p);
        }
    }
}

static void same_everywhere(void **state)
{
    static const char *const strategies[] = {"loop", "cached", "regroup", "refill", "compact", "auto"};
    static double eta[FEW];
    static int64_t want[FEW], have[FEW];
    static float narrow[FEW];
    const char *names[8];
    const unsigned count = isas(names);
    (void)state;
    for (int i = 0; i < FEW; ++i) eta[i] = 0.01 * i - 25;
    rr_job job = ordered(eta, 8, cuts, CUTS, FEW);
    must_run(device("cpu:scalar"), &job, want);
    for (unsigned d = 0; d < count; ++d)
        for (size_t s = 0; s < sizeof strategies / sizeof *strategies; ++s) {
            job.strategy = strategy(strategies[s]);
            must_run(device("%s,threads=%d,tile=%d", names[d], 1 + (int)(s % 3), 64 << s % 4), &job, have);
            same_bits(want, have, FEW, 8, "%s %s", names[d], strategies[s]);
        }
    job.dtype = RR_F32;
    must_run(device("cpu"), &job, narrow);
    for (int i = 0; i < FEW; ++i) assert_true((double)narrow[i] == (double)want[i]);
    for (int i = 0; i < FEW; i += 613) {
        rr_job one = ordered(&eta[i], 0, cuts, CUTS, 1);
        one.stream.next = (uint64_t)i;
        must_run(device("cpu"), &one, have);
        assert_int_equal(have[0], want[i]);
    }
}

/* More cut points than a table of weights compares at once; shifted cut points; differences that overflow. */
static void ends(void **state)
{
    static double many[300];
    static int64_t x[FEW], y[FEW];
    static const double far[2] = {-1.7e308, 1.7e308}, high = 1e300, zero = 0, shift = 0.5;
    (void)state;
    for (int k = 0; k < 300; ++k) many[k] = (k - 150) * 0.0625;
    rr_job job = ordered(&zero, 0, many, 300, FEW);
    must_run(device("cpu"), &job, x);
    for (int k = 0; k < 300; ++k) many[k] += shift;
    job.param[0].data = &shift;
    must_run(device("cpu"), &job, y);
    same_bits(x, y, FEW, 8, "shifted cut points");
    job = ordered(&high, 0, far, 2, FEW);
    must_run(device("cpu"), &job, x);
    for (int i = 0; i < FEW; ++i) assert_int_equal(x[i], 1);
}

static void refused(void **state)
{
    static const struct {
        double cut[3];
        uint64_t number;
        ptrdiff_t row_stride;
        rr_status status;
        const char *message;
    } bad[] = {
        {{0, 0, 1}, 3, 0, RR_ERR_PARAM, "element 1 of cutpoints is 0; all are finite, and each is above the one before it"},
        {{0, 1, 0.5}, 3, 0, RR_ERR_PARAM, "element 2 of cutpoints is 0.5"},
        {{0, NAN, 1}, 3, 0, RR_ERR_PARAM, "element 1 of cutpoints is nan"},
        {{0, 1, INFINITY}, 3, 0, RR_ERR_PARAM, "element 2 of cutpoints is inf"},
        {{-INFINITY, 1, 2}, 3, 0, RR_ERR_PARAM, "element 0 of cutpoints is -inf"},
        {{0, 1, 2}, 3, 24, RR_ERR_ARGUMENT, "one array for all samples"},
        {{0, 1, 2}, 0, 0, RR_ERR_ARGUMENT, "dims.n is 0: cutpoints takes N from 1 to 268435456"},
    };
    static const double eta = 0;
    int64_t x[2] = {7, 7};
    (void)state;
    for (size_t k = 0; k < sizeof bad / sizeof *bad; ++k) {
        rr_result result = RR_RESULT_INIT;
        rr_job job = ordered(&eta, 0, bad[k].cut, bad[k].number, 2);
        job.param[1].row_stride = bad[k].row_stride;
        job.out = x;
        assert_int_equal(rr_run(device("cpu"), &job, &result), bad[k].status);
        if (!strstr(result.message, bad[k].message)) fail_msg("%s", result.message);
        assert_int_equal(rr_check(device("cpu"), &job, &result), bad[k].status);
        assert_int_equal(x[0], 7);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(law), TEST(same_everywhere), TEST(ends), TEST(refused)};
    return RUN(tests);
}
