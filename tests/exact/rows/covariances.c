/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The covariance of multivariate-normal: factors of singular, nearly singular and badly scaled matrices, by the residual A -
 * L L'; refusals with nothing written. Tests named MVN are rows of the corpus of other libraries' bugs. */
#include <math.h>

#include "host/call/call.h"
#include "engine/abi/panel.h"
#include "tests/exact/rows/multivariate_normal.h"

/* ---- Covariances --------------------------------------------------------------------------------------------------- */

/* A smooth process on [0, 1] with correlation length `length`: singular to rounding long before its last component. */
static void smooth(double *a, int n, double length)
{
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j) a[i * n + j] = exp(-0.5 * pow((i - j) / (length * n), 2));
}

static void hilbert(double *a, int n)
{
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j) a[i * n + j] = 1.0 / (i + j + 1);
}

/* ---- Factors ------------------------------------------------------------------------------------------------------- */

/* |A - L L'| <= t sqrt(a_ii a_jj), L lower triangular with a diagonal >= 0. A is rounded to the job's type. */
static void check_factor(const char *name, double *a, int n, rr_type dtype)
{
    const double u = dtype == RR_F64 ? 0x1p-52 : 0x1p-23, margin = (8 * n + 2) * u;   /* 2: L is rounded to the type */
    for (int i = 0; i < n * n && dtype == RR_F32; ++i) a[i] = (float)a[i];
    const rr_job job = rows_job(a, RR_F64, dtype, 0, 1, (uint64_t)n);
    if (factor_of(&job, L)) fail_msg("%s %d: refused", name, n);
    for (int i = 0; i < n; ++i) {
        assert_true(L[i * n + i] >= 0);
        for (int j = 0; j < n; ++j) {
            double left = a[i * n + j];
            for (int k = 0; k <= j && j <= i; ++k) left -= L[i * n + k] * L[j * n + k];
            if (j > i) assert_true(L[i * n + j] == 0);
            else if (!(fabs(left) <= margin * sqrt(a[i * n + i] * a[j * n + j])))
                fail_msg("%s %d, f%d: (%d, %d) is off by %g", name, n, dtype == RR_F64 ? 64 : 32, i, j, left);
        }
    }
}

static void factors(void **state)
{
    static const int sizes[] = {2, 3, 8, 17, 31, 32, 33, 100, MAX};
    static const double lengths[] = {0.05, 0.3, 3};
    (void)state;
    for (rr_type dtype = RR_F32; dtype <= RR_F64; ++dtype)
        for (size_t s = 0; s < sizeof sizes / sizeof *sizes; ++s) {
            const int n = sizes[s];
            of_rank(A, n, 2 * n, 0);
            check_factor("full rank", A, n, dtype);
            of_rank(A, n, n, 6);
            check_factor("badly scaled", A, n, dtype);
            of_rank(A, n, (n + 1) / 2, 3);
            check_factor("half the rank", A, n, dtype);
            of_rank(A, n, 1, 0);
            check_factor("rank one", A, n, dtype);
            hilbert(A, n);
            check_factor("Hilbert", A, n, dtype);
            filled(A, n, 1, 1);
            check_factor("all equal", A, n, dtype);
            filled(A, n, 0, 0);
            check_factor("zero", A, n, dtype);
            for (int k = 0; k < 3; ++k) {
                smooth(A, n, lengths[k]);
                check_factor("smooth", A, n, dtype);
                A[0] = 0;   /* a constant among them */
                for (int i = 1; i < n; ++i) A[i] = A[i * n] = 0;
                check_factor("smooth, a constant first", A, n, dtype);
            }
        }
}

/* ---- The same bits ------------------------------------------------------------------------------------------------- */

/* Where a covariance is symmetric to rounding only, its lower triangle counts. */
static void lower_triangle(void **state)
{
    enum { COLS = 5, ROWS = 8 };
    static double want[ROWS * COLS], x[ROWS * COLS];
    (void)state;
    of_rank(A, COLS, COLS, 0);
    rr_job job = rows_job(A, RR_F64, RR_F64, 0, ROWS, COLS);
    must_run(device("cpu"), &job, want);
    for (int i = 0; i < COLS; ++i)
        for (int j = i + 1; j < COLS; ++j) A[i * COLS + j] = nextafter(A[i * COLS + j], 9);
    must_run(device("cpu"), &job, x);
    same_bits(want, x, ROWS * COLS, 8, "another upper triangle");
}

/* ---- What is refused ----------------------------------------------------------------------------------------------- */

/* Refused by rr_run and rr_check with nothing written, and with a message of these words. */
static void refused(const double *a, int n, rr_type dtype, const char *words)
{
    unsigned char out[64], untouched[64];
    rr_result result = RR_RESULT_INIT;
    rr_job job = rows_job(a, RR_F64, dtype, 0, 2, (uint64_t)n);
    memset(out, 0x5a, sizeof out);
    memset(untouched, 0x5a, sizeof out);
    job.out = out;
    for (int check = 0; check < 2; ++check) {
        result = (rr_result)RR_RESULT_INIT;
        const rr_status status = check ? rr_check(device("cpu"), &job, &result) : rr_run(device("cpu"), &job, &result);
        assert_int_equal(status, RR_ERR_PARAM);
        assert_int_equal(result.bad_index, UINT64_MAX);
        assert_memory_equal(out, untouched, sizeof out);
        if (strncmp(result.message, "covariance is ", 14) || !strstr(result.message, words))
            fail_msg("'%s' does not say '%s'", result.message, words);
    }
}

