/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The words: each bit, bytes, serial pairs, and places where a counter-based generator could fail without showing it in a
 * long sequence: the first words of streams 0, 1, 2 ..., and of seeds; duplicates across streams. */
#include "check.h"

#define N (1u << 22)

static uint32_t w[N];

static void words(uint64_t seed, uint64_t stream, uint64_t first, size_t n, uint32_t *out)
{
    rr_stream s = {seed, stream, first};
    assert_int_equal(rr_fill_bits_u32(device(), &s, n, out), RR_OK);
}

/* The first word (or word k) of streams 0 ... n - 1, of seeds, of children. */
static void first_words(int kind, uint64_t seed, size_t n, uint32_t *out)
{
    for (size_t k = 0; k < n; ++k) {
        rr_stream s = kind == 0   ? rr_stream_make(seed, k)
                      : kind == 1 ? rr_stream_make(k, seed)
                      : kind == 2 ? rr_derive(rr_stream_make(seed, 0), k)
                      : kind == 3 ? (rr_stream){seed, 0, (uint64_t)k << 34}
                                  : (rr_stream){seed, (uint64_t)k << 32, 4};
        assert_int_equal(rr_fill_bits_u32(device(), &s, 1, out + k), RR_OK);
    }
}

static int look(const char *what, const uint32_t *x, size_t n)
{
    char line[96];
    int ok = 1;
    double worst = 0, bit = 0;
    for (int k = 0; k < 32; ++k) {
        int64_t sum = 0, same = 0;
        for (size_t i = 0; i < n; ++i) {
            sum += (x[i] >> k & 1) ? 1 : -1;
            if (i) same += ((x[i] ^ x[i - 1]) >> k & 1) ? 1 : -1;
        }
        if (fabs((double)sum) > fabs(worst)) worst = (double)sum, bit = k;
        if (fabs((double)same) > fabs(worst)) worst = (double)same, bit = k + 32;
    }
    /* 64 sums of signs; p of the worst times 64 */
    snprintf(line, sizeof line, "%s: bit %d of 32 and 32 changes", what, (int)bit);
    ok &= good_z(line, worst / sqrt((double)n) / 1.12, 1 / sqrt((double)n));
    static uint64_t count[65536];
    for (int k = 0; k < 4; ++k) {
        memset(count, 0, 256 * sizeof *count);
        for (size_t i = 0; i < n; ++i) ++count[x[i] >> (8 * k) & 255];
        snprintf(line, sizeof line, "%s: byte %d", what, k);
        ok &= good(line, flat_test(256, count), (double)n);
    }
    if (n >= 1u << 21) {
        for (int k = 0; k < 32; k += 24) {
            memset(count, 0, sizeof count);
            for (size_t i = 1; i < n; ++i) ++count[(x[i] >> k & 255) << 8 | (x[i - 1] >> k & 255)];
            snprintf(line, sizeof line, "%s: serial pairs of byte %d", what, k / 8);
            ok &= good(line, flat_test(65536, count), (double)n);
        }
        memset(count, 0, sizeof count);
        for (size_t i = 0; i < n; ++i) ++count[x[i] >> 16];
        snprintf(line, sizeof line, "%s: upper half", what);
        ok &= good(line, flat_test(65536, count), (double)n);
    } else {
        memset(count, 0, 4096 * sizeof *count);
        for (size_t i = 1; i < n; ++i) ++count[(x[i] >> 26) << 6 | x[i - 1] >> 26];
        snprintf(line, sizeof line, "%s: serial pairs of 6 bits", what);
        ok &= good(line, flat_test(4096, count), (double)n);
    }
    return ok;
}

static void sequence(void **state)
{
    (void)state;
    int ok = 1;
    for (uint64_t seed = 1; seed <= SEEDS; ++seed) {
        words(seed, 0, 0, N, w);
        ok &= look("sequence", w, N);
        /* serial pairs at distance 4, the same word of neighbouring blocks */
        static uint64_t count[65536];
        memset(count, 0, sizeof count);
        for (size_t i = 4; i < N; ++i) ++count[(w[i] >> 24) << 8 | w[i - 4] >> 24];
        ok &= good("blocks b, b + 1", flat_test(65536, count), N);
    }
    assert_true(ok);
}

static void firsts(void **state)
{
    static const char *kinds[] = {"streams 0, 1, ...", "seeds 0, 1, ...", "children 0, 1, ...", "indices 0, 2^34, ...",
                                  "streams 0, 2^32, ..."};
    const size_t n = 1000000;
    const int kind = (int)(uintptr_t)*state;
    int ok = 1;
    for (uint64_t seed = 1; seed <= (kind == 0 ? SEEDS : 1); ++seed) {
        first_words(kind, seed, n, w);
        ok &= look(kinds[kind], w, n);
    }
    assert_true(ok);
}

static int order(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* 2^19 pairs of words (64 bits) of 512 streams of one seed, of 512 seeds, and of one stream's far apart places: two equal
 * ones have probability 2^37 / 2^64 = 7e-9 per set. The first 28 bits coincide 512 times. */
static void duplicates(void **state)
{
    (void)state;
    enum { M = 1 << 19 };
    static uint64_t x[M];
    for (int kind = 0; kind < 3; ++kind) {
        for (uint64_t s = 0; s < M / 1024; ++s) {
            static uint32_t v[2048];
            if (kind < 2) words(kind ? s : 1, kind ? 1 : s, 0, 2048, v);
            else words(1, 0, s << 32, 2048, v);
            for (size_t i = 0; i < 1024; ++i) x[s * 1024 + i] = (uint64_t)v[2 * i] << 32 | v[2 * i + 1];
        }
        qsort(x, M, sizeof *x, order);
        double same = 0;
        for (size_t i = 1; i < M; ++i) {
            assert_true(x[i] != x[i - 1]);
            same += x[i] >> 36 == x[i - 1] >> 36;
        }
        assert_true(good_z("28-bit duplicates", (same - 512) / sqrt(512), 1 / sqrt(512)));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sequence),
        {"first words of streams", firsts, NULL, NULL, (void *)0},
        {"first words of seeds", firsts, NULL, NULL, (void *)1},
        {"first words of children", firsts, NULL, NULL, (void *)2},
        {"first words of far indices", firsts, NULL, NULL, (void *)3},
        {"first words of far streams", firsts, NULL, NULL, (void *)4},
        cmocka_unit_test(duplicates),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    printf("# %u tests\n", tests_made);
    return failed;
}
