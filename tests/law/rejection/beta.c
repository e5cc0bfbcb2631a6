/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Beta's rejection, without sampling: for shapes a, b and a first uniform the probability that the lane text accepts is
 * found by bisection on the second uniform's bits and compared with e^(-s h(v)) / (4 U (1 - U)) in long double; the quick
 * verdict against the full one. Built as beta_f32 and beta_f64. */
#include "tests/law/lanes.h"
#include "laws/beta/beta.h"

/* Bounds, about 30 % above the worst of 1e5 points: p is within EPS (PLAIN + STEEPNESS p |d(s h)/dL| (1 + |L|)). */
#define PLAIN 24
#define STEEPNESS 4.5L

#if RR_DTYPE == 32
#define SMALLEST 1e-30   /* shape; the largest is its inverse */
#else
#define SMALLEST 1e-300
#endif

typedef struct point {
    rr_scalar a, b;
    uint64_t digits;        /* of U */
} point;

static long double m_exact(long double x)
{
    long double sum = 0, term = x * x / 2;
    if (fabsl(x) > 0.5L) return expm1l(x) - x;
    for (int k = 3; k < 30; ++k) {
        sum += term;
        term *= x / k;
    }
    return sum;
}

static long double spread(long double a, long double b)
{
    const long double low = fminl(a, b) - 1, high = fmaxl(a, b) - 1;
    return low > 0 ? 1 / sqrtl(1 + 2 * low / (1 + low / high)) : 1 / fminl(a, b);
}

/* s h(v) for a >= b, and its derivative. */
static long double cost_exact(long double a, long double b, long double v, long double *slope)
{
    const long double s = a + b, p = a / s, q = b / s, size = fabsl(v);
    /* tilted p minus p = p q (e^v - 1) / (q + p e^v) */
    *slope = s * p * q * (v > 0 ? -expm1l(-v) / (p + q * expl(-v)) : expm1l(v) / (q + p * expl(v)));
    if (p * size >= 60 && v > 0) return s * (q * v + log1pl(q * expm1l(-v)));
    if (p * size >= 60 && s <= 8) return s * (p * size + logl(q + p * expl(v)));
    return s * log1pl(p * m_exact(q * v) + q * m_exact(-p * v));   /* inf where e^(-p v) is */
}

/* Shapes: the corners that matter, one ulp around 1, both from 1e-3 to 100, and random ones from 1e-6 to 1e12; U of every
 * size on both sides. */
static point a_point(void)
{
    static const double corner[][2] = {{1e-3, 1e-3}, {1e-3, 1e6}, {1, 1}, {1e6, 1e6}, {1e12, 3}, {2, 3}, {0.5, 0.5},
                                       {1e12, 1e12}, {40, 1.5}, {4, 4}, {1e-30, 1e30}, {1e-20, 1e-20}};
    const uint64_t kind = bits64();
    point x;
    if (kind & 1) {
        const double *c = corner[(kind >> 8) % (sizeof corner / sizeof *corner)];
        x.a = (rr_scalar)c[kind >> 1 & 1];
        x.b = (rr_scalar)c[~kind >> 1 & 1];
    } else if (kind & 2) {
        x.a = kind & 4 ? NEXT(RR_C(1), kind & 8 ? 2 : 0) : RR_C(1);
        x.b = kind & 16 ? NEXT(RR_C(1), kind & 32 ? 2 : 0) : (rr_scalar)pow(10, 12 * unit() - 3);
    } else if (kind & 8) {
        x.a = (rr_scalar)pow(10, 5 * unit() - 3);
        x.b = (rr_scalar)pow(10, 5 * unit() - 3);
    } else {
        x.a = (rr_scalar)pow(10, 18 * unit() - 6);
        x.b = (rr_scalar)(kind & 4 ? pow(10, 18 * unit() - 6) : x.a * pow(10, 2 * unit() - 1));
    }
    x.digits = bits64();
    if (kind >> 20 & 1) x.digits >>= kind >> 24 & 31;
    if (kind >> 21 & 1) {
        const uint64_t half = kind >> 22 & 1 ? 0x8000000000000000u : 0x7fffffffffffffffu;
        x.digits = half ^ (x.digits >> 1 >> (kind >> 30 & 31));
    }
    if (kind >> 23 & 1) x.digits = ~x.digits;
    return x;
}

