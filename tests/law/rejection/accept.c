/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Gamma's rejection, without sampling: for a shape a and a normal x the distribution of the uniform is known exactly, so the
 * probability that the lane text accepts can be found by bisection on the words and held against exp(3 d R(y)).
 * Built as accept_f32 and accept_f64. */
#include "tests/law/lanes.h"
#include "laws/attempts/attempts.h"

/* Bounds, in half ulps, about 25 % above the worst of 2e6 points. Q is worst just outside
 * its series (y < -0.4, -0.3), where a difference loses digits; the value just above y = -1/2, where 1 + w does. */
#if RR_DTYPE == 32
#define Q_BOUND 140
#define P_BOUND 48
#else
#define Q_BOUND 330
#define P_BOUND 80
#endif
#define ALL_BOUND 60     /* log p, from the real shape, over its condition */
#define VALUE_BOUND 14

static long double real_d(long double a) { return a < 1 ? a + 2 / 3.L : a - 1 / 3.L; }

/* Points: shapes 1 ... 1e12 (and below 1), normals of every size; half of them where y is near a switch or -0.9. */
static void a_point(rr_scalar *shape, rr_scalar *x)
{
    const uint64_t kind = bits64();
    *shape = (rr_scalar)(kind & 1 ? pow(10, 12 * unit()) : kind & 2 ? 1 + 3 * unit() * unit() : pow(10, -6 * unit()));
    const double d = (double)real_d(*shape), side = 3 * sqrt(d);
    double z = sqrt(-2 * log(unit())) * cos(6.283185307179586 * unit());
    switch (kind >> 2 & 7) {
    case 0: z = side * (-0.900 + 0.05 * (unit() - 0.5)); break;
    case 1: z = side * (-1 + pow(10, -7 * unit())); break;
    case 2: z = side * -0.5 * (1 + 1e-6 * (unit() - 0.5)); break;
    case 3: z = side * ((kind >> 8 & 1 ? 0.25 : -0.25) + 0.2 * (unit() - 0.5)); break;
    case 4: z = 9 * (2 * unit() - 1); break;
    case 5: z = side * (0.8 + 0.1 * (unit() - 0.5)); break;
    default: break;
    }
    if (fabs(z) > 13.4) z = 13.4 * (2 * unit() - 1);
    *x = (rr_scalar)z;
}

/* The uniform whose first word is w and whose later bits are all 0 (bottom) or all 1 (top). */
static rr_unit uniform_from(uint32_t w, int top)
{
#if RR_DTYPE == 32
    return rr_unit_full(w, top ? 0xffffffffu : 0);
#else
    return rr_unit_of(w, top ? 0xffffffffu : 0);
#endif
}

/* The uniform whose bits are the leading ones of these 64. */
static rr_unit uniform_of(uint64_t digits)
{
#if RR_DTYPE == 32
    return rr_unit_full((uint32_t)(digits >> 32), (uint32_t)digits);
#else
    return rr_unit_of((uint32_t)(digits >> 32), (uint32_t)digits);
#endif
}

static int quick(rr_gamma_set g, rr_scalar x, uint32_t w) { return (int)rr_gamma_quick(g, x, rr_mfrom(0), w).accept; }

/* How many uniforms, counted in 2^-64, the full test accepts: it accepts those below a bound. */
static uint64_t accepted(rr_gamma_set g, rr_scalar x)
{
    uint64_t lo = 0, hi = UINT64_MAX;
    if (rr_gamma_exact(g, x, uniform_of(hi)).accept) return UINT64_MAX;
    if (!rr_gamma_exact(g, x, uniform_of(0)).accept) return 0;
    while (hi - lo > 1) {
        const uint64_t mid = lo + (hi - lo) / 2;
        if (rr_gamma_exact(g, x, uniform_of(mid)).accept) lo = mid;
        else hi = mid;
    }
    return hi;
}

/* For every point the last word that the squeeze accepts (its verdict is monotone in the word), and the full test there with
 * the worst bits after it: if that accepts, the squeeze is right for every word at this point. Both give the same value, and
 * a lane that the quick test rejects is rejected by the full one too. */
