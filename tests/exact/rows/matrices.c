/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Rows that are matrices (rotation, orthogonal, wishart, inverse-wishart, their factors, lkj): Q Q' = 1 and the determinant;
 * the distributions of entries, of the rotation angle and of correlations; means and variances within 6 standard errors
 * (2e-9 per entry). whole.c has their answers and bits. */
#include <math.h>

#include "tests/exact/rows/whole.h"

/* ---- Rotations ----------------------------------------------------------------------------------------------------- */

/* Q Q' and Q' Q are 1; in three dimensions so is the determinant. */
static void rotations_turn(void **state)
{
    static double q[100 * 100];
    (void)state;
    for (int d = 2; d <= 100; d += d < 9 ? 1 : 13)
        for (int seed = 0; seed < 5; ++seed) {
            rr_job job = rows_job(law_of("rotation"), RR_F64, (uint64_t)seed, 1, (uint64_t)(d * d));
            must_run(device("cpu"), &job, q);
            for (int a = 0; a < d; ++a)
                for (int b = 0; b <= a; ++b) {
                    assert_true(fabs(dot(q + a * d, q + b * d, d, 1) - (a == b)) < d * 0x1p-51);
                    assert_true(fabs(dot(q + a, q + b, d, d) - (a == b)) < d * 0x1p-51);
                }
            if (d == 2) assert_true(fabs(q[0] * q[3] - q[1] * q[2] - 1) < 1e-15);
        }
}

static double determinant(const double *q)
{
    return q[0] * (q[4] * q[8] - q[5] * q[7]) - q[1] * (q[3] * q[8] - q[5] * q[6]) + q[2] * (q[3] * q[7] - q[4] * q[6]);
}

/* In three dimensions an entry is uniform (Archimedes), and the rotation angle t has density (1 - cos t) / pi, distribution
 * (t - sin t) / pi: 64 equal cells, chi-square of 63 degrees above 140 has probability 8e-8. */
static void law_of_rotations(void **state)
{
    static double q[ROWS * 9];
    int entry[9][64] = {{0}}, angle[64] = {0};
    (void)state;
    rr_job job = rows_job(law_of("rotation"), RR_F64, 1, ROWS, 9);
    must_run(device("cpu"), &job, q);
    for (int r = 0; r < ROWS; ++r) {
        const double *m = q + 9 * r, t = acos(fmin(1, fmax(-1, (m[0] + m[4] + m[8] - 1) / 2)));
        assert_true(fabs(determinant(m) - 1) < 1e-14);
        for (int k = 0; k < 9; ++k) ++entry[k][(int)fmin(63, 32 * (m[k] + 1))];
        ++angle[(int)fmin(63, 64 * (t - sin(t)) / acos(-1))];
    }
    for (int k = 0; k < 9; ++k) check_cells("an entry", entry[k]);
    check_cells("the angle", angle);
}

/* Half of orthogonal matrices are rotations, the others rotations times -1, both with the distributions above. */
static void law_of_orthogonals(void **state)
{
    static double q[ROWS * 9];
    int entry[9][64] = {{0}}, angle[2][64] = {{0}}, turns = 0;
    (void)state;
    rr_job job = rows_job(law_of("orthogonal"), RR_F64, 1, ROWS, 9);
    must_run(device("cpu"), &job, q);
    for (int r = 0; r < ROWS; ++r) {
        const double *m = q + 9 * r, det = determinant(m) > 0 ? 1 : -1;
        const double t = acos(fmin(1, fmax(-1, (det * (m[0] + m[4] + m[8]) - 1) / 2)));
        assert_true(fabs(determinant(m) - det) < 1e-14);
        for (int k = 0; k < 9; ++k) ++entry[k][(int)fmin(63, 32 * (m[k] + 1))];
        add_cell(angle[det > 0], (t - sin(t)) / acos(-1));
        turns += det > 0;
    }
    check_mean("rotations", turns, 0.5, 0.25);
    for (int k = 0; k < 9; ++k) check_cells("an entry", entry[k]);
    for (int half = 0; half < 2; ++half) {
        const double mean = (half ? turns : ROWS - turns) / 64.0;
        double chi2 = 0;
        for (int k = 0; k < 64; ++k) chi2 += (angle[half][k] - mean) * (angle[half][k] - mean) / mean;
        if (chi2 > 140) fail_msg("the angle, determinant %d: chi-square %g of 63 degrees", half, chi2);
    }
    /* All sizes. */
    for (int d = 2; d <= 100; d += d < 9 ? 1 : 13) {
        job = rows_job(law_of("orthogonal"), RR_F64, 3, 1, (uint64_t)(d * d));
        must_run(device("cpu"), &job, q);
        for (int a = 0; a < d; ++a)
            for (int b = 0; b <= a; ++b) assert_true(fabs(dot(q + a * d, q + b * d, d, 1) - (a == b)) < d * 0x1p-51);
    }
}

