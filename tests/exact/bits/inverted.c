/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* poisson:icdf and binomial:icdf with per-sample parameters: the counts are those of the table of each set of parameters,
 * byte for byte, monotone, in any order and with any number of threads. Their filter (engine/draws/inverse.h) on every
 * instruction set, next to every F of a table, at its ends and in the tails, agrees with the table or is undecided; it
 * decides nearly all random words. The exact search, which decides the remaining words, handles ties. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "targets/cpu/isa.h"   /* lane text comes first */
#include "engine/abi/fractions.h"
#include "reroll.h"
#include "targets/base/windows.h"

enum { N = 20000 };

static int64_t got[N], known[N];

static rr_device *device(const char *name)
{
    rr_device *d;
    assert_int_equal(rr_device_open(name, &d), RR_OK);
    return d;
}

static void draw(const char *name, const char *sampler, uint64_t rows, const double (*v)[4], int each, uint32_t flags,
                 int64_t *out)
{
    rr_device *d = device(name);
    rr_job job = RR_JOB_INIT;
    rr_result result = RR_RESULT_INIT;
    job.sampler = rr_sampler_find(sampler);
    job.dtype = RR_I64;
    job.stream = (rr_stream){3, 1, 77};
    job.rows = rows;
    job.flags = flags;
    for (uint32_t p = 0; p < job.sampler->params; ++p) job.param[p] = (rr_param){&v[0][p], RR_F64, each ? sizeof *v : 0, 0};
    job.out = out;
    if (rr_run(d, &job, &result) != RR_OK) fail_msg("%s: %s", sampler, result.message);
    rr_device_close(&d);
}

/* All samples with one set of parameters, given once and given per sample. */
static void same(const char *sampler, uint64_t n, const double v[4])
{
    static double all[N][4];
    for (uint64_t i = 0; i < n; ++i) memcpy(all[i], v, sizeof all[i]);
    for (uint32_t flags = 0; flags <= RR_ANTITHETIC; flags += RR_ANTITHETIC) {
        draw("cpu", sampler, n, all, 0, flags, known);
        draw("cpu,threads=2", sampler, n, all, 1, flags, got);
        if (!memcmp(got, known, n * sizeof *got)) continue;
        for (uint64_t i = 0; i < n; ++i)
            if (got[i] != known[i])
                fail_msg("%s(%g, %g) sample %d: %ld, of the table %ld", sampler, v[0], v[1], (int)i, (long)got[i],
                         (long)known[i]);
    }
}

static void poisson(void **state)
{
    static const double means[] = {0, 1e-9, 0.5, 3, 42.25, 159.9, 160, 161.7, 200, 999.5, 12345, 1e5, 1e6};
    for (size_t i = 0; i < sizeof means / sizeof *means; ++i) same("poisson:icdf", N, (double[4]){means[i], 0, INFINITY});
    same("poisson:icdf", 500, (double[4]){3, 30, INFINITY});
    same("poisson:icdf", 50, (double[4]){1e6, 0, 999000});
    (void)state;
}

static void binomial(void **state)
{
    static const double sets[][2] = {{0, 0.5},   {1, 0.3},    {10, 0},     {10, 1},
                                     {100, 0.3}, {100, 0.97}, {1000, 0.1}, {0x1p40, 0x1p-35},
                                     {320, 0.5}, {2000, 0.9}, {4e6, 0.5},  {0x1p52, 0x1p-33},
                                     {1e9, 1 - 0x1p-24}, {0x1p31, 1 - 0x1p-24}, {0x1p40, 1 - 0x1p-33}};
    for (size_t i = 0; i < sizeof sets / sizeof *sets; ++i)
        same("binomial:icdf", N, (double[4]){sets[i][0], sets[i][1], 0, INFINITY});
    same("binomial:icdf", 500, (double[4]){1000, 0.75, 10, 600});
    (void)state;
}

/* A table: F for each of its counts. */
typedef struct table {
    uint64_t first, last;
    rr_u128 f[32768];
} table;

