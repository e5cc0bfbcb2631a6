/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The contract by memcmp: no strategy, instruction set, warp, tile, thread, split, order or layout of parameters changes a
 * bit. The reference is the scalar device with loop, one lane, in one tile; tests/known proves that it is right.
 *
 * Tiles of 64 make 300 samples cross every boundary. By default every sampler x dtype x strategy x instruction set runs with
 * a third of the warps, one first index and one layout of parameters, each in turn; with REROLL_DEEP=1 with all of them,
 * except samplers that finish another sampler's draw. Two kinds run less often by default: fixed:100+, the most expensive,
 * with one warp, and derived samplers, whose attempts are those of the draw, with one warp and fewer lengths and layouts. */
#include <math.h>

#include "tests/support/strategies.h"
#include "tests/support/support.h"
#include "tests/support/derived.h"

static char STRATEGIES[64][32];
static unsigned NSTRATEGIES;
static const unsigned WARPS[] = {0, 1, 4, 8, 16, 32};
enum { N = 300, FIRSTS = 6, NWARPS = sizeof WARPS / sizeof *WARPS };

static int list_strategies(void **state)
{
    rr_strategy found;
    for (; strategy_text(NSTRATEGIES, STRATEGIES[NSTRATEGIES]); ++NSTRATEGIES) {
        assert_int_equal(rr_strategy_find(STRATEGIES[NSTRATEGIES], &found), RR_OK);
        assert_true(NSTRATEGIES + 2 < sizeof STRATEGIES / sizeof *STRATEGIES);
    }
    (void)state;
    return 0;
}

/* fixed:100+ makes at least 100 attempts per sample. */
static int is_slow(const char *s)
{
    return strstr(s, "100") != NULL;
}

/* Tests that run one strategy per case take the next one each time, except slow ones; each sampler begins with another
 * one. */
static const char *in_turn(unsigned turn)
{
    while (is_slow(STRATEGIES[turn % NSTRATEGIES])) ++turn;
    return STRATEGIES[turn % NSTRATEGIES];
}

static uint64_t first_of(unsigned k, uint64_t n)
{
    const uint64_t firsts[FIRSTS] =
        {0, ((uint64_t)1 << 32) - 5, ((uint64_t)2 << 32) - 5, ((uint64_t)4 << 32) - 5, ((uint64_t)1 << 63) - 5, 0 - n};
    return firsts[k];
}

/* All combinations, for a sampler with attempts of its own, in the deep run. */
static int thorough(const rr_sampler *s)
{
    return deep() && !is_derived(s);
}

/* By default a derived sampler runs every third case of a draw, in turn. */
static int skips(const rr_sampler *s, unsigned turn)
{
    return !deep() && is_derived(s) && turn % 3;
}

static uint64_t cost_limit(const char *s)
{
    return is_slow(s) ? 70 : N;
}

static void matrix(void **state)
{
    const char *names[8];
    const unsigned sets = isas(names);
    const rr_sampler *s;
    rr_type dtype;
    unsigned turn = 0;
    for (unsigned t = 0; sampler_and_type(t, &s, &dtype); ++t) {
        static uint64_t want[FIRSTS][2][N], out[N];
        rr_job jobs[FIRSTS][2];
        const unsigned w = width(dtype);
        for (unsigned f = 0; f < FIRSTS; ++f)
            for (int each = 0; each < 2; ++each) {
                jobs[f][each] = job_of(s, dtype, first_of(f, N), N, each, f);
                jobs[f][each].strategy = strategy("loop");
                must_run(device("cpu:scalar,warp=1,tile=65536"), &jobs[f][each], want[f][each]);
            }
        for (unsigned k = 0; k < NSTRATEGIES; ++k)
            for (unsigned i = 0; i < sets; ++i)
                for (unsigned v = 0; v < NWARPS; ++v, ++turn) {
                    if (!deep() && (t + k + i + v) % (is_slow(STRATEGIES[k]) || is_derived(s) ? NWARPS : 3)) continue;
                    const unsigned pick = (unsigned)mix(turn) % (2 * FIRSTS), all = 2 * FIRSTS;
                    char name[64];
                    snprintf(name, sizeof name, WARPS[v] ? "%s,tile=64,warp=%u" : "%s,tile=64", names[i], WARPS[v]);
                    for (unsigned a = 0, c = pick; a < (thorough(s) ? all : 1); ++a, c = (c + 5) % all) {
                        rr_job job = jobs[c / 2][c % 2];
                        job.rows = cost_limit(STRATEGIES[k]);
                        job.strategy = strategy(STRATEGIES[k]);
                        job.flags = turn & 1 ? RR_COUNT : 0;
                        memset(out, 0xa5, sizeof out);
                        must_run(device("%s", name), &job, out);
                        same_bits(want[c / 2][c % 2], out, job.rows, w, "%s %s %s %s from %llx, %s%s", s->name,
                                  w == 8 ? "f64" : "32", STRATEGIES[k], name, (unsigned long long)job.stream.next,
                                  c % 2 ? "a value per sample" : "shared", job.flags ? ", counting" : "");
                    }
                }
    }
    (void)state;
}

