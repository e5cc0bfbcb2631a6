/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Resampling against exact integers. With W_c the weights as integers, S their sum and A_c = W_0 + ... + W_c:
 *
 *   systematic, stratified   point i is in [i, i + 1), and category c ends at n A_c / S: a point of c has i S < n A_c and
 *                            (i + 1) S > n A_(c-1). Systematic counts are n W_c / S rounded down or up
 *   residual                 c comes at least floor(n W_c / S) times, and exactly that often where S divides n W_c
 *   all                      numbers do not decrease, and no category of weight 0 is chosen
 *
 * A power of 2 that multiplies all weights changes no bit. The only tolerance in this file is that of the multinomial
 * counts. tests/known/order.py has the numbers themselves. */
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include "host/order/order.h"
#include "laws/descriptor.h"
#include "tests/support/support.h"

typedef unsigned __int128 u128;

enum { MAX = 200000 };

static const rr_stream S = {41, 42, 1000};
static double w[MAX];
static u128 W[MAX];
static int64_t out[2 * MAX], again[2 * MAX];

/* The weights as integers: each is m 2^-unit. */
static void integers(int k, int unit)
{
    for (int c = 0; c < k; ++c) {
        const double high = floor(ldexp(w[c], unit - 60)), low = ldexp(w[c], unit) - ldexp(high, 60);
        W[c] = ((u128)(uint64_t)high << 60) + (uint64_t)low;
        assert_true(ldexp(high, 60 - unit) + ldexp((double)(uint64_t)low, -unit) == w[c] && low == floor(low));
    }
}

static void check(rr_resampling how, int k, uint64_t n)
{
    u128 sum = 0, below = 0;
    uint64_t at = 0;
    for (int c = 0; c < k; ++c) sum += W[c];
    assert_int_equal(rr_resample(device("cpu"), how, S, w, (uint64_t)k, n, out, NULL), RR_OK);
    for (int c = 0; c < k; ++c) {
        const u128 before = n * below, end = n * (below += W[c]), whole = n * W[c] / sum, rest = n * W[c] % sum;
        const uint64_t first = at;
        for (; at < n && out[at] == c; ++at) {
            const bool inside = at * sum < end && (at + 1) * sum > before;
            if (how <= RR_STRATIFIED && !inside)
                fail_msg("scheme %d, %d weights, n = %llu: point %llu is in %d", (int)how, k, (unsigned long long)n,
                         (unsigned long long)at, c);
        }
        const u128 count = at - first;
        const bool good = how == RR_SYSTEMATIC ? count == whole || (count == whole + 1 && rest)
                          : how == RR_RESIDUAL ? count >= whole && (rest || count == whole) : true;
        if (!good || (!W[c] && count))
            fail_msg("scheme %d, %d weights, n = %llu: %d comes %llu times, n p is %.17g", (int)how, k,
                     (unsigned long long)n, c, (unsigned long long)count, (double)(n * W[c]) / (double)sum);
    }
    assert_true(at == n);
}

static void check_all(int k, uint64_t n, int unit)
{
    integers(k, unit);
    for (int how = RR_SYSTEMATIC; how <= RR_MULTINOMIAL; ++how) check((rr_resampling)how, k, n);
}

/* 1, 1, 1, ...: each comes once; and n of them up to 2 K. */
static void equal_weights(void **state)
{
    (void)state;
    for (int k = 1; k <= 130; ++k) {
        for (int c = 0; c < k; ++c) w[c] = k % 3 ? 1 : 0.1;
        for (uint64_t n = 1; n <= 2 * (uint64_t)k; ++n) check_all(k, n, 60);
        for (int how = RR_SYSTEMATIC; how <= RR_RESIDUAL; ++how) {
            check((rr_resampling)how, k, (uint64_t)k);
            for (int c = 0; c < k; ++c) assert_int_equal(out[c], c);
        }
    }
}