static void make(const rr_window *w, table *t)
{
    static double weight[32768];
    const uint64_t n = rr_window_size(w);
    rr_u128 sum = rr_u128_of(0, 0);
    double max = 0;
    rr_window_weigh(w, weight);
    for (uint64_t k = 0; k < n; ++k) max = fmax(max, weight[k]);
    const int shift = rr_fraction_shift(rr_fraction_read((const char *)&max), n);
    for (uint64_t k = 0; k < n; ++k) {
        const rr_u128 q = rr_fraction_scaled(rr_fraction_read((const char *)&weight[k]), shift);
        if (q.hi | q.lo) t->last = k;
        t->f[k] = sum = rr_u128_add(sum, q);
    }
    const rr_fraction_whole whole = rr_fraction_of(sum);
    for (uint64_t k = 0; k < t->last; ++k) t->f[k] = rr_fraction_binary(whole, t->f[k]);
    t->first = (uint64_t)(w->likely - (double)w->under);
}

static int64_t look_up(const table *t, rr_u128 u)
{
    uint64_t low = 0, high = t->last;
    while (low < high) {
        const uint64_t middle = low + (high - low) / 2;
        if (rr_u128_below(u, t->f[middle])) high = middle;
        else low = middle + 1;
    }
    return (int64_t)(t->first + low);
}

/* v: n (infinite for Poisson) and p. Returns whether the filter decides. */
static int ask(rr_guess_fn *guess, const double *v, const table *t, uint64_t u)
{
    const int64_t min = look_up(t, rr_u128_of(u, 0)), max = look_up(t, rr_u128_of(u, UINT64_MAX));
    const int64_t k = guess(v[0], v[1], u);
    if (k != RR_GUESS_NONE && (k != min || k != max))
        fail_msg("(%a, %a), digits %llx: %lld; of the table %lld to %lld", v[0], v[1], (unsigned long long)u, (long long)k,
                 (long long)min, (long long)max);
    return k != RR_GUESS_NONE;
}

static void ask_all(rr_guess_fn *guess, const double *v, const table *t)
{
    enum { RANDOM = 2000, COUNTS = 300 };
    int known_of = 0;
    for (uint64_t k = 0; k < t->last; k += 1 + t->last / COUNTS)
        for (unsigned b = 0; b < 64; b += 5) {
            ask(guess, v, t, t->f[k].hi + ((uint64_t)1 << b));
            ask(guess, v, t, t->f[k].hi - ((uint64_t)1 << b) + 1);
        }
    for (unsigned b = 0; b < 64; ++b) {
        ask(guess, v, t, ((uint64_t)1 << b) - 1);
        ask(guess, v, t, -((uint64_t)1 << b));
    }
    for (uint64_t i = 1; i <= RANDOM; ++i) known_of += ask(guess, v, t, i * 0x9e3779b97f4a7c15u);
    if (known_of < RANDOM - 2) fail_msg("(%a, %a): %d of %d known", v[0], v[1], known_of, RANDOM);
}

/* At F and one unit of the last digit below it. */
static void decide_all(rr_guess_decided_fn *decided, const double *v, const table *t)
{
    enum { COUNTS = 12 };
    for (uint64_t k = 0; k < t->last; k += 1 + t->last / COUNTS)
        for (uint64_t less = 0; less < 2; ++less) {
            const rr_u128 u = rr_u128_take(t->f[k], rr_u128_of(0, less));
            const int64_t k_of = decided(v[0], v[1], 0, INFINITY, (const uint64_t[]){u.hi, u.lo}), want = look_up(t, u);
            if (k_of != want) fail_msg("(%a, %a): %lld, of the table %lld", v[0], v[1], (long long)k_of, (long long)want);
        }
}