static void squeeze_is_right(void **state)
{
    const uint64_t n = getenv("REROLL_LONG") ? 1000000000 : 1000000;
    double closest = 1;
    (void)state;
    for (uint64_t i = 0; i < n; ++i) {
        rr_scalar shape, x;
        a_point(&shape, &x);
        const rr_gamma_set g = rr_gamma_setup(shape);
        const rr_try all = rr_gamma_quick(g, x, rr_mfrom(0), 0xffffffffu), none = rr_gamma_quick(g, x, rr_mfrom(0), 0);
        assert_false(all.accept && all.open);
        const rr_try full = rr_gamma_exact(g, x, uniform_from(0, 0));
        if (!all.accept && !all.open) {   /* outside */
            if (full.accept)
                fail_msg("shape %a x %a: the quick test rejects, the full one accepts", (double)shape, (double)x);
            continue;
        }
        if (none.accept) assert_true(none.value == full.value);
        if (!none.accept) continue;
        uint32_t lo = 0, hi = UINT32_MAX;
        if (quick(g, x, hi)) lo = hi;
        while (hi - lo > 1) {
            const uint32_t mid = lo + (hi - lo) / 2;
            if (quick(g, x, mid)) lo = mid;
            else hi = mid;
        }
        if (!rr_gamma_exact(g, x, uniform_from(lo, 1)).accept)
            fail_msg("shape %a x %a word %08x: the squeeze accepts, the full test does not", (double)shape, (double)x,
                     (unsigned)lo);
        for (uint32_t near = 0; near < 64 && near <= lo; near += 9) assert_true(quick(g, x, lo - near));
        /* the squeeze's gap relative to the rejection probability */
        if (i % 16 == 0 && lo < 0xffffff00u) {
            const double margin = 1 - (double)(UINT64_MAX - accepted(g, x)) / ((double)(UINT32_MAX - lo) * 4294967296.);
            if ((UINT32_MAX - lo) > 1u << 22 && margin < closest) closest = margin;
        }
    }
    printf("# %s: %g points; the least room of the squeeze seen: %.2g of what it leaves open\n", NAME, (double)n, closest);
    assert_true(closest > 1e-3);
}

/* The implied acceptance probability against the exact one, for the lane's own d and y (the error of the test) and for
 * the real shape and x (the error of everything but x). Errors of log p are counted in half ulps of t = 3 d r:
 * |p - exact| <= p t C EPS + D EPS'. */
static void threshold_is_exact(void **state)
{
    const uint64_t n = getenv("REROLL_LONG") ? 10000000 : 60000;
    long double worst_test = 0, worst_all = 0, worst_p = 0;
    need_long_double();
    (void)state;
    for (uint64_t i = 0; i < n; ++i) {
        rr_scalar shape, x;
        a_point(&shape, &x);
        const rr_gamma_set g = rr_gamma_setup(shape);
        const rr_scalar y = g.c * x;
        if (!(y > -1)) continue;
        const long double d = real_d(shape), ry = (long double)x / (3 * sqrtl(d));
        const long double t = 3 * (long double)g.d * exact_r(y);
        /* uniforms have 24 bits above 1/2; -log U there has full precision, so p is measured to a word, 2^-32 */
        const long double p = ((long double)accepted(g, x)) * 0x1p-64L, exact = expl(-t);
        if (exact < 0x1p-60L) continue;
        const long double word = RR_DTYPE == 32 ? 0x1p-32L : 0x1p-64L;
        const long double e1 = (fabsl(p - exact) - word - (RR_DTYPE == 32 ? 0 : 0x1p-63L)) / (exact * t * EPS + 1e-40L);
        if (t > 1e-30L && e1 > worst_test) worst_test = e1;
        if (ry > -1) {
            /* d log t / d log y = y^4 / ((1 + y) r): the condition of t in y, 4 for small y */
            const long double t2 = 3 * d * exact_r(ry), condition = 1 + ry * ry * ry * ry / ((1 + ry) * exact_r(ry));
            const long double e2 = (fabsl(p - expl(-t2)) - word - (RR_DTYPE == 32 ? 0 : 0x1p-63L)) /
                                   (expl(-t2) * t2 * EPS * condition + 1e-40L);
            if (t2 > 1e-30L && t2 * EPS * condition < 0.01L && e2 > worst_all) worst_all = e2;
        }
        if (fabsl(p - exact) > worst_p) worst_p = fabsl(p - exact);
    }
    printf("# %s: log p of the full test, worst %.2Lf half ulps of t; with d, c and y rounded too %.2Lf half ulps by the "
           "condition; |p - exact| <= %.3Lg = %.2Lf half ulps of 1\n", NAME, worst_test, worst_all, worst_p, worst_p / EPS);
    assert_true(worst_test < Q_BOUND);
    assert_true(worst_all < ALL_BOUND);
    assert_true(worst_p < P_BOUND * EPS);
}

