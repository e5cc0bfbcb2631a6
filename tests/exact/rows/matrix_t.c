/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* matrix-t (whole.c has its answers and its bits): for 2 x 2 matrices with unit spreads (1 + |row|^2)^(-df / 2) is uniform
 * for each row, and likewise for each column, and -log det(I + T T') is a sum of two exponentials; each in 64 cells, false
 * alarms 1e-7 each. Covariances with any spreads, within 6 standard errors; the typed call; refusals. */
#include "tests/exact/rows/whole.h"

enum { SIDE = 2, N = SIDE * SIDE };

static const double unit[N] = {1, 0, 0, 1};

static rr_job matrices(const double *rowcov, const double *colcov, const double *df, uint64_t rows)
{
    rr_job job = RR_JOB_INIT;
    job.sampler = rr_sampler_find("matrix-t");
    job.stream = rr_stream_make(8, 22);
    job.rows = rows;
    job.cols = N;
    job.dims.r = SIDE;
    job.param[1] = (rr_param){rowcov, RR_F64, SIDE * 8, 8};
    job.param[2] = (rr_param){colcov, RR_F64, SIDE * 8, 8};
    job.param[3] = (rr_param){df, RR_F64, 0, 0};
    return job;
}

/* P(E_1 / r_1 + E_2 / r_2 > s) for exponentials of mean 1. */
static double tail(double s, double r1, double r2) { return (r2 * exp(-r1 * s) - r1 * exp(-r2 * s)) / (r2 - r1); }

static void law(void **state)
{
    static const double dfs[] = {0.5, 3, 40};
    static double x[ROWS][N];
    (void)state;
    for (size_t d = 0; d < sizeof dfs / sizeof *dfs; ++d) {
        const double df = dfs[d];
        int cell[5][64] = {{0}};
        rr_job job = matrices(unit, unit, &df, ROWS);
        must_run(device("cpu"), &job, x);
        for (int r = 0; r < ROWS; ++r) {
            const double *t = x[r], aa = t[0] * t[0], bb = t[1] * t[1], cc = t[2] * t[2], dd = t[3] * t[3];
            const double product = t[0] * t[3] - t[1] * t[2];
            add_cell(cell[0], pow(1 + aa + bb, -df / 2));
            add_cell(cell[1], pow(1 + cc + dd, -df / 2));
            add_cell(cell[2], pow(1 + aa + cc, -df / 2));
            add_cell(cell[3], pow(1 + bb + dd, -df / 2));
            add_cell(cell[4], tail(log1p(aa + bb + cc + dd + product * product), df / 2, (df + 1) / 2));
        }
        for (int k = 0; k < 5; ++k) check_cells("matrix-t", cell[k]);
    }
}

static void covariances(void **state)
{
    static const double rowcov[N] = {2, -0.5, -0.5, 1}, colcov[N] = {1, 0.25, 0.25, 4}, df = 20;
    static double x[ROWS][N];
    double product[N][N] = {{0}};
    rr_job job = matrices(rowcov, colcov, &df, ROWS);
    (void)state;
    must_run(device("cpu"), &job, x);
    for (int r = 0; r < ROWS; ++r)
        for (int a = 0; a < N; ++a) for (int b = 0; b <= a; ++b) product[a][b] += x[r][a] * x[r][b];
    for (int a = 0; a < N; ++a)
        for (int b = 0; b <= a; ++b) {
            const double by = df - 2, want = rowcov[a / 2 * 2 + b / 2] * colcov[a % 2 * 2 + b % 2] / by;
            const double own = rowcov[a / 2 * 3] * colcov[a % 2 * 3] / by,
                         other = rowcov[b / 2 * 3] * colcov[b % 2 * 3] / by;
            /* Products of t variates with 20 degrees of freedom have at most 1.4 times the variance of products of
             * normals. */
            if (!(fabs(product[a][b] / ROWS - want) <= 6 * sqrt(1.4 * (own * other + want * want) / ROWS)))
                fail_msg("covariance (%d, %d) is %g, not %g", a, b, product[a][b] / ROWS, want);
        }
}

static void calls(void **state)
{
    enum { FEW = 20 };
    const double df = 3, zero[N] = {0};
    double want[FEW][N], have[FEW][N], small = 0.25;
    rr_stream stream = rr_stream_make(8, 22);
    rr_job job = matrices(unit, unit, &df, FEW);
    rr_result result = RR_RESULT_INIT;
    (void)state;
    must_run(device("cpu"), &job, want);
    assert_int_equal(rr_fill_matrix_t_f64(device("cpu"), &stream, FEW, SIDE, SIDE, *have, zero, unit, unit, df), RR_OK);
    same_bits(have, want, FEW * N, 8, "the typed call");
    job.param[3].data = &small;
    job.out = have;
    assert_int_equal(rr_run(device("cpu"), &job, &result), RR_ERR_PARAM);
    if (!strstr(result.message, "df = 0.25 of row 0 is outside its range [0.5, 1e+30]")) fail_msg("%s", result.message);
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(law), TEST(covariances), TEST(calls)};
    return RUN(tests);
}
