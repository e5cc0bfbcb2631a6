/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Uniform, exponential and normals at the ends of their range, which no stream reaches: chosen words fed into the lane text,
 * against docs/contract.md in exact arithmetic. Built as tails_f32 and tails_f64. */
#include "tests/law/lanes.h"
#include "laws/normal/normal_icdf.h"
#include "laws/normal/normal_icdf_fast.h"
#include "laws/normal/normal_icdf_giles.h"

#if RR_DTYPE == 32
#define DIGITS 64       /* word, LOW word */
static rr_unit plain(uint64_t w, uint64_t unused) { return (void)unused, rr_unit_of((uint32_t)w); }
static rr_unit full(uint64_t w, uint64_t l) { return rr_unit_full((uint32_t)w, (uint32_t)l); }
static rr_unit first(uint64_t w) { return rr_unit_first((uint32_t)w); }
static rr_turn turn(uint64_t w) { return rr_turn_words((uint32_t)w); }
#define TOP 0xffffffffu
#define LOWEST 0x1p-65
#define OPEN 0x1000000u
#define FIRST_OPEN OPEN   /* below it rr_unit_first leaves u undecided; */
#define FIRST_LAST TOP    /* the last word whose t is decided */
#define UPPER 0xb504f334u
#define SCALE 0x1p-32L
#else
#define DIGITS 128
static rr_unit plain(uint64_t w, uint64_t unused) { return (void)unused, rr_unit_of((uint32_t)(w >> 32), (uint32_t)w); }
static rr_unit full(uint64_t w, uint64_t l)
{
    return rr_unit_full((uint32_t)(w >> 32), (uint32_t)w, (uint32_t)(l >> 32), (uint32_t)l);
}
static rr_unit first(uint64_t w) { return rr_unit_first((uint32_t)(w >> 32), (uint32_t)w); }
static rr_turn turn(uint64_t w) { return rr_turn_words((uint32_t)(w >> 32), (uint32_t)w); }
#define TOP UINT64_MAX
#define LOWEST 0x1p-129
#define OPEN 0x20000000000000u
#define FIRST_OPEN 0x40000000000000u
#define FIRST_LAST (TOP - FIRST_OPEN)
#define UPPER 0xb504f33400000000u
#define SCALE 0x1p-64L
#endif

/* -log U for the bits w . l: the reference. U has 64 bits after its first. */
static long double exact_neglog(uint64_t w, uint64_t l)
{
    const long double u = w * SCALE, rest = RR_DTYPE == 32 ? ((long double)(uint32_t)l + 0.5L) * 0x1p-64L
                                                           : ((long double)l + 0.5L) * 0x1p-128L;
    if (w >= UPPER) return -log1pl(-(long double)(TOP - w + (uint64_t)0 + 0.5L) * SCALE);   /* plain form: w + 1/2 */
    if (w >= OPEN) return -logl(u + 0.5L * SCALE);
    return -logl(u + rest);
}

