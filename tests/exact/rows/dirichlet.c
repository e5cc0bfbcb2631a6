/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* dirichlet: rows. The same bits from every strategy, instruction set, thread count and cut; sums; long rows;
 * tiny and large shapes; refusals and failed rows; the distribution of a component.
 *
 * Distribution: 2^18 rows, a component against its beta distribution in 64 equal cells where the distribution function is
 * elementary; chi-square of 63 degrees above 130 has probability 1e-6, and a cell that is off by 6 % is seen. Means: within
 * 5.5 standard errors (4e-8 per component). */
#include <math.h>

#include "tests/support/support.h"
#include "tests/support/rows.h"

static rr_job rows_job(const double *alpha, rr_type dtype, uint64_t first, uint64_t rows, uint64_t cols)
{
    rr_job job = RR_JOB_INIT;
    job.sampler = rr_sampler_find("dirichlet");
    job.dtype = dtype;
    job.stream = rr_stream_make(11, 4);
    job.stream.next = first;
    job.rows = rows;
    job.cols = cols;
    job.param[0] = (rr_param){alpha, RR_F64, 0, 8};
    return job;
}

static const double mixed[] = {0.02, 0.1, 0.25, 0.5, 1, 1, 1.5, 2, 3.5, 8, 15, 40, 0.001, 7, 0.9, 1e4, 3};

static void same_everywhere(void **state)
{
    static const char *const strategies[] = {"loop",   "cached",  "regroup", "regroup:ahead",
                                             "refill", "compact", "auto",    "grouped:4"};
    static const uint64_t columns[] = {1, 2, 3, 8, 16, 17};
    const char *names[8];
    const unsigned count = isas(names);
    (void)state;
    for (int wide = 0; wide < 2; ++wide)
        for (size_t k = 0; k < sizeof columns / sizeof *columns; ++k) {
            const rr_type dtype = wide ? RR_F64 : RR_F32;
            const uint64_t rows = 4000, n = rows * columns[k], size = width(dtype);
            rr_job job = rows_job(mixed, dtype, 5, rows, columns[k]);
            char *want = malloc(n * size), *have = malloc(n * size);
            must_run(device("cpu:scalar"), &job, want);
            for (unsigned d = 0; d < count; ++d)
                for (size_t s = 0; s < sizeof strategies / sizeof *strategies; ++s) {
                    job.strategy = strategy(strategies[s]);
                    memset(have, 0x55, n * size);
                    must_run(device("%s,threads=%d,tile=%d", names[d], 1 + (int)(s % 3), 64 << s % 4), &job, have);
                    same_bits(want, have, n, (unsigned)size, "%s %s %d columns", names[d], strategies[s], (int)columns[k]);
                }
            job.rows = 100;   /* rows 1000 ... 1099 alone */
            job.stream.next += 1000;
            must_run(device("cpu"), &job, have);
            same_bits(want + 1000 * columns[k] * size, have, 100 * columns[k], (unsigned)size, "a piece of %d columns",
                      (int)columns[k]);
            free(want);
            free(have);
        }
}

/* Long rows, each longer than a thread's piece. */
static void long_rows(void **state)
{
    const uint64_t cols = 100003, rows = 3;
    const double half = 0.5;
    double *want = malloc(rows * cols * 8), *have = malloc(rows * cols * 8);
    rr_job job = rows_job(&half, RR_F64, 0, rows, cols);
    (void)state;
    job.param[0].col_stride = 0;
    must_run(device("cpu:scalar"), &job, want);
    must_run(device("cpu,threads=3"), &job, have);
    same_bits(want, have, rows * cols, 8, "long rows");
    for (uint64_t r = 0; r < rows; ++r) {
        long double sum = 0;
        for (uint64_t c = 0; c < cols; ++c) sum += want[r * cols + c];
        assert_true(fabsl(sum - 1) < 2 * 0x1p-52L);
    }
    free(want);
    free(have);
}

/* The largest |sum - 1| of rows of `cols` columns, in half ulps of 1; *hash becomes FNV-1a of all values. */
static double worst_sum(int wide, uint64_t rows, uint64_t cols, uint64_t *hash)
{
    const size_t size = wide ? 8 : 4;
    unsigned char *out = malloc(rows * cols * size);
    long double worst = 0;
    rr_job job = rows_job(mixed, wide ? RR_F64 : RR_F32, 0, rows, cols);
    double *alpha = malloc(cols * sizeof *alpha);
    for (uint64_t c = 0; c < cols; ++c) alpha[c] = mixed[c % 11];
    job.param[0].data = alpha;
    must_run(device("cpu"), &job, out);
    for (uint64_t r = 0; r < rows; ++r) {
        long double sum = 0;
        for (uint64_t c = 0; c < cols; ++c)
            sum += wide ? ((double *)(void *)out)[r * cols + c] : ((float *)(void *)out)[r * cols + c];
        worst = fmaxl(worst, fabsl(sum - 1));
    }
    *hash = 0xcbf29ce484222325u;
    for (size_t i = 0; i < rows * cols * size; ++i) *hash = (*hash ^ out[i]) * 0x100000001b3u;
    free(alpha);
    free(out);
    return (double)(worst * (wide ? 0x1p53L : 0x1p24L));
}