/* The first uniform with 64 bits: f32 has a word and LOW, f64 two words; LOW is 0 where more are needed. */
static rr_beta_uniform first_of(uint64_t digits)
{
#if RR_DTYPE == 32
    return rr_beta_words_full((rr_two){(uint32_t)(digits >> 32), 0}, (rr_two){(uint32_t)digits, 0});
#else
    return rr_beta_words_full((rr_two){(uint32_t)(digits >> 32), (uint32_t)digits, 0}, (rr_two){0x80000000u, 0, 0});
#endif
}

/* The same as in attempts, which have no LOW words. */
static rr_beta_uniform attempt_of(uint64_t digits)
{
    rr_two x = {0};
    x.first = (uint32_t)(digits >> 32);
#if RR_DTYPE == 64
    x.rest = (uint32_t)digits;
#endif
    return rr_beta_words(x);
}

static rr_unit second_of(uint64_t digits)
{
#if RR_DTYPE == 32
    return rr_unit_full((uint32_t)(digits >> 32), (uint32_t)digits);
#else
    return rr_unit_of((uint32_t)(digits >> 32), (uint32_t)digits);
#endif
}

static rr_try full(rr_beta_set g, rr_beta_uniform u, uint64_t digits) { return rr_beta_exact(g, u, second_of(digits)); }

/* How many second uniforms, in 2^-64, are accepted: those below a bound. */
static uint64_t accepted(rr_beta_set g, rr_beta_uniform u)
{
    uint64_t lo = 0, hi = UINT64_MAX;
    if (full(g, u, hi).accept) return UINT64_MAX;
    if (!full(g, u, 0).accept) return 0;
    while (hi - lo > 1) {
        const uint64_t mid = lo + (hi - lo) / 2;
        if (full(g, u, mid).accept) lo = mid;
        else hi = mid;
    }
    return hi;
}

static void same_verdict(rr_try x, rr_try y)
{
    assert_memory_equal(&x.value, &y.value, sizeof x.value);
    assert_int_equal(x.accept, y.accept);
    assert_int_equal(x.open, y.open);
}

/* True if the shapes are treated as per-sample parameters. */
static int varying;

/* The quick verdict as a number: 0 accepted, 1 undecided, 2 rejected; it never decreases with the word. */
static int quick(rr_beta_set g, rr_beta_uniform u, uint32_t w)
{
    const int odds = rr_beta_is_odds(g) != 0, fixed = odds && !varying;
    const rr_try v = fixed ? rr_beta_quick_odds(g.turn, rr_beta_odds_of(g), u, w) : rr_beta_quick(g, u, w);
    assert_false(v.accept && v.open);
    if (odds && varying) same_verdict(v, rr_beta_quick_shapes(g, u, w));
    if (rr_beta_is_smooth(g)) same_verdict(v, rr_beta_quick_smooth(g.turn, rr_beta_cumulants_of(g), u, w));
    return v.accept ? 0 : v.open ? 1 : 2;
}

static uint32_t last_below(rr_beta_set g, rr_beta_uniform u, int level)
{
    uint32_t lo = 0, hi = UINT32_MAX;
    if (quick(g, u, hi) < level) return hi;
    while (hi - lo > 1) {
        const uint32_t mid = lo + (hi - lo) / 2;
        if (quick(g, u, mid) < level) lo = mid;
        else hi = mid;
    }
    return lo;
}

typedef struct counts {
    long yes, no, smooth, odds;
} counts;

