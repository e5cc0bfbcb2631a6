/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Bugs of other libraries, one test a row of the corpus that touches bits, uniform, exponential, normal, gamma, binomial,
 * hypergeometric, streams or vector code; a test has the row's name. What the row says went wrong stands in one line. Laws
 * (chi-square and the like) are in tests/law, and so are all rows about ziggurats (ziggurat.h); rows about integer ranges
 * and laws that Reroll does not have yet have no test here. */
#include <float.h>
#include <math.h>
#include <sys/wait.h>
#include <unistd.h>

#include "reroll_law.h"
#include "tests/support/feed.h"
#include "tests/support/support.h"

#define BUG(id) static void id(void **state __attribute__((unused)))

enum { MOST = 4096 };
static double X[MOST], Y[MOST];
static float X32[MOST];
static uint32_t W[MOST];

/* n samples as doubles. p: up to two parameters. */
static rr_status draw_on(const char *where, const char *sampler, rr_type dtype, rr_stream s, size_t n, double p0, double p1,
                         double *x)
{
    rr_job job = RR_JOB_INIT;
    job.sampler = rr_sampler_find(sampler);
    job.dtype = dtype;
    job.stream = s;
    job.rows = n;
    job.param[0] = (rr_param){&p0, RR_F64, 0, 0};
    job.param[1] = (rr_param){&p1, RR_F64, 0, 0};
    job.out = dtype == RR_F64 ? (void *)x : dtype == RR_F32 ? (void *)X32 : (void *)W;
    const rr_status status = rr_run(device("%s", where), &job, NULL);
    for (size_t i = 0; i < n && dtype != RR_F64; ++i) x[i] = dtype == RR_F32 ? (double)X32[i] : W[i];
    return status;
}

static rr_status draw(const char *sampler, rr_type dtype, size_t n, double p0, double p1, double *x)
{
    return draw_on("cpu", sampler, dtype, rr_stream_make(11, 12), n, p0, p1, x);
}

static uint32_t bit_at(uint64_t seed, uint64_t stream, uint64_t index)
{
    double x;
    draw_on("cpu", "bits", RR_U32, (rr_stream){seed, stream, index}, 1, 0, 0, &x);
    return (uint32_t)x;
}

/* One sample from chosen words: all words w, LOW words l. 1 if accepted. */
static int fed_at(const char *sampler, int f64, uint32_t w, uint32_t l, const double *params, double *x)
{
    feed words;
    int open;
    for (int k = 0; k < 4; ++k) {
        words.main[0][k] = words.main[1][k] = words.boost[k] = words.side[k] = w;
        words.low[0][k] = words.low[1][k] = words.boost_low[k] = words.side_low[k] = l;
    }
    return feed_attempt(sampler, f64, &words, 0, 0, params, x, &open);
}

static int fed(const char *sampler, int f64, uint32_t w, uint32_t l, double p0, double p1, double *x)
{
    const double params[RR_MAX_PARAMS] = {p0, p1, 1, 1};
    return fed_at(sampler, f64, w, l, params, x);
}

static void all_finite(size_t n)
{
    for (size_t i = 0; i < n; ++i) assert_true(isfinite(X[i]));
}

static const char *const REAL[] = {"uniform", "exponential", "normal",          "normal:polar",
                                   "gamma",   "loggamma",    "normal:ziggurat", "exponential:ziggurat"};
enum { REALS = sizeof REAL / sizeof *REAL };

/* "normal_polar", as the feed has it. */
static const char *text_of(const char *name)
{
    static char text[32];
    snprintf(text, sizeof text, "%s", name);
    for (char *c = text; *c; ++c)
        if (*c == ':' || *c == '-') *c = '_';
    return text;
}

static double p0_of(const char *s) { return s[0] == 'g' || s[0] == 'l' ? 0.7 : s[0] == 'e' ? 1 : 0; }

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
/* The sample equalled maxval: here [low, high] is closed and documented so, but never left. */
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
    draw("uniform", RR_F32, MOST, 0, 1, X);
    for (int i = 0; i < MOST; ++i)
        if (X[i] >= 0.5) {
            ones |= (uint32_t)(X[i] * 0x1p24);
            zeros |= ~(uint32_t)(X[i] * 0x1p24);
        }
    assert_true((ones & 0xffffffu) == 0xffffffu && (zeros & 0x7fffffu) == 0x7fffffu);
    draw("uniform", RR_F64, MOST, 0, 1, X);
    for (int i = 0; i < MOST; ++i)
        if (X[i] >= 0.5) {
            ones64 |= (uint64_t)(X[i] * 0x1p53);
            zeros64 |= ~(uint64_t)(X[i] * 0x1p53);
        }
    assert_true((ones64 & 0x1fffffffffffff) == 0x1fffffffffffff && (zeros64 & 0xfffffffffffff) == 0xfffffffffffff);
}
/* A (0, 1] source was shown as [0, 1): here both ends are open, on every path. */
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
    draw("uniform", RR_F64, MOST, 0, 1, X);
    for (int i = 0; i < MOST; ++i) coarse += (double)(float)X[i] == X[i];
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
/* Two words were consumed an element but the offset advanced as for one: a later call repeated numbers. */
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
    draw("uniform", RR_F32, MOST, 0, 1, X);
    for (int i = 0; i < MOST; ++i)
        if (X[i] >= 0.5) ++all, odd += (uint32_t)(X[i] * 0x1p24) & 1;
    assert_true(abs(2 * odd - all) < 6 * sqrt(all));
}

/* ---- Normals ----------------------------------------------------------------------------------------------------- */