/* P >= Q (1 + 2e-3) on [-0.905, 0.8]: Q falls, so on a cell [y, y + h] it is at most its value at y, and P, whose slope is
 * below 4 there, moves by 4 h at most. Below, down to -1, y^4 P >= 0.768, so that 3 d y^4 P > 1.5 for d >= 2/3. */
static void bound_is_enough(void **state)
{
    const long double h = 1e-7L;
    long double min = 1, near_one = 1;
    (void)state;
    for (long double y = -0.905L; y < 0.8L; y += h) {
        if (y > -1e-3L && y < 1e-3L) continue;   /* there Q = 1/4 - y/5 + ... is within 1/4 (1 +- 1e-3), and P above 0.253 */
        const long double margin = ((long double)rr_gamma_q_above((rr_scalar)y) - 4 * h - 4 * EPS) /
                                     (exact_r(y) / (y * y * y * y)) -
                                 1;
        if (margin < min) min = margin;
    }
    for (long double y = -1; y <= -0.9L; y += h) {
        const long double bound = y * y * y * y * ((long double)rr_gamma_q_above((rr_scalar)y) - 4 * EPS);
        if (bound < near_one) near_one = bound;
    }
    printf("# %s: P is above Q by %.3Lg of it at least; y^4 P >= %.4Lf near -1\n", NAME, min, near_one);
    assert_true(min > 1.9e-3L && min < 3e-3L);
    assert_true(near_one > 0.768L);
    assert_true((long double)rr_gamma_setup(RR_C(1)).d * 3 * near_one > 1.53L);
}

/* Q > 0, so that R <= 0 and nothing is accepted with "more than 1"; and against the exact r. */
static void ratio_is_right(void **state)
{
    long double worst = 0;
    rr_scalar at = 0;
    const int n = getenv("REROLL_LONG") ? 100000000 : 1000000;
    (void)state;
    for (int i = 0; i < n; ++i) {
        const double e = pow(10, -12 * unit());
        const rr_scalar y = (rr_scalar)(i % 4 == 0 ? e : i % 4 == 1 ? -e : i % 4 == 2 ? -1 + e : 5 * unit() - 1);
        if (!(y > -1)) continue;
        const rr_scalar q = rr_gamma_q(y);
        assert_true(q > 0);
        if (y == 0 || LDBL_MANT_DIG < 64) continue;
        const long double exact = exact_r(y) / ((long double)y * y * y * y), e2 = fabsl(q / exact - 1) / EPS;
        if (e2 > worst) worst = e2, at = y;
    }
    printf("# %s: Q worst %.2Lf half ulps at %a\n", NAME, worst, (double)at);
    assert_true(worst < Q_BOUND);
}

/* d (1 + y)^3 from the lane's d and y, and from the real shape and x. */
static void value_is_right(void **state)
{
    long double worst = 0, worst_all = 0, worst_small = 0;
    const int n = getenv("REROLL_LONG") ? 100000000 : 500000;
    need_long_double();
    (void)state;
    for (int i = 0; i < n; ++i) {
        rr_scalar shape, x;
        a_point(&shape, &x);
        const rr_gamma_set g = rr_gamma_setup(shape);
        const rr_scalar y = g.c * x;
        if (!(y > -1)) continue;
        const rr_scalar v = rr_gamma_value(g, y);
        const long double one = 1 + (long double)y, exact = g.d * one * one * one;
        const long double e = fabsl(v / exact - 1) / EPS;
        if (e > worst) worst = e;
        if (fabsl(y) < 1e-3L && e > worst_small) worst_small = e;
        const long double d = real_d(shape), ry = 1 + (long double)x / (3 * sqrtl(d));
        if (ry <= 0) continue;
        const long double e2 = fabsl(v / (d * ry * ry * ry) - 1) / (EPS * (1 + 3 * fabsl(ry - 1) / ry));
        if (ry > 1e-3L && e2 > worst_all) worst_all = e2;
        assert_true(v > 0);
    }
    printf("# %s: value worst %.2Lf half ulps of d (1 + y)^3 (%.3Lf where |y| < 1e-3); from the real shape %.2Lf by the "
           "condition\n", NAME, worst, worst_small, worst_all);
    /* large shapes: rounded once, otherwise the lattice of 1 + y shows in the distribution (f32 at shape 1e12) */
    assert_true(worst_small < 1.02L);
    assert_true(worst < VALUE_BOUND);
    assert_true(worst_all < 6);
}