/* U U* = 1. In two dimensions the squares of an entry's modulus are uniform, and so are the phases of an entry and of the
 * determinant. */
static void unitaries(void **state)
{
    static double q[ROWS * 8];
    int count[6][64] = {{0}};
    const double turn = 2 * acos(-1);
    (void)state;
    for (int d = 2; d <= 60; d += d < 9 ? 1 : 13) {
        rr_job job = rows_job(law_of("unitary"), RR_F64, 3, 1, (uint64_t)(2 * d * d));
        must_run(device("cpu"), &job, q);
        for (int a = 0; a < d; ++a)
            for (int b = 0; b <= a; ++b) {
                double re = 0, im = 0;
                for (int k = 0; k < d; ++k) {
                    const double *x = q + 2 * (a * d + k), *y = q + 2 * (b * d + k);
                    re += x[0] * y[0] + x[1] * y[1];
                    im += x[1] * y[0] - x[0] * y[1];
                }
                assert_true(fabs(re - (a == b)) < d * 0x1p-50 && fabs(im) < d * 0x1p-50);
            }
    }
    rr_job job = rows_job(law_of("unitary"), RR_F64, 1, ROWS, 8);
    must_run(device("cpu"), &job, q);
    for (int r = 0; r < ROWS; ++r) {
        const double *m = q + 8 * r;
        const double re = m[0] * m[6] - m[1] * m[7] - (m[2] * m[4] - m[3] * m[5]);
        const double im = m[0] * m[7] + m[1] * m[6] - (m[2] * m[5] + m[3] * m[4]);
        add_cell(count[0], m[0] * m[0] + m[1] * m[1]);
        add_cell(count[1], m[6] * m[6] + m[7] * m[7]);
        add_cell(count[2], 0.5 + atan2(m[1], m[0]) / turn);
        add_cell(count[3], 0.5 + atan2(m[3], m[2]) / turn);
        add_cell(count[4], 0.5 + atan2(m[7], m[6]) / turn);
        add_cell(count[5], 0.5 + atan2(im, re) / turn);
    }
    for (int k = 0; k < 6; ++k) check_cells("a unitary matrix", count[k]);
}

/* ---- Wishart's matrices, correlations ------------------------------------------------------------------------------ */

/* The CDF of chi-square at x for an even number of degrees of freedom. */
static double chi2_below(double x, int df)
{
    double term = 1, sum = 1;
    for (int k = 1; k < df / 2; ++k) sum += term *= x / 2 / k;
    return 1 - exp(-x / 2) * sum;
}

/* Replaces a lower triangular factor by its square. */
static void square(double *m)
{
    double x[9];
    for (int k = 0; k < 9; ++k) x[k] = dot(m + k / 3 * 3, m + k % 3 * 3, 3, 1);
    memcpy(m, x, sizeof x);
}

static double neighbours(int i, int j) { return diagonals[MAX - 1 + i - j]; }

/* Three dimensions. A diagonal entry over that of the scale is chi-square with df degrees of freedom; for the inverse, the
 * scale's entry over it, with df - 2. The ratio of determinants is a product of chi-squares with df, df - 1 and df - 2. */
static void law_of_matrices(const known_law *law, int df, int inverse, int factor)
{
    static double x[ROWS * 9];
    int count[3][64] = {{0}};
    double sum[9] = {0}, ratio = 0;
    const double scale[9] = {1, 0.4, 0, 0.4, 1, 0.4, 0, 0.4, 1}, e = df - 3;
    rr_job job = rows_job(law, RR_F64, 1, ROWS, 9);
    assert_true(*(const double *)job.param[1].data == df);
    must_run(device("cpu"), &job, x);
    for (int r = 0; factor && r < ROWS; ++r) square(x + 9 * r);
    for (int r = 0; r < ROWS; ++r) {
        const double *m = x + 9 * r, times = determinant(m) / determinant(scale);
        for (int k = 0; k < 9; ++k) sum[k] += m[k];
        for (int a = 0; a < 3; ++a)
            add_cell(count[a], inverse ? chi2_below(1 / m[4 * a], df - 2) : chi2_below(m[4 * a], df));
        for (int k = 0; k < 9; ++k) assert_true(m[k] == m[k % 3 * 3 + k / 3]);
        ratio += inverse ? 1 / times : times;
    }
    for (int a = 0; a < 3; ++a) check_cells(law->name, count[a]);
    for (int k = 0; k < 9; ++k) {
        const double s = neighbours(k / 3, k % 3);
        check_mean(law->name, sum[k], inverse ? s / (e - 1) : df * s,
                   inverse ? ((e + 1) * s * s + e - 1) / (e * (e - 1) * (e - 1) * (e - 3)) : df * (s * s + 1));
    }
    const double n = df, mean = n * (n - 1) * (n - 2);
    check_mean("the determinant", ratio, mean, mean * ((n + 2) * (n + 1) * n - mean));
}