/* log(0), and no end, where a uniform was 0. */
BUG(NOR_10_word_zero)
{
    double x;
    for (int f64 = 0; f64 < 2; ++f64)
        for (int s = 0; s < REALS; ++s)
            if (fed(text_of(REAL[s]), f64, 0, 0, p0_of(REAL[s]), 1, &x) == 1) assert_true(isfinite(x));
}
/* The largest |z| of a 24-bit grid is 5.3: here 9.49 and 13.37, as the contract says. */
BUG(NOR_12_tails_are_resolved)
{
    double x;
    assert_int_equal(fed("normal", 0, 0, 0, 0, 1, &x), 1);
    assert_true(fabs(x) > 9.489 && fabs(x) < 9.495);
    assert_int_equal(fed("normal", 1, 0, 0, 0, 1, &x), 1);
    assert_true(fabs(x) > 13.370 && fabs(x) < 13.375);
    /* The words of a ziggurat's tail, its uniform the least: sqrt(r^2 + 2 * 65 log 2), 129. */
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
/* Uninitialised cached packets: values of 1e-38 and 12. */
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
/* erf_inv(-1) = -inf: in a narrow type the uniform reached the end. Here no word does: all of the upper 16 bits, with what
 * follows all zeros and all ones. */
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
/* The same of an inverse CDF: ~w, with ~l behind it, is the opposite number, for every word. */
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
/* A rough logarithm bent the law: P(X < the sample) was not uniform. Here the rank that the quantile came from comes
 * back. */
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

/* ---- Exponentials ------------------------------------------------------------------------------------------------ */

BUG(EXP_01_positive_and_finite)
{
    double x;
    for (int f64 = 0; f64 < 2; ++f64)
        for (int k = 0; k < 4; ++k) {
            fed("exponential", f64, k & 1 ? ~0u : 0, k & 2 ? ~0u : 0, 1, 1, &x);
            assert_true(x > 0 && x < 90);
        }
}
/* -log(1) = -0.0. */
BUG(EXP_03_no_minus_zero)
{
    draw("exponential", RR_F32, MOST, 1, 1, X);
    for (int i = 0; i < MOST; ++i) assert_false(signbit(X[i]));
    double x;
    fed("exponential", 0, ~0u, 0, 1, 1, &x);
    assert_true(x > 0);
    fed("exponential", 0, ~0u, 0, 1e-45, 1, &x);   /* rounds to 0 here, with the right sign */
    assert_false(signbit(x));
}
BUG(EXP_05_never_zero)
{
    draw("exponential", RR_F64, MOST, 1, 1, X);
    for (int i = 0; i < MOST; ++i) assert_true(X[i] > 0);
}
BUG(EXP_06_largest_value)
{
    double x;
    fed("exponential", 0, 0, 0, 1, 1, &x);
    assert_true(fabs(x - 65 * 0.69314718055994531) < 1e-5);
    fed("exponential", 1, 0, 0, 1, 1, &x);
    assert_true(fabs(x - 129 * 0.69314718055994531) < 1e-13);
}
/* Coarse at one end. */
BUG(EXP_07_fine_at_both_ends)
{
    double x, last = 0;
    for (uint32_t k = 0; k < 300; ++k) {   /* the smallest values: every word another */
        fed("exponential", 0, ~0u - k, 0, 1, 1, &x);
        assert_true(x == (k + 0.5) * 0x1p-32 && x > last);
        last = x;
    }
    for (uint32_t k = 1; k < 300; ++k) {   /* the largest: every LOW word another, as far as floats go */
        fed("exponential", 0, 0, 0 - (k << 24), 1, 1, &x);
        assert_true(x > 22);
    }
}
BUG(EXP_08_minus_zero_scale_is_refused)
{
    assert_int_equal(draw("exponential", RR_F64, 1, -0.0, 1, X), RR_ERR_PARAM);
    assert_int_equal(draw("exponential", RR_F32, 1, 0, 1, X), RR_ERR_PARAM);
}
/* The tail had a visible lattice: 24.33, 23.64, 23.23. */
BUG(EXP_09_no_lattice_in_the_tail)
{
    double a, b;
    for (uint32_t w = 1; w < 40; ++w) {
        fed("exponential", 0, w, 0, 1, 1, &a);
        fed("exponential", 0, w, 0xffffffffu, 1, 1, &b);
        assert_true(a > b);
        if (w > 1) {
            double c;
            fed("exponential", 0, w - 1, 0xffffffffu, 1, 1, &c);
            assert_true(c >= a && c - a < 1e-5);   /* no gap between words */
        }
    }
}

/* ---- Gammas ------------------------------------------------------------------------------------------------------ */

/* 0 times infinity. */
BUG(GAM_01_tiny_shape_huge_scale)
{
    const double shapes[] = {1e-30, 1e-10, 1e-5, 0.5}, scales[] = {0x1p-149, 1e-30, 1, 1e30, 3.4028234663852886e38};
    for (int a = 0; a < 4; ++a)
        for (int b = 0; b < 5; ++b) {
            assert_int_equal(draw("gamma", RR_F32, 200, shapes[a], scales[b], X), RR_OK);
            for (int i = 0; i < 200; ++i) assert_true(X[i] >= 0);
        }
    assert_int_equal(draw("gamma", RR_F64, 200, 1e-300, 1.7976931348623157e308, X), RR_OK);
    for (int i = 0; i < 200; ++i) assert_true(X[i] >= 0);
}
/* Values below the least were clamped to it: an atom there. */
BUG(GAM_02_no_atom_at_a_clamp)
{
    int at_min = 0, denormal = 0;
    draw("gamma", RR_F32, MOST, 0.02, 1, X);
    for (int i = 0; i < MOST; ++i) {
        at_min += X[i] == FLT_MIN || X[i] == 0x1p-149;
        denormal += X[i] > 0 && X[i] < FLT_MIN;
    }
    assert_true(at_min < 60 && denormal > 20);
    draw("loggamma", RR_F32, MOST, 0.02, 1, X);
    all_finite(MOST);
}
BUG(GAM_03_shape_zero_is_refused)
{
    const double shapes[3] = {2, 0, 2};
    double out[3];
    rr_stream s = rr_stream_make(1, 1);
    assert_int_equal(rr_fill_loggamma_f64_each(device("cpu"), &s, 3, out, shapes), RR_ERR_PARAM);
    assert_true(isfinite(out[0]) && isnan(out[1]) && isfinite(out[2]));
}
BUG(GAM_04_shape_minus_zero_is_refused)
{
    assert_int_equal(draw("gamma", RR_F64, 1, -0.0, 1, X), RR_ERR_PARAM);
}
/* shape = 1e308 never ended. */
BUG(GAM_05_huge_shapes_end)
{
    assert_int_equal(draw("gamma", RR_F64, 1, 1e308, 1, X), RR_ERR_PARAM);
    assert_int_equal(draw("gamma", RR_F64, 100, 1e300, 1, X), RR_OK);
    for (int i = 0; i < 100; ++i) assert_true(fabs(X[i] / 1e300 - 1) < 1e-12);
    assert_int_equal(draw("gamma", RR_F32, 100, 1e30, 1, X), RR_OK);
    for (int i = 0; i < 100; ++i) assert_true(fabs(X[i] / (float)1e30 - 1) < 1e-6);
}
BUG(GAM_06_tiny_shapes_end)
{
    const double shapes[] = {1e-12, 1e-30, 1e-300};
    for (int k = 0; k < 3; ++k) assert_int_equal(draw("gamma", RR_F64, 300, shapes[k], 1, X), RR_OK);
}
/* floor(a) overflowed an unsigned. */
BUG(GAM_07_shapes_past_integers)
{
    const double shapes[] = {2147483648.0, 4294967296.0, 4294967296.5, 1e15};
    for (int k = 0; k < 4; ++k) {
        draw("gamma", RR_F64, 500, shapes[k], 1, X);
        for (int i = 0; i < 500; ++i) assert_true(fabs(X[i] - shapes[k]) < 6 * sqrt(shapes[k]));
    }
}
BUG(GAM_08_degenerate_limits_are_refused)
{
    assert_int_equal(draw("gamma", RR_F64, 1, 1, INFINITY, X), RR_ERR_PARAM);
    assert_int_equal(draw("gamma", RR_F64, 1, 0, 0, X), RR_ERR_PARAM);
    assert_int_equal(draw("gamma", RR_F64, 1, INFINITY, 1, X), RR_ERR_PARAM);
}
BUG(GAM_10_invalid_shapes)
{
    const double bad[] = {0, -1, NAN, -INFINITY, INFINITY, -1e-300, 1e-301, 1.1e300};
    for (int k = 0; k < 8; ++k) {
        assert_int_equal(draw("gamma", RR_F64, 9, bad[k], 1, X), RR_ERR_PARAM);
        for (int i = 0; i < 9; ++i) assert_true(isnan(X[i]));
    }
}
/* The array path had another law than the scalar one. */
BUG(GAM_12_array_path_is_the_scalar_one)
{
    draw("gamma", RR_F64, 50, 0.5, 2, Y);
    for (uint64_t i = 0; i < 50; ++i) {
        draw_on("cpu", "gamma", RR_F64, (rr_stream){11, 12, i}, 1, 0.5, 2, X);
        assert_true(X[0] == Y[i]);
    }
}
BUG(GAM_15_loggamma_does_not_underflow)
{
    const double shapes[] = {1e-3, 1e-20, 1e-300};
    for (int k = 0; k < 3; ++k) {
        draw("loggamma", RR_F64, 1000, shapes[k], 1, X);
        all_finite(1000);
    }
    draw("loggamma", RR_F32, 1000, 1e-30, 1, X);
    all_finite(1000);
}
/* shape and scale were swapped. */
BUG(GAM_16_shape_and_scale)
{
    double sum = 0, squares = 0;
    draw("gamma", RR_F64, MOST, 9, 0.5, X);
    for (int i = 0; i < MOST; ++i) sum += X[i], squares += X[i] * X[i];
    const double mean = sum / MOST, variance = squares / MOST - mean * mean;
    assert_true(fabs(mean - 4.5) < 6 * 1.5 / 64 && fabs(variance - 2.25) < 0.4);   /* swapped: variance 40 */
}

/* ---- Beta -------------------------------------------------------------------------------------------------------- */

enum { BETA_DRAWS = 1 << 18 };

/* How many of BETA_DRAWS betas lie in [low, high]; all lie in [0, 1]. */
static double beta_share(rr_type dtype, double a, double b, double low, double high)
{
    uint64_t in = 0;
    for (uint64_t at = 0; at < BETA_DRAWS; at += MOST) {
        assert_int_equal(draw_on("cpu", "beta", dtype, (rr_stream){11, 12, at}, MOST, a, b, X), RR_OK);
        for (int i = 0; i < MOST; ++i) {
            if (!(X[i] >= 0 && X[i] <= 1)) fail_msg("beta(%g, %g) = %g", a, b, X[i]);
            in += X[i] >= low && X[i] <= high;
        }
    }
    return (double)in / BETA_DRAWS;
}

static void near_share(double seen, double expected)
{
    if (fabs(seen - expected) > 6 * sqrt(expected * (1 - expected) / BETA_DRAWS))
        fail_msg("a share of %g, expected %g", seen, expected);
}

/* Tiny shapes hung, or gave NaN or only zeros: 1 with probability a / (a + b), else 0. */
static void tiny_betas(rr_type dtype, double a, double b)
{
    near_share(beta_share(dtype, a, b, 1, 1), a / (a + b));
    near_share(beta_share(dtype, a, b, 0, 0), b / (a + b));
}
BUG(BETA_02_tiny_shapes_end)
{
    tiny_betas(RR_F64, 1e-49, 1e-40);
    tiny_betas(RR_F64, 3e-49, 1e-49);
    tiny_betas(RR_F32, 1e-30, 3e-30);
}
/* Subnormal shapes gave NaN: they are refused, and the least shapes that are not are right. */
BUG(BETA_03_subnormal_shapes)
{
    assert_int_equal(draw("beta", RR_F64, 50, DBL_MIN / 32, DBL_MIN / 40, X), RR_ERR_PARAM);
    tiny_betas(RR_F64, 1e-300, 1e-300);
    tiny_betas(RR_F64, 1e-300, 3e-300);
}
/* Too many zeros: P(0) is the mass below half the least denormal (mpmath, 160 digits). */
BUG(BETA_04_zeros_are_the_mass_below_denormals)
{
    near_share(beta_share(RR_F64, 0.0025, 0.0025, 0, 0), 0.0776169);
    near_share(beta_share(RR_F32, 1e-3, 1e-3, 0, 0), 0.4506259692);
    near_share(beta_share(RR_F32, 1e-3, 1e-3, 1, 1), 0.491411106);
}
/* X was returned for X / (X + Y): wrong wherever a != b < 1. P(X <= 1/4) by mpmath. */
BUG(BETA_05_unequal_shapes_below_1)
{
    near_share(beta_share(RR_F64, 0.4, 0.9, 0, 0.25), 0.5478866625);
    near_share(beta_share(RR_F32, 0.9, 0.4, 0.75, 1), 0.5478866625);
}
/* Small shapes gave a mode at 1/2, or more ones than zeros. */
BUG(BETA_06_nothing_in_the_middle)
{
    near_share(beta_share(RR_F64, 0.01, 0.01, 0.4, 0.6), 0.003998932237);
    near_share(beta_share(RR_F32, 0.01, 0.01, 0, 0.5), 0.5);
}
/* Shapes from 1e-10 down gave NaN. */
BUG(BETA_07_shapes_below_1e_10)
{
    for (double a = 1e-10; a > 1e-20; a /= 10) tiny_betas(RR_F64, a, a);
    tiny_betas(RR_F32, 1e-19, 1e-19);
}
/* Two gammas that underflow together gave NaN. */
BUG(BETA_08_shapes_of_0_002)
{
    near_share(beta_share(RR_F64, 0.00203687, 0.00203687, 0, 0.5), 0.5);
    near_share(beta_share(RR_F32, 0.00203687, 0.00203687, 0, 0.5), 0.5);
}
/* A huge shape beside a tiny one overflowed to NaN: X is next to 1, and its mirror next to 0. */
BUG(BETA_09_huge_beside_tiny)
{
    for (double a = 1; a < 1e300; a *= 1e49)
        for (double b = 1; b > 1e-300; b /= 1e49) {
            assert_int_equal(draw("beta", RR_F64, MOST, a, b, X), RR_OK);
            assert_int_equal(draw("beta", RR_F64, MOST, b, a, Y), RR_OK);
            for (int i = 0; i < MOST; ++i) assert_true(X[i] >= 0 && X[i] <= 1 && Y[i] >= 0 && Y[i] <= 1);
            for (int i = 0; i < MOST && a > b * 1e40; ++i) assert_true(X[i] > 1 - 1e-9 && Y[i] < 1e-9);
        }
}
/* BB or BC was chosen on unsorted shapes: in all quadrants around 1 and on either side of it B(a, b) = 1 - B(b, a), here
 * sample by sample, and P(X <= 1/2) is right (a = b: 1/2; else by mpmath). */
BUG(BETA_10_every_quadrant)
{
    const double shapes[][2] = {{0.5, 3}, {0.3, 0.6}, {2, 5}, {1, 2}, {nextafter(1, 0), 2}, {nextafter(1, 2), 2}, {1, 1}};
    const double below[] = {0.9501747372, 0.6878627315, 0.890625, 0.75, 0.75, 0.75, 0.5};
    for (int k = 0; k < 7; ++k) {
        const double a = shapes[k][0], b = shapes[k][1];
        near_share(beta_share(RR_F64, a, b, 0, 0.5), below[k]);
        near_share(beta_share(RR_F64, b, a, 0.5, 1), below[k]);
        draw("beta", RR_F64, MOST, a, b, X);
        draw("beta", RR_F64, MOST, b, a, Y);
        for (int i = 0; i < MOST && a != b; ++i) assert_true(fabs(X[i] + Y[i] - 1) <= 0x1p-51);
    }
}
/* Division of 0 by 0 at small shapes: every power of ten down to the least shape, both dtypes, in [0, 1] and halved by
 * 1/2. */
BUG(BETA_13_no_nan_at_any_size)
{
    for (double a = 1e30; a >= 1e-30; a /= 1e10)
        near_share(beta_share(RR_F32, a, a, 0, nextafter(0.5, 0)) + beta_share(RR_F32, a, a, 0.5, 0.5) / 2, 0.5);
    assert_int_equal(draw("beta", RR_F64, 1, 0, 1, X), RR_ERR_PARAM);
    assert_int_equal(draw("beta", RR_F64, 1, 1, -1, X), RR_ERR_PARAM);
    assert_int_equal(draw("beta", RR_F64, 1, 1, NAN, X), RR_ERR_PARAM);
}

/* ---- Binomials ------------------------------------------------------------------------------------------------------ */

/* BIN-04, BIN-14, NBI-02: an endless loop, or a number, for p = NaN and beside 1. */
BUG(BIN_14_p_outside_is_refused)
{
    const double p[] = {NAN, nextafter(1, 2), -0x1p-1074, 1e300};
    for (int i = 0; i < 4; ++i) assert_int_equal(draw("binomial", RR_F64, 1, 10, p[i], X), RR_ERR_PARAM);
    assert_int_equal(draw("binomial", RR_F64, 1, 10.5, 0.5, X), RR_ERR_PARAM);
    assert_int_equal(draw("binomial", RR_F64, 1, 0x1p53 + 2, 0.5, X), RR_ERR_PARAM);
}
/* BIN-05: n = 0 was an error, or negative; BIN-17: -1 of tiny p. */
BUG(BIN_05_ends)
{
    const double p[] = {0, 1e-320, 1e-8, 0.5, 1 - 0x1p-53, 1}, n[] = {0, 1, 19, 20, 64, 65, 1e5, 0x1p53 - 1, 0x1p53};
    for (int a = 0; a < 6; ++a)
        for (int b = 0; b < 9; ++b) {
            assert_int_equal(draw("binomial", RR_F64, 256, n[b], p[a], X), RR_OK);
            for (int i = 0; i < 256; ++i) {
                assert_true(X[i] >= 0 && X[i] <= n[b] && X[i] == floor(X[i]));
                if (p[a] < 1e-300) assert_true(X[i] == 0);
                if (p[a] == 1) assert_true(X[i] == n[b]);
            }
        }
}
/* BIN-21: the mirror was applied to the wrong half. */
BUG(BIN_21_complement)
{
    const double p[] = {0x1p-10, 0.125, 0.25, 0.375};
    for (int a = 0; a < 4; ++a) {
        draw("binomial", RR_F64, MOST, 100, p[a], X);
        draw("binomial", RR_F64, MOST, 100, 1 - p[a], Y);
        for (int i = 0; i < MOST; ++i) assert_true(X[i] == 100 - Y[i]);
    }
}
/* BIN-10, BIN-28: n beyond 32 bits wrapped. */
BUG(BIN_28_large_n)
{
    draw("binomial", RR_F64, MOST, 1e10, 0.5, X);
    for (int i = 0; i < MOST; ++i) assert_true(fabs(X[i] - 5e9) < 8 * 5e4);
}

/* ---- Hypergeometrics ------------------------------------------------------------------------------------------------ */

static rr_status urn(double good, double bad, double taken, size_t n, double *x)
{
    rr_job job = RR_JOB_INIT;
    const double p[] = {good, bad, taken};
    job.sampler = rr_sampler_find("hypergeometric");
    job.dtype = RR_F64;
    job.stream = rr_stream_make(11, 12);
    job.rows = n;
    for (int k = 0; k < 3; ++k) job.param[k] = (rr_param){&p[k], RR_F64, 0, 0};
    job.out = x;
    return rr_run(device("cpu"), &job, NULL);
}

static double urn_mean(double good, double bad, double taken)
{
    double sum = 0;
    assert_int_equal(urn(good, bad, taken, MOST, X), RR_OK);
    for (int i = 0; i < MOST; ++i) sum += X[i];
    return sum / MOST;
}

/* HYP-02, HYP-08, HYP-13: an endless loop of large numbers; HYP-11: arguments beyond 2^53 were rounded, here they
 * are refused. */
BUG(HYP_02_large_numbers_end)
{
    const double n[] = {0, 1, 26, 0x1p20 - 2, 0x1p40 - 2, 0x1p52 - 1, 0x1p52, 5277655813324800};
    for (int a = 0; a < 8; ++a)
        for (int b = 0; b < 8; ++b)
            for (int c = 0; c < 8; ++c) {
                const int good = n[a] + n[b] <= 0x1p53 && n[c] <= n[a] + n[b];
                assert_int_equal(urn(n[a], n[b], n[c], 64, X), good ? RR_OK : RR_ERR_PARAM);
                for (int i = 0; good && i < 64; ++i)   /* HYP-03: a product overflowed, and counts were negative */
                    assert_true(X[i] >= fmax(0, n[c] - n[b]) && X[i] <= fmin(n[a], n[c]) && X[i] == floor(X[i]));
            }
    assert_int_equal(urn(0x1p53, 1, 5, 1, X), RR_ERR_PARAM);
    assert_int_equal(urn(0x1p62, 0x1p62, 26, 1, X), RR_ERR_PARAM);
    assert_int_equal(urn(10, 10, 20.5, 1, X), RR_ERR_PARAM);
    assert_int_equal(urn(10, 10, 21, 1, X), RR_ERR_PARAM);
    assert_int_equal(urn(10, NAN, 5, 1, X), RR_ERR_PARAM);
}
/* The mirror of nsample > N / 2 took the wrong number. Good and bad change places, and so do taken and left. */
BUG(HYP_04_symmetries)
{
    static const double p[][3] = {{300, 700, 100}, {20, 80, 10}, {499, 500, 400}, {1e9, 3e9, 1e6}, {5, 1e12, 1e11}};
    for (int a = 0; a < 5; ++a) {
        const double good = p[a][0], bad = p[a][1], taken = p[a][2], all = good + bad;
        urn(good, bad, taken, MOST, X);
        urn(bad, good, taken, MOST, Y);
        for (int i = 0; i < MOST; ++i) assert_true(X[i] + Y[i] == taken);
        urn(good, bad, all - taken, MOST, Y);
        for (int i = 0; i < MOST; ++i) assert_true(X[i] + Y[i] == good);
        urn(taken, all - taken, good, MOST, Y);
        assert_memory_equal(X, Y, sizeof X);
    }
}
/* A cast overflowed at tiny p, GEO-01, -02, -04, -06: negative counts, or all of them the same. p = 0 is refused
 * (GEO-03). */
BUG(GEO_01_tiny_p)
{
    const double p[] = {1e-17, 1e-15, 1e-13, 0x1p-53, 1e-12, 1e-9, 1e-3};
    for (int k = 0; k < 7; ++k) {
        double sum = 0;
        assert_int_equal(draw("geometric", RR_F64, MOST, p[k], 0, X), RR_OK);
        for (int i = 0; i < MOST; ++i) {
            assert_true(X[i] >= 1 && X[i] < 130 / p[k]);
            sum += X[i] / MOST;
        }
        assert_true(fabs(sum * p[k] - 1) < 6 / sqrt(MOST));   /* the mean is 1 / p, and so is the sd */
    }
    const double bad[] = {0, -0.0, -1e-9, 1e-30, 1.0000001, NAN, INFINITY};
    for (int k = 0; k < 7; ++k) assert_int_equal(draw("geometric", RR_F64, 1, bad[k], 0, X), RR_ERR_PARAM);
}
/* NaN and a next to 1 went on for ever, or to the least integer; ZIP-03: more than n. */
BUG(ZIP_01_ends)
{
    const double a[] = {1 + 0x1p-52, 1 + 1e-13, 1.001, 1.5, 10000, 1e300};
    for (int k = 0; k < 6; ++k) {
        assert_int_equal(draw("zipf", RR_F64, MOST, a[k], 0, X), RR_OK);
        for (int i = 0; i < MOST; ++i) assert_true(X[i] >= 1 && X[i] <= 0x1p63 && (k < 4 || X[i] == 1));
    }
    assert_int_equal(draw("zipf", RR_F64, 1, 1, 0, X), RR_ERR_PARAM);
    assert_int_equal(draw("zipf", RR_F64, 1, NAN, 0, X), RR_ERR_PARAM);
}
/* p = 1 hung, or gave 2. */
BUG(LOG_01_p_next_to_1)
{
    assert_int_equal(draw("logseries", RR_F64, MOST, 1 - 0x1p-53, 0, X), RR_OK);
    for (int i = 0; i < MOST; ++i) assert_true(X[i] >= 1 && X[i] < 0x1p63 && X[i] == floor(X[i]));
    assert_int_equal(draw("logseries", RR_F64, 1, 1, 0, X), RR_ERR_PARAM);
    assert_int_equal(draw("logseries", RR_F64, 1, NAN, 0, X), RR_ERR_PARAM);
}
/* U = 0 gave -inf, one in 2^23. */
BUG(LOGI_01_words_of_zeros_and_ones)
{
    static const char *const laws[] = {"laplace", "logistic", "gumbel", "cauchy",   "weibull",
                                       "frechet", "pareto",   "power",  "rayleigh", "half-cauchy"};
    const uint32_t words[] = {0, 1, 0x7fffffffu, 0x80000000u, 0xfffffffeu, 0xffffffffu};
    for (int l = 0; l < 10; ++l)
        for (int f64 = 0; f64 < 2; ++f64)
            for (int i = 0; i < 36; ++i) {
                double x;
                assert_int_equal(fed_at(text_of(laws[l]), f64, words[i / 6], words[i % 6],
                                        rr_sampler_find(laws[l])->about->examples->low, &x),
                                 1);
                assert_true(isfinite(x));
            }
}
/* Good and bad were swapped; HYP-09: slightly too small. 6 standard errors. */
BUG(HYP_05_good_is_not_bad)
{
    assert_true(fabs(urn_mean(300, 700, 100) - 30) < 6 * 4.36 / 64);
    assert_true(fabs(urn_mean(900, 100, 100) - 90) < 6 * 2.85 / 64);
    assert_true(fabs(urn_mean(4, 16, 5) - 1) < 6 * 0.8 / 64);
}
/* Both tails of H2PE were wrong, which a tolerance of 5 % did not see: beyond 2 sd of (100, 50, 50) there is what P says
 * (summed exactly), 6 standard errors. */
BUG(HYP_07_tails)
{
    int low = 0, high = 0;
    urn(100, 50, 50, MOST, X);
    for (int i = 0; i < MOST; ++i) low += X[i] <= 27, high += X[i] >= 40;
    assert_true(fabs(low - MOST * 0.0166949888) < 6 * sqrt(MOST * 0.0166949888));
    assert_true(fabs(high - MOST * 0.0105082942) < 6 * sqrt(MOST * 0.0105082942));
}
/* nsample = 0 gave ngood. */
BUG(HYP_10_ends)
{
    static const double p[][4] = {{7, 9, 0, 0}, {7, 9, 16, 7}, {0, 9, 5, 0}, {7, 0, 5, 5}, {0, 0, 0, 0}, {1e15, 8e15, 0, 0},
                                  {1e15, 8e15, 9e15, 1e15}};
    for (int a = 0; a < 7; ++a) {
        assert_int_equal(urn(p[a][0], p[a][1], p[a][2], MOST, X), RR_OK);
        for (int i = 0; i < MOST; ++i) assert_true(X[i] == p[a][3]);
    }
}

/* ---- Truncated normals ------------------------------------------------------------------------------------------- */

static rr_status truncated(rr_type dtype, double low, double high, double mean, double sd, size_t n, double *x)
{
    rr_job job = RR_JOB_INIT;
    const double p[] = {low, high, mean, sd};
    job.sampler = rr_sampler_find("truncated-normal");
    job.dtype = dtype;
    job.stream = rr_stream_make(11, 12);
    job.rows = n;
    for (int k = 0; k < 4; ++k) job.param[k] = (rr_param){&p[k], RR_F64, 0, 0};
    job.out = dtype == RR_F64 ? (void *)x : (void *)X32;
    const rr_status status = rr_run(device("cpu"), &job, NULL);
    for (size_t i = 0; i < n && dtype != RR_F64; ++i) x[i] = (double)X32[i];
    return status;
}

/* (1 - Phi(z)) / phi(z), z >= 0. */
static double mills(double z)
{
    double r = 0;
    if (z < 6) return 1.2533141373155003 * exp(z * z / 2) * erfc(z * 0.70710678118654752);
    for (int k = 60; k > 0; --k) r = k / (z + r);
    return 1 / (z + r);
}

/* P(X <= a + y) for 0 <= a <= X <= a + w. */
static double beyond(double a, double y) { return isinf(y) ? 0 : exp(-y * (a + y / 2)) * mills(a + y) / mills(a); }
static double conditional(double a, double w, double y) { return (1 - beyond(a, y)) / (1 - beyond(a, w)); }

static int by_size(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* MOST samples lie in the interval, which does not hold the mean, and have its law: Kolmogorov's distance, false alarm
 * 1e-6. */
static void tail_law(rr_type dtype, double low, double high, double mean, double sd)
{
    double most = 0;
    assert_int_equal(truncated(dtype, low, high, mean, sd, MOST, X), RR_OK);
    if (dtype == RR_F32) low = (float)low, high = (float)high, mean = (float)mean, sd = (float)sd;
    const int above = low >= mean;
    const double a = (above ? low - mean : mean - high) / sd, w = (high - low) / sd;
    for (int i = 0; i < MOST; ++i) {
        assert_true(X[i] >= low && X[i] <= high && isfinite(X[i]));
        Y[i] = conditional(a, w, (above ? X[i] - low : high - X[i]) / sd);
    }
    qsort(Y, MOST, sizeof *Y, by_size);
    for (int i = 0; i < MOST; ++i) most = fmax(most, fmax(fabs(Y[i] - (double)i / MOST), fabs(Y[i] - (i + 1.0) / MOST)));
    if (most * sqrt(MOST) > 2.7) fail_msg("[%g, %g] mean %g sd %g: distance %.3g", low, high, mean, sd, most);
}

/* 2000 sigma out: erfinv(1) is infinite and was clamped to the limit. Beyond 8 sigma there is nothing. */
BUG(TRN_01_limits_2000_sigma_out)
{
    for (int f64 = 0; f64 < 2; ++f64)
        for (int k = 0; k < 8; ++k) {
            truncated(f64 ? RR_F64 : RR_F32, -2 + k % 2, 2 - k / 2 % 2, 0, 0.001, MOST, X);
            for (int i = 0; i < MOST; ++i) assert_true(fabs(X[i]) < 0.008);
        }
}
/* Values at the limits: no atoms. A number next to a limit has a probability below 1e-6 here. */
BUG(TRN_02_no_atoms_at_the_limits)
{
    static const double ends[][2] = {{-2, 2}, {1, 3}, {0, INFINITY}, {-4, -3}, {0.25, 0.5}};
    for (int k = 0; k < 5; ++k)
        for (int f64 = 0; f64 < 2; ++f64) {
            truncated(f64 ? RR_F64 : RR_F32, ends[k][0], ends[k][1], 0, 1, MOST, X);
            for (int i = 0; i < MOST; ++i) assert_true(X[i] > ends[k][0] && X[i] < ends[k][1]);
        }
}
/* A uniform of 0 gave -inf, and one end was open, the other not: extreme words, and mirrored intervals. */
BUG(TRN_03_words_at_the_ends_and_mirrors)
{
    static const double cases[][2] = {{-INFINITY, INFINITY}, {-1, 2}, {0, INFINITY}, {3, 5}, {-INFINITY, -7}};
    static const uint32_t words[] = {0, 1, 0x80000000u, 0x7fffffffu, ~1u, ~0u};
    for (int k = 0; k < 5; ++k)
        for (int f64 = 0; f64 < 2; ++f64) {
            const double low = cases[k][0], high = cases[k][1];
            for (int i = 0; i < 36; ++i) {
                const double params[RR_MAX_PARAMS] = {low, high, 0, 1};
                double x;
                feed w;
                int open;
                for (int n = 0; n < 8; ++n) {
                    w.main[n / 4][n % 4] = words[n % 4 < 2 ? i / 6 : i % 6];
                    w.low[n / 4][n % 4] = words[i % 6];
                }
                if (feed_attempt("truncated_normal", f64, &w, (uint64_t)i, 0, params, &x, &open) == 1)
                    assert_true(isfinite(x) && x >= low && x <= high);
            }
            truncated(f64 ? RR_F64 : RR_F32, low, high, 0, 1, MOST, X);
            truncated(f64 ? RR_F64 : RR_F32, -high, -low, 0, 1, MOST, Y);
            for (int i = 0; i < MOST; ++i) assert_true(X[i] == (-low == high ? Y[i] : -Y[i]));
        }
}
/* [5.25, inf] in f32 gave 1e6, erf being 1 from there on: 3 to 38 sigma, both signs. */
BUG(TRN_04_f32_far_out)
{
    tail_law(RR_F32, 5.25, INFINITY, 0, 1);
    for (int a = 3; a <= 38; ++a) {
        tail_law(RR_F32, a, a % 2 ? INFINITY : a + 1, 0, 1);
        tail_law(RR_F32, a % 2 ? -INFINITY : -a - 1, -a, 0, 1);
    }
}
/* inf, NaN and a failed assertion for these. Means by mpmath. */
BUG(TRN_05_f64_far_out)
{
    static const double cases[][3] = {
        {10, 11, 10.09806837}, {40, 41, 40.02496885},    {-INFINITY, -10, -10.09809323},
        {8, 9, 8.121188993},   {-41, -40, -40.02496885},
    };
    for (int k = 0; k < 5; ++k) {
        double sum = 0;
        tail_law(RR_F64, cases[k][0], cases[k][1], 0, 1);
        for (int i = 0; i < MOST; ++i) sum += X[i] / MOST;
        assert_true(fabs(sum - cases[k][2]) < 6 * 0.13 / 64);
    }
    for (double a = 9; a < 1e4; a *= 3) tail_law(RR_F64, a, INFINITY, 0, 1);
}
/* NaN. */
BUG(TRN_06_mean_0_538_sd_0_05)
{
    tail_law(RR_F32, 0.809, 0.869, 0.538, 0.05);
    tail_law(RR_F64, 0.809, 0.869, 0.538, 0.05);
}
/* inf in the far tail: to 1e30 sigma. Beyond 1e8 the excess is an exponential of mean 1 / a. */
BUG(TRN_07_tails_are_finite)
{
    for (double a = 1e8; a <= 1e30; a *= 10)
        for (int f64 = 0; f64 < 2; ++f64) {
            double sum = 0;
            assert_int_equal(truncated(f64 ? RR_F64 : RR_F32, 0, INFINITY, -1, 1 / a, MOST, X), RR_OK);
            for (int i = 0; i < MOST; ++i) {
                assert_true(X[i] >= 0 && isfinite(X[i]));
                sum += X[i] * a * a / MOST;
            }
            if (f64 || a < 1e19) assert_true(fabs(sum - 1) < 6. / 64);
            assert_int_equal(truncated(f64 ? RR_F64 : RR_F32, a, INFINITY, 0, 1, 100, X), RR_OK);
            for (int i = 0; i < 100; ++i) assert_true(fabs(X[i] / a - 1) < 1e-6);
        }
}
/* It never ended where upper = inf or sigma = 0. */
BUG(TRN_08_infinite_ends_and_points)
{
    const double big = 3.4028234663852886e38;
    for (int f64 = 0; f64 < 2; ++f64) {
        const rr_type t = f64 ? RR_F64 : RR_F32;
        assert_int_equal(truncated(t, 0, 1, 0, 0, 1, X), RR_ERR_PARAM);
        assert_int_equal(truncated(t, 2, 1, 0, 1, 1, X), RR_ERR_PARAM);
        assert_int_equal(truncated(t, INFINITY, INFINITY, 0, 1, 1, X), RR_ERR_PARAM);
        assert_int_equal(truncated(t, -INFINITY, -INFINITY, 0, 1, 1, X), RR_ERR_PARAM);
        assert_int_equal(truncated(t, NAN, 1, 0, 1, 1, X), RR_ERR_PARAM);
        assert_int_equal(truncated(t, 0, 1, INFINITY, 1, 1, X), RR_ERR_PARAM);
        assert_int_equal(truncated(t, 0, 1, 0, INFINITY, 1, X), RR_ERR_PARAM);
        for (double a = -1e30; a <= 1e30; a = a < -1e-30 ? a / 1e10 : a > 0 ? a * 1e10 : 1e-30) {
            assert_int_equal(truncated(t, a, a, 1, 2, 50, X), RR_OK);
            for (int i = 0; i < 50; ++i) assert_true(X[i] == (f64 ? a : (double)(float)a));
        }
        for (int k = 0; k < 16; ++k) {   /* the largest and the least numbers as ends, mean and sd */
            const double least = f64 ? 0x1p-1074 : 0x1p-149;
            assert_int_equal(truncated(t, k & 1 ? -INFINITY : -big, k & 2 ? INFINITY : big, k & 4 ? big : -big,
                                       k & 8 ? big : least, 50, X),
                             RR_OK);
            for (int i = 0; i < 50; ++i) {
                assert_false(isnan(X[i]));
                if (!(k & 8)) assert_true(X[i] == (k & 4 ? big : -big));   /* sd is nothing beside it */
                if ((k & 11) == 10) assert_true(X[i] > -big);              /* no atom at a finite end, 2 sd away */
            }
        }
    }
}
/* The interval's mass, 1e-20 to 1e-300, was too small for rejection from the whole law: here acceptance is 0.87 at least. */
BUG(TRN_09_tiny_mass)
{
    for (double a = 9; a < 37; a += 4) {
        tail_law(RR_F64, a, a + 0.5, 0, 1);
        tail_law(RR_F64, -a - 1e-9, -a, 0, 1);
        tail_law(RR_F64, a, a + 1e-12, 0, 1);
    }
}

/* ---- Views of the gamma, Student's t, the product of uniforms ---------------------------------------------------- */

/* Samplers of single numbers whose first parameter is positive and must be given: gammas, what is made of them, and the
 * like. NULL past the last. */
static const rr_sampler *shaped(size_t *at)
{
    const rr_sampler *s;
    while ((s = rr_sampler_list((*at)++)))
        if (s->params && !s->vector && !s->counts && !s->stages && s->dtypes >> RR_F64 & 1 &&
            isnan(s->param[0].fallback) && s->param[0].f64.low >= 0) break;
    return s;
}

/* Those of one draw: functions of the gamma of the same index. */
static const rr_sampler *of_gamma(size_t *at)
{
    const rr_sampler *s;
    while ((s = shaped(at)) && s->family != rr_sampler_find("gamma")->family) {}
    return s;
}

/* Does the sampler draw in this type, and x lie in the range that its parameter p has there? */
static int inside(const rr_sampler *s, int f64, uint32_t p, double x)
{
    const rr_range *r = f64 ? &s->param[p].f64 : &s->param[p].f32;
    if (!(s->dtypes >> (f64 ? RR_F64 : RR_F32) & 1)) return 0;
    return p >= s->params || ((r->low_open ? x > r->low : x >= r->low) && x <= r->high);
}

/* Engines that cycle gave NaN in Student's t. */
BUG(UNI_12_extreme_words)
{
    const uint32_t words[] = {0,           1,           0x80000000u, 0x7fffffffu, 0xfffffffeu,
                              0xffffffffu, 0x55555555u, 0xffff0000u, 0x00ffffffu, 0x01000000u};
    const rr_sampler *s;
    for (size_t at = 0; (s = rr_sampler_list(at)); ++at)
        for (int f64 = 0; f64 < 2; ++f64) {
            int accepted = 0;
            if (s->stages || (s->counts && !f64)) continue;   /* no words of its own; one dtype makes all */
            if (s->vector || s->fixed || s->weights || s->inverse || !(s->dtypes >> (f64 ? RR_F64 : RR_F32) & 1))
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
BUG(GAM_01_tiny_shapes_are_no_nan)
{
    const rr_sampler *s;
    for (size_t at = 0; (s = shaped(&at)); )
        for (int f64 = 0; f64 < 2; ++f64) {
            const double shapes[] = {f64 ? 1e-300 : 1e-30, 1e-10, 1e-3, 0.5},
                         scales[] = {f64 ? 0x1p-1074 : 0x1p-149, 1, f64 ? 1.7976931348623157e308 : 3.4028234663852886e38};
            for (int a = 0; a < 4; ++a)
                for (int b = 0; b < 3; ++b) {
                    const double v[RR_MAX_PARAMS] = {shapes[a], scales[b]};
                    if (!inside(s, f64, 0, shapes[a]) || !inside(s, f64, 1, scales[b]) || (s->relate && s->relate(v)))
                        continue;
                    assert_int_equal(draw(s->name, f64 ? RR_F64 : RR_F32, 200, shapes[a], scales[b], X), RR_OK);
                    for (int i = 0; i < 200; ++i) assert_false(isnan(X[i]));
                }
        }
}
BUG(GAM_04_minus_zero_is_no_shape)
{
    const rr_sampler *s;
    for (size_t at = 0; (s = shaped(&at)); ) assert_int_equal(draw(s->name, RR_F64, 1, -0.0, 1, X), RR_ERR_PARAM);
}
/* student of 1e308 degrees of freedom never ended. */
BUG(GAM_05_huge_views_end)
{
    draw("chi2", RR_F64, 100, 1e300, 1, X);
    for (int i = 0; i < 100; ++i) assert_true(fabs(X[i] / 1e300 - 1) < 1e-12);
    draw("chi", RR_F64, 100, 1e300, 1, X);
    for (int i = 0; i < 100; ++i) assert_true(fabs(X[i] / 1e150 - 1) < 1e-12);
    draw("inverse-gamma", RR_F32, 100, 1e30, 1, X);
    for (int i = 0; i < 100; ++i) assert_true(fabs(X[i] / 1e-30 - 1) < 1e-6);
    const rr_sampler *s;
    for (size_t at = 0; (s = of_gamma(&at)); ) {   /* they are their mean, whatever function of it they are */
        assert_int_equal(draw(s->name, RR_F64, 100, 1e300, 4, X), RR_OK);
        for (int i = 0; i < 100; ++i) assert_true(X[i] != 0 && fabs(X[i] / X[0] - 1) < 1e-12);
    }
    assert_int_equal(draw("student-t", RR_F64, 1000, 1e308, 0, X), RR_OK);
    draw("student-t", RR_F64, 1000, 1.7976931348623157e308, 0, Y);
    assert_memory_equal(X, Y, 8000);   /* both are the normal */
    for (int i = 0; i < 1000; ++i) assert_true(fabs(X[i]) < 6 && X[i] != 0);
    assert_int_equal(draw("student-t", RR_F64, 1, INFINITY, 0, X), RR_ERR_PARAM);
    assert_int_equal(draw("gamma:erlang", RR_F64, 1, 4097, 1, X), RR_ERR_PARAM);
    assert_int_equal(draw("gamma:erlang", RR_F32, 9, 4096, 1, X), RR_OK);
    for (int i = 0; i < 9; ++i) assert_true(fabs(X[i] - 4096) < 6 * 64);
}
/* chi-squared filled arrays with its root; here the views are what they say of the same gamma, on every path. */
BUG(GAM_12_views_are_views)
{
    static double g[300], one;
    for (int f64 = 0; f64 < 2; ++f64) {
        const rr_type type = f64 ? RR_F64 : RR_F32;
        draw("gamma", type, 300, 2.25, 1, g);
        draw("chi2", type, 300, 4.5, 1, X);
        for (int i = 0; i < 300; ++i) assert_true(X[i] == 2 * g[i]);
        draw("chi", type, 300, 4.5, 1, Y);
        for (int i = 0; i < 300; ++i) assert_true(Y[i] == (f64 ? sqrt(X[i]) : (double)sqrtf((float)X[i])));
        draw("inverse-gamma", type, 300, 2.25, 1, X);
        for (int i = 0; i < 300; ++i) assert_true(X[i] == (f64 ? 1 / g[i] : (double)(1 / (float)g[i])));
    }
    const rr_sampler *s;
    draw("gamma", RR_F64, 300, 2.25, 1, g);
    /* The shape is the parameter or half of it; a view rises or falls with the gamma. */
    for (size_t at = 0; (s = of_gamma(&at)); ) {
        const double shape = 2.25, twice = 4.5, accept = rr_sampler_find("gamma")->accept(&shape);
        draw(s->name, RR_F64, 300, s->accept(&twice) == accept ? twice : shape, 3, X);
        const int rises = (X[1] > X[0]) == (g[1] > g[0]);
        for (int i = 1; i < 300; ++i)
            if (((X[i] > X[0]) == (g[i] > g[0])) != rises) fail_msg("%s is no function of the gamma of its index", s->name);
    }
    for (size_t at = 0; (s = shaped(&at)); ) {
        const double a = inside(s, 1, 0, 2) ? 2 : 0.5;   /* polya-gamma-part has 1 at most */
        assert_int_equal(draw(s->name, RR_F64, 50, a, 3, Y), RR_OK);
        for (uint64_t i = 0; i < 50; ++i) {
            draw_on("cpu", s->name, RR_F64, (rr_stream){11, 12, i}, 1, a, 3, &one);
            assert_true(one == Y[i]);
        }
    }
}
/* Shapes that are no integers were floored, or looped for ever. */
BUG(GAM_10_erlang_takes_integers_only)
{
    const double bad[] = {0, -1, 2.5, 4096.5, 4097, NAN, INFINITY, 0.999999, 1e300};
    for (int k = 0; k < 9; ++k) assert_int_equal(draw("gamma:erlang", RR_F64, 9, bad[k], 1, X), RR_ERR_PARAM);
    /* a shape a sample, a bad one among them: the others are what they are alone */
    const double shape[6] = {1, 4096, 2.5, 3, 17, 4}, scale[6] = {1, 1, 1, 1, 1, 1};
    double out[6], one;
    rr_stream s = rr_stream_make(11, 12);
    assert_int_equal(rr_fill_gamma_erlang_f64_each(device("cpu"), &s, 6, out, shape, scale), RR_ERR_PARAM);
    for (uint64_t i = 0; i < 6; ++i) {
        if (i == 2) {
            assert_true(isnan(out[i]));
            continue;
        }
        draw_on("cpu", "gamma:erlang", RR_F64, (rr_stream){11, 12, i}, 1, shape[i], 1, &one);
        assert_true(one == out[i]);
    }
}

/* ---- Streams ----------------------------------------------------------------------------------------------------- */

BUG(STR_01_random123_answers)
{
    const uint32_t c[4] = {0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, k[2] = {0xa4093822, 0x299f31d0};
    const uint32_t want[4] = {0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1};
    uint32_t out[4];
    rr_philox4x32_10(c, k, out);
    assert_memory_equal(out, want, 16);
}
/* 750 of the first outputs of seeds 0 to 999 were odd. */
BUG(STR_03_first_outputs_of_neighbouring_seeds)
{
    int ones[3][32] = {{0}};
    for (uint64_t s = 0; s < 1000; ++s)
        for (int b = 0; b < 32; ++b) {
            ones[0][b] += bit_at(s, 0, 0) >> b & 1;
            ones[1][b] += bit_at(0, s, 0) >> b & 1;
            ones[2][b] += bit_at(s, s, 0) >> b & 1;
        }
    for (int k = 0; k < 96; ++k) assert_true(abs(2 * ones[k / 32][k % 32] - 1000) < 6 * 31.7);
}
/* Values depended on the chunks. */
BUG(STR_05_chunks)
{
    static const size_t A[] = {100, 1, 2478, 3, 2, 1500}, B[] = {1024, 55, 3005};
    rr_stream s = rr_stream_make(1, 9), t = s;
    double *x = X, *y = Y;
    for (int k = 0; k < 6; x += A[k++]) rr_fill_normal_f64(device("cpu"), &s, A[k], x, 0, 1);
    for (int k = 0; k < 3; y += B[k++]) rr_fill_normal_f64(device("cpu"), &t, B[k], y, 0, 1);
    assert_true(x - X == 4084 && y - Y == 4084 && s.next == t.next);
    assert_memory_equal(X, Y, 4084 * 8);
}
/* A 64-bit counter was cut to 32. */
BUG(STR_06_no_period_of_2_32)
{
    for (unsigned power = 30; power < 64; ++power)
        for (uint64_t i = 0; i < 4; ++i) assert_true(bit_at(1, 1, ((uint64_t)1 << power) + i) != bit_at(1, 1, i));
}
/* 1 and 1 + 2^40 were one seed. */
BUG(STR_11_every_bit_of_the_seed)
{
    const uint32_t base = bit_at(77, 99, 3);
    for (int b = 0; b < 64; ++b) {
        assert_true(bit_at(77 ^ (uint64_t)1 << b, 99, 3) != base);
        assert_true(bit_at(77, 99 ^ (uint64_t)1 << b, 3) != base);
        assert_true(rr_derive(rr_stream_make(77, 99), (uint64_t)1 << b).seed != rr_derive(rr_stream_make(77, 99), 0).seed);
    }
}
static int by_value(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}
/* Lanes past 2^24 had equal seeds; ranks had equal masks; seed + thread collided. */
BUG(STR_15_states_are_unique)
{
    enum { STREAMS = 1 << 16 };
    static uint64_t first[STREAMS];
    for (uint64_t i = 0; i < STREAMS; ++i) {
        const rr_stream c = rr_derive(rr_stream_make(5, 5), ((uint64_t)1 << 24) + i);
        first[i] = c.seed ^ c.stream << 1;
    }
    qsort(first, STREAMS, 8, by_value);
    for (int i = 1; i < STREAMS; ++i) assert_true(first[i] != first[i - 1]);
}
/* Children of a fork drew the same: here a draw is named by its stream, in the child as in the parent. */
BUG(STR_18_fork_is_pure)
{
    int ends[2];
    double child = 0, own;
    assert_int_equal(pipe(ends), 0);
    const pid_t pid = fork();
    draw("normal", RR_F64, 1, 0, 1, &own);
    if (!pid) _exit(write(ends[1], &own, 8) == 8 ? 0 : 1);
    assert_int_equal(read(ends[0], &child, 8), 8);
    waitpid(pid, NULL, 0);
    assert_true(child == own);
}
BUG(STR_19_ranks_differ)
{
    for (uint64_t r = 1; r < 64; ++r) {
        const rr_stream a = rr_derive(rr_stream_make(0, 0), r), b = rr_derive(rr_stream_make(0, 0), r - 1);
        assert_true(bit_at(a.seed, a.stream, 0) != bit_at(b.seed, b.stream, 0));
    }
}
/* Threads drew the same numbers. */
BUG(STR_24_no_number_twice_with_threads)
{
    enum { MANY = 100000 };
    uint64_t *x = malloc(MANY * 8);
    rr_stream s = rr_stream_make(6, 6);
    assert_int_equal(rr_fill_uniform_f64(device("cpu,threads=3"), &s, MANY, (double *)x, 0, 1), RR_OK);
    qsort(x, MANY, 8, by_value);
    for (int i = 1; i < MANY; ++i) assert_true(x[i] != x[i - 1]);
    free(x);
}
/* One component of the counter or of the output was constant. */
BUG(STR_27_every_word_matters)
{
    uint32_t c[4] = {1, 2, 3, 4}, k[2] = {5, 6}, base[4], out[4];
    rr_philox4x32_10(c, k, base);
    for (int w = 0; w < 6; ++w)
        for (int b = 0; b < 32; ++b) {
            uint32_t *const at = w < 4 ? &c[w] : &k[w - 4];
            *at ^= 1u << b;
            rr_philox4x32_10(c, k, out);
            for (int o = 0; o < 4; ++o) assert_true(out[o] != base[o]);
            *at ^= 1u << b;
        }
}
/* A static distribution object kept state over a reseed. */
BUG(STR_29_no_hidden_state)
{
    draw("gamma", RR_F64, 3, 0.7, 1, Y);
    draw("normal", RR_F32, 5, 0, 1, X);
    draw("bits", RR_U32, 1, 0, 0, X);
    draw("gamma", RR_F64, 3, 0.7, 1, X);
    assert_memory_equal(X, Y, 24);
}
BUG(STR_35_a_stream_is_its_own)
{
    rr_stream a = rr_stream_make(1, 1), b = rr_stream_make(2, 2);
    rr_fill_bits_u32(device("cpu"), &a, 5, W);
    assert_true(a.next == 5 && b.next == 0);
}
/* Thread k of one run shared the seed of thread k - 1 of the next. */
BUG(STR_37_seed_and_thread_are_not_added)
{
    for (uint64_t s = 1; s < 30; ++s)
        for (uint64_t t = 1; t < 30; ++t) {
            assert_true(bit_at(s, t, 0) != bit_at(s + 1, t - 1, 0));
            assert_true(bit_at(s, t, 0) != bit_at(s, t - 1, 1) && bit_at(s, t, 0) != bit_at(s - 1, t, 1));
        }
}

/* ---- GPU and vector code ----------------------------------------------------------------------------------------- */

/* Masks came four times over. */
BUG(GPU_05_no_block_of_four_alike)
{
    draw("bits", RR_U32, MOST, 0, 0, X);
    for (int i = 3; i < MOST; ++i) assert_true(W[i] != W[i - 1] && W[i] != W[i - 2] && W[i] != W[i - 3]);
}
BUG(GPU_07_the_same_seed_again)
{
    draw("uniform", RR_F32, 100, 0, 1, X);
    draw("uniform", RR_F32, 100, 0, 1, Y);
    assert_memory_equal(X, Y, 800);
}
/* Slices of an array with gaps were alike. */
BUG(GPU_08_rows_differ)
{
    rr_job job = RR_JOB_INIT;
    job.sampler = rr_sampler_find("uniform");
    job.rows = 64;
    job.cols = 64;
    must_run(device("cpu"), &job, X);
    for (int r = 1; r < 64; ++r) assert_true(X[64 * r] != X[64 * (r - 1)] && X[64 * r] != X[0] + (r == 0));
}
/* The number of elements was cut to 32 bits. Nothing is drawn here: rr_check goes over the job only. */
BUG(GPU_10_sizes_past_2_32)
{
    rr_job job = RR_JOB_INIT;
    job.sampler = rr_sampler_find("uniform");
    job.rows = (uint64_t)1 << 16;
    job.cols = ((uint64_t)1 << 17) + 5;
    job.stream.next = 0 - job.rows * job.cols;
    assert_int_equal(rr_check(device("cpu,tile=65536"), &job, NULL), RR_OK);
    ++job.stream.next;
    assert_int_equal(rr_check(device("cpu,tile=65536"), &job, NULL), RR_ERR_INDEX);
}
BUG(GPU_11_empty_requests)
{
    for (int s = 0; s < REALS; ++s) assert_int_equal(draw(REAL[s], RR_F64, 0, NAN, NAN, X), RR_OK);
}
/* uniform(k, k) depended on the device. */
BUG(GPU_12_low_equals_high)
{
    const char *names[8];
    const double ends[] = {0, 1, -3.7, 1e30};
    for (unsigned i = 0, n = isas(names); i < n; ++i)
        for (int k = 0; k < 4; ++k) {
            assert_int_equal(draw_on(names[i], "uniform", RR_F64, rr_stream_make(1, 1), 40, ends[k], ends[k], X), RR_OK);
            for (int e = 0; e < 40; ++e) assert_true(X[e] == ends[k]);
        }
}
/* A sign of zero is a bit too: low = -0, high = +-0. */
BUG(GPU_12_signs_of_zero)
{
    const char *names[8];
    const double ends[][2] = {{-0.0, 0.0}, {-0.0, -0.0}, {0.0, -0.0}, {-0.0, 1}, {-1, -0.0}};
    for (unsigned i = 1, n = isas(names); i < n; ++i)
        for (int k = 0; k < 5; ++k)
            for (int f64 = 0; f64 < 2; ++f64) {
                draw_on(names[0], "uniform", f64 ? RR_F64 : RR_F32, rr_stream_make(1, 1), 40, ends[k][0], ends[k][1], X);
                draw_on(names[i], "uniform", f64 ? RR_F64 : RR_F32, rr_stream_make(1, 1), 40, ends[k][0], ends[k][1], Y);
                assert_memory_equal(X, Y, 320);
            }
}
BUG(GPU_14_awkward_counts)
{
    static const size_t COUNTS[] = {1, 63, 64, 65, 127, 251, 509, 1021, 4093};
    draw("gamma", RR_F64, MOST, 0.7, 1, Y);
    for (int k = 0; k < 9; ++k) {
        memset(X, 0xff, sizeof X);
        draw("gamma", RR_F64, COUNTS[k], 0.7, 1, X);
        assert_memory_equal(X, Y, COUNTS[k] * 8);
        assert_true(COUNTS[k] == MOST || isnan(X[COUNTS[k]]));
    }
}
/* One normal was drawn and broadcast over a batch of parameters. */
BUG(GPU_17_every_member_its_own_noise)
{
    double mean[200], sd[200];
    rr_stream s = rr_stream_make(3, 3);
    for (int i = 0; i < 200; ++i) mean[i] = i, sd[i] = 1;
    rr_fill_normal_f64_each(device("cpu"), &s, 200, X, mean, sd);
    for (int i = 1; i < 200; ++i) assert_true(fabs((X[i] - i) - (X[i - 1] - (i - 1))) > 1e-9);
}
/* (thread, call) to counter was not one to one: here (index, attempt, purpose) to block, at the corners. */
BUG(GPU_18_blocks_are_shared_by_neighbours_only)
{
    static const uint64_t CORNERS[] = {0, 4, 8, ((uint64_t)1 << 32) - 4, (uint64_t)1 << 32, (uint64_t)1 << 33, (uint64_t)1 << 34,
                                       (uint64_t)1 << 63, ~(uint64_t)3};
    const double params[RR_MAX_PARAMS] = {0.7, 1, 1, 1};
    feed words;
    memset(&words, 0, sizeof words);   /* zero words: every LOW block is asked for */
    for (int f64 = 0; f64 < 2; ++f64)
        for (int s = 0; s < REALS; ++s) {
            struct { feed_asked asked; int corner; uint32_t j; } seen[9 * 4 * 8];
            unsigned n = 0;
            for (int c = 0; c < 9; ++c)
                for (uint32_t j = 0; j < 4; ++j) {
                    double x;
                    int open;
                    feed_attempt(text_of(REAL[s]), f64, &words, CORNERS[c], j, params, &x, &open);
                    for (unsigned a = 0; a < feed_asks; ++a) {
                        const feed_asked now = feed_log[a];
                        for (unsigned p = 0; p < n; ++p)
                            if (!memcmp(&seen[p].asked, &now, sizeof now) && (now.purpose < 2 || now.purpose >= 4))
                                assert_true(seen[p].corner == c && seen[p].j == j);
                            else if (!memcmp(&seen[p].asked, &now, sizeof now)) assert_true(seen[p].corner == c);
                        if (n < sizeof seen / sizeof *seen) {
                            seen[n].asked = now;
                            seen[n].corner = c;
                            seen[n++].j = j;
                        }
                    }
                }
            assert_true(n >= 9 * 4);
        }
}
/* A full register was stored past the end. */
BUG(SIMD_01_no_store_past_the_end)
{
    const char *names[8];
    for (unsigned i = 0, sets = isas(names); i < sets; ++i)
        for (int s = 0; s < REALS; ++s)
            for (size_t n = 0; n <= 67; ++n) {
                for (int e = 0; e < 100; ++e) X[e] = -77;
                draw_on(names[i], REAL[s], RR_F64, rr_stream_make(1, 1), n, p0_of(REAL[s]), 1, X);
                for (size_t e = n; e < 100; ++e) assert_true(X[e] == -77);
            }
}
/* The tail of n mod 16 >= 8 took another group of lanes. */
BUG(SIMD_02_every_prefix)
{
    for (int s = 0; s < REALS; ++s) {
        draw(REAL[s], RR_F32, 67, p0_of(REAL[s]), 1, Y);
        for (size_t n = 0; n <= 67; ++n) {
            draw(REAL[s], RR_F32, n, p0_of(REAL[s]), 1, X);
            assert_memory_equal(X, Y, n * 8);
        }
    }
}
/* The schedule of threads changed results. */
BUG(SIMD_04_any_number_of_threads)
{
    enum { MANY = 70000 };
    float *a = malloc(MANY * 4), *b = malloc(MANY * 4);
    static const unsigned THREADS[] = {1, 2, 3, 7, 16};
    for (int k = 0; k < 5; ++k) {
        rr_stream s = rr_stream_make(1, 1);
        assert_int_equal(rr_fill_gamma_f32(device("cpu,threads=%u", THREADS[k]), &s, MANY, k ? b : a, 0.6f, 1), RR_OK);
        if (k) assert_memory_equal(a, b, MANY * 4);
    }
    free(a);
    free(b);
}
/* Results depended on the width of the vectors. */
BUG(SIMD_05_same_bits_at_every_width)
{
    const char *names[8];
    for (unsigned i = 1, sets = isas(names); i < sets; ++i)
        for (int s = 0; s < REALS; ++s) {
            draw_on(names[0], REAL[s], RR_F32, rr_stream_make(1, 1), 333, p0_of(REAL[s]), 1, X);
            draw_on(names[i], REAL[s], RR_F32, rr_stream_make(1, 1), 333, p0_of(REAL[s]), 1, Y);
            assert_memory_equal(X, Y, 333 * 8);
        }
}
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
        TEST(UNI_08_open_at_both_ends),
        TEST(UNI_10_doubles_have_their_own_bits), TEST(UNI_12_words_of_few_runs),
        TEST(UNI_14_infinite_ends_are_refused), TEST(UNI_15_all_ones),
        TEST(UNI_22_calls_share_no_numbers), TEST(UNI_25_low_bit_of_floats),
        TEST(NOR_10_word_zero), TEST(NOR_12_tails_are_resolved), TEST(NOR_14_infinite_mean_is_refused),
        TEST(NOR_15_any_count),
        TEST(NOR_16_last_element_is_written), TEST(NOR_18_no_stale_packets), TEST(NOR_20_prefixes),
        TEST(NOR_21_no_spare_after_reseeding),
        TEST(NOR_22_no_spare_between_streams), TEST(NOR_23_interleaved_parameters), TEST(NOR_25_parameters_are_used),
        TEST(NOR_28_same_on_every_instruction_set), TEST(NOR_29_one_fma_everywhere), TEST(NOR_30_no_word_reaches_the_end),
        TEST(NOR_32_polar_is_symmetric), TEST(NOR_32_inverse_cdf_is_symmetric), TEST(NOR_33_the_rank_comes_back),
        TEST(NOR_34_short_fills_advance), TEST(NOR_35_batch_is_the_scalar_law),
        TEST(EXP_01_positive_and_finite), TEST(EXP_03_no_minus_zero), TEST(EXP_05_never_zero), TEST(EXP_06_largest_value),
        TEST(EXP_07_fine_at_both_ends), TEST(EXP_08_minus_zero_scale_is_refused), TEST(EXP_09_no_lattice_in_the_tail),
        TEST(GAM_01_tiny_shape_huge_scale), TEST(GAM_02_no_atom_at_a_clamp), TEST(GAM_03_shape_zero_is_refused),
        TEST(GAM_04_shape_minus_zero_is_refused), TEST(GAM_05_huge_shapes_end), TEST(GAM_06_tiny_shapes_end),
        TEST(GAM_07_shapes_past_integers),
        TEST(GAM_08_degenerate_limits_are_refused), TEST(GAM_10_invalid_shapes), TEST(GAM_12_array_path_is_the_scalar_one),
        TEST(GAM_15_loggamma_does_not_underflow), TEST(GAM_16_shape_and_scale),
        TEST(BETA_02_tiny_shapes_end), TEST(BETA_03_subnormal_shapes), TEST(BETA_04_zeros_are_the_mass_below_denormals),
        TEST(BETA_05_unequal_shapes_below_1), TEST(BETA_06_nothing_in_the_middle), TEST(BETA_07_shapes_below_1e_10),
        TEST(BETA_08_shapes_of_0_002), TEST(BETA_09_huge_beside_tiny), TEST(BETA_10_every_quadrant),
        TEST(BETA_13_no_nan_at_any_size),
        TEST(UNI_12_extreme_words), TEST(GAM_01_tiny_shapes_are_no_nan), TEST(GAM_04_minus_zero_is_no_shape),
        TEST(GAM_05_huge_views_end), TEST(GAM_12_views_are_views), TEST(GAM_10_erlang_takes_integers_only),
        TEST(STR_01_random123_answers), TEST(STR_03_first_outputs_of_neighbouring_seeds), TEST(STR_05_chunks),
        TEST(STR_06_no_period_of_2_32),
        TEST(STR_11_every_bit_of_the_seed), TEST(STR_15_states_are_unique), TEST(STR_18_fork_is_pure),
        TEST(STR_19_ranks_differ),
        TEST(STR_24_no_number_twice_with_threads), TEST(STR_27_every_word_matters), TEST(STR_29_no_hidden_state),
        TEST(STR_35_a_stream_is_its_own),
        TEST(STR_37_seed_and_thread_are_not_added),
        TEST(GPU_05_no_block_of_four_alike), TEST(GPU_07_the_same_seed_again), TEST(GPU_08_rows_differ),
        TEST(GPU_10_sizes_past_2_32),
        TEST(GPU_11_empty_requests), TEST(GPU_12_low_equals_high), TEST(GPU_12_signs_of_zero), TEST(GPU_14_awkward_counts),
        TEST(GPU_17_every_member_its_own_noise), TEST(GPU_18_blocks_are_shared_by_neighbours_only),
        TEST(SIMD_01_no_store_past_the_end), TEST(SIMD_02_every_prefix), TEST(SIMD_04_any_number_of_threads),
        TEST(SIMD_05_same_bits_at_every_width),
        TEST(TRI_01_word_2_31), TEST(GEO_01_tiny_p), TEST(ZIP_01_ends), TEST(LOG_01_p_next_to_1),
        TEST(LOGI_01_words_of_zeros_and_ones),
        TEST(BIN_14_p_outside_is_refused), TEST(BIN_05_ends), TEST(BIN_21_complement), TEST(BIN_28_large_n),
        TEST(HYP_02_large_numbers_end), TEST(HYP_04_symmetries), TEST(HYP_05_good_is_not_bad), TEST(HYP_07_tails),
        TEST(HYP_10_ends),
        TEST(TRN_01_limits_2000_sigma_out), TEST(TRN_02_no_atoms_at_the_limits), TEST(TRN_03_words_at_the_ends_and_mirrors),
        TEST(TRN_04_f32_far_out), TEST(TRN_05_f64_far_out), TEST(TRN_06_mean_0_538_sd_0_05), TEST(TRN_07_tails_are_finite),
        TEST(TRN_08_infinite_ends_and_points), TEST(TRN_09_tiny_mass),
    };
    return RUN(tests);
}
