/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* categorical: the table has every fraction to 2^-96, and is in order; all searches find the category that all bits of U
 * give; the alias table adds up to the same fractions. */
#define RR_DTYPE 64
#include "tests/law/lanes.h"
#include "host/tables/tables.h"
#include "laws/categorical/categorical.h"
#include "laws/categorical/categorical_alias.h"

enum { SLOTS = 3000 };

extern const rr_sampler rr_sampler_categorical;

static rr_table table_of(const double *w, uint64_t n)
{
    rr_table t = {.size = 0};
    rr_result result = RR_RESULT_INIT;
    rr_call call = {.sampler = &rr_sampler_categorical};
    call.job.sampler = call.sampler;
    call.sizes = (rr_sizes){.dim = {1, [RR_DIM_N] = n}, .lists = 1};
    call.job.param[0] = (rr_param){w, RR_F64, 0, 8};
    if (rr_weights_take(&call, &result, &t) != RR_OK) fail_msg("%s", result.message);
    return t;
}

/* The cumulative fraction at which category c ends, in two long doubles: its upper and its lower 64 bits. */
static const uint32_t *digits_of(const uint32_t *table, uint32_t c)
{
    return table + rr_weights_bits(table[RR_WEIGHTS_COUNT], table[RR_WEIGHTS_SIZE]) + 4 * (uint64_t)c;
}

/* Weights are integers, their sum is 2^bits: fractions are known exactly, and may be less by 2 2^-128 and the truncation. */
static void fractions_of(const double *w, uint32_t n, int bits)
{
    rr_table t = table_of(w, n);
    const uint32_t *table = t.data;
    unsigned __int128 sum = 0;
    for (uint32_t c = 0; c < table[RR_WEIGHTS_LAST]; ++c) {
        sum += (unsigned __int128)(uint64_t)w[c] << (128 - bits);
        unsigned __int128 have = 0;
        for (int d = 0; d < 4; ++d) have = have << 32 | digits_of(table, c)[d];
        assert_true(have <= sum && sum - have <= 2);
        assert_int_equal(table[RR_WEIGHTS_HEAD + c], digits_of(table, c)[0]);
    }
    rr_table_give(&t);
}

static void fractions(void **state)
{
    double w[64], one[3] = {0, 8, 0};
    (void)state;
    for (int k = 0; k < 64; ++k) w[k] = k < 32 ? k : 0x1p40 * (k % 3);
    double sum = 0;
    for (int k = 0; k < 63; ++k) sum += w[k];
    w[63] = 0x1p50 - sum;
    fractions_of(w, 64, 50);
    fractions_of(one, 3, 3);
    fractions_of(one + 1, 1, 3);
}

/* The category by all bits, one fraction after another. */
static uint32_t exact(const uint32_t *table, const uint32_t u[4])
{
    uint32_t c = 0;
    while (c < table[RR_WEIGHTS_LAST]) {
        const uint32_t *f = digits_of(table, c);
        int d = 0;
        while (d < 3 && u[d] == f[d]) ++d;
        if (u[d] < f[d]) break;
        ++c;
    }
    return c;
}

static void one_vector(const double *w, uint32_t n, double max_open)
{
    rr_table table = table_of(w, n);
    rr_tile t = {.n = SLOTS, .cap = 256, .table = table.data};
    unsigned open = 0;
    for (unsigned r = 0; r < 2 * RR_PHILOX_ROUNDS; ++r) t.key.round[r] = 0x9e3779b9u * (r + 1);
    for (unsigned slot = 0; slot < SLOTS; ++slot) {
        const rr_try quick = rr_categorical_attempt(&t, slot, 0), slow = rr_categorical_decide(&t, slot, 0);
        const rr_index i = rr_slot_index(&t, slot);
        const rr_block side = rr_draw(&t.key, i.lo, i.hi, 0, RR_PURPOSE_SIDE);
        const uint32_t u[4] = {rr_categorical_word(&t, i, RR_PURPOSE_MAIN), rr_categorical_word(&t, i, RR_PURPOSE_LOW),
                               side.w[0], side.w[1]};
        assert_int_equal(rr_asbits(slow.value), exact(table.data, u));
        assert_true(w[rr_asbits(slow.value)] > 0);
        open += rr_some(quick.open);
        if (!rr_some(quick.open)) assert_int_equal(rr_asbits(quick.value), rr_asbits(slow.value));
    }
    if (open > max_open * SLOTS) fail_msg("%u of %u are open, with %u weights", open, SLOTS, n);
    /* The first word of each fraction, and its neighbours. */
    const uint32_t *words = table.data;
    for (uint32_t c = 0; c < words[RR_WEIGHTS_LAST]; ++c)
        for (int d = -1; d <= 1; ++d) {
            const uint32_t word = words[RR_WEIGHTS_HEAD + c] + (uint32_t)d, low[4] = {word, 0, 0, 0},
                           high[4] = {word, ~0u, ~0u, ~0u};
            const rr_try quick = rr_categorical_of(words, word);
            if (!rr_some(quick.open)) {
                assert_int_equal(rr_asbits(quick.value), exact(words, low));
                assert_int_equal(rr_asbits(quick.value), exact(words, high));
            }
        }
    rr_table_give(&table);
}

