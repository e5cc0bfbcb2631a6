/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* categorical, categorical:alias: both tables of small integer weights against exact integers. Fractions are quotients by
 * long division, and columns are filled again as described in docs/contract.md, by searches from the beginning. */
#define RR_DTYPE 64
#include "tests/law/lanes.h"
#include "engine/abi/weights.h"
#include "host/tables/tables.h"
#include "tests/support/support.h"

typedef unsigned __int128 u128;

enum { MAX = 1024 };

extern const rr_sampler rr_sampler_categorical;
extern const rr_sampler rr_sampler_categorical_alias;

static double w[MAX];
static u128 fraction[MAX + 1], left[MAX], want[MAX];
static uint32_t other[MAX];

static u128 number_at(const uint32_t *words)
{
    return (u128)words[0] << 96 | (u128)words[1] << 64 | (u128)words[2] << 32 | words[3];
}

static rr_table table_of(const rr_sampler *sampler, uint32_t n)
{
    rr_table t = {.size = 0};
    rr_result result = RR_RESULT_INIT;
    rr_call call = {.sampler = sampler};
    call.job.sampler = sampler;
    call.sizes = (rr_sizes){.dim = {1, [RR_DIM_N] = n}, .lists = 1};
    call.job.param[0] = (rr_param){w, RR_F64, 0, 8};
    if ((sampler == &rr_sampler_categorical ? rr_weights_take : rr_alias_take)(&call, &result, &t) != RR_OK)
        fail_msg("%s", result.message);
    return t;
}

/* floor(a 2^128 / s), a < s < 2^64 */
static u128 quotient(u128 a, uint64_t s)
{
    u128 q = 0;
    for (int i = 0; i < 128; ++i) {
        a <<= 1;
        q = q << 1 | (a >= s);
        if (a >= s) a -= s;
    }
    return q;
}

/* The fractions of the table of weights, which are at most 2 2^-128 below the exact ones. Returns the last category. */
static uint32_t check_fractions(uint32_t n)
{
    rr_table t = table_of(&rr_sampler_categorical, n);
    const uint32_t *words = t.data, last = words[RR_WEIGHTS_LAST];
    uint64_t sum = 0, below = 0;
    for (uint32_t c = 0; c < n; ++c) sum += (uint64_t)w[c];
    for (uint32_t c = 0; c < last; ++c) {
        below += (uint64_t)w[c];
        const u128 exact = quotient(below, sum);
        fraction[c] = number_at(words + rr_weights_bits(n, words[RR_WEIGHTS_SIZE]) + 4 * (uint64_t)c);
        if (!(fraction[c] <= exact && exact - fraction[c] <= 2)) fail_msg("share %u of %u weights is off", c, n);
    }
    assert_true(below + (uint64_t)w[last] == sum && w[last] > 0);
    rr_table_give(&t);
    return last;
}

static uint32_t first(uint32_t columns, u128 capacity, int more)
{
    uint32_t c = 0;
    while (c < columns && (more ? left[c] <= capacity : left[c] >= capacity)) ++c;
    return c;
}

/* want, other: for each column the number of its own values, and the alias; a column with only its own has 0 and itself. */
static void fill(uint32_t columns, u128 capacity)
{
    for (uint32_t c = 0; c < columns; ++c) want[other[c] = c] = 0;
    for (uint32_t b = first(columns, capacity, 0); b < columns;) {
        const uint32_t c = first(columns, capacity, 1);
        assert_true(c < columns);
        want[b] = left[b];
        other[b] = c;
        left[c] -= capacity - left[b];
        left[b] = capacity;
        b = left[c] < capacity ? c : first(columns, capacity, 0);
    }
}

static void check(uint32_t n)
{
    const uint32_t last = check_fractions(n);
    uint32_t digits = 1;
    while (n > 1u << digits) ++digits;
    const uint32_t columns = 1u << digits;
    const int single = last == 0 || fraction[last - 1] == 0;   /* one category has all weight */
    for (uint32_t c = 0; c < columns; ++c)
        left[c] = c > last ? 0 : (c == last ? 0 : fraction[c]) - (c ? fraction[c - 1] : 0);
    if (!single) fill(columns, (u128)1 << (128 - digits));
    rr_table t = table_of(&rr_sampler_categorical_alias, n);
    const uint32_t *words = t.data;
    assert_int_equal(words[RR_ALIAS_COLUMNS], columns);
    for (uint32_t b = 0; b < columns; ++b) {
        const uint32_t *own = words + rr_alias_bits(columns) + 4 * (uint64_t)b, *pair = words + RR_ALIAS_PAIRS + 2 * b;
        const u128 mine = single ? 0 : want[b] << digits;
        const uint32_t alias = single ? last : other[b];
        if (number_at(own) != mine || pair[0] != (uint32_t)(mine >> 96) || pair[1] != alias)
            fail_msg("%u weights: column %u has the alias %u, not %u, or another threshold", n, b, pair[1], alias);
    }
    rr_table_give(&t);
}

static void small_integers(void **state)
{
    static const uint32_t max[] = {2, 3, 10, 1000, 1000000};
    (void)state;
    for (uint32_t n = 1; n <= 140; ++n)
        for (int kind = 0; kind < 8; ++kind) {
            for (uint32_t c = 0; c < n; ++c)
                w[c] = kind == 0 ? 1 : kind == 1 ? c + 1 : kind == 2 ? n - c : next_random() % max[kind - 3];
            w[next_random() % n] = 1 + next_random() % 5;
            check(n);
        }
}

static void larger(void **state)
{
    (void)state;
    for (uint32_t n = 500; n <= MAX; n += 131) {
        for (uint32_t c = 0; c < n; ++c) w[c] = c % 7 ? next_random() % 100000 : 0;
        w[0] = 1e9;
        check(n);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(small_integers), cmocka_unit_test(larger)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
