/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* matrix-normal (whole.c has its answers and its bits): covariances of entries are products of those of rows and
 * of columns, within 6 standard errors (2e-9 per entry); means per sample, the typed calls; sizes; refusals. */
#include <math.h>

#include "tests/support/support.h"

enum { R = 2, C = 3, N = R * C, ROWS = 1 << 17 };

static const double rowcov[R * R] = {2, -0.5, -0.5, 1}, colcov[C * C] = {1, 0.25, 0, 0.25, 4, -1, 0, -1, 0.5};

static rr_job matrices(uint64_t rows)
{
    rr_job job = RR_JOB_INIT;
    job.sampler = rr_sampler_find("matrix-normal");
    job.stream = rr_stream_make(8, 21);
    job.rows = rows;
    job.cols = N;
    job.dims.r = R;
    job.param[1] = (rr_param){rowcov, RR_F64, R * 8, 8};
    job.param[2] = (rr_param){colcov, RR_F64, C * 8, 8};
    return job;
}

static void law(void **state)
{
    static double x[ROWS][N];
    double sum[N] = {0}, product[N][N] = {{0}};
    rr_job job = matrices(ROWS);
    (void)state;
    must_run(device("cpu"), &job, x);
    for (int r = 0; r < ROWS; ++r)
        for (int a = 0; a < N; ++a) {
            sum[a] += x[r][a];
            for (int b = 0; b <= a; ++b) product[a][b] += x[r][a] * x[r][b];
        }
    for (int a = 0; a < N; ++a)
        for (int b = 0; b <= a; ++b) {
            const double want = rowcov[a / C * R + b / C] * colcov[a % C * C + b % C];
            const double own = rowcov[a / C * (R + 1)] * colcov[a % C * (C + 1)],
                         other = rowcov[b / C * (R + 1)] * colcov[b % C * (C + 1)];
            if (!(fabs(product[a][b] / ROWS - want) <= 6 * sqrt((own * other + want * want) / ROWS)))
                fail_msg("covariance (%d, %d) is %g, not %g", a, b, product[a][b] / ROWS, want);
            if (a == b) assert_true(fabs(sum[a] / ROWS) <= 6 * sqrt(own / ROWS));
        }
}

/* Means per sample are added last; the typed calls draw the same. */
static void means(void **state)
{
    enum { FEW = 50 };
    double none[FEW][N], have[FEW][N], mean[FEW][N];
    rr_stream stream = rr_stream_make(8, 21);
    rr_job job = matrices(FEW);
    (void)state;
    must_run(device("cpu"), &job, none);
    for (int r = 0; r < FEW; ++r) for (int a = 0; a < N; ++a) mean[r][a] = 1000 * r + a;
    job.param[0] = (rr_param){mean, RR_F64, N * 8, 8};
    must_run(device("cpu"), &job, have);
    for (int r = 0; r < FEW; ++r) for (int a = 0; a < N; ++a) assert_true(have[r][a] == mean[r][a] + none[r][a]);
    memset(none, 0, sizeof none);
    assert_int_equal(rr_fill_matrix_normal_f64_each(device("cpu"), &stream, FEW, R, C, *none, *mean, rowcov, colcov), RR_OK);
    same_bits(have, none, FEW * N, 8, "a typed call with a mean a sample");
    assert_int_equal(stream.next, FEW);
    job.param[0].row_stride = 0;
    must_run(device("cpu"), &job, have);
    stream.next = 0;
    assert_int_equal(rr_fill_matrix_normal_f64(device("cpu"), &stream, FEW, R, C, *none, *mean, rowcov, colcov), RR_OK);
    same_bits(have, none, FEW * N, 8, "a typed call");
}

/* The largest sample, one row, one column: the matrices determine the first and last entries of the first sample. */
static void sizes(void **state)
{
    static const struct { uint64_t rows, columns; } size[] = {{256, 256}, {256, 1}, {1, 256}, {1, 2}, {1, 1}};
    static double x[256 * 256], z[256 * 256], identity[256 * 256], four[256 * 256];
    (void)state;
    for (int k = 0; k < 256 * 256; ++k) identity[k] = 0, four[k] = 0;
    for (size_t k = 0; k < sizeof size / sizeof *size; ++k) {
        rr_job job = matrices(1);
        const uint64_t r = size[k].rows, c = size[k].columns;
        for (uint64_t a = 0; a < 256; ++a) identity[a * (c + 1) % (256 * 256)] = 1, four[a * (r + 1) % (256 * 256)] = 4;
        job.cols = r * c;
        job.dims.r = r;
        job.param[1] = (rr_param){four, RR_F64, (ptrdiff_t)r * 8, 8};
        job.param[2] = (rr_param){identity, RR_F64, (ptrdiff_t)c * 8, 8};
        must_run(device("cpu"), &job, x);
        for (uint64_t a = 0; a < 256; ++a) four[a * (r + 1) % (256 * 256)] = 1;
        must_run(device("cpu"), &job, z);
        for (uint64_t a = 0; a < r * c; ++a) assert_true(x[a] == 2 * z[a] && z[a] != 0);
        memset(identity, 0, sizeof identity);
        memset(four, 0, sizeof four);
    }
}

static void refused(void **state)
{
    static const double indefinite[C * C] = {1, 2, 0, 2, 1, 0, 0, 0, 1}, nan[R * R] = {1, NAN, NAN, 1};
    static const struct {
        uint64_t rows, cols;
        const double *rowcov, *colcov;
        rr_status status;
        const char *message;
    } bad[] = {
        {0, N, rowcov, colcov, RR_ERR_ARGUMENT, "with dims.r or dims.c; R and C are from 1 to 256"},
        {4, N, rowcov, colcov, RR_ERR_ARGUMENT, "with dims.r or dims.c; R and C are from 1 to 256"},
        {257, 514, rowcov, colcov, RR_ERR_ARGUMENT, "with dims.r or dims.c; R and C are from 1 to 256"},
        {2, 514, rowcov, colcov, RR_ERR_ARGUMENT, "with dims.r or dims.c; R and C are from 1 to 256"},
        {R, N, NULL, colcov, RR_ERR_ARGUMENT, "parameter rowcov of matrix-normal has no default"},
        {R, N, nan, colcov, RR_ERR_PARAM, "rowcov is not finite: element (0, 1) is nan"},
        {R, N, rowcov, indefinite, RR_ERR_PARAM, "colcov is not positive semidefinite: pivot (1, 1) is -3"},
        {R, N, rowcov, rowcov, RR_ERR_PARAM, "colcov is not symmetric"},
    };
    double x[N];
    (void)state;
    for (size_t k = 0; k < sizeof bad / sizeof *bad; ++k) {
        rr_result result = RR_RESULT_INIT;
        rr_job job = matrices(1);
        double columns[C * C] = {0};
        if (bad[k].colcov == rowcov) for (int a = 0; a < C * C; ++a) columns[a] = a + 1;
        job.dims.r = bad[k].rows;
        job.cols = bad[k].cols;
        job.param[1].data = bad[k].rowcov;
        job.param[2].data = bad[k].colcov == rowcov ? columns : bad[k].colcov;
        job.out = x;
        x[0] = 7;
        assert_int_equal(rr_run(device("cpu"), &job, &result), bad[k].status);
        if (!strstr(result.message, bad[k].message)) fail_msg("%s", result.message);
        assert_true(x[0] == 7);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(law), TEST(means), TEST(sizes), TEST(refused)};
    return RUN(tests);
}