/* Small integers with and without a common divisor, zeros among them, times powers of two. */
static void small_integers(void **state)
{
    static const int divisors[] = {1, 2, 3, 5, 6, 7, 10, 12, 30, 60};
    (void)state;
    for (int k = 1; k <= 60; ++k)
        for (int kind = 0; kind < 4; ++kind) {
            const double scale = divisors[next_random() % 10];
            for (int c = 0; c < k; ++c)
                w[c] = scale * (kind ? next_random() % (kind == 1 ? 3u : kind == 2 ? 12u : 1000u) : (uint32_t)c + 1);
            w[next_random() % (unsigned)k] = scale;
            for (uint64_t n = 1; n <= 2 * (uint64_t)k; ++n) check_all(k, n, 0);
        }
}

/* Decimals as doubles, and a range of 2^60. */
static void doubles(void **state)
{
    (void)state;
    for (int k = 1; k <= 40; ++k)
        for (int kind = 0; kind < 2; ++kind) {
            for (int c = 0; c < k; ++c)
                w[c] = kind ? ldexp(1 + next_random() % 9, -(int)(next_random() % 60)) : (c % 10) / 10.;
            w[k - 1] = kind ? 1 : 0.3;
            for (uint64_t n = 1; n <= 2 * (uint64_t)k; ++n) check_all(k, n, 60);
        }
}

static void large(void **state)
{
    (void)state;
    for (int kind = 0; kind < 3; ++kind) {
        const int k = MAX / 2;
        for (int c = 0; c < k; ++c) w[c] = kind == 0 ? 1 : kind == 1 ? 1 + c % 7 : exp(-.0001 * c);
        check_all(k, (uint64_t)k, 70);
        check_all(k, 2 * (uint64_t)k, 70);
        check_all(k, 4 * (uint64_t)k - 1, 70);
    }
}

/* The same numbers at every scale, from denormals to where the sum overflows. */
static void scales(void **state)
{
    static const int scale[] = {-1074, -1073, -1030, -600, 1, 600, 1015};
    static const double few[] = {1, 2, 0, 3, 160, 41, 0};
    (void)state;
    for (int how = RR_SYSTEMATIC; how <= RR_MULTINOMIAL; ++how)
        for (uint64_t n = 1; n <= 14; ++n) {
            assert_int_equal(rr_resample(device("cpu"), (rr_resampling)how, S, few, 7, n, out, NULL), RR_OK);
            for (size_t i = 0; i < sizeof scale / sizeof *scale; ++i) {
                for (int c = 0; c < 7; ++c) w[c] = ldexp(few[c], scale[i]);
                assert_int_equal(rr_resample(device("cpu"), (rr_resampling)how, S, w, 7, n, again, NULL), RR_OK);
                assert_memory_equal(out, again, n * sizeof *out);
            }
        }
}

/* Weights 2^-1000 times the others: every count that exact fractions force occurs. */
static void extremes(void **state)
{
    static const double mixed[] = {1e308, 1e-308, 1e308, 5e-324, 1e308, 0};
    (void)state;
    for (int how = RR_SYSTEMATIC; how <= RR_MULTINOMIAL; ++how)
        for (uint64_t n = 1; n <= 12; ++n) {
            unsigned count[6] = {0};
            assert_int_equal(rr_resample(device("cpu"), (rr_resampling)how, S, mixed, 6, n, out, NULL), RR_OK);
            for (uint64_t i = 0; i < n; ++i) ++count[out[i]];
            assert_true(!count[1] && !count[3] && !count[5]);
            if (how == RR_SYSTEMATIC || how == RR_RESIDUAL)   /* n / 3, less about 2^-2000 */
                for (int c = 0; c < 6; c += 2) assert_true(count[c] >= (n - 1) / 3);
        }
}

/* U has all bits of its words: a category that ends at U, cut to 106 bits, does not contain it, and does if it ends 2^-106
 * later. Weights are exact and their sum is 1. */