/* One call, odd splits, one index at a time, backwards. */
static void splits(void **state)
{
    static const unsigned CUTS[] = {7, 13, 1, 64, 3, 31, 2, 65, 5, 17};
    const char *names[8];
    const unsigned sets = isas(names);
    const rr_sampler *s;
    rr_type dtype;
    for (unsigned t = 0; sampler_and_type(t, &s, &dtype); ++t)
        for (unsigned i = 0; i < sets; ++i)
            for (unsigned f = 0; f < FIRSTS; ++f) {
                static uint64_t want[N], out[N];
                const unsigned w = width(dtype);
                if (!thorough(s) && (f + i + t) % 3) continue;
                rr_job job = job_of(s, dtype, first_of(f, N), N, (int)(f + i) % 2, t);
                char *const to = (char *)out;
                must_run(device("%s", names[i]), &job, want);
                for (unsigned k = 0; k < 3; ++k) {
                    const char *text = k == 0 ? "auto" : in_turn(t + FIRSTS * i + f);
                    job.strategy = strategy(text);
                    memset(out, 0x3c, sizeof out);
                    for (uint64_t at = 0, c = f; at < N; ++c) {
                        uint64_t n = k < 2 ? CUTS[c % 10] : 1;
                        if (n > N - at) n = N - at;
                        const uint64_t place = k < 2 ? at : N - 1 - at;
                        const rr_job part = job_part(&job, place, n, to + place * w);
                        must_run(device("%s,tile=64", names[i]), &part, part.out);
                        at += n;
                    }
                    same_bits(want, out, N, w, "%s %s in parts, %s", s->name, names[i], text);
                }
            }
    (void)state;
}

/* First passes make large tiles in pieces, and compute words with a constant upper half of the block number. A tile of many
 * pieces whose block numbers cross 2^32 (four, two or one sample per block) is compared with single attempts. */
static void pieces(void **state)
{
    enum { MANY = 5003 };
    const char *names[8];
    const unsigned sets = isas(names);
    const rr_sampler *s;
    rr_type dtype;
    for (unsigned t = 0; sampler_and_type(t, &s, &dtype); ++t)
        for (unsigned k = 0; k < 3; ++k) {
            static uint64_t want[MANY], out[MANY];
            if (!thorough(s) && k != t % 3) continue;
            rr_job job = job_of(s, dtype, ((uint64_t)1 << (32 + k)) - 2600 - mix(3 * t + k) % 7, MANY, (int)(t + k) % 2, t);
            job.strategy = strategy("loop");
            must_run(device("cpu"), &job, want);   /* the bits of scalar lanes: matrix() */
            job.strategy = strategy("compact");
            for (unsigned i = 0; i < sets; ++i) {
                must_run(device("%s,tile=65536", names[i]), &job, out);
                same_bits(want, out, MANY, width(dtype), "%s %s in pieces before 2^%u", s->name, names[i], 32 + k);
            }
        }
    (void)state;
}