static void quick_is_right_at(point x, counts *n)
{
    const rr_beta_set g = rr_beta_setup(x.a, x.b);
    rr_beta_uniform u = first_of(x.digits);
    u.open = attempt_of(x.digits).open;
    varying = x.digits >> 8 & 1;
    n->smooth += rr_beta_is_smooth(g) != 0;
    n->odds += rr_beta_is_odds(g) != 0;
    if (quick(g, u, 0) < 1) {
        const uint32_t w = last_below(g, u, 1);
        ++n->yes;
        if (!full(g, u, (uint64_t)w << 32 | 0xffffffffu).accept)
            fail_msg("%a %a U %016llx: accepted at word %08x, but not by the full test", (double)x.a, (double)x.b,
                     (unsigned long long)x.digits, (unsigned)w);
    }
    if (quick(g, u, UINT32_MAX) > 1) {
        const uint32_t w = quick(g, u, 0) > 1 ? 0 : last_below(g, u, 2) + 1;
        ++n->no;
        if (full(g, u, (uint64_t)w << 32).accept)
            fail_msg("%a %a U %016llx: rejected at word %08x, but not by the full test", (double)x.a, (double)x.b,
                     (unsigned long long)x.digits, (unsigned)w);
    }
    assert_true(isfinite(g.turn * rr_beta_logit(u)));
}

static void quick_is_right(void **state)
{
    const int n = getenv("REROLL_LONG") ? 100000000 : 300000;
    counts c = {0, 0, 0, 0};
    (void)state;
    for (int i = 0; i < n; ++i) quick_is_right_at(a_point(), &c);
    printf("# %s: %d points, %ld smooth, %ld odds; a word that is accepted at once at %ld, one that is rejected at once "
           "at %ld\n", NAME, n, c.smooth, c.odds, c.yes, c.no);
    assert_true(c.yes > n / 4 && c.no > n / 4 && c.smooth > n / 8 && c.odds > n / 8 && n - c.smooth - c.odds > n / 8);
}

/* log(U / (1 - U)); about 1/2 by the bits less 1/2, which are exact. */
static long double logit(uint64_t digits, long double u, long double rest)
{
    const long double centred = (long double)(int64_t)(digits ^ 0x8000000000000000u) + 0.5L;
    return fabsl(u - 0.5L) < 0.25L ? 2 * atanhl(centred * 0x1p-63L) : logl(u / rest);
}

/* The exact probability at L: at most 1, since the hat is above the density. */
static long double chance(long double big, long double small, long double l, long double hat, long double *slope)
{
    return expl(-cost_exact(big, small, spread(big, small) * l, slope)) / hat;
}

/* The possible rounding error of L, including the precision of B, p and v. */
static long double off(long double l) { return EPS * (4 + 12 * fabsl(l)); }

typedef struct errors {
    long double flat, steep;
} errors;

/* p against the exact probability; where a rounding of L moves it nonlinearly, between its extremes there and at either end
 * of the rounding. */
