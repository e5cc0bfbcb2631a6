/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Uniforms and words at the ends: 0 and 1, bits that never toggle, words of few runs. */
#include <math.h>

#include "reroll_law.h"
#include "tests/support/feed.h"
#include "tests/exact/peers/bug.h"

/* ---- Uniforms ---------------------------------------------------------------------------------------------------- */

/* rand() returned exactly 1.0f: a word of more than 24 bits was rounded up. */
BUG(UNI_01_never_one)
{
    double x;
    for (uint32_t w = 0xfffffe00u; w; ++w) {
        fed("uniform", 0, w, 0, 0, 1, &x);
        assert_true(x < 1 && x > 0.999999);
        fed("uniform", 1, w, w, 0, 1, &x);
        assert_true(x < 1);
    }
}

/* The sample equalled maxval: here [low, high] is closed, as documented, and never left. */
BUG(UNI_03_kept_between_low_and_high)
{
    const float ends[][2] = {{1, 1.0000001f}, {0.1f, 0.3f}, {-1, -0.99999994f}, {-3e38f / 2, 3e38f / 2}, {0, 1e-45f}};
    for (int k = 0; k < 5; ++k)
        for (uint32_t w = 0; w < 3; ++w) {
            double x;
            fed("uniform", 0, w == 2 ? 0x80000000u : 0 - w, w, ends[k][0], ends[k][1], &x);
            assert_true(x >= ends[k][0] && x <= ends[k][1]);
        }
}

/* The lowest of 24 bits was always 0. */
BUG(UNI_04_all_bits_toggle)
{
    uint32_t ones = 0, zeros = 0;
    uint64_t ones64 = 0, zeros64 = 0;
    draw("uniform", RR_F32, MAX, 0, 1, X);
    for (int i = 0; i < MAX; ++i)
        if (X[i] >= 0.5) {
            ones |= (uint32_t)(X[i] * 0x1p24);
            zeros |= ~(uint32_t)(X[i] * 0x1p24);
        }
    assert_true((ones & 0xffffffu) == 0xffffffu && (zeros & 0x7fffffu) == 0x7fffffu);
    draw("uniform", RR_F64, MAX, 0, 1, X);
    for (int i = 0; i < MAX; ++i)
        if (X[i] >= 0.5) {
            ones64 |= (uint64_t)(X[i] * 0x1p53);
            zeros64 |= ~(uint64_t)(X[i] * 0x1p53);
        }
    assert_true((ones64 & 0x1fffffffffffff) == 0x1fffffffffffff && (zeros64 & 0xfffffffffffff) == 0xfffffffffffff);
}

/* A (0, 1] source was documented as [0, 1): here both ends are open, on every path. */
BUG(UNI_08_open_at_both_ends)
{
    double x;
    fed("uniform", 0, 0, 0, 0, 1, &x);
    assert_true(x == 0x1p-65);
    fed("uniform", 0, ~0u, ~0u, 0, 1, &x);
    assert_true(x == 1 - 0x1p-24);
    fed("uniform", 1, 0, 0, 0, 1, &x);
    assert_true(x == 0x1p-129);
    fed("uniform", 1, ~0u, ~0u, 0, 1, &x);
    assert_true(x == 1 - 0x1p-53);
}

/* A double was made from a float uniform. */
BUG(UNI_10_doubles_have_their_own_bits)
{
    int coarse = 0;
    draw("uniform", RR_F64, MAX, 0, 1, X);
    for (int i = 0; i < MAX; ++i) coarse += (double)(float)X[i] == X[i];
    assert_true(coarse < 3);
}

/* Words with two runs of bits or fewer gave NaN, infinities and endless loops. */
BUG(UNI_12_words_of_few_runs)
{
    uint32_t words[32 * 33];
    int n = 0;
    for (int a = 0; a < 32; ++a)
        for (int b = a; b <= 32; ++b)
            words[n++] = (uint32_t)((((uint64_t)1 << b) - ((uint64_t)1 << a)) ^ (b & 1 ? ~(uint64_t)0 : 0));
    for (int f64 = 0; f64 < 2; ++f64)
        for (int s = 0; s < REALS; ++s) {
            const char *name = text_of(REAL[s]);
            for (int i = 0; i < n; ++i)
                for (int j = i % 3; j < n; j += 7) {
                    const double params[RR_MAX_PARAMS] = {p0_of(REAL[s]), 1, 1, 1};
                    feed w;
                    double x;
                    int open;
                    for (int k = 0; k < 4; ++k) {
                        w.main[0][k] = w.main[1][k] = w.boost[k] = words[k % 2 ? i : j];
                        w.low[0][k] = w.low[1][k] = w.boost_low[k] = words[k % 2 ? j : i];
                    }
                    if (feed_attempt(name, f64, &w, (uint64_t)(i % 4), 0, params, &x, &open) != 1) continue;
                    if (!isfinite(x) || ((s < 2 || s == 4) && x < 0) || (s == 0 && x > 1))
                        fail_msg("%s: %g from %08x %08x", name, x, words[i], words[j]);
                }
        }
}

