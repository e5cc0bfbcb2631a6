/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Exponentials and other inverses of a uniform: zeros, signs, lattices, the largest value. */
#include <math.h>

#include "reroll_law.h"
#include "tests/exact/peers/bug.h"

/* ---- Exponentials ------------------------------------------------------------------------------------------------ */

BUG(EXP_01_positive_and_finite)
{
    double x;
    for (int f64 = 0; f64 < 2; ++f64)
        for (int k = 0; k < 4; ++k) {
            fed("exponential", f64, k & 1 ? ~0u : 0, k & 2 ? ~0u : 0, 1, 1, &x);
            assert_true(x > 0 && x < 90);
        }
}

/* -log(1) = -0.0. */
BUG(EXP_03_no_minus_zero)
{
    draw("exponential", RR_F32, MAX, 1, 1, X);
    for (int i = 0; i < MAX; ++i) assert_false(signbit(X[i]));
    double x;
    fed("exponential", 0, ~0u, 0, 1, 1, &x);
    assert_true(x > 0);
    fed("exponential", 0, ~0u, 0, 1e-45, 1, &x);   /* rounds to 0 here, with the right sign */
    assert_false(signbit(x));
}

BUG(EXP_05_never_zero)
{
    draw("exponential", RR_F64, MAX, 1, 1, X);
    for (int i = 0; i < MAX; ++i) assert_true(X[i] > 0);
}

BUG(EXP_06_largest_value)
{
    double x;
    fed("exponential", 0, 0, 0, 1, 1, &x);
    assert_true(fabs(x - 65 * 0.69314718055994531) < 1e-5);
    fed("exponential", 1, 0, 0, 1, 1, &x);
    assert_true(fabs(x - 129 * 0.69314718055994531) < 1e-13);
}

/* Coarse at one end. */
BUG(EXP_07_fine_at_both_ends)
{
    double x, last = 0;
    for (uint32_t k = 0; k < 300; ++k) {   /* the smallest values: different for every word */
        fed("exponential", 0, ~0u - k, 0, 1, 1, &x);
        assert_true(x == (k + 0.5) * 0x1p-32 && x > last);
        last = x;
    }
    for (uint32_t k = 1; k < 300; ++k) {   /* the largest: different for every LOW word, as far as floats can show it */
        fed("exponential", 0, 0, 0 - (k << 24), 1, 1, &x);
        assert_true(x > 22);
    }
}

BUG(EXP_08_minus_zero_scale_is_refused)
{
    assert_int_equal(draw("exponential", RR_F64, 1, -0.0, 1, X), RR_ERR_PARAM);
    assert_int_equal(draw("exponential", RR_F32, 1, 0, 1, X), RR_ERR_PARAM);
}

/* The tail had a visible lattice: 24.33, 23.64, 23.23. */
BUG(EXP_09_no_lattice_in_the_tail)
{
    double a, b;
    for (uint32_t w = 1; w < 40; ++w) {
        fed("exponential", 0, w, 0, 1, 1, &a);
        fed("exponential", 0, w, 0xffffffffu, 1, 1, &b);
        assert_true(a > b);
        if (w > 1) {
            double c;
            fed("exponential", 0, w - 1, 0xffffffffu, 1, 1, &c);
            assert_true(c >= a && c - a < 1e-5);   /* no gap between words */
        }
    }
}

/* ---- Hypergeometrics ------------------------------------------------------------------------------------------------ */

/* U = 0 gave -inf, one in 2^23. */
BUG(LOGI_01_words_of_zeros_and_ones)
{
    static const char *const laws[] = {"laplace", "logistic", "gumbel", "cauchy",   "weibull",
                                       "frechet", "pareto",   "power",  "rayleigh", "half-cauchy"};
    const uint32_t words[] = {0, 1, 0x7fffffffu, 0x80000000u, 0xfffffffeu, 0xffffffffu};
    for (int l = 0; l < 10; ++l)
        for (int f64 = 0; f64 < 2; ++f64)
            for (int i = 0; i < 36; ++i) {
                double x;
                assert_int_equal(fed_at(text_of(laws[l]), f64, words[i / 6], words[i % 6],
                                        rr_sampler_find(laws[l])->about->examples->low, &x),
                                 1);
                assert_true(isfinite(x));
            }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(EXP_01_positive_and_finite), TEST(EXP_03_no_minus_zero), TEST(EXP_05_never_zero), TEST(EXP_06_largest_value),
        TEST(EXP_07_fine_at_both_ends), TEST(EXP_08_minus_zero_scale_is_refused), TEST(EXP_09_no_lattice_in_the_tail),
        TEST(LOGI_01_words_of_zeros_and_ones),
    };
    return RUN(tests);
}