/* Threads share jobs of 65536 elements and more. */
static void threads(void **state)
{
    enum { MANY = 3 * 32768 + 77 };
    const rr_sampler *s;
    rr_type dtype;
    char *want = malloc(MANY * 8), *out = malloc(MANY * 8);
    for (unsigned t = 0; sampler_and_type(t, &s, &dtype); ++t) {
        if (skips(s, t)) continue;
        const rr_job whole = job_of(s, dtype, first_of(t % FIRSTS, MANY), MANY, (int)t % 2, 1);
        must_run(device("cpu"), &whole, want);
        for (unsigned k = 0; k < (thorough(s) ? NSTRATEGIES : 2); ++k)
            for (unsigned n = 2; n <= 3; ++n) {
                rr_job job = whole;
                const char *text = !k ? "auto" : in_turn(thorough(s) ? k : t);
                if (k && !thorough(s) && n == 3) continue;
                job.strategy = strategy(text);
                memset(out, 0x3c, MANY * 8);
                must_run(device("cpu,threads=%u", n), &job, out);
                same_bits(want, out, MANY, width(dtype), "%s %s on %u threads", s->name, text, n);
            }
    }
    free(want);
    free(out);
    (void)state;
}

/* An index array gives the sample that each index gives alone: random, repeated, descending, far apart. */
static void index_arrays(void **state)
{
    const char *names[8];
    const unsigned sets = isas(names);
    const rr_sampler *s;
    rr_type dtype;
    for (unsigned t = 0; sampler_and_type(t, &s, &dtype); ++t) {
        static uint64_t index[N], want[N], out[N];
        const unsigned w = width(dtype);
        rr_job job = job_of(s, dtype, 0, N, (int)t % 2, 1);
        for (unsigned i = 0; i < N; ++i) {
            const uint64_t r = mix(i + t);
            index[i] = i < 60    ? r
                       : i < 120 ? r % 9
                       : i < 180 ? (uint64_t)1000 - i
                       : i < 240 ? first_of(i % FIRSTS, 3) + i % 3
                                 : (r & 0xffffffffu) + ((uint64_t)5 << 31);
            rr_job one = job_part(&job, i, 1, (char *)want + i * w);
            one.stream.next = index[i];
            must_run(device("cpu:scalar"), &one, one.out);
        }
        job.index = index;
        for (unsigned i = 0; i < sets; ++i)
            for (unsigned k = 0; k < NSTRATEGIES; ++k) {
                if (is_slow(STRATEGIES[k])) continue;
                job.stream.next = mix(k);   /* must not matter */
                job.strategy = strategy(STRATEGIES[k]);
                must_run(device("%s,tile=64", names[i]), &job, out);
                same_bits(want, out, N, w, "%s %s %s with an index array", s->name, names[i], STRATEGIES[k]);
            }
    }
    (void)state;
}

/* rows x cols with strides of every kind equals the same values laid out one after the other. */
enum { ROWS = 23, COLS = 17 };

static void put(char *to, rr_type type, double v)
{
    const float f = (float)v;
    const int32_t i32 = (int32_t)v;
    const int64_t i64 = (int64_t)v;
    const uint32_t u32 = (uint32_t)i64;
    const uint64_t u64 = (uint64_t)i64;
    const void *const from[] = {[RR_F32] = &f,   [RR_F64] = &v,   [RR_I32] = &i32,
                                [RR_I64] = &i64, [RR_U32] = &u32, [RR_U64] = &u64};
    memcpy(to, from[type], width(type));
}

/* True if parameter p must be an integer. */
static int is_whole(const rr_sampler *s, rr_type dtype, uint32_t p)
{
    double v[RR_MAX_PARAMS] = {2, 2, 2, 2};
    if (s->integers || rr_param_range(s, dtype, p)->low >= 1) return 1;
    if (!s->relate || s->relate(v)) return 0;
    v[p] = 2.5;
    const int above = !!s->relate(v);
    v[p] = 1.5;
    return above && s->relate(v);
}

/* How many hundreds a parameter is above 1: each one more than the one before it or, where the distribution requires it,
 * less, or the third as small as the first. */
static unsigned hundred(const rr_sampler *s, unsigned order, uint32_t p)
{
    return order == 0 ? p : order == 1 ? s->params - 1 - p : p == 2 ? 0 : p;
}