/* A row's divisor is its sum in pairs of numbers, rounded once: half an ulp. The roundings of the quotients add up to far
 * less, since they cancel over many columns. A plain sum is off by 1.8 to 8 half ulps here. The hashes freeze the rows'
 * bits: a different hash is a change of the contract. */
static void sums_are_rounded_once(void **state)
{
    static const struct {
        uint64_t rows, cols, hash[2];
        double max;
    } cases[] = {
        {1000, 33, {0xb9b972fb5bcd5534, 0x3909db49c6cc6e82}, 1.4},
        {100, 1000, {0xbb9dafce72e0ee88, 0x6917fb8a353019df}, 1.2},
        {3, 100000, {0xd8cbebd60759d07c, 0x9b08439f125b3e98}, 1.2},
    };
    (void)state;
    for (size_t k = 0; k < sizeof cases / sizeof *cases; ++k)
        for (int wide = 0; wide < 2; ++wide) {
            uint64_t hash;
            const double worst = worst_sum(wide, cases[k].rows, cases[k].cols, &hash);
            if (worst > cases[k].max) fail_msg("%d columns: sums off by %g half ulps", (int)cases[k].cols, worst);
            if (hash != cases[k].hash[wide])
                fail_msg("%d columns f%d: other bits, 0x%016llx", (int)cases[k].cols, wide ? 64 : 32,
                         (unsigned long long)hash);
        }
}

/* Sums within 2 ulp of one, no NaN; at 1e-3 a row has one large component, never equal ones. */
static void sums(void **state)
{
    static const double shapes[] = {1e-30, 1e-3, 0.3, 1, 50, 1e7};
    enum { ROWS = 4000, COLS = 7 };
    static float x32[ROWS * COLS];
    static double x64[ROWS * COLS];
    (void)state;
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; ++i)
        for (int wide = 0; wide < 2; ++wide) {
            rr_job job = rows_job(&shapes[i], wide ? RR_F64 : RR_F32, 0, ROWS, COLS);
            unsigned equal = 0, one = 0;
            job.param[0].col_stride = 0;
            must_run(device("cpu"), &job, wide ? (void *)x64 : (void *)x32);
            for (int r = 0; r < ROWS; ++r) {
                long double sum = 0;
                double max = 0;
                int near = 1;
                for (int c = 0; c < COLS; ++c) {
                    const double v = wide ? x64[r * COLS + c] : x32[r * COLS + c];
                    assert_true(v >= 0 && v <= 1);
                    sum += v;
                    max = fmax(max, v);
                    near &= fabs(v - 1. / COLS) < 1e-3;
                }
                if (!(fabsl(sum - 1) <= 2 * (wide ? 0x1p-52L : 0x1p-23L)))
                    fail_msg("shape %g row %d: sum - 1 = %Lg", shapes[i], r, sum - 1);
                equal += near;
                one += max > 0.99;
            }
            if (shapes[i] <= 1e-3) assert_true(equal == 0 && one > 0.95 * ROWS);
        }
}

/* ---- Distribution ------------------------------------------------------------------------------------------------ */

static double uniform_cdf(double x) { return x; }
static double arcsine_cdf(double x) { return 0.63661977236758134 * asin(sqrt(x)); }
static double triangle_cdf(double x) { return 1 - (1 - x) * (1 - x); }
static double third_cdf(double x) { return 1 - pow(1 - x, 2.5); }   /* beta(1, 5/2) */

static void component(const double *alpha, int cols, int c, double (*cdf)(double), int wide)
{
    enum { ROWS = 1 << 18, CELLS = 64 };
    void *out = malloc((size_t)ROWS * (size_t)cols * 8);
    double count[CELLS] = {0}, chi2 = 0;
    rr_job job = rows_job(alpha, wide ? RR_F64 : RR_F32, 7, ROWS, (uint64_t)cols);
    must_run(device("cpu"), &job, out);
    for (int r = 0; r < ROWS; ++r) {
        const double u = cdf(wide ? ((double *)out)[r * cols + c] : ((float *)out)[r * cols + c]);
        ++count[u < 1 ? (int)(u * CELLS) : CELLS - 1];
    }
    for (int i = 0; i < CELLS; ++i) chi2 += pow(count[i] - (double)ROWS / CELLS, 2) / ((double)ROWS / CELLS);
    if (chi2 > 130) fail_msg("component %d of %d: chi-square %g of 63 degrees", c, cols, chi2);
    free(out);
}