/* The distribution that is drawn, by integrating the accepted mass of the lane text over a grid of x: its total is the
 * acceptance, its mean is the shape. (Trapezoids converge exponentially: the integrand is smooth.) */
static void implied_mean(void **state)
{
    static const double shapes[] = {1, 1.5, 2, 3, 10, 100, 1e4};
    need_long_double();
    (void)state;
    for (size_t s = 0; s < sizeof shapes / sizeof *shapes; ++s) {
        const rr_scalar a = (rr_scalar)shapes[s];
        const rr_gamma_set g = rr_gamma_setup(a);
        const long double d = real_d(a);
        long double mass = 0, mean = 0, square = 0;
        const int steps = 2000;
        for (int i = -steps; i <= steps; ++i) {
            const rr_scalar
                x = (rr_scalar)(i *
                                (8.5L / steps)); /* y = -1 is inside only for a < 3: there the density is 0 with v^(a-1/3) */
            const long double phi = expl(-(long double)x * x / 2), p = accepted(g, x) * 0x1p-64L;
            const rr_try t = rr_gamma_exact(g, x, uniform_of(0));
            if (!t.accept) continue;
            mass += phi * p;
            mean += phi * p * t.value;
            square += phi * p * t.value * t.value;
        }
        mass *= 8.5L / steps / 2.50662827463100050242L;
        const long double m = mean * (8.5L / steps) / 2.50662827463100050242L / mass,
                          v = square * (8.5L / steps) / 2.50662827463100050242L / mass - m * m;
        const long double exact = expl(lgammal(a) + d + (0.5L - a) * logl(d) - 0.918938533204672741780L);
        printf("# %s shape %g: acceptance %.9Lf (exact %.9Lf), mean / shape - 1 = %.2Lg, variance / shape - 1 = %.2Lg\n",
               NAME, shapes[s], mass, exact, m / a - 1, v / a - 1);
        const long double tolerance = RR_DTYPE == 32 ? 3e-7L : 1e-10L;
        assert_true(fabsl(mass - exact) < tolerance + (a < 3 ? 2e-7L : 0));
        assert_true(fabsl(m / a - 1) < tolerance + (a < 3 ? 2e-7L : 0));
        assert_true(fabsl(v / a - 1) < (RR_DTYPE == 32 ? 1e-7L * a : 1e-10L * a) + 3e-6L);
        assert_true(mass >= 0.951L);
    }
}

#if RR_DTYPE == 32
/* attempts: success is w < accept 2^32, exactly: words around the threshold, at every kind of float. */
static void attempts_are_exact(void **state)
{
    (void)state;
    for (int i = 0; i < 400000; ++i) {
        const uint64_t r = bits64();
        float p = (float)(i & 1 ? unit() : pow(2, -20 * unit()));
        if (i % 7 == 0) p = ldexpf(1, -(int)(r % 21));
        if (i % 11 == 0) p = nextafterf(p, i & 1 ? 1 : 0x1p-20f);
        if (p < 0x1p-20f || p > 1) continue;
        const double threshold = ldexp((double)p, 32);
        for (int k = -3; k <= 3; ++k) {
            const double w = k == 3 ? (double)(uint32_t)r : threshold + k;
            if (w < 0 || w > 4294967295.) continue;
            assert_int_equal(rr_attempts_success((uint32_t)w, p), (double)(uint32_t)w < threshold);
        }
    }
}
#endif

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(squeeze_is_right),  cmocka_unit_test(threshold_is_exact), cmocka_unit_test(bound_is_enough),
        cmocka_unit_test(ratio_is_right),    cmocka_unit_test(value_is_right),     cmocka_unit_test(implied_mean),
#if RR_DTYPE == 32
        cmocka_unit_test(attempts_are_exact),
#endif
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