static unsigned order_of(const rr_sampler *s)
{
    for (unsigned order = 0; order < 3 && s->relate && !s->counts; ++order) {
        double v[RR_MAX_PARAMS] = {0};
        for (uint32_t p = 0; p < s->params; ++p) v[p] = 7 + 100 * hundred(s, order, p);
        if (!s->relate(v)) return order;
    }
    return 0;
}

/* True if the third of three counts, each a hundred more than the one before it, may be the largest. It may not where it is
 * a part of the others. */
static int may_be_larger(const rr_sampler *s)
{
    const double v[RR_MAX_PARAMS] = {7, 107, 207, 307};
    return s->relate && !s->relate(v);
}

/* A value of parameter p for a place in the matrix: one that the sampler accepts. */
static double layout_value(const rr_sampler *s, rr_type dtype, uint32_t p, unsigned place, rr_type type)
{
    const rr_range *g = rr_param_range(s, dtype, p);
    const double real = type <= RR_F64 ? 0.3 : 0;
    double v = 1 + 100 * hundred(s, order_of(s), p) + mix(place + 1000 * p) % 7 + real;
    if (is_whole(s, dtype, p)) v = (double)((int)v - (p > 1 && !may_be_larger(s) ? 100 * (int)p : 0));
    if (v > g->high || (g->high_open && v >= g->high))
        v = type <= RR_F64 ? 0.25 + 0.75 * (double)(mix(place) % 64) / 64 : g->high_open || g->high < 1 ? g->low : 1;
    return v < g->low || (g->low_open && v <= g->low) ? v + g->low : v;
}

/* Writes a parameter's matrix twice: with these strides, and row by row as the kernel's type, `wide` bytes per value. */
static void put_matrix(const rr_sampler *s, rr_type dtype, uint32_t p, rr_type type, const ptrdiff_t *st, char *base,
                       char *flat, unsigned wide)
{
    for (int r = 0; r < ROWS; ++r)
        for (int c = 0; c < COLS; ++c) {
            const unsigned place = (st[0] ? (unsigned)r * 31 : 0) + (st[1] ? (unsigned)c : 0);
            const double v = layout_value(s, dtype, p, place, type), d = type == RR_F32 ? (double)(float)v : v;
            put(base + r * st[0] + c * st[1], type, v);
            put(flat + (r * COLS + c) * (int)wide, wide == 8 ? RR_F64 : RR_F32, d);
        }
}

static void layouts(void **state)
{
    const rr_sampler *s;
    rr_type dtype;
    for (unsigned t = 0; sampler_and_type(t, &s, &dtype); ++t) {
        static uint64_t want[ROWS * COLS], out[ROWS * COLS];
        static char arrays[RR_MAX_PARAMS][4 * ROWS * COLS * 8 + 64], flat[RR_MAX_PARAMS][ROWS * COLS * 8];
        const unsigned w = width(dtype), pw = param_width(s, dtype);
        if (!s->params || rr_lists(s)) continue;   /* tests/exact/bits/weights.c */
        if (s->fixed == (1u << s->params) - 1 && s->counts) continue;   /* one value each: calls/ranges.c */
        for (unsigned layout = 0; layout < 8; ++layout)
            for (int type = RR_F32; type <= RR_U64; ++type) {
                if (skips(s, t + layout + (unsigned)type)) continue;
                const ptrdiff_t size = width((rr_type)type);
                /* row by row, column by column, gaps, both backwards, row only, column only, scalar, unaligned */
                const ptrdiff_t strides[8][2] = {{COLS * size, size}, {size, ROWS * size},
                                                 {2 * COLS * size + 8, 2 * size}, {-COLS * size, -size},
                                                 {size, 0}, {0, size}, {0, 0}, {COLS * size + 1, size}};
                const char *text = in_turn(t + 6 * layout + (unsigned)type);
                rr_job job = job_of(s, dtype, ((uint64_t)1 << 33) - 5, ROWS, SHARED, 1), plain = job;
                job.cols = COLS;
                job.strategy = strategy(text);
                plain.rows = ROWS * COLS;
                for (uint32_t p = 0; p < s->params; ++p) {
                    const ptrdiff_t *st = strides[s->fixed >> p & 1 ? 6 : layout];
                    char *base = arrays[p] + (layout == 3 ? (ROWS * COLS) * size : 0) + (layout == 7);
                    put_matrix(s, dtype, p, (rr_type)type, st, base, flat[p], pw);
                    job.param[p] = (rr_param){base, (rr_type)type, st[0], st[1]};
                    plain.param[p] = (rr_param){flat[p], s->integers ? RR_F64 : rr_param_type(s, dtype),
                                                s->fixed >> p & 1 ? 0 : (ptrdiff_t)pw, 0};
                }
                must_run(device("cpu:scalar"), &plain, want);
                must_run(device("cpu,tile=64"), &job, out);
                same_bits(want, out, ROWS * COLS, w, "%s %s with layout %u of type %d", s->name, text, layout, type);
                if (s->params > 1 && layout == 0) {   /* one parameter varies, the others are shared */
                    job.param[1].row_stride = job.param[1].col_stride = 0;
                    for (int i = 0; i < ROWS * COLS; ++i) memcpy(flat[1] + i * (int)pw, flat[1], pw);
                    must_run(device("cpu:scalar"), &plain, want);
                    must_run(device("cpu,tile=64"), &job, out);
                    same_bits(want, out, ROWS * COLS, w, "%s %s, one parameter shared", s->name, text);
                }
            }
    }
    (void)state;
}