static void looks(void **state)
{
    static double w[4000];
    (void)state;
    const uint32_t sizes[] = {1, 2, 7, 8, 9, 10, 40, 1000, 4000};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; ++s)
        for (int kind = 0; kind < 4; ++kind) {
            for (uint32_t k = 0; k < sizes[s]; ++k)
                w[k] = kind == 0   ? 1
                       : kind == 1 ? 1. / (k + 1)
                       : kind == 2 ? (k % 3 == 0) * exp(-.02 * k)
                                   : k + 1 == sizes[s] ? 1 : 0x1p-40;
            one_vector(w, sizes[s], kind < 2 ? 0.001 : 0.03);   /* many fractions in one bucket */
        }
}

/* ---- The alias table -------------------------------------------------------------------------------------------------- */

extern const rr_sampler rr_sampler_categorical_alias;

static unsigned __int128 number_at(const uint32_t *words)
{
    unsigned __int128 x = 0;
    for (int d = 0; d < 4; ++d) x = x << 32 | words[d];
    return x;
}

/* All columns together give category c exactly F_c - F_(c-1), in 128 bits; where one category has all weight, 2^128, or
 * 0. */
static void adds_up(const uint32_t *alias, const uint32_t *fractions, uint32_t n)
{
    const uint32_t columns = alias[RR_ALIAS_COLUMNS], digits = (uint32_t)__builtin_ctz(columns);
    unsigned __int128 *sum = calloc(columns, sizeof *sum), below = 0, capacity = (unsigned __int128)1 << (128 - digits);
    for (uint32_t b = 0; b < columns; ++b) {
        const unsigned __int128 own = number_at(alias + rr_alias_bits(columns) + 4 * (uint64_t)b) >> digits;
        const uint32_t other = alias[RR_ALIAS_PAIRS + 2 * b + 1];
        assert_true(own < capacity && other < n);
        sum[b] += own;
        sum[other] += capacity - own;
    }
    for (uint32_t c = 0; c < columns; ++c) {
        const uint32_t last = fractions[RR_WEIGHTS_LAST];
        const unsigned __int128 end = c < last ? number_at(digits_of(fractions, c)) : 0;
        assert_true(sum[c] == (c <= last ? end - below : 0));
        below = end;
    }
    free(sum);
}

/* The quick test agrees with all bits, or is undecided. */
static void looks_at(const double *w, const uint32_t *alias, double max_open)
{
    rr_tile t = {.n = SLOTS, .cap = 256, .table = alias};
    unsigned open = 0;
    for (unsigned r = 0; r < 2 * RR_PHILOX_ROUNDS; ++r) t.key.round[r] = 0x9e3779b9u * (r + 1);
    for (unsigned slot = 0; slot < SLOTS; ++slot) {
        const rr_try quick = rr_categorical_alias_attempt(&t, slot, 0), slow = rr_categorical_alias_decide(&t, slot, 0);
        assert_true(w[rr_asbits(slow.value)] > 0);
        open += rr_some(quick.open);
        if (!rr_some(quick.open)) assert_int_equal(rr_asbits(quick.value), rr_asbits(slow.value));
    }
    if (open > max_open * SLOTS) fail_msg("%u of %u are open, with %u columns", open, SLOTS, alias[RR_ALIAS_COLUMNS]);
}