static void refusals(void **state)
{
    const struct { double a[9]; int n; const char *words; } bad[] = {
        {{1, 0.5, 0.4, 1}, 2, "not symmetric: the difference at (1, 0) is -0.1"}, {{1, 0, 0x1p-20, 1}, 2, "not symmetric"},
        {{1, NAN, NAN, 1}, 2, "not finite: element (0, 1)"}, {{1, 0, 0, INFINITY}, 2, "not finite: element (1, 1)"},
        {{1, 0, 0, 0, 1, 0, 0, 0, -1e-300}, 3, "pivot (2, 2) is -1e-300"},
        {{0, 1, 1, 5}, 2, "not positive semidefinite: pivot"}};
    rr_result result = RR_RESULT_INIT;
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; ++i) refused(bad[i].a, bad[i].n, RR_F64, bad[i].words);
    refused((double[]){1, 0, 0, 1e39}, 2, RR_F32, "not finite");

    /* A job without elements succeeds and writes nothing; a job without a covariance is refused. */
    double out[4] = {7, 7, 7, 7};
    rr_job job = rows_job((double[]){1, 2, 2, 1}, RR_F64, RR_F64, 0, 0, 2);
    job.out = out;
    assert_int_equal(rr_run(device("cpu"), &job, NULL), RR_OK);
    job = rows_job(NULL, RR_F64, RR_F64, 0, 2, 2);
    job.out = out;
    assert_int_equal(rr_run(device("cpu"), &job, &result), RR_ERR_ARGUMENT);
    assert_non_null(strstr(result.message, "covariance"));
    assert_true(out[0] == 7 && out[3] == 7);

    /* The output may not overlap the matrix, any part of it, however few rows are drawn. */
    static double both[9];
    filled(both, 3, 1, 0);
    job = rows_job(both, RR_F64, RR_F64, 0, 1, 3);
    job.out = both + 6;
    assert_int_equal(rr_run(device("cpu"), &job, NULL), RR_ERR_OVERLAP);
}

/* An indefinite covariance was accepted silently. */
static void MVN_02(void **state)
{
    double a[9];
    (void)state;
    refused((double[]){1, 2, 2, 1}, 2, RR_F64, "pivot (1, 1) is -3");
    refused((double[]){1, 2, 2, 1}, 2, RR_F32, "pivot (1, 1) is -3");
    refused((double[]){0, 1, 1, 0}, 2, RR_F64, "pivot (1, 0) is 1");
    for (int k = 0; k < 3; ++k) {   /* a small negative eigenvalue, in any place */
        rotated(a, k == 0 ? -1e-9 : 1, k == 1 ? -1e-9 : 2, k == 2 ? -1e-9 : 3);
        refused(a, 3, RR_F64, "not positive semidefinite: pivot");
        rotated(a, k == 0 ? -1e-3 : 1, k == 1 ? -1e-3 : 2, k == 2 ? -1e-3 : 3);
        refused(a, 3, RR_F32, "not positive semidefinite: pivot");
    }
}

/* Covariances in f32, singular to their own rounding, gave a warning: the tolerance is that of f32 where the array or the
 * job is f32. */
static void MVN_03(void **state)
{
    enum { N = 40 };
    static float a[N * N], x32[4 * N];
    static double x64[4 * N];
    (void)state;
    of_rank(A, N, 5, 1);
    for (int i = 0; i < N * N; ++i) a[i] = (float)A[i];
    for (rr_type dtype = RR_F32; dtype <= RR_F64; ++dtype) {
        const rr_job job = rows_job(a, RR_F32, dtype, 0, 4, N);
        must_run(device("cpu"), &job, dtype == RR_F64 ? (void *)x64 : (void *)x32);
    }
    for (int i = 0; i < 4 * N; ++i) assert_true(isfinite(x32[i]) && isfinite(x64[i]));
}

/* A singular covariance gave NaN. */
static void MVN_05(void **state)
{
    enum { N = 10, ROWS = 100 };
    static double x[ROWS * N];
    double b[N];
    (void)state;
    for (int i = 0; i < N; ++i) b[i] = any((uint64_t)i + 7);
    for (int i = 0; i < N * N; ++i) A[i] = b[i / N] * b[i % N];
    rr_job job = rows_job(A, RR_F64, RR_F64, 0, ROWS, N);
    must_run(device("cpu"), &job, x);
    for (int r = 0; r < ROWS; ++r)   /* all components are one normal, scaled */
        for (int c = 0; c < N; ++c)
            assert_true(fabs(x[r * N + c] / b[c] - x[r * N] / b[0]) <= 1e-14 * fabs(x[r * N] / b[0]));
    filled(A, N, 0, 0);
    must_run(device("cpu"), &job, x);
    for (int i = 0; i < ROWS * N; ++i) assert_true(x[i] == 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(factors), TEST(lower_triangle), TEST(refusals), TEST(MVN_02), TEST(MVN_03), TEST(MVN_05),
    };
    return RUN(tests);
}