/* Every n from 0 to 70 and every alignment: a prefix of the long run, and not a byte beyond it. */
static void guards(void **state)
{
    const char *names[8];
    const unsigned sets = isas(names);
    const rr_sampler *s;
    rr_type dtype;
    for (unsigned t = 0; sampler_and_type(t, &s, &dtype); ++t)
        for (unsigned i = 0; i < sets; ++i)
            for (int each = 0; each < (s->params ? 2 : 1); ++each) {
                enum { MAX = 70, GUARD = 64 };
                static uint64_t want[MAX];
                static char out[MAX * 8 + 2 * GUARD + 64];
                const unsigned w = width(dtype);
                rr_job job = job_of(s, dtype, first_of((t + i) % 5, MAX), MAX, each, 2);
                must_run(device("cpu:scalar,warp=1"), &job, want);
                for (unsigned n = 0; n <= MAX; ++n) {
                    if (skips(s, t + n)) continue;
                    for (unsigned k = 0; k < (thorough(s) ? NSTRATEGIES : 2); ++k) {
                        const char *text = STRATEGIES[thorough(s) ? k : k ? mix(n + 71 * t) % NSTRATEGIES : 0];
                        char *const to = out + GUARD + (n + k) % 8 * w;
                        if (is_slow(text)) continue;
                        job.rows = n;
                        job.strategy = strategy(text);
                        memset(out, 0x5b, sizeof out);
                        must_run(device("%s", names[i]), &job, to);
                        same_bits(want, to, n, w, "%s %s %s, n = %u", s->name, names[i], text, n);
                        for (char *p = out; p < out + sizeof out; ++p)
                            if ((p < to || p >= to + n * w) && *p != 0x5b)
                                fail_msg("%s %s %s, n = %u writes %td bytes from its output", s->name, names[i], text, n,
                                         p - to);
                    }
                }
            }
    (void)state;
}

/* fixed:M may fail a sample, never alter one: it fails exactly those that need attempt M or later. By default half of the M
 * are tested, for derived samplers a quarter, in turn. Few samples need ten attempts, so 300 samples suffice for such M. */
