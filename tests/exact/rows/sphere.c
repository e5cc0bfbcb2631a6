/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Rows that are multiplied by a number of their own: sphere, ball, multivariate-t. Known answers of their modules (mpmath);
 * the same bits from every strategy, instruction set, thread count, tile and cut; lengths; values per row; refusals and
 * failed rows; the distribution.
 *
 * Distribution: 2^18 rows. A component of a point of the sphere of three dimensions is uniform (Archimedes), and the radius
 * of a ball to the power K: 64 equal cells, chi-square of 63 degrees above 130 has probability 1e-6, and a cell that is off
 * by 6 % is seen. The covariance of multivariate-t within 6 standard errors from its fourth moments (2e-9 per entry). */
#include <math.h>

#include "tests/support/support.h"
#include "tests/support/rows.h"

enum { LAWS = 3, MAX = 40 };

static const char *const laws[LAWS] = {"sphere", "ball", "multivariate-t"};

/* A tridiagonal covariance, by its diagonals. */
static const double diagonals[2 * MAX - 1] = {[MAX - 2] = 0.4, 1, 0.4};
static const double zero = 0, five = 5, one = 1;

static rr_job rows_job(int law, rr_type dtype, uint64_t first, uint64_t rows, uint64_t cols)
{
    rr_job job = RR_JOB_INIT;
    job.sampler = rr_sampler_find(laws[law]);
    job.dtype = dtype;
    job.stream = rr_stream_make(11, 4);
    job.stream.next = first;
    job.rows = rows;
    job.cols = cols;
    job.param[0] = (rr_param){&zero, RR_F64, 0, 0};
    job.param[1] = law == 2 ? (rr_param){&diagonals[MAX - 1], RR_F64, -8, 8} : (rr_param){&one, RR_F64, 0, 0};
    if (law == 2) job.param[2] = (rr_param){&five, RR_F64, 0, 0};
    return job;
}

static double at(const void *x, rr_type dtype, uint64_t k)
{
    return dtype == RR_F64 ? ((const double *)x)[k] : (double)((const float *)x)[k];
}

/* ---- Known answers ------------------------------------------------------------------------------------------------- */

static FILE *answers(const char *name)
{
    FILE *f = fopen(name, "r");
    if (!f) fail_msg("no %s: run this from the root of the repository", name);
    while (fgetc(f) != '\n') assert_false(feof(f));
    return f;
}

/* Rows of a file, each within `margin` half ulps of 1 of the type; scaled: times the number before the row. */
static void known_rows(FILE *f, rr_job job, int cols, int rows, double margin, int scaled)
{
    double want[MAX], have[MAX], scale = 1;
    const double eps = job.dtype == RR_F64 ? 0x1p-53 : 0x1p-24;
    for (int r = 0; r < rows; ++r) {
        unsigned long long index;
        assert_int_equal(fscanf(f, "%llx", &index), 1);
        if (scaled) assert_int_equal(fscanf(f, "%lf", &scale), 1);
        for (int c = 0; c < cols; ++c) assert_int_equal(fscanf(f, "%lf", &want[c]), 1);
        job.stream.next = index;
        must_run(device("cpu"), &job, have);
        for (int c = 0; c < cols; ++c)
            if (!(fabs(at(have, job.dtype, (uint64_t)c) - want[c]) <= margin * eps * (scale + fabs(want[c]))))
                fail_msg("%s row %llx: component %d is %.17g, not %.17g", job.sampler->name, index, c,
                         at(have, job.dtype, (uint64_t)c), want[c]);
    }
}

static void known(void **state)
{
    static const char *const files[2] = {"laws/sphere/answers/sphere.txt", "laws/sphere/answers/ball.txt"};
    unsigned long long seed, stream;
    int cols, rows, bits;
    (void)state;
    for (int law = 0; law < 2; ++law) {
        FILE *f = answers(files[law]);
        int cases = 0;
        for (; fscanf(f, " case f%d %llx %llx %d %d", &bits, &seed, &stream, &cols, &rows) == 5; ++cases) {
            rr_job job = rows_job(law, bits == 64 ? RR_F64 : RR_F32, 0, 1, (uint64_t)cols);
            job.stream = rr_stream_make(seed, stream);
            known_rows(f, job, cols, rows, 32, 0);
        }
        assert_int_equal(cases, 6);
        fclose(f);
    }
}