static void components(void **state)
{
    static const double one[] = {1, 1, 1, 1}, half[] = {0.5, 0.5}, last[] = {0.7, 1.8, 1};
    (void)state;
    for (int wide = 0; wide < 2; ++wide) {
        for (int c = 0; c < 2; ++c) component(one, 2, c, uniform_cdf, wide);
        for (int c = 0; c < 3; ++c) component(one, 3, c, triangle_cdf, wide);
        for (int c = 0; c < 2; ++c) component(half, 2, c, arcsine_cdf, wide);
        component(last, 3, 2, third_cdf, wide);
    }
}

/* Means alpha_c / s, second moments (alpha_c + 1) alpha_c / (s (s + 1)), and the covariance of the first two. */
static void moments(void **state)
{
    enum { ROWS = 200000, COLS = 6 };
    static const double alpha[COLS] = {0.001, 0.2, 1, 3, 0.05, 10};
    static double x[ROWS * COLS];
    double s = 0;
    rr_job job = rows_job(alpha, RR_F64, 0, ROWS, COLS);
    (void)state;
    must_run(device("cpu"), &job, x);
    for (int c = 0; c < COLS; ++c) s += alpha[c];
    for (int c = 0; c < COLS; ++c) {
        const double mean = alpha[c] / s, var = mean * (1 - mean) / (s + 1);
        double sum = 0, product = 0;
        for (int r = 0; r < ROWS; ++r) {
            sum += x[r * COLS + c];
            product += (x[r * COLS + c] - mean) * (x[r * COLS + 5] - alpha[5] / s);
        }
        assert_true(fabs(sum / ROWS - mean) < 5.5 * sqrt(var / ROWS));
        const double with = c == 5 ? var : -mean * (alpha[5] / s) / (s + 1),
                     other = alpha[5] / s * (1 - alpha[5] / s) / (s + 1);
        assert_true(fabs(product / ROWS - with) < 12 * sqrt(var * other / ROWS));
    }
}

/* ---- Refusals ---------------------------------------------------------------------------------------------------- */

static void refusals(void **state)
{
    double alpha[4] = {1, 2, 3, 4}, out[8];
    uint64_t index[8] = {0};
    rr_result result = RR_RESULT_INIT;
    rr_job job = rows_job(alpha, RR_F64, 0, 2, 4);
    (void)state;
    job.out = out;
    job.cols = UINT64_C(1) << 32;
    assert_int_equal(rr_run(device("cpu"), &job, &result), RR_ERR_ARGUMENT);
    assert_non_null(strstr(result.message, "columns"));
    job = rows_job(alpha, RR_F64, 0, 2, 4);
    job.out = out;
    job.index = index;
    assert_int_equal(rr_run(device("cpu"), &job, NULL), RR_ERR_ARGUMENT);
    job.index = NULL;
    job.stream.next = UINT64_MAX / 4 - 1;   /* the last component is index 2^64 - 1 */
    assert_int_equal(rr_run(device("cpu"), &job, NULL), RR_OK);
    job.stream.next += 1;
    assert_int_equal(rr_run(device("cpu"), &job, NULL), RR_ERR_INDEX);
    job.stream.next = UINT64_MAX;
    assert_int_equal(rr_run(device("cpu"), &job, NULL), RR_ERR_INDEX);
}

/* A row with a bad shape is NaN as a whole; the others are unchanged. */
static void bad_rows(void **state)
{
    static const double bad[] = {0, -1, NAN, INFINITY, 1e16};
    double alpha[6][3];
    (void)state;
    for (int i = 0; i < 18; ++i) alpha[i / 3][i % 3] = 0.5 + i;
    rr_job job = rows_job(&alpha[0][0], RR_F64, 0, 6, 3);
    job.param[0].row_stride = sizeof alpha[0];
    bad_values_fail_rows(job, "alpha", &alpha[4][1], bad, sizeof bad / sizeof *bad);
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(same_everywhere), TEST(long_rows), TEST(sums_are_rounded_once), TEST(sums),
                                       TEST(components), TEST(moments), TEST(refusals), TEST(bad_rows)};
    return RUN(tests);
}