static void probability_is_exact_at(point x, errors *worst)
{
    const rr_beta_set g = rr_beta_setup(x.a, x.b);
    const long double big = fmaxl(x.a, x.b), small = fminl(x.a, x.b), width = 0x1p-64L;
    const long double u = ((long double)x.digits + 0.5L) * width, rest = ((long double)~x.digits + 0.5L) * width;
    const long double l = logit(x.digits, u, rest), hat = 4 * u * rest;
    if (fminl(u, rest) < 0x1p-55L) return;   /* fewer bits than the text has */
    long double slope, unused;
    const long double exact = chance(big, small, l, hat, &slope), p = accepted(g, first_of(x.digits)) * 0x1p-64L;
    const long double by_l = fabsl(slope) * spread(big, small) * (1 + fabsl(l)), error = fabsl(p - exact) / EPS;
    if (!(exact <= 1 + 0x1p-52L))
        fail_msg("%a %a: the hat is below the density by %.3Lg", (double)x.a, (double)x.b, exact - 1);
    const long double one = chance(big, small, l - off(l), hat, &unused);
    const long double other = chance(big, small, l + off(l), hat, &unused);
    const long double min = fminl(exact, fminl(one, other)), max = fmaxl(exact, fmaxl(one, other));
    if (!(by_l * EPS <= 0.01L && max - min <= 0.25L)) {
        const long double margin = PLAIN * EPS;
        if (!(p >= min - margin && p <= max + margin))
            fail_msg("%a %a U %016llx: p %.10Lg, exact %.10Lg, at most %.10Lg", (double)x.a, (double)x.b,
                     (unsigned long long)x.digits, p, exact, max);
        return;
    }
    const long double steep = exact * by_l;
    if (steep < 2 && error > worst->flat) worst->flat = error;
    if (error > PLAIN) worst->steep = fmaxl(worst->steep, (error - PLAIN) / steep);
    if (!(error <= PLAIN + STEEPNESS * steep))
        fail_msg("%a %a U %016llx: p %.10Lg, exact %.10Lg, %.3Lg half ulps, steepness %.3Lg", (double)x.a, (double)x.b,
                 (unsigned long long)x.digits, p, exact, error, steep);
}

static void probability_is_exact(void **state)
{
    const int n = getenv("REROLL_LONG") ? 10000000 : 100000;
    errors worst = {0, 0};
    (void)state;
    need_long_double();
    for (int i = 0; i < n; ++i) probability_is_exact_at(a_point(), &worst);
    printf("# %s: |p - exact| <= %.2Lf half ulps of 1 where s h is not steep, else at most %.2Lf more by its "
           "steepness\n", NAME, worst.flat, worst.steep);
}

/* Every pair of a shape up to 3 and one from 1 to the largest, in either order; U of every size, from both ends and from the
 * middle. */
static void extreme_shapes(void **state)
{
    static const double min[] = {SMALLEST, SMALLEST * 1e3, 1e-20, 1e-15, 1e-10, 1e-5, 1e-3, 0.01, 0.1, 0.3, 0.39, 0.4,
                                   0.41, 0.5, 0.999, 1, 1.5, 3};
    const int steps = getenv("REROLL_LONG") ? 400 : 24;
    errors worst = {0, 0};
    counts n = {0, 0, 0, 0};
    (void)state;
    need_long_double();
    for (size_t i = 0; i < sizeof min / sizeof *min; ++i)
        for (int j = 0; j <= steps; ++j)
            for (int k = 0; k < 4 * 64; ++k) {
                const uint64_t mixed = (i * 64 + (uint64_t)j) * 0x9e3779b97f4a7c15u, near = ~mixed >> (k / 4);
                const rr_scalar a = (rr_scalar)min[i], b = (rr_scalar)pow(10, -log10(SMALLEST) * j / steps);
                point x = {k & 1 ? a : b, k & 1 ? b : a, k & 2 ? near / 2 : 0x8000000000000000u ^ near / 2};
                if (j & 1) x.digits = ~x.digits;
                probability_is_exact_at(x, &worst);
                quick_is_right_at(x, &n);
            }
    printf("# %s: extreme shapes: |p - exact| <= %.2Lf half ulps, %.2Lf more by its steepness\n", NAME, worst.flat,
           worst.steep);
}

/* The integral over L of the lane text's acceptance is Beta(a, b) s^s / (4 B a^a b^b), and the mean of the logit of X that
 * it implies is digamma(a) - digamma(b). Trapezoids converge exponentially. */