/* minval = -inf gave NaN. */
BUG(UNI_14_infinite_ends_are_refused)
{
    assert_int_equal(draw("uniform", RR_F64, 1, -INFINITY, 0, X), RR_ERR_PARAM);
    assert_int_equal(draw("uniform", RR_F32, 1, 0, INFINITY, X), RR_ERR_PARAM);
    assert_int_equal(draw("uniform", RR_F64, 1, 0, NAN, X), RR_ERR_PARAM);
    assert_int_equal(draw("uniform", RR_F32, 2, -1.7e38, 1.7e38, X), RR_OK);
    all_finite(2);
}

/* A source of all ones gave 1. */
BUG(UNI_15_all_ones)
{
    double x;
    for (int f64 = 0; f64 < 2; ++f64) {
        fed("uniform", f64, ~0u, ~0u, 0, 1, &x);
        assert_true(x < 1);
        fed("exponential", f64, ~0u, ~0u, 1, 1, &x);
        assert_true(x > 0 && x == (f64 ? 0x1p-65 : 0x1p-33));
    }
}

/* Each element consumed two words but the offset advanced by one: a later call repeated numbers. */
BUG(UNI_22_calls_share_no_numbers)
{
    rr_stream s = rr_stream_make(3, 4);
    rr_fill_uniform_f64(device("cpu"), &s, 1001, X, 0, 1);
    rr_fill_uniform_f64(device("cpu"), &s, 1001, Y, 0, 1);
    for (int i = 0; i < 1001; ++i)
        for (int j = 0; j < 1001; ++j) assert_true(X[i] != Y[j]);
}

BUG(UNI_25_low_bit_of_floats)
{
    int odd = 0, all = 0;
    draw("uniform", RR_F32, MAX, 0, 1, X);
    for (int i = 0; i < MAX; ++i)
        if (X[i] >= 0.5) ++all, odd += (uint32_t)(X[i] * 0x1p24) & 1;
    assert_true(abs(2 * odd - all) < 6 * sqrt(all));
}

/* ---- Distributions derived from the gamma, Student's t, the product of uniforms ---------------------------------- */

/* Engines that cycle gave NaN in Student's t. */
BUG(UNI_12_extreme_words)
{
    const uint32_t words[] = {0,           1,           0x80000000u, 0x7fffffffu, 0xfffffffeu,
                              0xffffffffu, 0x55555555u, 0xffff0000u, 0x00ffffffu, 0x01000000u};
    const rr_sampler *s;
    for (size_t at = 0; (s = rr_sampler_list(at)); ++at)
        for (int f64 = 0; f64 < 2; ++f64) {
            int accepted = 0;
            if (s->stages || (s->counts && !f64)) continue;   /* a composite has no words; counts of f64 serve all dtypes */
            if (rr_is_row(s) || s->fixed || rr_lists(s) || s->inverse || !(s->dtypes >> (f64 ? RR_F64 : RR_F32) & 1))
                continue;   /* a row; a table of the host */
            for (int i = 0; i < 10; ++i)
                for (int j = 0; j < 10; ++j) {
                    double x;
                    if (fed_at(text_of(s->name), f64, words[i], words[j], s->about->examples->low, &x) != 1) continue;
                    ++accepted;
                    if (!isfinite(x)) fail_msg("%s: %g from %08x %08x", s->name, x, words[i], words[j]);
                }
            if (!accepted) fail_msg("%s accepts none of them", s->name);
        }
}

/* ---- GPU and vector code ----------------------------------------------------------------------------------------- */

/* -inf from a transform at word 0; an int overflow at word 2^31. */
BUG(TRI_01_word_2_31)
{
    double x;
    for (int f64 = 0; f64 < 2; ++f64)
        for (int s = 0; s < REALS; ++s)
            for (uint32_t d = 0; d < 3; ++d)
                if (fed(text_of(REAL[s]), f64, 0x7fffffffu + d, 0x7fffffffu + d, p0_of(REAL[s]), 1, &x) == 1)
                    assert_true(isfinite(x));
    fed("uniform", 0, 0x80000000u, 0, 0, 1, &x);
    assert_true(x == 0.5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(UNI_01_never_one), TEST(UNI_03_kept_between_low_and_high), TEST(UNI_04_all_bits_toggle),
        TEST(UNI_08_open_at_both_ends), TEST(UNI_10_doubles_have_their_own_bits), TEST(UNI_12_words_of_few_runs),
        TEST(UNI_14_infinite_ends_are_refused), TEST(UNI_15_all_ones), TEST(UNI_22_calls_share_no_numbers),
        TEST(UNI_25_low_bit_of_floats), TEST(UNI_12_extreme_words), TEST(TRI_01_word_2_31),
    };
    return RUN(tests);
}