/* The last bit decides, at indices past 2^32 too: V is not below a threshold that is V, and below one that is V + 1. */
static void last_bit(void)
{
    enum { TOP = 9 };
    const double w[2] = {1, 3};
    rr_table table = {.size = 0};
    rr_result result = RR_RESULT_INIT;
    rr_call call = {.sampler = &rr_sampler_categorical_alias};
    call.job.sampler = call.sampler;
    call.sizes = (rr_sizes){.dim = {1, [RR_DIM_N] = 2}, .lists = 1};
    call.job.param[0] = (rr_param){w, RR_F64, 0, 8};
    assert_int_equal(rr_alias_take(&call, &result, &table), RR_OK);
    uint32_t alias[64];
    assert_true(table.size <= sizeof alias);
    memcpy(alias, table.data, table.size);
    assert_int_equal(alias[RR_ALIAS_COLUMNS], 2);
    rr_tile t = {.n = SLOTS, .cap = 256, .table = alias, .base_hi = TOP};
    for (unsigned r = 0; r < 2 * RR_PHILOX_ROUNDS; ++r) t.key.round[r] = 0x9e3779b9u * (r + 1);
    for (unsigned slot = 0; slot < 100; ++slot) {
        const rr_block side = rr_draw(&t.key, slot, TOP, 0, RR_PURPOSE_SIDE);
        const rr_index i = {slot, TOP};
        const uint32_t u[4] = {rr_alias_word(&t, i, RR_PURPOSE_MAIN), rr_alias_word(&t, i, RR_PURPOSE_LOW), side.w[0],
                               side.w[1]};
        const unsigned __int128 v = number_at(u) << 1;
        const uint32_t column = u[0] >> 31, other = alias[RR_ALIAS_PAIRS + 2 * column + 1];
        for (unsigned above = 0; above < 2; ++above) {
            for (int d = 0; d < 4; ++d)
                alias[rr_alias_bits(2) + 4 * column + (unsigned)d] = (uint32_t)((v + above) >> (96 - 32 * d));
            assert_int_equal(rr_asbits(rr_categorical_alias_decide(&t, slot, 0).value), above ? column : other);
        }
    }
    rr_table_give(&table);
}

/* First words around every threshold: what they decide holds whatever words follow. */
static void thresholds(const uint32_t *alias)
{
    rr_tile t = {.table = alias};
    const uint32_t columns = alias[RR_ALIAS_COLUMNS];
    for (uint32_t b = 0; b < columns; ++b)
        for (int d = -1; d <= 1; ++d) {
            const uint32_t top = alias[RR_ALIAS_PAIRS + 2 * b], other = alias[RR_ALIAS_PAIRS + 2 * b + 1];
            const uint32_t after = (top & ~(columns - 1)) + (uint32_t)d * columns;
            const uint32_t w = b << (32 - __builtin_ctz(columns)) | (after >> __builtin_ctz(columns));
            const rr_try quick = rr_alias_first(&t, w);
            const int below = after + (columns - 1) < top, above = after > top;
            assert_int_equal(rr_some(quick.open) != 0, other != b && !below && !above);
            if (other != b && (below || above)) assert_int_equal(rr_asbits(quick.value), below ? b : other);
        }
}

static void aliases(void **state)
{
    static double w[4000];
    static const uint32_t sizes[] = {1, 2, 3, 4, 7, 8, 9, 40, 1000, 4000};
    (void)state;
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; ++s)
        for (int kind = 0; kind < 5; ++kind) {
            const uint32_t n = sizes[s];
            for (uint32_t k = 0; k < n; ++k)
                w[k] = kind == 0   ? 1
                       : kind == 1 ? 1. / (k + 1)
                       : kind == 2 ? (k % 3 == 0) * exp(-.02 * k)
                       : kind == 3 ? k + 1 == n
                                   : unit();
            rr_table fractions = table_of(w, n), alias = {.size = 0};
            rr_result result = RR_RESULT_INIT;
            rr_call call = {.sampler = &rr_sampler_categorical_alias};
            call.job.sampler = call.sampler;
            call.sizes = (rr_sizes){.dim = {1, [RR_DIM_N] = n}, .lists = 1};
            call.job.param[0] = (rr_param){w, RR_F64, 0, 8};
            assert_int_equal(rr_alias_take(&call, &result, &alias), RR_OK);
            adds_up(alias.data, fractions.data, n);
            looks_at(w, alias.data, kind == 2 ? 0.4 : 0.001);
            thresholds(alias.data);
            rr_table_give(&alias);
            rr_table_give(&fractions);
        }
    last_bit();
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(fractions), cmocka_unit_test(looks), cmocka_unit_test(aliases)};
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("categorical", tests, NULL, NULL);
}