static void fails_samples(void **state)
{
    const char *names[8];
    const unsigned sets = isas(names);
    const rr_sampler *s;
    rr_type dtype;
    uint64_t failed_in_all = 0;
    for (unsigned t = 0; sampler_and_type(t, &s, &dtype); ++t) {
        enum { MANY = 1500 };
        static uint64_t want[MANY], out[MANY];
        const unsigned w = width(dtype);
        const int whole = dtype != RR_F32 && dtype != RR_F64;
        unsigned turn = t;
        for (unsigned m = 1; m <= 40; m = m < 5 ? m + 1 : 2 * m, ++turn) {
            if (!deep() && turn % (is_derived(s) ? 4 : 2)) continue;
            uint64_t lost[8], lowest[8];
            static char nan_at[8][MANY];
            const unsigned rows = m < 10 || deep() ? MANY : N;
            rr_job job = job_of(s, dtype, ((uint64_t)1 << 32) - 5, rows, (int)m % 2, 5);
            must_run(device("cpu:scalar"), &job, want);
            for (unsigned i = 0; i < sets; ++i) {
                rr_result result = RR_RESULT_INIT;
                char text[32];
                snprintf(text, sizeof text, "fixed:%u", m);
                job.strategy = strategy(text);
                job.out = out;
                const rr_status status = rr_run(device("%s,tile=64,warp=%u", names[i], 1u << mix(m + 64 * t + i) % 6), &job,
                                                &result);
                lost[i] = 0;
                lowest[i] = UINT64_MAX;
                for (unsigned e = 0; e < rows; ++e) {
                    uint64_t u = 0, v = 0;
                    memcpy(&u, (char *)out + e * w, w);
                    memcpy(&v, (char *)want + e * w, w);
                    /* For integers that are 0 anyway no difference is visible. */
                    const int gone = whole ? u != v && !u : u == (w == 8 ? 0x7ff8000000000000u : 0x7fc00000u);
                    nan_at[i][e] = (char)gone;
                    if (gone && !lost[i]++) lowest[i] = e;
                    if (!gone && u != v) fail_msg("%s %s alters element %u", s->name, text, e);
                    /* attempts counts itself. */
                    if (!strcmp(s->name, "attempts") && gone != (v > m))
                        fail_msg("attempts %s fails element %u = %llu", text, e, (unsigned long long)v);
                }
                assert_int_equal(status, result.failed ? RR_ERR_FAILED : RR_OK);
                assert_int_equal(result.status, status);
                if (whole) assert_true(result.failed >= lost[i] && result.failed_index <= lowest[i]);
                else assert_true(result.failed == lost[i] && result.failed_index == lowest[i]);
                assert_true(result.bad_index == UINT64_MAX && !result.failed == !result.message[0]);
                assert_memory_equal(nan_at[i], nan_at[0], rows);
                failed_in_all += lost[i];
            }
        }
    }
    assert_true(failed_in_all > 1000);
    (void)state;
}

/* Counts add up: every sample was accepted at least once, at least one attempt was made for each, the histogram counts the
 * calls. */
static void counts(void **state)
{
    const char *names[8];
    const unsigned sets = isas(names);
    const rr_sampler *s;
    rr_type dtype;
    for (unsigned t = 0; sampler_and_type(t, &s, &dtype); ++t)
        for (unsigned i = 0; i < sets; ++i)
            for (unsigned k = 1; k < NSTRATEGIES; ++k) {
                static uint64_t out[N];
                if (!deep() && is_slow(STRATEGIES[k]) && i != t % sets) continue;
                rr_job job = job_of(s, dtype, 1, cost_limit(STRATEGIES[k]), SHARED, 3);
                rr_result result = RR_RESULT_INIT;
                job.strategy = strategy(STRATEGIES[k]);
                job.out = out;
                job.flags = RR_COUNT;
                assert_int_equal(rr_run(device("%s,tile=64", names[i]), &job, &result), RR_OK);
                const rr_counts *c = &result.counts;
                uint64_t calls = 0;
                for (int n = 0; n < RR_MAX_ITERATIONS; ++n) calls += c->iterations[n];
                if (c->accepted < job.rows || c->lane_attempts < job.rows || c->lane_attempts < c->accepted || !c->calls ||
                    !c->steps)
                    fail_msg("%s %s %s: counts of %llu samples do not add up", s->name, names[i], STRATEGIES[k],
                             (unsigned long long)job.rows);
                if (strncmp(STRATEGIES[k], "fixed", 5) && strcmp(STRATEGIES[k], "compact") &&
                    strcmp(STRATEGIES[k], "refill"))
                    assert_true(calls == c->calls);
                job.flags = 0;
                job.rows = 5;
                assert_int_equal(rr_run(device("%s,tile=64", names[i]), &job, &result), RR_OK);
                assert_true(!result.counts.calls && !result.counts.lane_attempts);
            }
    (void)state;
}