static void bits_of_u(void **state)
{
    (void)state;
    for (int how = RR_SYSTEMATIC; how <= RR_STRATIFIED; ++how)
        for (uint64_t t = 0; t < 100; ++t) {
            const rr_stream s = {7, t, 3};
            rr_bits_key key;
            uint32_t word[4];
            rr_launch_key(&key, s, 1, how == RR_SYSTEMATIC ? RR_FAMILY_SYSTEMATIC : RR_FAMILY_STRATIFIED, 0);
            rr_launch_block(&key, s.next, 0, RR_PURPOSE_MAIN, word);
            const u128 u = (u128)word[0] << 96 | (u128)word[1] << 64 | (u128)word[2] << 32 | word[3];
            const double high = ldexp((double)(uint64_t)(u >> 75), -53);
            const double low = ldexp((double)((uint64_t)(u >> 22) & (((uint64_t)1 << 53) - 1)), -106);
            const double more = low + 0x1p-106, rest = 1 - high - 0x1p-53;
            const double ends[] = {high, low, 0x1p-53 - low, rest}, later[] = {high, more, 0x1p-53 - more, rest};
            int64_t x;
            assert_int_equal(rr_resample(device("cpu"), (rr_resampling)how, s, ends, 4, 1, &x, NULL), RR_OK);
            if (x != 2) fail_msg("scheme %d, stream %d: category %d does not end at U", how, (int)t, (int)x);
            assert_int_equal(rr_resample(device("cpu"), (rr_resampling)how, s, later, 4, 1, &x, NULL), RR_OK);
            if (x != 1) fail_msg("scheme %d, stream %d: U is in category %d", how, (int)t, (int)x);
        }
}

/* 500 weights, 200,000 points: multinomial counts are within 7 standard deviations. */
static void multinomial(void **state)
{
    enum { K = 500, N = 200000 };
    unsigned count[K] = {0};
    double sum = 0;
    (void)state;
    for (int c = 0; c < K; ++c) sum += w[c] = c % 5 ? exp(-.01 * c) : 0;
    assert_int_equal(rr_resample(device("cpu"), RR_MULTINOMIAL, S, w, K, N, out, NULL), RR_OK);
    for (int i = 0; i < N; ++i) ++count[out[i]];
    for (int c = 0; c < K; ++c) {
        const double mean = N * w[c] / sum;
        assert_true(w[c] == 0 ? !count[c] : fabs(count[c] - mean) < 7 * sqrt(mean + 1));
    }
}

/* Residual resampling draws the remainder with the fractional parts as weights: over many streams c comes n W_c / S times on
 * average. */
static void rests(void **state)
{
    enum { K = 4, N = 7, TIMES = 20000 };
    static const double few[K] = {1, 2, 3, 5};
    double count[K] = {0};
    (void)state;
    for (uint64_t t = 0; t < TIMES; ++t) {
        const rr_stream s = {9, t, 0};
        assert_int_equal(rr_resample(device("cpu"), RR_RESIDUAL, s, few, K, N, out, NULL), RR_OK);
        for (int i = 0; i < N; ++i) ++count[out[i]];
    }
    for (int c = 0; c < K; ++c) assert_true(fabs(count[c] / TIMES - N * few[c] / 11) < 7 / sqrt(TIMES));
}

static void refused(const double *weights, uint64_t number, const char *says)
{
    rr_result r = RR_RESULT_INIT;
    for (int how = RR_SYSTEMATIC; how <= RR_MULTINOMIAL; ++how) {
        assert_int_equal(rr_resample(device("cpu"), (rr_resampling)how, S, weights, number, 3, out, &r), RR_ERR_PARAM);
        if (strcmp(r.message, says)) fail_msg("'%s', not '%s'", r.message, says);
    }
}

static void refusals(void **state)
{
    const double none[] = {0, 0}, negative[] = {1, 2, -1, -2}, infinite[] = {INFINITY, 1}, nan[] = {1, NAN};
    static double far[1000];
    (void)state;
    for (int c = 0; c < 1000; ++c) far[c] = c == 777 ? -5e-324 : 1;
    refused(none, 2, "resample: all weights are 0; at least one must be positive");
    refused(negative, 4, "resample: element 2 of weights is -1; weights must be finite and not negative");
    refused(infinite, 2, "resample: element 0 of weights is inf; weights must be finite and not negative");
    refused(nan, 2, "resample: element 1 of weights is nan; weights must be finite and not negative");
    refused(far, 1000, "resample: element 777 of weights is -4.94066e-324; weights must be finite and not negative");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(equal_weights), TEST(small_integers), TEST(doubles), TEST(large), TEST(scales), TEST(extremes), TEST(bits_of_u),
        TEST(multinomial), TEST(rests), TEST(refusals),
    };
    return RUN(tests);
}
