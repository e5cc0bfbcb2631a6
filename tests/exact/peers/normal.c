/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Normals, by every method: tails, spares that outlive a call, odd counts, the same on every instruction set. */
#include <math.h>

#include "tests/support/feed.h"
#include "tests/exact/peers/bug.h"

/* log(0), and an endless loop, where a uniform was 0. */
BUG(NOR_10_word_zero)
{
    double x;
    for (int f64 = 0; f64 < 2; ++f64)
        for (int s = 0; s < REALS; ++s)
            if (fed(text_of(REAL[s]), f64, 0, 0, p0_of(REAL[s]), 1, &x) == 1) assert_true(isfinite(x));
}

/* The largest |z| of a 24-bit grid is 5.3: here 9.49 and 13.37, as the contract states. */
BUG(NOR_12_tails_are_resolved)
{
    double x;
    assert_int_equal(fed("normal", 0, 0, 0, 0, 1, &x), 1);
    assert_true(fabs(x) > 9.489 && fabs(x) < 9.495);
    assert_int_equal(fed("normal", 1, 0, 0, 0, 1, &x), 1);
    assert_true(fabs(x) > 13.370 && fabs(x) < 13.375);
    /* The words of a ziggurat's tail with the smallest uniform: sqrt(r^2 + 2 * 65 log 2), 129. */
    const double one[RR_MAX_PARAMS] = {0, 1, 1, 1};
    feed tail;
    int open;
    memset(&tail, 0, sizeof tail);
    for (int i = 0; i < 4; ++i) tail.main[0][i] = 0x7fffff00u;
    assert_int_equal(feed_attempt("normal_ziggurat", 0, &tail, 1, 0, one, &x, &open), 1);
    assert_true(x > 10.171 && x < 10.173);
    for (int i = 0; i < 4; i += 2) tail.main[0][i] = 0x7fffffffu, tail.main[0][i + 1] = 0xffffff00u;
    assert_int_equal(feed_attempt("normal_ziggurat", 1, &tail, 1, 0, one, &x, &open), 1);
    assert_true(x > 13.863 && x < 13.866);
    double last = INFINITY;
    for (uint32_t l = 0; l < 200; ++l) {   /* neighbours far out differ */
        fed("normal", 0, 0, l << 16, 0, 1, &x);
        assert_true(x < last);
        last = x;
    }
    assert_int_equal(fed("normal_icdf", 0, 0, 0, 0, 1, &x), 1);
    assert_true(fabs(x + 9.155293) < 1e-6);
    assert_int_equal(fed("normal_icdf", 1, 0, 0, 0, 1, &x), 1);
    assert_true(fabs(x + 13.108626) < 1e-6);
    last = -INFINITY;
    for (uint32_t l = 0; l < 200; ++l) {
        fed("normal_icdf", 0, 0, l << 16, 0, 1, &x);
        assert_true(x > last);
        last = x;
    }
}

BUG(NOR_14_infinite_mean_is_refused)
{
    assert_int_equal(draw("normal", RR_F64, 1, INFINITY, 1, X), RR_ERR_PARAM);
    assert_int_equal(draw("normal", RR_F64, 1, 0, INFINITY, X), RR_ERR_PARAM);
    assert_int_equal(draw("normal", RR_F64, 1, 0, 0, X), RR_ERR_PARAM);
}

/* Odd counts were an error; an odd last element was not written. */
BUG(NOR_15_any_count)
{
    for (size_t n = 0; n <= 257; ++n) assert_int_equal(draw("normal", RR_F32, n, 0, 1, X), RR_OK);
}

BUG(NOR_16_last_element_is_written)
{
    for (size_t n = 1; n <= 129; n += 2)
        for (int f64 = 0; f64 < 2; ++f64) {
            memset(X, 0xff, sizeof X);
            memset(X32, 0xff, sizeof X32);
            draw("normal", f64 ? RR_F64 : RR_F32, n, 0, 1, X);
            all_finite(n);
        }
}

/* Uninitialized cached packets: values of 1e-38 and 12. */
BUG(NOR_18_no_stale_packets)
{
    for (int k = 0; k < 50; ++k) {
        draw("normal", k % 2 ? RR_F64 : RR_F32, (size_t)(1 + 37 * k % 90), 0, 1, X);
        for (int i = 0; i < 1 + 37 * k % 90; ++i) assert_true(fabs(X[i]) < 6 && fabs(X[i]) > 1e-9);
    }
}

