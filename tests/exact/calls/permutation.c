/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The order functions: sorted by whole keys, ties too; uniform over small sets of orders and subsets; refusals.
 * tests/known/order.py has the numbers, and resample.c the counts of resampling.
 *
 * Statistics: chi squared over all outcomes, refused above the quantile of 1 - 1e-6 (Wilson and Hilferty); outcomes that are
 * off by 2 % are seen. */
#include <math.h>
#include <stdlib.h>

#include "host/order/order.h"
#include "laws/descriptor.h"
#include "tests/support/support.h"

static const rr_stream S = {41, 42, 1000};

static int compare_keys(const rr_bits_key *key, uint64_t i, uint64_t j)
{
    uint32_t a[4], b[4];
    rr_launch_block(key, i / 4, 0, RR_PURPOSE_MAIN, a);
    rr_launch_block(key, j / 4, 0, RR_PURPOSE_MAIN, b);
    if (a[i % 4] != b[j % 4]) return a[i % 4] < b[j % 4] ? -1 : 1;
    rr_launch_block(key, i / 4, 0, RR_PURPOSE_LOW, a);
    rr_launch_block(key, j / 4, 0, RR_PURPOSE_LOW, b);
    return a[i % 4] == b[j % 4] ? 0 : a[i % 4] < b[j % 4] ? -2 : 2;   /* 2: a tie, decided */
}

/* 2^20 numbers have about 128 ties of first words; threads and chunks change nothing. */
static void keys_in_order(void **state)
{
    enum { N = 1 << 20 };
    int64_t *out = malloc(N * sizeof *out), *again = malloc(N * sizeof *out);
    unsigned char *seen = calloc(N, 1);
    unsigned ties = 0;
    rr_bits_key key;
    (void)state;
    rr_launch_key(&key, S, 1, RR_FAMILY_PERMUTATION, 0);
    assert_int_equal(rr_permutation(device("cpu"), S, 1, N, out, NULL), RR_OK);
    for (int i = 0; i < N; ++i) seen[out[i]] = 1;
    for (int i = 0; i < N; ++i) assert_true(seen[i]);
    for (int i = 1; i < N; ++i) {
        const int order = compare_keys(&key, S.next + (uint64_t)out[i - 1], S.next + (uint64_t)out[i]);
        assert_true(order < 0);
        ties += order == -2;
    }
    assert_true(ties > 60);
    assert_int_equal(rr_permutation(device("cpu:scalar,threads=3"), S, 1, N, again, NULL), RR_OK);
    assert_memory_equal(out, again, N * sizeof *out);
    free(out);
    free(again);
    free(seen);
}

/* Row r depends on its own indices only, not on the number of rows of the call. */
static void rows(void **state)
{
    enum { ROWS = 2000, N = 60 };
    static int64_t all[ROWS * N], one[N];
    (void)state;
    assert_int_equal(rr_permutation(device("cpu"), S, ROWS, N, all, NULL), RR_OK);
    for (uint64_t r = 0; r < ROWS; r += 7) {
        rr_stream s = S;
        s.next += r * N;
        assert_int_equal(rr_permutation(device("cpu"), s, 1, N, one, NULL), RR_OK);
        assert_memory_equal(one, all + r * N, sizeof one);
    }
}

/* The same for rows that are longer than the words drawn at once, so that a row begins among another one's words. */
static void long_rows(void **state)
{
    enum { ROWS = 3, N = 50000 };
    static int64_t all[ROWS * N], one[N];
    (void)state;
    assert_int_equal(rr_permutation(device("cpu"), S, ROWS, N, all, NULL), RR_OK);
    for (uint64_t r = 0; r < ROWS; ++r) {
        rr_stream s = S;
        s.next += r * N;
        assert_int_equal(rr_permutation(device("cpu"), s, 1, N, one, NULL), RR_OK);
        assert_memory_equal(one, all + r * N, sizeof one);
    }
}

static void uniform(const char *what, const unsigned *count, unsigned cells, unsigned n)
{
    double sum = 0;
    const double mean = (double)n / cells, df = cells - 1,
                 max = df * pow(1 - 2 / (9 * df) + 4.7534 * sqrt(2 / (9 * df)), 3);
    for (unsigned c = 0; c < cells; ++c) sum += (count[c] - mean) * (count[c] - mean) / mean;
    if (sum > max) fail_msg("%s: chi squared %g of %u cells", what, sum, cells);
}