static void known_t(void **state)
{
    FILE *f = answers("laws/multivariate_normal/answers/multivariate_t.txt");
    unsigned long long seed, stream;
    double df, mean[MAX], shape[MAX * MAX];
    int bits, cols, rows, cases = 0;
    (void)state;
    for (; fscanf(f, " case f%d %llx %llx %d %d %lf", &bits, &seed, &stream, &cols, &rows, &df) == 6; ++cases) {
        double max = 0;
        for (int i = 0; i < cols; ++i) assert_int_equal(fscanf(f, "%lf", &mean[i]), 1);
        for (int i = 0; i < cols * cols; ++i) assert_int_equal(fscanf(f, "%lf", &shape[i]), 1);
        for (int i = 0; i < cols * cols; ++i) max = fmax(max, sqrt(fabs(shape[i])));
        rr_job job = rows_job(2, bits == 64 ? RR_F64 : RR_F32, 0, 1, (uint64_t)cols);
        job.stream = rr_stream_make(seed, stream);
        job.param[0] = (rr_param){mean, RR_F64, 0, 8};
        job.param[1] = (rr_param){shape, RR_F64, 8 * cols, 8};
        job.param[2] = (rr_param){&df, RR_F64, 0, 0};
        known_rows(f, job, cols, rows, 1000 * max, 1);
    }
    assert_int_equal(cases, 14);
    fclose(f);
}

/* ---- The same bits ------------------------------------------------------------------------------------------------- */

static void one_shape(int law, rr_type dtype, uint64_t rows, uint64_t cols)
{
    static const char *const strategies[] = {"loop", "cached", "regroup", "refill", "compact", "auto", "grouped:4"};
    const uint64_t n = rows * cols, size = width(dtype);
    const char *names[8];
    const unsigned count = isas(names);
    double *own = malloc(rows * sizeof *own);
    char *want = malloc(n * size), *have = malloc(n * size);
    rr_job job = rows_job(law, dtype, 5, rows, cols);
    for (uint64_t r = 0; r < rows; ++r) own[r] = 0.1 + (double)(mix(r) % 64);
    job.param[law == 2 ? 2 : 1] = (rr_param){own, RR_F64, 8, 77};   /* col_stride is ignored with one value per row */
    must_run(device("cpu:scalar"), &job, want);
    for (unsigned d = 0; d < count; ++d)
        for (size_t s = 0; s < sizeof strategies / sizeof *strategies; ++s) {
            job.strategy = strategy(strategies[s]);
            memset(have, 0x55, n * size);
            must_run(device("%s,threads=%d,tile=%d", names[d], 1 + (int)(s % 3), 64 << s % 4), &job, have);
            same_bits(want, have, n, (unsigned)size, "%s %s, %s of %d columns", names[d], strategies[s], laws[law],
                      (int)cols);
        }
    job.rows = 100;
    job.stream.next += 1000;
    job.param[law == 2 ? 2 : 1].data = own + 1000;
    must_run(device("cpu"), &job, have);
    same_bits(want + 1000 * cols * size, have, 100 * cols, (unsigned)size, "a piece of %d columns", (int)cols);
    free(own);
    free(want);
    free(have);
}

static void same_everywhere(void **state)
{
    static const uint64_t columns[] = {1, 2, 3, 17, MAX};
    (void)state;
    for (int law = 0; law < LAWS; ++law)
        for (size_t k = 0; k < sizeof columns / sizeof *columns; ++k) {
            one_shape(law, RR_F32, 3000, columns[k]);
            one_shape(law, RR_F64, 3000, columns[k]);
        }
}

/* ---- Lengths; bad rows --------------------------------------------------------------------------------------------- */

static double length_of(const double *x, uint64_t cols)
{
    long double sum = 0;
    for (uint64_t c = 0; c < cols; ++c) sum += (long double)x[c] * x[c];
    return (double)sqrtl(sum);
}

static void lengths(void **state)
{
    static const uint64_t columns[] = {1, 2, 5, 100, 30000};
    (void)state;
    for (size_t k = 0; k < sizeof columns / sizeof *columns; ++k) {
        const uint64_t cols = columns[k], rows = 60000 / cols;
        double *x = malloc(rows * cols * sizeof *x);
        rr_job job = rows_job(0, RR_F64, 0, rows, cols);
        must_run(device("cpu,threads=2"), &job, x);
        for (uint64_t r = 0; r < rows; ++r) assert_true(fabs(length_of(x + r * cols, cols) - 1) < 4 * 0x1p-52);
        job = rows_job(1, RR_F64, 0, rows, cols);
        must_run(device("cpu,threads=2"), &job, x);
        for (uint64_t r = 0; r < rows; ++r) assert_true(length_of(x + r * cols, cols) < 1 + 4 * 0x1p-52);
        free(x);
    }
}

