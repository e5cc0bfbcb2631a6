/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* von-mises-fisher: the height and the angle across in three dimensions, moments in others within 6 standard errors (2e-9
 * per moment); rows without a direction. whole.c has its answers and bits. */
#include <math.h>

#include "tests/exact/rows/whole.h"

/* The height is exponential between -1 and 1, and the angle across uniform, here from any two directions across the mean. */
static void points_about(const double mean[3], double kappa)
{
    static double x[ROWS * 3];
    int height[64] = {0}, angle[64] = {0};
    const double length = sqrt(dot(mean, mean, 3, 1)), m[3] = {mean[0] / length, mean[1] / length, mean[2] / length};
    const double flat = hypot(m[0], m[1]), b[3] = {-m[1] / flat, m[0] / flat, 0};
    const double c[3] = {m[1] * b[2] - m[2] * b[1], m[2] * b[0] - m[0] * b[2], m[0] * b[1] - m[1] * b[0]};
    rr_job job = rows_job(law_of("von-mises-fisher"), RR_F64, 1, ROWS, 3);
    job.param[0] = (rr_param){mean, RR_F64, 0, 8};
    job.param[1] = (rr_param){&kappa, RR_F64, 0, 0};
    must_run(device("cpu"), &job, x);
    for (int r = 0; r < ROWS; ++r) {
        const double *at = x + 3 * r, w = dot(at, m, 3, 1);
        assert_true(fabs(dot(at, at, 3, 1) - 1) < 2e-15);
        add_cell(height, kappa > 0 ? expm1(kappa * (w + 1)) / expm1(2 * kappa) : (w + 1) / 2);
        add_cell(angle, 0.5 + atan2(dot(at, b, 3, 1), dot(at, c, 3, 1)) / (2 * acos(-1)));
    }
    check_cells("a height", height);
    check_cells("an angle", angle);
}

/* A row whose direction is 0 fails, and the message names the parameter and the first such row; no other row fails. */
static void no_directions(void **state)
{
    enum { K = 4, MANY = 6 };
    double mean[MANY * K], good[MANY * K], x[MANY * K];
    (void)state;
    for (rr_type dtype = RR_F32; dtype <= RR_F64; ++dtype)
        for (int all = 0; all < 2; ++all) {
            rr_job job = rows_job(law_of("von-mises-fisher"), dtype, 9, MANY, K);
            for (int k = 0; k < MANY * K; ++k) mean[k] = k % K == 2 ? 1e-40 : 0;   /* in f32 a denormal */
            job.param[0] = (rr_param){mean, RR_F64, all ? 0 : 8 * K, 8};
            must_run(device("cpu"), &job, good);
            mean[all ? 2 : 3 * K + 2] = dtype == RR_F32 ? -1e-46 : -0.0;   /* which is -0 in f32 */
            for (int what = 0; what < 2; ++what) {
                rr_result result = RR_RESULT_INIT;
                job.out = x;
                assert_int_equal((what ? rr_check : rr_run)(device("cpu,threads=2"), &job, &result), RR_ERR_PARAM);
                assert_int_equal(result.bad_index, all ? 0 : 3 * K);
                assert_non_null(strstr(result.message, "mean"));
                assert_non_null(strstr(result.message, "all its values are 0"));
            }
            for (int r = 0; r < MANY; ++r)
                for (int c = 0; c < K; ++c) assert_int_equal(isnan(at(x, dtype, (uint64_t)(r * K + c))), all || r == 3);
            if (!all) same_bits(good, x, 3 * K, width(dtype), "rows before");
            if (!all)
                same_bits((char *)good + 4 * K * width(dtype), (char *)x + 4 * K * width(dtype), 2 * K, width(dtype),
                          "after");
        }
}

/* In K dimensions, K not 3: mean and variance of the cosine by the midpoint rule over the angle; the direction orthogonal to
 * the mean is uniform: its components along the first two orthogonal axes have mean 0, variance 1 / (K - 1), and no
 * correlation. In two dimensions it is one of two sides, the sign of the angle's sine. */
static void points_of(int k, double lean, double kappa)
{
    static double x[ROWS * 64];
    enum { STEPS = 20000 };
    double m[64], b[64] = {0}, c[64] = {0}, moment[5] = {0}, sum[6] = {0};
    rr_job job = rows_job(law_of("von-mises-fisher"), RR_F64, 1, ROWS, (uint64_t)k);
    for (int i = 0; i < k; ++i) m[i] = (i % 2 ? -lean : 1) + i;
    const double length = sqrt(dot(m, m, k, 1));
    job.param[0] = (rr_param){m, RR_F64, 0, 8};
    job.param[1] = (rr_param){&kappa, RR_F64, 0, 0};
    must_run(device("cpu"), &job, x);
    for (int i = 0; i < k; ++i) m[i] /= length;
    const double flat = hypot(m[0], m[1]), rest = k > 2 ? sqrt(1 - m[2] * m[2]) : 1;
    b[0] = -m[1] / flat, b[1] = m[0] / flat;
    for (int i = 0; i < k && k > 2; ++i) c[i] = ((i == 2) - m[2] * m[i]) / rest;
    for (int s = 0; s < STEPS; ++s) {
        const double angle = (s + 0.5) / STEPS * acos(-1), weight = exp(kappa * (cos(angle) - 1)) * pow(sin(angle), k - 2);
        for (int n = 0; n < 5; ++n) moment[n] += weight * pow(cos(angle), n);
    }
    for (int n = 4; n >= 0; --n) moment[n] /= moment[0];
    for (int r = 0; r < ROWS; ++r) {
        const double *row = x + r * k, w = dot(row, m, k, 1), across = sqrt((1 - w) * (1 + w));
        const double p = dot(row, b, k, 1) / across, q = dot(row, c, k, 1) / across;
        const double part[6] = {w, w * w, p, p * p, q, p * q};
        assert_true(fabs(dot(row, row, k, 1) - 1) < 4e-15);
        for (int n = 0; n < 6; ++n) sum[n] += part[n];
    }
    const double d = k - 1, fourth = 3 / (d * (d + 2));
    check_mean("the cosine", sum[0], moment[1], moment[2] - moment[1] * moment[1]);
    check_mean("its square", sum[1], moment[2], moment[4] - moment[2] * moment[2]);
    check_mean("across", sum[2], 0, 1 / d);
    check_mean("its square", sum[3], 1 / d, fourth - 1 / (d * d) + 1e-12);
    if (k > 2) check_mean("across", sum[4], 0, 1 / d);
    if (k > 3) check_mean("the product", sum[5], dot(b, c, k, 1) / d, 1 / d);
}

static void law_of_points(void **state)
{
    for (int lean = -3; lean < 4; lean += 6) {
        points_of(2, lean, 0);
        points_of(2, lean, 2);
        points_of(4, lean, 5);
        points_of(7, lean, 0.25);
        points_of(40, lean, 100);
    }
    (void)state;
    points_about((const double[3]){1, 2, -2}, 3);
    points_about((const double[3]){-1e-100, 1e-100, 3e-100}, 0);
    points_about((const double[3]){1e150, 0, 0}, 0.5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(law_of_points), TEST(no_directions),
    };
    return RUN(tests);
}