static void orders_and_subsets(void **state)
{
    enum { ROWS = 1 << 18 };
    static int64_t p[ROWS * 4];
    unsigned orders[256] = {0}, packed[24], subsets[10] = {0}, n = 0;
    (void)state;
    assert_int_equal(rr_permutation(device("cpu"), S, ROWS, 4, p, NULL), RR_OK);
    for (int r = 0; r < ROWS; ++r) ++orders[p[4 * r] << 6 | p[4 * r + 1] << 4 | p[4 * r + 2] << 2 | p[4 * r + 3]];
    for (int k = 0; k < 256; ++k)
        if (orders[k]) packed[n++ % 24] = orders[k];
    assert_int_equal(n, 24);
    uniform("orders of 4", packed, 24, ROWS);
    for (int r = 0; r < ROWS; ++r) {
        int64_t c[2];
        const rr_stream s = {5, (uint64_t)r, 0};
        assert_int_equal(rr_choose(s, 5, 2, c, NULL), RR_OK);
        assert_true(0 <= c[0] && c[0] < c[1] && c[1] < 5);
        ++subsets[c[1] * (c[1] - 1) / 2 + c[0]];
    }
    uniform("subsets of 2 of 5", subsets, 10, ROWS);
}

static int rises(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* Numbers below 2^high: spread evenly, equal, of a few values, and mostly in one bucket, which is sorted again. */
static uint64_t number_of(unsigned kind, uint64_t random, uint64_t i, unsigned high)
{
    const uint64_t mask = high == 64 ? UINT64_MAX : ((uint64_t)1 << high) - 1;
    switch (kind) {
    case 0: return random & mask;
    case 1: return mask / 3;
    case 2: return random % 5 * (mask / 5);
    default: return i % 50 ? random % 3000 & mask : random & mask;
    }
}

static void sorted(void **state)
{
    enum { N_LIMIT = 300000 };
    static const uint64_t sizes[] = {0, 1, 2, 16, 17, 33, 1000, 4096, 4097, 50000, N_LIMIT};
    static const unsigned highs[] = {0, 1, 7, 13, 28, 40, 64};
    static uint64_t a[N_LIMIT], b[N_LIMIT], want[N_LIMIT];
    rr_bits_key key;
    (void)state;
    rr_launch_key(&key, S, 1, RR_FAMILY_CHOOSE, 0);
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; ++k)
        for (size_t h = 0; h < sizeof highs / sizeof *highs; ++h)
            for (unsigned kind = 0; kind < 4; ++kind) {
                const uint64_t n = sizes[k];
                for (uint64_t i = 0; i < n; ++i) {
                    uint32_t w[4];
                    rr_launch_block(&key, i, 0, RR_PURPOSE_MAIN, w);
                    want[i] = a[i] = number_of(kind, (uint64_t)w[0] << 32 | w[1], i, highs[h]);
                }
                qsort(want, n, sizeof *want, rises);
                rr_order_sort(a, b, n, highs[h]);
                if (memcmp(b, want, n * sizeof *b))
                    fail_msg("%llu numbers of kind %u below 2^%u", (unsigned long long)n, kind, highs[h]);
            }
}

/* Integers that are drawn in bulk equal those drawn from their blocks one by one, also where words have no index and where
 * no CPU device opens. m: half of the first attempts are rejected. */
static void draws_of_blocks(void **state)
{
    const uint64_t n = 2 * RR_ORDER_AT_ONCE + 100, m = (uint64_t)1 << 63 | 1;
    static const uint64_t firsts[] = {0, 7, ((uint64_t)1 << 62) - 2500, ((uint64_t)1 << 62) - 2000, UINT64_MAX - 3000};
    (void)state;
    for (size_t f = 0; f < 2 * sizeof firsts / sizeof *firsts; ++f) {
        static rr_order_draws d;
        const rr_stream s = {3, 4, firsts[f / 2]};
        if (f % 2) setenv("REROLL_CPU", "none", 1);
        rr_order_draws_open(&d, s, RR_FAMILY_CHOOSE, n);
        unsetenv("REROLL_CPU");
        assert_int_equal(d.device != NULL, !(f % 2) && f / 2 < 3);
        for (uint64_t i = 0; i < n; ++i)
            assert_true(rr_order_draws_below(&d, i, m + i) == rr_order_below(&d.key, s.next + i, RR_PURPOSE_MAIN, m + i));
        rr_order_draws_close(&d);
    }
}

