/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* LOW words count so seldom that a swapped one shows in no stream of reasonable length: 1.5e-4 of gammas in f32, and there in
 * the last place. Here the words of an attempt are chosen (tests/support/feed.h): a uniform's own digits are few, so that
 * its LOW words are most of it. Which words a sample depends on, and in which order they count, is the contract's: LOW word k
 * extends word k of the same block. */
#include <math.h>

#include "tests/support/feed.h"
#include "tests/support/support.h"

/* All 32-bit words of the blocks that may extend another. */
enum { LOW0, LOW1 = 4, BOOST_LOW = 8, SIDE_LOW = 12, WORDS = 16 };

static uint32_t *word_of(feed *f, int k)
{
    uint32_t *const blocks[] = {f->low[0], f->low[1], f->boost_low, f->side_low};
    return &blocks[k / 4][k % 4];
}

/* Nothing is open but what a case makes so; every extending word has digits of its own. */
static feed plain_words(void)
{
    feed f;
    memset(&f, 0, sizeof f);
    for (int i = 0; i < 4; ++i) {
        f.main[0][i] = f.main[1][i] = f.boost[i] = f.side[i] = 0x18765432u;
        for (int k = i; k < WORDS; k += 4) *word_of(&f, k) = 0x30000000u + 0x01234567u * (uint32_t)(k + 1);
    }
    return f;
}

/* A uniform of 3 bits, the rest LOW words. */
static void few_digits(uint32_t *w, int wide)
{
    w[0] = wide ? 0 : 5;
    if (wide) w[1] = 5;
}

/* The word of gamma's second uniform with which it accepts the large normals that come of few digits. */
static uint32_t accepting(int wide) { return wide ? 1 : 1u << 25; }

typedef struct sample {
    int accepted;
    double value;
} sample;

static sample draw(const char *sampler, int wide, const feed *f, uint64_t i, const double *params)
{
    sample s;
    int open;
    s.accepted = feed_attempt(sampler, wide, f, i, 0, params, &s.value, &open);
    assert_true(s.accepted >= 0);
    return s;
}

/* The value depends on `wanted` alone, and for f64 on the word after it, far less. */
static void depends_on(const char *sampler, int wide, const feed *f, uint64_t i, const double *params, int wanted)
{
    const sample at = draw(sampler, wide, f, i, params);
    double by[WORDS];
    if (at.accepted != 1) fail_msg("%s %s index %llu is rejected", sampler, wide ? "f64" : "f32", (unsigned long long)i);
    for (int k = 0; k < WORDS; ++k) {
        feed other = *f;
        *word_of(&other, k) ^= 0x40000000u;
        const sample s = draw(sampler, wide, &other, i, params);
        by[k] = fabs(s.value - at.value);
        const int counts = k == wanted || (wide && k == wanted + 1);
        if ((by[k] > 0) != counts) fail_msg("%s %s index %llu: word %d %s", sampler, wide ? "f64" : "f32", (unsigned long long)i, k,
                                            counts ? "does not count" : "counts");
    }
    if (wide && !(by[wanted] > 1e6 * by[wanted + 1])) fail_msg("%s index %llu: LOW words in the wrong order", sampler, (unsigned long long)i);
}

/* ---- The value ------------------------------------------------------------------------------------------------------ */

/* The first word of the uniform that sample i of 0 ... 3 is made of, in a block of four words. */
static int shared(int wide, int i) { return wide ? 2 * (i % 2) : i; }              /* 4 or 2 uniforms a block */
static int pairs(int wide, int i) { return wide ? 0 : i / 2 * 2; }                 /* 2 pairs or 1, two samples each */
static int one_pair(int wide, int i) { return (void)wide, (void)i, 0; }            /* a pair, two samples */
static int own(int wide, int i) { return wide ? 0 : i % 2 * 2; }                   /* a sample's own pair */
static int two_first(int wide, int i) { return wide ? 2 * (i % 2) : i % 2; }       /* the first of two uniforms */

static void values(void **state)
{
    static const struct {
        const char *sampler;
        int (*place)(int, int);
        double params[RR_MAX_PARAMS];
    } cases[] = {
        {"uniform", shared, {0, 1}},          {"exponential", shared, {1}},          {"normal_icdf", shared, {0, 1}},
        {"normal_icdf_fast", shared, {0, 1}}, {"normal_icdf_giles", shared, {0, 1}}, {"normal", pairs, {0, 1}},
        {"half_normal", pairs, {1}},          {"lognormal", pairs, {0, 1}},          {"normal_one", own, {0, 1}},
        {"skew_normal", own, {0, 1, 2}},      {"student_t", own, {4, 0, 1}},         {"gamma", one_pair, {2, 1}},
        {"loggamma", one_pair, {2}},          {"chi2", one_pair, {5}},               {"chi", one_pair, {5}},
        {"inverse_gamma", one_pair, {2, 1}},  {"nakagami", one_pair, {2, 1}},        {"truncated_normal", two_first, {0, INFINITY, -1000, 1}},
    };
    (void)state;
    for (size_t c = 0; c < sizeof cases / sizeof *cases; ++c)
        for (int wide = 0; wide < 2; ++wide)
            for (int i = 0; i < 4; ++i) {
                feed f = plain_words();
                const int k = cases[c].place(wide, i);
                few_digits(&f.main[0][k], wide);
                if (cases[c].place == one_pair) f.main[wide][wide ? i : 2 + i % 2] = accepting(wide);
                depends_on(cases[c].sampler, wide, &f, (uint64_t)i + 8, cases[c].params, LOW0 + k);
            }
}