static void ends(void **state)
{
    (void)state;
    const rr_unit lowest = full(0, 0), highest = plain(TOP, TOP);
    assert_true(lowest.u == (rr_scalar)LOWEST && !lowest.open);
    assert_true(highest.u == 1 - (rr_scalar)(RR_DTYPE == 32 ? 0x1p-24 : 0x1p-53));
    assert_true(full(TOP, 0).u == highest.u && full(TOP, TOP).u == highest.u);
    /* undecided: exactly the words below 2^24 (2^53) */
    assert_true(plain(0, 0).open && plain(OPEN - 1, 0).open && !plain(OPEN, 0).open && !plain(TOP, 0).open);
    assert_true(!plain(UPPER - 1, 0).upper && plain(UPPER, 0).upper);
    const rr_scalar max = rr_unit_neglog(lowest), min = rr_unit_neglog(highest);
    const long double log2 = 0.693147180559945309417L;
    const int n = RR_DTYPE == 32 ? 65 : 129;
    assert_true(fabsl(max / (n * log2) - 1) < 2 * EPS);
    assert_true(min == (rr_scalar)(RR_DTYPE == 32 ? 0x1p-33 : 0x1p-65));
    printf("# %s: exponential from %a to %.17g\n", NAME, (double)min, (double)max);
    /* the largest normal: the radius of the smallest uniform, at an angle nearest to an axis (half a step off it) */
    const long double radius = sqrtl(2 * n * log2);
    assert_true(fabsl(rr_radius(lowest) / radius - 1) < 3 * EPS);
    for (int quarter = 0; quarter < 4; ++quarter)
        for (int below = 0; below < 2; ++below) {
            uint32_t v = (uint32_t)quarter << 30, v0 = 0;
            if (below) --v, v0 = 0xffffffffu;
#if RR_DTYPE == 32
            (void)v0;
            const rr_turn a = rr_turn_words(v);
            const rr_pair p = rr_pair_words_full(0, v, 0);
#else
            const rr_turn a = rr_turn_words(v, v0);
            const rr_block b = {{0, 0, v, v0}}, low = {{0, 0, 0, 0}};
            const rr_pair p = rr_pair_words_full(b, low);
#endif
            static const int c[4] = {1, 0, -1, 0}, s[4] = {0, 1, 0, -1};
            const long double step = 3.14159265358979323846L * (RR_DTYPE == 32 ? 0x1p-32L : 0x1p-64L),
                              small = (below ? -1 : 1) * step;
            assert_true(c[quarter] ? a.cos == c[quarter] : fabsl(a.cos / (-s[quarter] * small) - 1) < 3 * EPS);
            assert_true(s[quarter] ? a.sin == s[quarter] : fabsl(a.sin / (c[quarter] * small) - 1) < 3 * EPS);
            assert_true(fabsl(fabsl(c[quarter] ? p.z0 : p.z1) / radius - 1) < 4 * EPS);
            assert_true(p.z0 != 0 && p.z1 != 0);
        }
    /* the smallest radius */
    assert_true(fabsl(rr_radius(highest) / sqrtl(RR_DTYPE == 32 ? 0x1p-32L : 0x1p-64L) - 1) < 3 * EPS);
}

/* The words of case i: every number of leading zeros, and runs of zeros or ones at the end, near ties. */
static void rounded_words(int i, uint64_t *w, uint64_t *l)
{
    const int shift = i % (DIGITS + 1);
    *w = bits64(), *l = bits64();
#if RR_DTYPE == 32
    uint64_t both = shift < 64 ? *w >> shift : 0;
    if (i & 1024) both = (both & ~(uint64_t)0 << (i >> 11) % 60) | (i & 2048 ? 0 : ((uint64_t)1 << (i >> 11) % 60) - 1);
    *w = both >> 32;
    *l = (uint32_t)both;
#else
    if (shift >= 64) {
        *l = shift < 128 ? *l >> (shift - 64) : 0;
        *w = 0;
    } else {
        *w >>= shift;
    }
    if (i & 1024) *l = i & 2048 ? 0 : UINT64_MAX;
    if (i & 4096) *w &= ~(uint64_t)0 << (i >> 13) % 60;
#endif
}