static void implied_law(void **state)
{
    /* acceptance and mean logit by mpmath with 40 digits */
    static const struct { double a, b, accept, logit; int steps; } cases[] = {
        {2, 3, 0.920817196935249487, -0.5, 1500}, {0.5, 0.5, 0.78539816339744831, 0, 1500},
        {40, 1.5, 0.776162788932387369, 3.63983740005626661, 1500},
        {0.25, 4, 0.424661952482567013, -5.48357120180806588, 1500}, {100, 100, 0.887335397141535069, 0, 1500},
        {0.01, 1e30, 0.262912772002804103, -169.638438247690043, 12000},
    };
    (void)state;
    need_long_double();
    for (size_t c = 0; c < sizeof cases / sizeof *cases; ++c) {
        const rr_scalar a = (rr_scalar)cases[c].a, b = (rr_scalar)cases[c].b;
        const rr_beta_set g = rr_beta_setup(a, b);
        const int steps = cases[c].steps;
        const long double step = 36.L / steps;
        long double mass = 0, mean = 0;
        for (int i = -steps; i <= steps; ++i) {
            const long double l = (i + 0.25L) * step, u = 1 / (1 + expl(-l));
            const rr_beta_uniform x = first_of((uint64_t)(u * 0x1p64L));
            const long double p = accepted(g, x) * 0x1p-64L / (4 * coshl(l / 2) * coshl(l / 2));
            mass += p;
            mean += p * (long double)(g.turn * rr_beta_logit(x)) * logl(2);
        }
        mean = mean / mass + logl((long double)a / b);
        mass *= step;
        const long double tolerance = RR_DTYPE == 32 ? 1e-6L : 1e-11L;
        printf("# %s beta(%g, %g): acceptance %.12Lf, mean logit %.12Lf\n", NAME, (double)a, (double)b, mass, mean);
        assert_true(fabsl(mass - cases[c].accept) < tolerance);
        assert_true(fabsl(mean - cases[c].logit) < tolerance * (1 + fabsl(mean)));
    }
}

/* The bounds stated in math/quick.h, over all arguments that the squeeze may pass. */
static void quick_functions(void **state)
{
    const long double bound = 0x1p-21L;
    (void)state;
    need_long_double();
    for (int i = 0; i < 300000; ++i) {
        const rr_scalar x = (rr_scalar)(101 * unit() - 100), y = (rr_scalar)exp2(240 * unit() - 120);
        const long double e = rr_quick_exp2(x) / exp2l(x) - 1, l = rr_quick_log2(y) - log2l(y);
        if (!(fabsl(e) < bound)) fail_msg("quick exp2(%a) is off by %.3Lg", (double)x, e);
        if (!(fabsl(l) < bound + EPS * fabsl(log2l(y)))) fail_msg("quick log2(%a) is off by %.3Lg", (double)y, l);
    }
    assert_true(rr_quick_exp2(-INFINITY) == rr_quick_exp2(-100));
}

/* The kind of constant shapes: smooth also where k8 underflows. Otherwise all samples of such shapes would be undecided,
 * which no sample would show. */
static void kinds(void **state)
{
    static const struct { double a, b; int smooth, kind; } cases[] = {
        {2, 3, 0, 1}, {0.5, 0.5, 0, 1}, {200, 300, 1, 1}, {1e12, 1e12, 1, 1}, {1e15, 1e15, 1, 1}, {1e30, 1e25, 1, 1},
        {1e-20, 1e-20, 0, 0}, {1e-30, 1e30, 0, 0},
    };
    (void)state;
    for (size_t c = 0; c < sizeof cases / sizeof *cases; ++c) {
        const rr_scalar a = (rr_scalar)cases[c].a, b = (rr_scalar)cases[c].b;
        rr_tile t = {.n = 1, .param = {&a, &b}};
        rr_beta_prepare(&t);
        if (rr_beta_smooth_fixed(&t) != cases[c].smooth || rr_beta_is_constant(&t) != cases[c].kind)
            fail_msg("beta(%g, %g): smooth %d, either kind %d", cases[c].a, cases[c].b, rr_beta_smooth_fixed(&t),
                     rr_beta_is_constant(&t));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(quick_functions), cmocka_unit_test(quick_is_right),
                                       cmocka_unit_test(probability_is_exact), cmocka_unit_test(extreme_shapes),
                                       cmocka_unit_test(implied_law), cmocka_unit_test(kinds)};
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("beta " NAME, tests, NULL, NULL);
}
