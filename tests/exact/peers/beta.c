/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Betas: shapes tiny, huge, subnormal and unequal. */
#include <float.h>
#include <math.h>

#include "tests/exact/peers/bug.h"

enum { BETA_DRAWS = 1 << 18 };

/* Returns the number of BETA_DRAWS betas that are in [low, high], and checks that all are in [0, 1]. */
static double beta_fraction(rr_type dtype, double a, double b, double low, double high)
{
    uint64_t in = 0;
    for (uint64_t at = 0; at < BETA_DRAWS; at += MAX) {
        assert_int_equal(draw_on("cpu", "beta", dtype, (rr_stream){11, 12, at}, MAX, a, b, X), RR_OK);
        for (int i = 0; i < MAX; ++i) {
            if (!(X[i] >= 0 && X[i] <= 1)) fail_msg("beta(%g, %g) = %g", a, b, X[i]);
            in += X[i] >= low && X[i] <= high;
        }
    }
    return (double)in / BETA_DRAWS;
}

static void near_fraction(double seen, double expected)
{
    if (fabs(seen - expected) > 6 * sqrt(expected * (1 - expected) / BETA_DRAWS))
        fail_msg("a share of %g, expected %g", seen, expected);
}

/* With tiny shapes other libraries hung, or returned NaN or only zeros. A sample must be 1 with probability a / (a + b),
 * otherwise 0. */
static void tiny_betas(rr_type dtype, double a, double b)
{
    near_fraction(beta_fraction(dtype, a, b, 1, 1), a / (a + b));
    near_fraction(beta_fraction(dtype, a, b, 0, 0), b / (a + b));
}

BUG(BETA_02_tiny_shapes_end)
{
    tiny_betas(RR_F64, 1e-49, 1e-40);
    tiny_betas(RR_F64, 3e-49, 1e-49);
    tiny_betas(RR_F32, 1e-30, 3e-30);
}

/* Subnormal shapes gave NaN: they are refused, and the smallest accepted shapes are right. */
BUG(BETA_03_subnormal_shapes)
{
    assert_int_equal(draw("beta", RR_F64, 50, DBL_MIN / 32, DBL_MIN / 40, X), RR_ERR_PARAM);
    tiny_betas(RR_F64, 1e-300, 1e-300);
    tiny_betas(RR_F64, 1e-300, 3e-300);
}

/* Too many zeros: P(0) is the mass below half the smallest denormal (mpmath, 160 digits). */
BUG(BETA_04_zeros_are_the_mass_below_denormals)
{
    near_fraction(beta_fraction(RR_F64, 0.0025, 0.0025, 0, 0), 0.0776169);
    near_fraction(beta_fraction(RR_F32, 1e-3, 1e-3, 0, 0), 0.4506259692);
    near_fraction(beta_fraction(RR_F32, 1e-3, 1e-3, 1, 1), 0.491411106);
}

/* X was returned for X / (X + Y): wrong wherever a != b < 1. P(X <= 1/4) by mpmath. */
BUG(BETA_05_unequal_shapes_below_1)
{
    near_fraction(beta_fraction(RR_F64, 0.4, 0.9, 0, 0.25), 0.5478866625);
    near_fraction(beta_fraction(RR_F32, 0.9, 0.4, 0.75, 1), 0.5478866625);
}

/* Small shapes gave a mode at 1/2, or more ones than zeros. */
BUG(BETA_06_nothing_in_the_middle)
{
    near_fraction(beta_fraction(RR_F64, 0.01, 0.01, 0.4, 0.6), 0.003998932237);
    near_fraction(beta_fraction(RR_F32, 0.01, 0.01, 0, 0.5), 0.5);
}

/* Shapes from 1e-10 down gave NaN. */
BUG(BETA_07_shapes_below_1e_10)
{
    for (double a = 1e-10; a > 1e-20; a /= 10) tiny_betas(RR_F64, a, a);
    tiny_betas(RR_F32, 1e-19, 1e-19);
}