/* Next to the switch of one method to another; p at both ends, in the middle and next to it; the largest n and means. */
static void filter(void **state)
{
    static const double sets[][2] = {
        {INFINITY, 1e-9}, {INFINITY, 10}, {INFINITY, 0x1.3ffffffffffffp7}, {INFINITY, 160}, {INFINITY, 333.3},
        {INFINITY, 1e6},
        {1, 0.5}, {100, 0.97}, {319, 0.5}, {320, 0.5}, {320, 0x1.fffffffffffffp-2}, {320, 0x1.0000000000001p-1},
        {321, 0.5}, {400, 0.4}, {400, 0.6}, {1000, 0.16}, {1000, 0.84}, {4e6, 0.5}, {0x1p30, 1.5e-7}, {0x1p30, 0.9999},
        {0x1p52, 0x1p-33}, {0x1p52, 1 - 0x1p-40}};
    static table t;
    const rr_isa *isa;
    const char *why;
    for (size_t i = 0; i < sizeof sets / sizeof *sets; ++i) {
        const double p = sets[i][1], all[4] = {sets[i][0], p, 0, INFINITY}, mean[3] = {p, 0, INFINITY};
        const rr_window w = all[0] == INFINITY ? rr_window_of_poisson(mean) : rr_window_of_binomial(all);
        make(&w, &t);
        for (unsigned k = 0; rr_isa_list(k, &isa, &why); ++k)
            if (isa) {
                ask_all(isa->kernels[1]->guess, sets[i], &t);
                decide_all(isa->kernels[1]->guess_decided, sets[i], &t);
            }
    }
    (void)state;
}

/* A job with increasing means: each sample equals that of the table for its own mean, and for one word the count increases,
 * too. */
static void mixed(void **state)
{
    enum { FEW = 64 };
    static double v[N][4];
    static int64_t one[N];
    for (int i = 0; i < N; ++i) v[i][0] = exp(14 * (i / (N - 1.0)) - 1) * (i == N - 1 ? 0.99 : 1), v[i][2] = INFINITY;
    for (int i = 0; i < N; ++i) v[i][0] = fmin(v[i][0], 1e6);
    draw("cpu,threads=2", "poisson:icdf", N, v, 1, 0, got);
    for (int k = 0; k < FEW; ++k) {
        const int at = (int)((long)k * (N - 1) / (FEW - 1));
        double w[1][4] = {{v[at][0], 0, INFINITY}};
        draw("cpu", "poisson:icdf", (uint64_t)at + 1, (const double (*)[4])w, 0, 0, one);
        assert_int_equal(got[at], one[at]);
    }
    (void)state;
}

static void bad(void **state)
{
    rr_device *d = device("cpu");
    rr_job job = RR_JOB_INIT;
    rr_result result = RR_RESULT_INIT;
    const double lam[3] = {1, -1, 2};
    static double v[N][4];
    static int32_t out[2][N];
    uint64_t index[2];
    job.sampler = rr_sampler_find("poisson:icdf");
    job.dtype = RR_I32;
    job.rows = 3;
    job.out = out[0];
    job.param[0] = (rr_param){lam, RR_F64, 8, 0};
    assert_int_equal(rr_run(d, &job, &result), RR_ERR_PARAM);
    assert_int_equal(result.bad_index, 1);
    assert_int_equal(rr_check(d, &job, &result), RR_ERR_PARAM);
    /* Above the largest count of the dtype: the same sample is set to 0. */
    job.rows = N;
    for (int i = 0; i < N; ++i) v[i][0] = 1e6, v[i][1] = 2147483647, v[i][2] = INFINITY;
    for (int each = 0; each < 2; ++each) {
        job.out = out[each];
        for (int p = 0; p < 3; ++p) job.param[p] = (rr_param){&v[0][p], RR_F64, each ? sizeof *v : 0, 0};
        assert_int_equal(rr_run(d, &job, &result), RR_ERR_FIT);
        index[each] = result.failed_index;
    }
    assert_true(index[0] == index[1]);
    assert_memory_equal(out[0], out[1], sizeof out[0]);
    rr_device_close(&d);
    (void)state;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(poisson), cmocka_unit_test(binomial), cmocka_unit_test(filter),
        cmocka_unit_test(mixed),   cmocka_unit_test(bad),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