/* n = 16 took a vector path with another prefix than n = 15. */
BUG(NOR_20_prefixes)
{
    draw("normal", RR_F32, 300, 0, 1, Y);
    for (size_t n = 0; n <= 300; ++n) {
        draw("normal", RR_F32, n, 0, 1, X);
        assert_memory_equal(X, Y, n * 8);
    }
}

/* A spare normal survived re-seeding. */
BUG(NOR_21_no_spare_after_reseeding)
{
    for (int s = 0; s < REALS; ++s)
        for (size_t odd = 1; odd <= 3; ++odd) {
            draw(REAL[s], RR_F64, odd, p0_of(REAL[s]), 1, X);
            draw(REAL[s], RR_F64, odd, p0_of(REAL[s]), 1, Y);
            assert_memory_equal(X, Y, odd * 8);
        }
}

BUG(NOR_22_no_spare_between_streams)
{
    double a, b;
    draw_on("cpu", "normal", RR_F64, rr_stream_make(1, 1), 1, 0, 1, &a);
    draw_on("cpu", "normal", RR_F64, rr_stream_make(2, 2), 1, 0, 1, &b);
    draw_on("cpu", "normal", RR_F64, rr_stream_make(2, 2), 1, 0, 1, X);
    assert_true(b == X[0] && a != b);
}

/* The spare came with the parameters of the call that made it. */
BUG(NOR_23_interleaved_parameters)
{
    rr_stream s = rr_stream_make(8, 8);
    draw_on("cpu", "normal", RR_F64, s, 20, 0, 1, Y);
    for (int i = 0; i < 20; ++i) {
        rr_fill_normal_f64(device("cpu"), &s, 1, X, i % 2 ? 5 : -3, i % 2 ? 0.25 : 4);
        assert_true(X[0] == fma(i % 2 ? 0.25 : 4, Y[i], i % 2 ? 5 : -3));
    }
}

/* Parameters were ignored on one path. */
BUG(NOR_25_parameters_are_used)
{
    static const char *const SPECS[] = {"cpu", "cpu:scalar", "cpu,tile=64", "cpu,warp=4"};
    for (int k = 0; k < 4; ++k)
        for (int m = 0; m < 2; ++m) {
            draw_on(SPECS[k], m ? "normal" : "normal:polar", RR_F64, rr_stream_make(1, 1), 99, 0, 1, Y);
            draw_on(SPECS[k], m ? "normal" : "normal:polar", RR_F64, rr_stream_make(1, 1), 99, 100, 0.5, X);
            for (int i = 0; i < 99; ++i) assert_true(X[i] == fma(0.5, Y[i], 100));
        }
}

/* Other values on another chip; contraction to fma on one of them. */
BUG(NOR_28_same_on_every_instruction_set)
{
    const char *names[8];
    const unsigned sets = isas(names);
    for (unsigned i = 1; i < sets; ++i) {
        draw_on(names[0], "normal", RR_F32, rr_stream_make(1, 1), 999, 0, 1, X);
        draw_on(names[i], "normal", RR_F32, rr_stream_make(1, 1), 999, 0, 1, Y);
        assert_memory_equal(X, Y, 999 * 8);
    }
}

BUG(NOR_29_one_fma_everywhere)
{
    const char *names[8];
    const unsigned sets = isas(names);
    for (unsigned i = 1; i < sets; ++i) {
        draw_on(names[0], "normal", RR_F64, rr_stream_make(1, 1), 999, 0.1, 1.7, X);
        draw_on(names[i], "normal", RR_F64, rr_stream_make(1, 1), 999, 0.1, 1.7, Y);
        assert_memory_equal(X, Y, 999 * 8);
    }
}

/* erf_inv(-1) = -inf: in a narrow type the uniform reached the end. Here no word does: all values of the upper 16 bits,
 * followed by all zeros and all ones. */
BUG(NOR_30_no_word_reaches_the_end)
{
    static const char *const names[] = {"normal_icdf", "normal_icdf_fast", "normal_icdf_giles"};
    for (int s = 0; s < 3; ++s)
        for (int f64 = 0; f64 < 2; ++f64)
            for (uint32_t w = 0; w < 1u << 17; ++w) {
                double x;
                assert_int_equal(fed(names[s], f64, (w >> 1) << 16 | (w & 1 ? 0xffff : 0), w & 1 ? ~0u : 0, 0, 1, &x), 1);
                assert_true(fabs(x) < 13.2 && (x > 0) == (w >> 16 == 1));
            }
}