/* The uniform of two words, by the contract: without LOW words, with them, and of all zeros. */
#if RR_DTYPE == 32
static rr_scalar rounded(uint64_t w, uint64_t l)
{
    if (w >= OPEN) return (rr_scalar)((w + 0.5L) * 0x1p-32L);
    if (w) return (rr_scalar)(w * 0x1p-32L + (2 * (l / 512) + 1) * 0x1p-56L);
    if (l >= 0xffffff80u) return 0x1p-32f * (1 - 0x1p-24f);
    return (rr_scalar)(0x1p-32 * (rr_scalar)((l + 0.5L) * 0x1p-32L));
}
#else
static rr_scalar rounded(uint64_t w, uint64_t l)
{
    if (w >= OPEN) {
        /* (2 W + 1) 2^-65 has 65 bits: round by hand */
        const int lead = 63 - __builtin_clzll(w), drop = lead - 52;
        const uint64_t top = w >> drop, part = w & (((uint64_t)1 << drop) - 1), tie = (uint64_t)1 << (drop - 1);
        return ldexp((double)(top + (part >= tie)), drop - 64);   /* the half after the last bit breaks ties upward */
    }
    if (!w) return 0x1p-64 * rr_unit_of((uint32_t)(l >> 32), (uint32_t)l).u;
    const unsigned __int128 x = ((unsigned __int128)w << 53) + 2 * (l >> 12) + 1;   /* units of 2^-117 */
    const int lead = (uint64_t)(x >> 64) ? 127 - __builtin_clzll((uint64_t)(x >> 64)) : 63 - __builtin_clzll((uint64_t)x);
    const int drop = lead - 52;
    if (drop <= 0) return ldexp((double)(uint64_t)x, -117);
    const uint64_t top = (uint64_t)(x >> drop);
    const unsigned __int128 part = x & (((unsigned __int128)1 << drop) - 1), tie = (unsigned __int128)1 << (drop - 1);
    return ldexp((double)(top + (part > tie || (part == tie && (top & 1)))), drop - 117);
}
#endif

/* u is the bits rounded once, half to even, and below 1. */
static void uniform_is_rounded_once(void **state)
{
    (void)state;
    need_long_double();
    for (int i = 0; i < 4000000; ++i) {
        uint64_t w, l;
        rounded_words(i, &w, &l);
        rr_scalar want = rounded(w, l);
        if (want == 1) want = 1 - (rr_scalar)(RR_DTYPE == 32 ? 0x1p-24 : 0x1p-53);
        const rr_unit u = full(w, l);
        if (u.u != want)
            fail_msg("words %llx . %llx: %a, not %a", (unsigned long long)w, (unsigned long long)l, (double)u.u,
                     (double)want);
        if (w >= OPEN) assert_true(plain(w, l).u == want);
        assert_true(u.u > 0 && u.u < 1);
    }
}

/* A word: both sides of each power of 2, of its distance from the top and of the switches; random ones with that many
 * leading zeros or ones; and those just below a power of 2. */
static uint64_t some_word(int i)
{
    const int bits = DIGITS / 2, k = i / 8 % bits;
    const uint64_t power = (uint64_t)1 << k, at = (i & 1   ? power
                                                   : i & 2 ? UPPER
                                                           : TOP - power + 1) +
                                                  (uint64_t)(i / (8 * bits)) - 2;
    const uint64_t any = (bits64() & TOP) >> k;
    return (i < 8 * bits * 5 ? at : i & 1 ? any : i & 2 ? TOP - any : power - 1 - any / 2 % power) & TOP;
}

/* The first pass agrees with the decide function, and leaves exactly the ends undecided. */
static void first_is_decided(void **state)
{
    (void)state;
    for (int i = 0; i < 2000000; ++i) {
        const uint64_t w = some_word(i);
        const rr_unit x = first(w), y = full(w, bits64() & TOP);
        assert_true(x.open_u == (w < FIRST_OPEN) && x.open == (w < FIRST_OPEN || w > FIRST_LAST));
        assert_true(!y.open && !y.open_u && x.upper == y.upper);
        if ((!x.open_u && x.u != y.u) || (!x.open && (x.raw != y.raw || (x.upper && x.t != y.t))))
            fail_msg("word %llx: u %a, t %a, not %a, %a", (unsigned long long)w, (double)x.u, (double)x.t, (double)y.u,
                     (double)y.t);
    }
}

