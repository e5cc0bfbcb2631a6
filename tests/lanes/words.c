/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The words stage (engine/passes/words.h) against Philox in plain C: both layouts, every series, any first index and number
 * of samples, and blocks on both sides of a multiple of 2^32. Build and run it like vocabulary.c. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/lanes/lane.h"
#include "engine/passes/words.h"

#include "program.h"

enum { MAX = 40 * RR_WORDS_RUN + 3, GUARD = 4 };

static rr_bits_key key(uint32_t salt)
{
    rr_bits_key k;
    for (uint32_t r = 0; r < RR_PHILOX_ROUNDS; ++r) {
        k.round[2 * r] = 0x243f6a88u * (salt + 1) + r * RR_PHILOX_W0;
        k.round[2 * r + 1] = 0x85a308d3u * (salt + 3) + r * RR_PHILOX_W1;
    }
    k.y = 0x13198a2eu ^ salt;
    k.x = 0x03707344u + (salt << 9);
    return k;
}

/* Philox4x32-10, word by word. */
static void philox(const rr_bits_key *k, uint64_t block, uint32_t turn, uint32_t purpose, uint32_t *w)
{
    w[0] = (uint32_t)block;
    w[1] = (uint32_t)(block >> 32);
    w[2] = turn ^ k->y;
    w[3] = k->x ^ purpose;
    for (int r = 0; r < RR_PHILOX_ROUNDS; ++r) {
        const uint64_t p0 = (uint64_t)w[0] * RR_PHILOX_M0, p1 = (uint64_t)w[2] * RR_PHILOX_M1;
        w[0] = (uint32_t)(p1 >> 32) ^ w[1] ^ k->round[2 * r];
        w[1] = (uint32_t)p1;
        w[2] = (uint32_t)(p0 >> 32) ^ w[3] ^ k->round[2 * r + 1];
        w[3] = (uint32_t)p0;
    }
}

/* Number p of a block: one word, or two of which the first is the upper one. */
static rr_sbits number(const rr_bits_key *k, uint64_t block, rr_uint32 turn, rr_uint32 purpose, uint32_t p)
{
    uint32_t w[4];
    philox(k, block, turn, purpose, w);
    return RR_DTYPE == 32 ? w[p] : (rr_sbits)((uint64_t)w[2 * p & 3] << 32 | w[(2 * p + 1) & 3]);
}

static rr_sbits bits_of(const rr_scalar *x)
{
    rr_sbits b;
    memcpy(&b, x, sizeof b);
    return b;
}

static void is_number(const char *what, uint64_t first, uint32_t n, uint32_t at, rr_sbits seen, rr_sbits want)
{
    if (seen == want) return;
    print_error("%s from %llu, %u of them: number %u is %llx and not %llx\n", what, (unsigned long long)first, n, at,
                (unsigned long long)seen, (unsigned long long)want);
    fail();
}

static rr_scalar out[MAX + GUARD];

#define UNTOUCHED ((rr_sbits)0x5a5a5a5a5a5a5a5au)

/* Writes n samples from index `first` on, and nothing after them. */
static void samples(uint32_t salt, rr_uint32 purpose, uint64_t first, uint32_t n)
{
    const rr_bits_key k = key(salt);
    memset(out, 0x5a, sizeof out);
    rr_words_in_order(&k, purpose, first, n, out);
    for (uint32_t i = 0; i < n; ++i)
        is_number("in order", first, n, i, bits_of(out + i),
                  number(&k, (first + i) / RR_WORDS_PARTS, 0, purpose, (uint32_t)((first + i) % RR_WORDS_PARTS)));
    for (uint32_t i = n; i < n + GUARD; ++i) is_number("behind", first, n, i, bits_of(out + i), UNTOUCHED);
}

/* n registers of blocks of a series, starting at block q. */
static void registers(uint32_t salt, rr_series s, uint64_t q, uint32_t n)
{
    const rr_bits_key k = key(salt);
    memset(out, 0x5a, sizeof out);
    rr_words_by_block(&k, s, q, n, out);
    for (uint32_t i = 0; i < n * RR_WORDS_RUN; ++i) {
        const uint64_t lane = (uint64_t)(i / RR_WORDS_RUN) * RR_LANES + i % RR_LANES;
        is_number("by block", q, n, i, bits_of(out + i),
                  number(&k, ((q + lane) << s.shift) + s.plus, s.turn, s.purpose, i % RR_WORDS_RUN / RR_LANES));
    }
    const uint32_t end = n * RR_WORDS_RUN;
    for (uint32_t i = end; i < end + GUARD; ++i) is_number("behind", q, n, i, bits_of(out + i), UNTOUCHED);
}

static void in_order(void **state)
{
    (void)state;
    for (uint32_t skip = 0; skip < 2 * RR_WORDS_PARTS; ++skip)
        for (uint32_t n = 1; n <= MAX; n += n < 40 ? 1 : 61) samples(skip, n % 6, skip + 4 * n, n);
}

static void by_block(void **state)
{
    (void)state;
    for (uint32_t shift = 0; shift < 2; ++shift)
        for (uint32_t plus = 0; plus <= shift; ++plus)
            for (uint32_t n = 1; n <= 40; ++n) registers(n, rr_series_of(shift, plus, n << 8, n % 6), 1000 * n + 3, n);
}

/* The first sample is up to 18 registers before the crossing, at every position in a block. */
static void crossing(void **state)
{
    static const uint64_t UPPER[] = {1, 2, 0x80000000u, 0xffffffffu};
    (void)state;
    for (size_t u = 0; u < sizeof UPPER / sizeof *UPPER; ++u)
        for (uint32_t before = 0; before < 18 * RR_WORDS_RUN; before += before < 10 ? 1 : 29) {
            const uint64_t edge = UPPER[u] << 32;
            if (UPPER[u] < (UINT64_C(1) << 32) / RR_WORDS_PARTS)
                samples(before, 0, edge * RR_WORDS_PARTS - before, 38 * RR_WORDS_RUN + before % 7);
            registers(before, rr_series_of(0, 0, 256, 0), edge - before, 38);
            registers(before, rr_series_of(1, 0, 0, 0), edge / 2 - before, 38);
            registers(before, rr_series_of(1, 1, 0, 0), edge / 2 - before, 38);
        }
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(in_order), cmocka_unit_test(by_block), cmocka_unit_test(crossing),
    };
    SKIP_UNLESS_USABLE;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