/* x = -1 was on the grid of the square and +1 was not. Here the word ~w is the point opposite to w: in f64
 * always, in f32 where the word has 24 bits (above, it is rounded before the half is added, to even on both sides). */
BUG(NOR_32_polar_is_symmetric)
{
    for (int f64 = 0; f64 < 2; ++f64)
        for (uint64_t k = 0; k < 500; ++k) {
            const double params[RR_MAX_PARAMS] = {0, 1, 1, 1};
            feed a, b;
            double x, y;
            int open;
            for (int i = 0; i < 4; ++i) {
                a.main[0][i] = k ? (uint32_t)mix(4 * k + (unsigned)i) : 0x80000000u;
                if (!f64 && k) a.main[0][i] = (a.main[0][i] & 0x1ffffffu) - 0x1000000u;
                b.main[0][i] = ~a.main[0][i];
            }
            const int p = feed_attempt("normal_polar", f64, &a, k % 4, 0, params, &x, &open);
            assert_int_equal(feed_attempt("normal_polar", f64, &b, k % 4, 0, params, &y, &open), p);
            assert_true(x == -y);
        }
}

/* The same for an inverse CDF: ~w, followed by ~l, gives the negative, for every word. */
BUG(NOR_32_inverse_cdf_is_symmetric)
{
    static const char *const names[] = {"normal_icdf", "normal_icdf_fast", "normal_icdf_giles"};
    for (int s = 0; s < 3; ++s)
        for (int f64 = 0; f64 < 2; ++f64)
            for (uint32_t k = 0; k < 40000; ++k) {
                const uint32_t w = k < 20000 ? k << 16 : (uint32_t)mix(k), l = (uint32_t)mix(k + 1);
                double x, y;
                fed(names[s], f64, w, l, 0, 1, &x);
                fed(names[s], f64, ~w, ~l, 0, 1, &y);
                assert_true(x == -y && x != 0);
            }
}

/* A rough logarithm distorted the distribution: P(X < the sample) was not uniform. Here the CDF of the quantile is its
 * rank. */
BUG(NOR_33_the_rank_comes_back)
{
    for (uint32_t k = 1; k < 4096; ++k) {
        const uint32_t w = (k << 20) + 0x80000u;
        double x;
        fed("normal_icdf", 1, w, w, 0, 1, &x);
        assert_true(fabs(erfc(-x * M_SQRT1_2) / 2 / ((w + (w + 0.5) * 0x1p-32) * 0x1p-32) - 1) < 1e-14);
        fed("normal_icdf", 0, w, w, 0, 1, &x);
        assert_true(fabs(erfc(-x * M_SQRT1_2) / 2 / ((w + 0.5) * 0x1p-32) - 1) < 2e-6);
    }
}

/* Fewer elements than a register: the state was not written back. */
BUG(NOR_34_short_fills_advance)
{
    rr_stream s = rr_stream_make(4, 4);
    float a[7], b[7];
    for (size_t n = 1; n <= 7; ++n) {
        rr_fill_normal_f32(device("cpu"), &s, n, a, 0, 1);
        rr_fill_normal_f32(device("cpu"), &s, n, b, 0, 1);
        assert_memory_not_equal(a, b, 4 * n);
    }
}

BUG(NOR_35_batch_is_the_scalar_law)
{
    draw("normal", RR_F64, 50, 0, 1, Y);
    for (uint64_t i = 0; i < 50; ++i) {
        draw_on("cpu", "normal", RR_F64, (rr_stream){11, 12, i}, 1, 0, 1, X);
        assert_true(X[0] == Y[i]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(NOR_10_word_zero), TEST(NOR_12_tails_are_resolved), TEST(NOR_14_infinite_mean_is_refused),
        TEST(NOR_15_any_count), TEST(NOR_16_last_element_is_written), TEST(NOR_18_no_stale_packets), TEST(NOR_20_prefixes),
        TEST(NOR_21_no_spare_after_reseeding), TEST(NOR_22_no_spare_between_streams), TEST(NOR_23_interleaved_parameters),
        TEST(NOR_25_parameters_are_used), TEST(NOR_28_same_on_every_instruction_set), TEST(NOR_29_one_fma_everywhere),
        TEST(NOR_30_no_word_reaches_the_end), TEST(NOR_32_polar_is_symmetric), TEST(NOR_32_inverse_cdf_is_symmetric),
        TEST(NOR_33_the_rank_comes_back), TEST(NOR_34_short_fills_advance), TEST(NOR_35_batch_is_the_scalar_law),
    };
    return RUN(tests);
}