static void bad_rows(void **state)
{
    static const double bad[] = {-1, 0, NAN, INFINITY}, odd[] = {NAN, INFINITY};
    (void)state;
    for (int law = 0; law < LAWS; ++law) {
        double own[6] = {1, 2, 3, 4, 5, 6}, centers[18] = {0}, good[18], x[18];
        rr_job job = rows_job(law, RR_F64, 7, 6, 3);
        const uint32_t p = law == 2 ? 2 : 1;
        job.param[p] = (rr_param){own, RR_F64, 8, 0};
        job.param[0] = (rr_param){centers, RR_F64, 24, 8};
        bad_values_fail_rows(job, job.sampler->param[0].name, &centers[13], odd, 2);
        centers[13] = 0;
        must_run(device("cpu"), &job, good);
        for (size_t b = 0; b < sizeof bad / sizeof *bad - (law == 2); ++b) {   /* df may be inf */
            rr_result result = RR_RESULT_INIT;
            own[4] = bad[b];
            job.out = x;
            assert_int_equal(rr_run(device("cpu"), &job, &result), RR_ERR_PARAM);
            assert_int_equal(result.bad_index, 12);
            assert_non_null(strstr(result.message, job.sampler->param[p].name));
            same_bits(good, x, 12, 8, "rows before");
            same_bits(good + 15, x + 15, 3, 8, "rows after");
            for (int c = 0; c < 3; ++c) assert_true(isnan(x[12 + c]));
        }
    }
}

/* ---- The distribution ---------------------------------------------------------------------------------------------- */

static void check_cells(const char *what, const int count[64], int n)
{
    double chi2 = 0;
    for (int k = 0; k < 64; ++k) chi2 += (count[k] - n / 64.0) * (count[k] - n / 64.0) / (n / 64.0);
    if (chi2 > 130) fail_msg("%s: chi-square %g of 63 degrees", what, chi2);
}

static void law_of_points(void **state)
{
    enum { ROWS = 1 << 18, COLS = 3 };
    static double x[ROWS * COLS];
    int count[COLS][64] = {{0}}, radius[64] = {0};
    (void)state;
    rr_job job = rows_job(0, RR_F64, 1, ROWS, COLS);
    must_run(device("cpu"), &job, x);
    for (int k = 0; k < ROWS * COLS; ++k) ++count[k % COLS][(int)fmin(63, 32 * (x[k] + 1))];
    for (int c = 0; c < COLS; ++c) check_cells("sphere", count[c], ROWS);
    job = rows_job(1, RR_F64, 1, ROWS, COLS);
    must_run(device("cpu"), &job, x);
    for (int r = 0; r < ROWS; ++r) ++radius[(int)fmin(63, 64 * pow(length_of(x + r * COLS, COLS), COLS))];
    check_cells("ball", radius, ROWS);
}

/* With df = 12 the covariance is shape df / (df - 2), and the kurtosis of a component 3 (df - 2) / (df - 4). */
static void law_of_t(void **state)
{
    enum { ROWS = 1 << 18, COLS = 3 };
    static double x[ROWS * COLS];
    const double df = 12, kurtosis = 3 * (df - 2) / (df - 4), by = df / (df - 2);
    (void)state;
    rr_job job = rows_job(2, RR_F64, 1, ROWS, COLS);
    job.param[2] = (rr_param){&df, RR_F64, 0, 0};
    must_run(device("cpu"), &job, x);
    for (int a = 0; a < COLS; ++a)
        for (int b = 0; b <= a; ++b) {
            double sum = 0;
            const double want = by * diagonals[MAX - 1 + a - b], off = by * sqrt(kurtosis / ROWS);
            for (int r = 0; r < ROWS; ++r) sum += x[r * COLS + a] * x[r * COLS + b] / ROWS;
            if (!(fabs(sum - want) <= 6 * off)) fail_msg("covariance (%d, %d) is %g, not %g", a, b, sum, want);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(known), TEST(known_t), TEST(same_everywhere), TEST(lengths), TEST(bad_rows),
                                       TEST(law_of_points), TEST(law_of_t)};
    return RUN(tests);
}