/* Sine and cosine of (w + 1/2) by quarters, with a remainder that is rounded once. */
static void turns(void **state)
{
    (void)state;
    for (int i = 0; i < 2000000; ++i) {
        const uint64_t w = some_word(i) & TOP;
        const int quarter = (int)(((w + (TOP >> 3) + 1) & TOP) >> (DIGITS / 2 - 2));
        const rr_turn a = turn(w);
        rr_scalar s, c;
#if RR_DTYPE == 32
        rr_sincos_quarter(fmaf((float)(int32_t)(uint32_t)(w - (uint64_t)quarter * 0x40000000u), 0x1p-30f, 0x1p-31f), &s, &c);
#else
        rr_sincos_quarter((double)(int64_t)(4 * w + 2) * 0x1p-64, &s, &c);   /* the quarters are gone: modulo 2^64 */
#endif
        const rr_scalar want_sin[4] = {s, c, -s, -c}, want_cos[4] = {c, -s, -c, s};
        assert_true(a.sin == want_sin[quarter] && a.cos == want_cos[quarter]);
    }
}

static long double worst;

static rr_scalar at(uint64_t w, uint64_t l)
{
    const rr_scalar e = rr_unit_neglog(full(w, l));
    if (LDBL_MANT_DIG >= 64) {
        const long double exact = exact_neglog(w, l);
        /* where u is used, half an ulp of u is an absolute error of EPS: relative EPS / exact, at most 2.9 half ulps */
        const long double error = fabsl(e / exact - 1) / EPS;
        if (error > worst) worst = error;
        if (error > 8)
            fail_msg("words %llx . %llx: %.17g, not %.20Lg", (unsigned long long)w, (unsigned long long)l, (double)e, exact);
    }
    return e;
}

/* -log U of these words, which is not above *before, that of the words before them. */
static void does_not_grow(uint64_t w, uint64_t l, rr_scalar *before)
{
    const rr_scalar e = at(w, l);
    assert_true(e <= *before);
    *before = e;
}

/* -log U decreases as the word grows, and is right at the upper end, the switch at sqrt(1/2), the start of LOW words, the
 * lower end, and between by steps. f32: all 2^24 words of the upper end, and all around the other places; all words (2^32)
 * in a long run. f64: also the ends of the table's rows. */
#if RR_DTYPE == 32
static void exponential_is_right_and_monotone(void **state)
{
    const int all = getenv("REROLL_LONG") != NULL;
    const uint64_t from[] = {UPPER - 500000, 0x80000000u - 100000, 0x40000000u - 100000, OPEN, 0x5a82799au - 200000};
    rr_scalar before = INFINITY;
    (void)state;
    worst = 0;
    for (uint64_t w = all ? OPEN : TOP - 0xffffff; w <= TOP; ++w) does_not_grow(w, 0, &before);
    printf("# upper end: worst %.2Lf half ulps\n", worst);
    for (size_t k = 0; k < 5; ++k) {
        before = INFINITY;
        for (uint64_t w = from[k]; w < from[k] + 1000000; ++w) does_not_grow(w, 0, &before);
    }
    before = INFINITY;
    for (uint64_t w = 0; w < 3000; ++w)      /* with LOW words, in order */
        for (uint64_t l = 0; l < 1ull << 32; l += w < 2 ? 4111 : 50000017) does_not_grow(w, l, &before);
    before = INFINITY;
    for (uint64_t w = 0; w < OPEN; w += 37) does_not_grow(w, 0x80000000u, &before);
    assert_true(at(OPEN, 0) <= at(OPEN - 1, 0xffffffffu));
    printf("# %s: exponential worst %.2Lf half ulps\n", NAME, worst);
}
#else
static void exponential_is_right_and_monotone(void **state)
{
    const uint64_t from[] = {UINT64_MAX - 1999999, UPPER - 1000000, (uint64_t)1 << 63, OPEN - 1000000, (uint64_t)1 << 32, 1};
    (void)state;
    worst = 0;
    for (size_t k = 0; k < 6; ++k) {
        rr_scalar before = INFINITY;
        for (uint64_t i = 0; i < 400000; ++i) does_not_grow(from[k] + i, bits64(), &before);
    }
    for (int k = 0; k < 64; ++k)   /* both sides of every row's ends (tables/neglog_table.h), by steps of u, or of t */
        for (uint64_t row = 16; row < 32; ++row) {
            const uint64_t end = row << 59 >> k, step = k ? ((uint64_t)1 << 63 >> k >> 52) + 1 : row < 24 ? 1024 : 64;
            rr_scalar before = INFINITY;
            for (uint64_t i = 0; i < 64; ++i) {
                if (end < 32 * step) break;
                does_not_grow(end - 32 * step + i * step, bits64(), &before);
            }
        }
    for (int k = 0; k < 2; ++k) {   /* from end to end: words and LOW words by leading zeros */
        rr_scalar before = INFINITY;
        for (int zeros = 63; zeros >= 0; --zeros)
            for (uint64_t i = 0; i < 20000; ++i) {
                const uint64_t x = ((uint64_t)1 << (63 - zeros)) +
                                   (zeros == 63 ? 0 : (((uint64_t)1 << (63 - zeros)) / 20000) * i);
                does_not_grow(k ? x : 0, k ? 0 : x, &before);
            }
    }
    printf("# %s: exponential worst %.2Lf half ulps\n", NAME, worst);
}
#endif