static void law_of_wishart(void **state)
{
    (void)state;
    law_of_matrices(law_of("wishart"), 4, 0, 0);
    law_of_matrices(law_of("wishart-cholesky"), 4, 0, 1);
    law_of_matrices(law_of("inverse-wishart"), 10, 1, 0);
    law_of_matrices(law_of("inverse-wishart-cholesky"), 10, 1, 1);
}

/* wishart is the square of wishart-cholesky. With df 2.001 in three dimensions the square has lost its determinant; the
 * factor has it: the logarithm of the last diagonal entry's square over 2 is that of a gamma of shape 0.0005, which is about
 * -2000 times an exponential variate. */
static void factors(void **state)
{
    static double x[ROWS * 9], l[ROWS * 9];
    const double df = 2.001;
    int count[64] = {0};
    (void)state;
    rr_job job = rows_job(law_of("wishart"), RR_F64, 1, ROWS, 9);
    job.param[1].data = &df;
    must_run(device("cpu"), &job, x);
    job.sampler = rr_sampler_find("wishart-cholesky");
    must_run(device("cpu"), &job, l);
    for (int r = 0; r < ROWS; ++r) {
        double *m = l + 9 * r;
        const double last = m[8] * m[8] / (2 * 0.8095238095238095);   /* the scale's last pivot, 1 - 0.16 / 0.84 */
        assert_true(m[1] == 0 && m[2] == 0 && m[5] == 0 && m[0] > 0 && m[4] > 0 && m[8] > 0);
        add_cell(count, exp(0.0005 * log(last) - lgamma(1.0005)));
        square(m);
        for (int k = 0; k < 9; ++k) assert_true(fabs(x[9 * r + k] - m[k]) <= 1e-14 * (m[0] + m[4] + m[8]));
    }
    int low = 0;
    for (int k = 0; k < 47; ++k) low += count[k];
    /* G is at least 2^-900, which is the quantile 0.732: cells from there to 0.98, where the first term of the distribution
     * function is exact enough. */
    for (int k = 47; k < 62; ++k)
        if (fabs(count[k] - ROWS / 64.0) > 6 * sqrt(ROWS / 64.0)) fail_msg("cell %d has %d", k, count[k]);
    if (fabs(low - ROWS * 47 / 64.0) > 6 * sqrt(ROWS * 0.2)) fail_msg("%d are below 2^-900 or near it", low);
}

/* The four samplers accept the same df. At 1e30, the largest, df is all of the matrix: B B' is df times the scale, C C' the
 * scale over df. */
static void degrees_without_number(void **state)
{
    const char *const names[] = {"wishart-cholesky", "inverse-wishart-cholesky", "wishart", "inverse-wishart"};
    const double df = 1e30;
    (void)state;
    for (int n = 0; n < 4; ++n) {
        double x[9];
        rr_job job = rows_job(law_of(names[n]), RR_F64, 1, 1, 9);
        job.param[1].data = &df;
        must_run(device("cpu"), &job, x);
        if (n < 2) square(x);
        for (int k = 0; k < 9; ++k)
            assert_true(fabs((n % 2 ? x[k] * df : x[k] / df) - neighbours(k / 3, k % 3)) < 1e-13);
    }
}

/* eta = 1 is uniform: in three dimensions a correlation has the semicircle distribution, and the square of the last diagonal
 * entry is uniform, whatever the other correlation in its row. */
static void law_of_correlations(void **state)
{
    static double l[ROWS * 9];
    int count[4][64] = {{0}};
    double product = 0;
    (void)state;
    rr_job job = rows_job(law_of("lkj"), RR_F64, 1, ROWS, 9);
    must_run(device("cpu"), &job, l);
    for (int r = 0; r < ROWS; ++r) {
        const double *m = l + 9 * r, rho[3] = {m[3], m[6], m[3] * m[6] + m[4] * m[7]};
        assert_true(m[0] == 1 && m[1] == 0 && m[2] == 0 && m[5] == 0 && m[4] > 0 && m[8] > 0);
        for (int a = 0; a < 3; ++a) assert_true(fabs(dot(m + 3 * a, m + 3 * a, 3, 1) - 1) < 1e-15);
        for (int k = 0; k < 3; ++k) add_cell(count[k], 0.5 + (rho[k] * sqrt(1 - rho[k] * rho[k]) + asin(rho[k])) / acos(-1));
        add_cell(count[3], m[8] * m[8]);
        product += (m[8] * m[8] - 0.5) * m[3];
    }
    for (int k = 0; k < 4; ++k) check_cells("correlations", count[k]);
    check_mean("a product", product, 0, 1.0 / 48);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(rotations_turn), TEST(law_of_rotations), TEST(law_of_orthogonals), TEST(unitaries),
        TEST(law_of_wishart), TEST(factors), TEST(degrees_without_number), TEST(law_of_correlations),
    };
    return RUN(tests);
}