/* All orders of 3 of 4 by weights, and of weights that need new integers after each draw; a weight of 0 is never drawn. */
static void weighted(void **state)
{
    enum { ROWS = 1 << 18, K = 3, N = 5 };
    static int64_t p[ROWS * K], sorted_p[ROWS * K];
    static const double weights[][N] = {{1, 2, 0, 3, 4}, {1e300, 1e-300, 0, 2e-300, 3e-300}, {5, 1e-30, 0, 3e-30, 2e-60}};
    (void)state;
    for (unsigned s = 0; s < 3; ++s) {
        unsigned count[N * N * N] = {0};
        const double *w = weights[s], all = w[0] + w[1] + w[3] + w[4];
        double sum = 0;
        int cells = 0;
        assert_int_equal(rr_choose_weighted(device("cpu"), S, w, N, ROWS, K, 0, p, NULL), RR_OK);
        for (int r = 0; r < ROWS; ++r) ++count[(p[K * r] * N + p[K * r + 1]) * N + p[K * r + 2]];
        for (int a = 0; a < N; ++a)
            for (int b = 0; b < N; ++b)
                for (int c = 0; c < N; ++c) {
                    /* The weights left after a are added up again: the difference would lose them. */
                    double first = 0, second = 0;
                    for (int i = 0; i < N; ++i) first += i != a ? w[i] : 0, second += i != a && i != b ? w[i] : 0;
                    const double chance = a == b || a == c || b == c ? 0 : w[a] / all * (w[b] / first) * (w[c] / second);
                    const double mean = ROWS * chance, off = count[(a * N + b) * N + c] - mean;
                    if (mean < 1e-9) assert_true(off == -mean || fabs(off) < 1e-9);
                    else if (fabs(off) > 6 * sqrt(mean) + 1) fail_msg("%d %d %d: %g more than %g", a, b, c, off, mean);
                    sum += mean;
                    cells += mean > 1;
                }
        assert_true(fabs(sum / ROWS - 1) < 1e-12 && cells >= 2);
        assert_int_equal(rr_choose_weighted(device("cpu,threads=3"), S, w, N, ROWS, K, 1, sorted_p, NULL), RR_OK);
        for (int r = 0; r < ROWS * K; r += K) {
            int64_t *x = p + r;
            for (int i = 0; i < 2; ++i)
                for (int j = 0; j < 2 - i; ++j)
                    if (x[j] > x[j + 1]) {
                        const int64_t y = x[j];
                        x[j] = x[j + 1];
                        x[j + 1] = y;
                    }
        }
        assert_memory_equal(p, sorted_p, sizeof p);
    }
}

/* Row r alone is row r; all numbers are a permutation. */
static void weighted_rows(void **state)
{
    enum { ROWS = 300, K = 40, N = 1000 };
    static double w[N];
    static int64_t all[ROWS * K], one[N];
    unsigned char seen[N] = {0};
    (void)state;
    for (uint64_t i = 0; i < N; ++i) w[i] = ldexp(1 + (double)(mix(i) >> 12), (int)(mix(i + N) % 900) - 450);
    assert_int_equal(rr_choose_weighted(device("cpu,threads=2"), S, w, N, ROWS, K, 0, all, NULL), RR_OK);
    for (uint64_t r = 0; r < ROWS; r += 13) {
        rr_stream s = S;
        s.next += r * K;
        assert_int_equal(rr_choose_weighted(device("cpu"), s, w, N, 1, K, 0, one, NULL), RR_OK);
        assert_memory_equal(one, all + r * K, K * sizeof *one);
    }
    assert_int_equal(rr_choose_weighted(device("cpu"), S, w, N, 1, N, 0, one, NULL), RR_OK);
    for (int i = 0; i < N; ++i) {
        assert_true(!seen[one[i]]);
        seen[one[i]] = 1;
    }
}

/* The image of one position is uniform, and so is that of two; every result is a bijection. */
static void bijections(void **state)
{
    enum { TIMES = 20000, N = 6 };
    unsigned pairs[N * N] = {0}, packed[N * (N - 1)], n = 0;
    (void)state;
    for (uint64_t t = 0; t < TIMES; ++t) {
        int64_t x[N];
        unsigned seen = 0;
        const rr_stream s = {6, t, 0};
        assert_int_equal(rr_bijection(s, N, 0, N, x, NULL), RR_OK);
        for (int k = 0; k < N; ++k) seen |= 1u << x[k];
        assert_int_equal(seen, (1u << N) - 1);
        ++pairs[x[1] * N + x[4]];
    }
    for (int k = 0; k < N * N; ++k)
        if (k / N != k % N) packed[n++] = pairs[k];
    uniform("images of two places", packed, N * (N - 1), TIMES);
}