/* E of the boost and g exp(-E / a) against exact expl at the ends of E; 0 only where the dtype forces it. */
static void boost_at_the_ends(void **state)
{
    need_long_double();
    (void)state;
    long double max = 0;
    for (int i = 0; i < 300000; ++i) {
        const rr_scalar a = (rr_scalar)pow(10, -6 * unit()), g = (rr_scalar)(-2 * log(unit()) + 1e-6);
        const uint64_t r = bits64(),
                       w = i % 3 ? r >> (RR_DTYPE == 32 ? 32 : 0) : TOP - (r >> (20 + i % 30)) % ((uint64_t)1 << 24);
        const rr_scalar e = rr_unit_neglog(full(w, bits64())), x = -e / a, v = rr_exp_times(x, g);
        const long double exact = expl((long double)x) * g;
        const long double min = RR_DTYPE == 32 ? 0x1p-149L : 0x1p-1074L, normal = RR_DTYPE == 32 ? 0x1p-126L : 0x1p-1022L;
        if (exact >= normal) {
            const long double error = fabsl(v / exact - 1) / EPS;
            if (error > max) max = error;
        } else {
            assert_true(fabsl(v - exact) <= min * 0.5001L + exact * 8 * EPS);
        }
    }
    printf("# %s: g exp(x) worst %.2Lf half ulps\n", NAME, max);
    assert_true(max < 4);
}

/* A sample of each inverse CDF from its words; by the first pass if `quick` and it decides. */
enum { OURS, FAST, GILES, WAYS };

static rr_first_words digits(uint64_t w)
{
    rr_first_words d;
#if RR_DTYPE == 32
    d.w[0] = (uint32_t)w;
#else
    d.w[0] = (uint32_t)(w >> 32);
    d.w[1] = (uint32_t)w;
#endif
    return d;
}

static rr_try icdf(int way, uint64_t w, uint64_t l, int quick)
{
    const rr_first_words d = digits(w), low = digits(l);
    if (quick)
        return way == OURS   ? rr_normal_icdf_first(NULL, d)
               : way == FAST ? rr_normal_icdf_fast_first(NULL, d)
                             : rr_normal_icdf_giles_first(NULL, d);
    return way == OURS   ? rr_normal_icdf_last(NULL, d, low)
           : way == FAST ? rr_normal_icdf_fast_last(NULL, d, low)
                         : rr_normal_icdf_giles_last(NULL, d, low);
}

/* The quantile at the distance v from an end, or c from the middle, by Newton's method. */
static long double exact_quantile(long double v, long double c)
{
    const long double root = sqrtl(0.5L), density = sqrtl(2 * 3.14159265358979323846L);
    long double x = v < 0.01L ? sqrtl(-2 * logl(v)) - 0.3L : 2 * c;
    for (int k = 0; k < 60; ++k) {
        const long double p = erfcl(x * root) / 2, slope = density * expl(x * x / 2);
        x += v < 0.25L ? logl(p / v) * p * slope : (c - erfl(x * root) / 2) * slope;
    }
    return x;
}

