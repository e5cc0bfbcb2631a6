/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* polya-gamma-sum and polya-gamma-real of many terms: an additional term is added to the same sample, and means and
 * variances are right up to the largest b. */
#include <math.h>

#include "tests/support/support.h"

static void draw(const char *name, rr_type dtype, double b, uint64_t rows, double *x)
{
    static const double z = 1;
    float f[64];
    rr_job job = RR_JOB_INIT;
    job.sampler = rr_sampler_find(name);
    job.dtype = dtype;
    job.stream = rr_stream_make(5, 9);
    job.rows = rows;
    job.cols = 1;
    job.param[0] = (rr_param){&b, RR_F64, 0, 0};
    job.param[1] = (rr_param){&z, RR_F64, 0, 0};
    must_run(device("cpu"), &job, dtype == RR_F64 ? (void *)x : (void *)f);
    for (uint64_t i = 0; dtype == RR_F32 && i < rows; ++i) x[i] = (double)f[i];
}

/* The mean of one term, and its variance: tanh(z / 2) / (2 z), (sinh z - z) / (4 z^3 cosh^2(z / 2)), z = 1. */
static double mean_of_one(void) { return tanh(0.5) / 2; }
static double variance_of_one(void) { return (sinh(1) - 1) / (4 * cosh(0.5) * cosh(0.5)); }

static void check_sums(const char *what, const double *x, uint64_t n, double b)
{
    const double mean = b * mean_of_one(), variance = b * variance_of_one();
    double sum = 0, square = 0;
    for (uint64_t i = 0; i < n; ++i) {
        sum += x[i] - mean;
        square += (x[i] - mean) * (x[i] - mean) / variance;
    }
    const double z = sum / sqrt((double)n * variance), spread = (square - (double)n) / sqrt(2 * (double)n);
    if (!(fabs(z) < 5)) fail_msg("%s of %g: the mean is %g sd off", what, b, z);
    if (!(fabs(spread) < 5)) fail_msg("%s of %g: the variance is %g sd off", what, b, spread);
}

static void one_more(void **state)
{
    enum { N = 64 };
    double before[N], x[N];
    (void)state;
    for (rr_type dtype = RR_F32; dtype <= RR_F64; ++dtype) {
        draw("polya-gamma-sum", dtype, 4095, N, before);
        for (double b = 4096; b <= 4098; ++b) {
            draw("polya-gamma-sum", dtype, b, N, x);
            check_sums("polya-gamma-sum", x, N, b);
            for (int i = 0; i < N; ++i)
                if (!(x[i] - before[i] > 0.004 && x[i] - before[i] < 8)) fail_msg("term %g adds %g", b, x[i] - before[i]);
            memcpy(before, x, sizeof x);
        }
    }
}

static void largest(void **state)
{
    enum { N = 8 };
    double x[N];
    (void)state;
    for (rr_type dtype = RR_F32; dtype <= RR_F64; ++dtype) {
        draw("polya-gamma-sum", dtype, 0x1p20, N, x);
        check_sums("polya-gamma-sum", x, N, 0x1p20);
        draw("polya-gamma-real", dtype, 99999.5, N, x);
        check_sums("polya-gamma-real", x, N, 99999.5);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(one_more), TEST(largest)};
    return RUN(tests);
}