static void refused(rr_status status, const rr_result *result, const char *says)
{
    assert_true(status != RR_OK && status == result->status);
    if (!strstr(result->message, says)) fail_msg("'%s' does not say '%s'", result->message, says);
}

static void bad_arguments(void **state)
{
    int64_t x[4];
    rr_result r = RR_RESULT_INIT;
    const rr_stream end = {1, 1, UINT64_MAX - 1};
    const double w[2] = {1, 2}, none[2] = {0, 0};
    const rr_device *cpu = device("cpu");
    (void)state;
    refused(rr_permutation(NULL, S, 1, 4, x, &r), &r, "device is NULL");
    refused(rr_permutation(cpu, S, 1, ((uint64_t)1 << 32) + 1, x, &r), &r, "2^32");
    refused(rr_permutation(cpu, S, UINT64_MAX, 4, x, &r), &r, "too large");
    refused(rr_permutation(cpu, S, 1, 4, NULL, &r), &r, "out is NULL");
    refused(rr_permutation(cpu, end, 1, 4, x, &r), &r, "2^64 - 1");
    refused(rr_bijection(S, 0, 0, 0, x, &r), &r, "[1, 2^63]");
    refused(rr_bijection(S, 10, 8, 3, x, &r), &r, "above n");
    refused(rr_choose(S, 3, 4, x, &r), &r, "k is above n");
    refused(rr_choose(S, UINT64_MAX, 4, x, &r), &r, "2^63");
    refused(rr_choose(S, (uint64_t)1 << 40, (uint64_t)1 << 39, x, &r), &r, "2^32");
    refused(rr_choose_weighted(NULL, S, w, 2, 1, 1, 0, x, &r), &r, "device is NULL");
    refused(rr_choose_weighted(cpu, S, NULL, 2, 1, 1, 0, x, &r), &r, "weights are NULL");
    refused(rr_choose_weighted(cpu, S, w, 0, 1, 1, 0, x, &r), &r, "number is not in [1, 2^28]");
    refused(rr_choose_weighted(cpu, S, none, 2, 1, 1, 0, x, &r), &r, "all weights are 0");
    refused(rr_choose_weighted(cpu, S, w, 2, 1, 3, 0, x, &r), &r, "k is 3, above 2, the number of positive weights");
    refused(rr_choose_weighted(cpu, S, w, 2, UINT64_MAX, 2, 0, x, &r), &r, "rows * k is too large");
    refused(rr_choose_weighted(cpu, S, w, 2, 1, 1, 0, NULL, &r), &r, "out is NULL");
    refused(rr_choose_weighted(cpu, end, w, 2, 2, 2, 0, x, &r), &r, "2^64 - 1");
    assert_int_equal(rr_choose_weighted(cpu, S, w, 2, 3, 0, 0, NULL, &r), RR_OK);
    assert_int_equal(rr_choose_weighted(cpu, S, w, 2, 0, 2, 0, NULL, &r), RR_OK);
    refused(rr_resample(cpu, (rr_resampling)0, S, w, 2, 4, x, &r), &r, "rr_resampling");
    refused(rr_resample(cpu, RR_SYSTEMATIC, S, NULL, 2, 4, x, &r), &r, "weights");
    refused(rr_resample(cpu, RR_SYSTEMATIC, S, none, 2, 4, x, &r), &r, "all weights are 0");
    assert_int_equal(rr_permutation(cpu, S, 0, 4, NULL, &r), RR_OK);
    assert_int_equal(rr_permutation(cpu, S, 4, 0, NULL, &r), RR_OK);
    assert_int_equal(rr_choose(S, 0, 0, NULL, &r), RR_OK);
    assert_int_equal(rr_resample(cpu, RR_SYSTEMATIC, S, w, 2, 0, NULL, &r), RR_OK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(keys_in_order), TEST(rows), TEST(long_rows), TEST(sorted), TEST(draws_of_blocks), TEST(orders_and_subsets),
        TEST(weighted), TEST(weighted_rows), TEST(bijections),
        TEST(bad_arguments),
    };
    return RUN(tests);
}