/* The uniform that takes a gamma of shape a + 1 to shape a. */
static void boosts(void **state)
{
    static const double half[RR_MAX_PARAMS] = {0.5, 1}, one[RR_MAX_PARAMS] = {1, 1};
    (void)state;
    for (int wide = 0; wide < 2; ++wide)
        for (int i = 0; i < 4; ++i) {
            feed f = plain_words();
            const int k = shared(wide, i);
            few_digits(&f.boost[k], wide);
            f.main[wide][wide ? i : 2 + i % 2] = accepting(wide);
            depends_on("gamma", wide, &f, (uint64_t)i + 8, half, BOOST_LOW + k);
            depends_on("chi2", wide, &f, (uint64_t)i + 8, one, BOOST_LOW + k);
        }
}

/* The tail of a ziggurat in f64: its uniform is in the side words 2 and 3. Layer 0 and an abscissa of ones is a point there. */
static void tails(void **state)
{
    static const double params[RR_MAX_PARAMS] = {0, 1}, one[RR_MAX_PARAMS] = {1};
    (void)state;
    for (int i = 0; i < 2; ++i) {
        feed f = plain_words();
        for (int k = 0; k < 4; k += 2) f.main[0][k] = 0x7fffffffu, f.main[0][k + 1] = 0xffffff00u;
        f.side[0] = f.side[1] = f.side[2] = f.side[3] = 0;
        depends_on("normal_ziggurat", 1, &f, (uint64_t)i, params, SIDE_LOW + 2);
        for (int k = 0; k < 4; k += 2) f.main[0][k] = 0xffffffffu;
        depends_on("exponential_ziggurat", 1, &f, (uint64_t)i, one, SIDE_LOW + 2);
    }
}

/* ---- The verdict ---------------------------------------------------------------------------------------------------- */

/* Is the attempt accepted with LOW word k as given? */
static int verdict(const feed *f, int wide, uint64_t i, const double *params, int k, uint32_t low)
{
    feed g = *f;
    *word_of(&g, k) = low;
    return draw("gamma", wide, &g, i, params).accepted;
}

/* gamma's second uniform is zero in its own word, so that it accepts where its LOW word is below a bound: a radius is sought,
 * near the end where 1 + y is 0, at which the bound lies inside. Then that word alone decides. */
static void verdicts(void **state)
{
    static const double params[RR_MAX_PARAMS] = {2, 1};
    (void)state;
    for (int wide = 0; wide < 2; ++wide)
        for (int i = 0; i < 4; ++i) {
            const int k = wide ? LOW1 + i : LOW0 + 2 + i % 2;
            feed f = plain_words();
            uint32_t low = 0, high = UINT32_MAX;   /* of the radius's word: too near to the end, accepted anyway */
            f.main[0][wide ? 2 : 1] = i % 2 ? 0xc0000000u : 0x80000000u;   /* the sine or the cosine is -1 */
            f.main[1][i] = 0;
            f.main[0][2 + i % 2] = wide ? f.main[0][2 + i % 2] : 0;
            while (high - low > 1) {
                f.main[0][0] = low + (high - low) / 2;
                if (verdict(&f, wide, (uint64_t)i, params, k, 0xc0000000u)) high = f.main[0][0];
                else low = f.main[0][0];
            }
            f.main[0][0] = high - (high >> 8);
            assert_int_equal(verdict(&f, wide, (uint64_t)i, params, k, 0xf0000000u), 0);
            assert_int_equal(verdict(&f, wide, (uint64_t)i, params, k, 0x01000000u), 1);
            for (int other = 0; other < WORDS; ++other) {
                if (other == k) continue;
                feed g = f;
                *word_of(&g, other) = 0xf0000000u;
                assert_int_equal(verdict(&g, wide, (uint64_t)i, params, k, 0x01000000u), 1);
                *word_of(&g, other) = 0x01000000u;
                assert_int_equal(verdict(&g, wide, (uint64_t)i, params, k, 0xf0000000u), 0);
            }
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(values), TEST(boosts), TEST(tails), TEST(verdicts)};
    return RUN(tests);
}