/* Words 0, all ones, both sides of the middle, of the centre's end and of the end of LOW words, and random ones with that
 * many leading zeros. Samples are finite, antisymmetric to the bit, of the right sign, and the same from the first pass and
 * from the decide function; rr_normal_quantile of the two sides is right to 2 ulp plus the roundings of v and c. */
static void inverse_cdfs_at_the_ends(void **state)
{
    const uint64_t corner[] = {0,        1,    TOP,      TOP - 1,    TOP / 2,       TOP / 2 + 1, TOP / 256, TOP / 256 + 1,
                               OPEN - 1, OPEN, OPEN / 2, TOP - OPEN, TOP - OPEN + 1};
    enum { CORNERS = sizeof corner / sizeof *corner };
    long double max = 0;
    need_long_double();
    (void)state;
    for (int i = 0; i < 200000; ++i) {
        const int shift = i % (DIGITS / 2);
        uint64_t w = i < 4 * CORNERS ? corner[i / 4] : (bits64() & TOP) >> shift, l = i & 1   ? bits64() & TOP
                                                                                      : i & 2 ? TOP
                                                                                              : 0;
        if (i >= 4 * CORNERS && i & 4) w = (TOP / 2 + 1 + w / 2) & TOP;   /* near the middle */
        for (int way = 0; way < WAYS; ++way) {
            const rr_try v = icdf(way, w, l, 0), quick = icdf(way, w, l, 1), mirror = icdf(way, TOP - w, TOP - l, 0);
            assert_true(v.accept && !v.open && isfinite(v.value) && (v.value > 0) == (w > TOP / 2));
            assert_true(mirror.value == -v.value);
            assert_true(quick.open || quick.value == v.value);
        }
        const uint64_t near = w > TOP / 2 ? TOP - w : w, rest = w > TOP / 2 ? TOP - l : l;
        const rr_sides s = rr_sides_full(RR_FIRST_WORDS(digits(w)), RR_FIRST_WORDS(digits(l)));
        const rr_scalar x = fabs((double)icdf(OURS, w, l, 0).value);
        assert_true(x == rr_normal_quantile(s.v, s.c));
        const long double low = near < OPEN ? (rest + 0.5L) * SCALE : 0.5L;
        const long double v = (near + low) * SCALE, c = (TOP / 2 - near + 0.5L) * SCALE, want = exact_quantile(v, c);
        const long double error = fabsl(x / want - 1) / EPS;
        if (error > max) max = error;
        if (error > 4.5L)
            fail_msg("words %llx . %llx: %.17g, not %.20Lg", (unsigned long long)w, (unsigned long long)l, (double)x, want);
    }
    const int n = RR_DTYPE == 32 ? 65 : 129;
    const double top[WAYS] = {exact_quantile(ldexpl(1, -n), 0.5L), RR_DTYPE == 32 ? 9.1726 : 13.1382,
                              RR_DTYPE == 32 ? 6.3355 : 9.1553};
    for (int way = 0; way < WAYS; ++way) {
        const double x = icdf(way, TOP, TOP, 0).value;
        printf("# %s: way %d: the largest value %.9g\n", NAME, way, x);
        if (!(fabs(x / top[way] - 1) <= 1e-3)) fail_msg("way %d: %g, not %g", way, x, top[way]);
    }
    printf("# %s: normal:icdf worst %.2Lf half ulps\n", NAME, max);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ends),
        cmocka_unit_test(uniform_is_rounded_once),
        cmocka_unit_test(first_is_decided),
        cmocka_unit_test(turns),
        cmocka_unit_test(exponential_is_right_and_monotone),
        cmocka_unit_test(boost_at_the_ends),
        cmocka_unit_test(inverse_cdfs_at_the_ends),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