/* Two gammas that underflow together gave NaN. */
BUG(BETA_08_shapes_of_0_002)
{
    near_fraction(beta_fraction(RR_F64, 0.00203687, 0.00203687, 0, 0.5), 0.5);
    near_fraction(beta_fraction(RR_F32, 0.00203687, 0.00203687, 0, 0.5), 0.5);
}

/* A huge shape with a tiny one overflowed to NaN: X is next to 1, and its mirror next to 0. */
BUG(BETA_09_huge_beside_tiny)
{
    for (double a = 1; a < 1e300; a *= 1e49)
        for (double b = 1; b > 1e-300; b /= 1e49) {
            assert_int_equal(draw("beta", RR_F64, MAX, a, b, X), RR_OK);
            assert_int_equal(draw("beta", RR_F64, MAX, b, a, Y), RR_OK);
            for (int i = 0; i < MAX; ++i) assert_true(X[i] >= 0 && X[i] <= 1 && Y[i] >= 0 && Y[i] <= 1);
            for (int i = 0; i < MAX && a > b * 1e40; ++i) assert_true(X[i] > 1 - 1e-9 && Y[i] < 1e-9);
        }
}

/* BB or BC was chosen on unsorted shapes: in all quadrants around 1 and on either side of it B(a, b) = 1 - B(b, a), here
 * sample by sample, and P(X <= 1/2) is right (a = b: 1/2; else by mpmath). */
BUG(BETA_10_every_quadrant)
{
    const double shapes[][2] = {{0.5, 3}, {0.3, 0.6}, {2, 5}, {1, 2}, {nextafter(1, 0), 2}, {nextafter(1, 2), 2}, {1, 1}};
    const double below[] = {0.9501747372, 0.6878627315, 0.890625, 0.75, 0.75, 0.75, 0.5};
    for (int k = 0; k < 7; ++k) {
        const double a = shapes[k][0], b = shapes[k][1];
        near_fraction(beta_fraction(RR_F64, a, b, 0, 0.5), below[k]);
        near_fraction(beta_fraction(RR_F64, b, a, 0.5, 1), below[k]);
        draw("beta", RR_F64, MAX, a, b, X);
        draw("beta", RR_F64, MAX, b, a, Y);
        for (int i = 0; i < MAX && a != b; ++i) assert_true(fabs(X[i] + Y[i] - 1) <= 0x1p-51);
    }
}

/* Division of 0 by 0 at small shapes: every power of ten down to the smallest shape, both dtypes, in [0, 1], with median
 * 1/2. */
BUG(BETA_13_no_nan_at_any_size)
{
    for (double a = 1e30; a >= 1e-30; a /= 1e10)
        near_fraction(beta_fraction(RR_F32, a, a, 0, nextafter(0.5, 0)) + beta_fraction(RR_F32, a, a, 0.5, 0.5) / 2, 0.5);
    assert_int_equal(draw("beta", RR_F64, 1, 0, 1, X), RR_ERR_PARAM);
    assert_int_equal(draw("beta", RR_F64, 1, 1, -1, X), RR_ERR_PARAM);
    assert_int_equal(draw("beta", RR_F64, 1, 1, NAN, X), RR_ERR_PARAM);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(BETA_02_tiny_shapes_end), TEST(BETA_03_subnormal_shapes), TEST(BETA_04_zeros_are_the_mass_below_denormals),
        TEST(BETA_05_unequal_shapes_below_1), TEST(BETA_06_nothing_in_the_middle), TEST(BETA_07_shapes_below_1e_10),
        TEST(BETA_08_shapes_of_0_002), TEST(BETA_09_huge_beside_tiny), TEST(BETA_10_every_quadrant),
        TEST(BETA_13_no_nan_at_any_size),
    };
    return RUN(tests);
}
