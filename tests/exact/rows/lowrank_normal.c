/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* lowrank-normal: means and covariances within 6 standard errors (2e-9 per entry); refused factors. whole.c has its
 * answers and bits. */
#include <math.h>

#include "tests/exact/rows/whole.h"

/* Covariances W W' + diag, for every two components; means per row. */
static void law_of_low_rank(void **state)
{
    enum { K = 4 };
    static double x[ROWS * K];
    static const double w[K * 3] = {1, 0.5, 0, -2, 0, 0.25, 0, 0, 0, 0.5, 3, -1}, diag[K] = {0.5, 0, 2, 1},
                              mean[K] = {0, 1, -1, 10};
    double sum[K] = {0}, product[K][K] = {{0}}, want[K][K];
    (void)state;
    rr_job job = rows_job(law_of("lowrank-normal"), RR_F64, 1, ROWS, K);
    job.param[0] = (rr_param){mean, RR_F64, 0, 8};
    job.param[1] = (rr_param){w, RR_F64, 0, 8};
    job.param[2] = (rr_param){diag, RR_F64, 0, 8};
    job.dims.r = 3;
    must_run(device("cpu"), &job, x);
    for (int c = 0; c < K; ++c)
        for (int d = 0; d <= c; ++d) want[c][d] = dot(w + 3 * c, w + 3 * d, 3, 1) + (c == d ? diag[c] : 0);
    for (int r = 0; r < ROWS; ++r)
        for (int c = 0; c < K; ++c) {
            const double away = x[r * K + c] - mean[c];
            sum[c] += away;
            for (int d = 0; d <= c; ++d) product[c][d] += away * (x[r * K + d] - mean[d]);
        }
    for (int c = 0; c < K; ++c) {
        check_mean("a mean", sum[c], 0, want[c][c]);
        for (int d = 0; d <= c; ++d)
            check_mean("a covariance", product[c][d], want[c][d], want[c][c] * want[d][d] + want[c][d] * want[c][d]);
    }
}

/* The matrix: the number of its columns, their values, and that it is one for all rows. */
static void bad_factors(void **state)
{
    enum { K = 3 };
    static const struct {
        uint64_t columns;
        ptrdiff_t row_stride;
        double first;
        rr_status status;
        const char *message;
    } bad[] = {
        {257, 0, 1, RR_ERR_ARGUMENT, "dims.r is 257: factor takes R from 1 to 256"},
        {0, 0, 1, RR_ERR_ARGUMENT, "dims.r is 0: factor takes R from 1 to 256"},
        {2, 8, 1, RR_ERR_ARGUMENT, "factor of lowrank-normal is one array for all samples: row_stride must be 0"},
        {2, 0, NAN, RR_ERR_PARAM, "element 0 of factor is nan; all are finite"},
        {2, 0, INFINITY, RR_ERR_PARAM, "element 0 of factor is inf; all are finite"},
    };
    double x[2 * K], w[257 * K] = {0};
    (void)state;
    for (size_t k = 0; k < sizeof bad / sizeof *bad; ++k) {
        rr_result result = RR_RESULT_INIT;
        rr_job job = rows_job(law_of("lowrank-normal"), RR_F64, 1, 2, K);
        w[0] = bad[k].first;
        job.dims.r = bad[k].columns;
        job.param[1] = (rr_param){w, RR_F64, bad[k].row_stride, 8};
        job.out = x;
        assert_int_equal(rr_run(device("cpu"), &job, &result), bad[k].status);
        assert_non_null(strstr(result.message, bad[k].message));
        assert_int_equal(rr_check(device("cpu"), &job, &result), bad[k].status);
    }
    rr_result result = RR_RESULT_INIT;
    rr_job job = rows_job(law_of("lowrank-normal"), RR_F64, (uint64_t)1 << 60, 1,
                          K);   /* its components have indices, its numbers don't */
    job.dims.r = 16;
    job.param[1] = (rr_param){w, RR_F64, 0, 8};
    job.out = x;
    w[0] = 1;
    assert_int_equal(rr_run(device("cpu"), &job, &result), RR_ERR_INDEX);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(law_of_low_rank), TEST(bad_factors),
    };
    return RUN(tests);
}