/* Several threads report failed samples, the lowest of them, and every count as one thread does. */
static void reports_of_threads(void **state)
{
    enum { MANY = 3 * 32768 + 77 };
    double *out = malloc(MANY * 8), *want = malloc(MANY * 8);
    /* From an index whose first attempt is accepted, so that the lowest is not simply the first; and far later ones. */
    for (uint64_t first = 0; first < 40; first += 13) {
        rr_job job = RR_JOB_INIT;
        rr_result one = RR_RESULT_INIT, result = RR_RESULT_INIT;
        uint64_t lost = 0, lowest = UINT64_MAX;
        job.sampler = rr_sampler_find("normal:polar");
        job.stream.next = first;
        job.rows = MANY;
        job.strategy = strategy("fixed:2");
        job.flags = RR_COUNT;
        job.out = want;
        assert_int_equal(rr_run(device("cpu"), &job, &one), RR_ERR_FAILED);
        for (uint64_t i = 0; i < MANY; ++i)
            if (isnan(want[i]) && !lost++) lowest = i;
        assert_true(one.failed == lost && one.failed_index == lowest && lost > 1000);
        job.out = out;
        assert_int_equal(rr_run(device("cpu,threads=3"), &job, &result), RR_ERR_FAILED);
        assert_true(result.failed == lost && result.failed_index == lowest && result.bad_index == UINT64_MAX);
        assert_memory_equal(&result.counts, &one.counts, sizeof one.counts);
        assert_string_equal(result.message, one.message);
        same_bits(want, out, MANY, 8, "fixed:M on threads");
    }
    free(out);
    free(want);
    (void)state;
}

/* Restarting at attempt 0, idle lanes or a bad assignment would change no bit, but cost iterations. Iterations per row of 32
 * lanes at acceptance .98, .785 and .5; the figures are those in the strategies' own files, from an independent
 * simulation. */
static void iterations(void **state)
{
    enum { MANY = 32 * 1024 };
    static const struct { const char *strategy; double rows[3]; } FIGURES[] = {
        {"loop", {1.49, 3.13, 6.36}}, {"cached", {1.09, 1.91, 3.76}}, {"regroup:ahead", {1.08, 1.51, 2.37}},
    };
    static const double ACCEPT[] = {0.98, 0.785, 0.5};
    uint32_t *out = malloc(MANY * 4);
    for (int k = 0; k < 3; ++k)
        for (int a = 0; a < 3; ++a) {
            rr_job job = RR_JOB_INIT;
            rr_result result = RR_RESULT_INIT;
            job.sampler = rr_sampler_find("attempts");
            job.dtype = RR_U32;
            job.rows = MANY;
            job.param[0] = (rr_param){&ACCEPT[a], RR_F64, 0, 0};
            job.strategy = strategy(FIGURES[k].strategy);
            job.flags = RR_COUNT;
            job.out = out;
            assert_int_equal(rr_run(device("cpu,warp=32"), &job, &result), RR_OK);
            /* The mean of 1024 rows with standard deviation at most 1.9: the bound is 5 standard errors. */
            const double mean = (double)result.counts.steps / (double)result.counts.calls;
            if (fabs(mean - FIGURES[k].rows[a]) > (k == 0 ? 0.3 : 0.1) + 0.01)
                fail_msg("%s at %g: %.3f iterations a row, not %.2f", FIGURES[k].strategy, ACCEPT[a], mean,
                         FIGURES[k].rows[a]);
            /* The warp loops until the slowest of its lanes is done: the histogram of loop is that of the largest of 32. */
            uint64_t steps = 0;
            for (uint64_t n = 0; n < RR_MAX_ITERATIONS; ++n) steps += n * result.counts.iterations[n];
            assert_true(steps == result.counts.steps);
        }
    free(out);
    (void)state;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(matrix), TEST(splits),   TEST(pieces), TEST(threads),    TEST(index_arrays),       TEST(layouts),
        TEST(guards), TEST(fails_samples), TEST(counts), TEST(iterations), TEST(reports_of_threads),
    };
    return cmocka_run_group_tests(tests, list_strategies, NULL);
}
