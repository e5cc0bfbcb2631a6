/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Rows that are matrices (rotation, wishart, inverse-wishart, lkj): Q Q' = 1 and the determinant; the laws of entries, of
 * the turn and of correlations; means and variances within 6 standard errors (2e-9 an entry). whole.c has their answers and
 * bits. */
#include <math.h>

#include "tests/exact/rows/whole.h"

/* ---- Rotations ----------------------------------------------------------------------------------------------------- */

/* Q Q' and Q' Q are 1; of three dimensions the determinant is. */
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

/* An entry of three dimensions is uniform (Archimedes), and the turn of angle t has density (1 - cos t) / pi, distribution
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

/* ---- Wishart's matrices, correlations ------------------------------------------------------------------------------ */

/* The share of chi-square of an even number of degrees of freedom that is below x. */
static double chi2_below(double x, int df)
{
    double term = 1, sum = 1;
    for (int k = 1; k < df / 2; ++k) sum += term *= x / 2 / k;
    return 1 - exp(-x / 2) * sum;
}

static double neighbours(int i, int j) { return diagonals[MOST - 1 + i - j]; }

/* Three dimensions. A diagonal entry over that of the scale is chi-square of df, of the inverse law that of the scale over
 * an entry, of df - 2; the determinants' ratio is a product of chi-squares of df, df - 1 and df - 2. */
static void law_of_matrices(const known_law *law, int df, int inverse)
{
    static double x[ROWS * 9];
    int count[3][64] = {{0}};
    double sum[9] = {0}, ratio = 0;
    const double scale[9] = {1, 0.4, 0, 0.4, 1, 0.4, 0, 0.4, 1}, e = df - 3;
    rr_job job = rows_job(law, RR_F64, 1, ROWS, 9);
    assert_true(*(const double *)job.param[1].data == df);
    must_run(device("cpu"), &job, x);
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
    law_of_matrices(law_of("wishart"), 4, 0);
    law_of_matrices(law_of("inverse-wishart"), 10, 1);
}

/* eta = 1 is uniform: of three dimensions a correlation has the semicircle's law, and the last diagonal entry's square is
 * uniform, whatever the other correlation of its row is. */
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
        TEST(rotations_turn), TEST(law_of_rotations), TEST(law_of_wishart), TEST(law_of_correlations),
    };
    return RUN(tests);
}
