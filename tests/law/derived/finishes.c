/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Distributions derived from the gamma, Student's t and the product of uniforms at their ends, which no stream reaches: the
 * lane text fed with chosen numbers and words, against long double. Built as finishes_f32 and finishes_f64. */
#include "tests/law/lanes.h"
#include "laws/gamma/gamma_erlang.h"
#include "laws/student_t/student_t.h"

#if RR_DTYPE == 32
#define MIN 0x1p-149L
#define NORMAL 0x1p-126L
#define MAX 0x1.fffffep127L
#define TINY_SHAPE 1e-30
#define TOP_E 45.054567L
#else
#define MIN 0x1p-1074L
#define NORMAL 0x1p-1022L
#define MAX 0x1.fffffffffffffp1023L
#define TINY_SHAPE 1e-300
#define TOP_E 89.415986L
#endif

static rr_tile one_slot(const rr_scalar *p)
{
    rr_tile t;
    memset(&t, 0, sizeof t);
    t.n = 1;
    for (int k = 0; k < RR_TILE_PARAMS; ++k) t.param[k] = p + k;
    for (int k = 0; k < 2 * RR_PHILOX_ROUNDS; ++k) t.key.round[k] = (rr_uint32)bits64();
    return t;
}

/* v is exact = e^log_exact within `half` half ulps; 0, denormal or infinite exactly where the dtype has to be. */
static long double off(rr_scalar v, long double log_exact, long double half)
{
    const long double margin = half * EPS;
    assert_true(v >= 0);   /* no NaN */
    if (log_exact > logl(MAX) + 2 * margin + EPS) assert_true(isinf(v));
    else if (log_exact < logl(MIN / 2) - 2 * margin) assert_true(v == 0);
    else if (log_exact < logl(NORMAL)) assert_true(fabsl(v - expl(log_exact)) <= MIN * 0.5001L + expl(log_exact) * margin);
    else if (!isinf(v)) {
        const long double error = fabsl(v / expl(log_exact) - 1);
        if (error > margin) fail_msg("%.9Lg half ulps off at log %.9Lg; %.9Lg allowed", error / EPS, log_exact, half);
        return error / EPS / half;
    } else assert_true(log_exact > logl(MAX) - 2 * margin);
    return 0;
}

#include "laws/gamma/derived_test.h"

/* A uniform with any number of leading zeros, or near 1. */
static rr_unit any_unit(int i)
{
    const uint64_t w = bits64(), l = bits64();
    const int zeros = i % 97 < 64 ? i % 97 : 64;
    const uint64_t x = i % 5 == 4 ? ~(w >> zeros % 64) : zeros < 64 ? w >> zeros : 0;
#if RR_DTYPE == 32
    return rr_unit_full((uint32_t)(x >> 32), (uint32_t)(x ? x : l));
#else
    return rr_unit_full((uint32_t)(x >> 32), (uint32_t)x, (uint32_t)(l >> 32), (uint32_t)l);
#endif
}

static rr_turn any_angle(void)
{
    const uint64_t v = bits64();
#if RR_DTYPE == 32
    return rr_turn_words((uint32_t)v);
#else
    return rr_turn_words((uint32_t)(v >> 32), (uint32_t)v);
#endif
}

static long double exact_e(rr_unit u) { return u.upper ? -log1pl(u.t) : -logl(u.u); }

/* The scale of T at every df, including the smallest and the largest numbers; where df < 1, with scales that bring T
 * back. */
static void student_is_right(void **state)
{
    long double worst = 0;
    need_long_double();
    (void)state;
    for (int i = 0; i < 500000; ++i) {
        static const double some[] = {1e-3, 0.03, 0.7, 1, 4, 1e6, 1e30};
        const rr_scalar df = i % 16 == 15 ? (rr_scalar)MAX : i % 16 == 14 ? (rr_scalar)MIN
                             : i % 16 == 13 ? (rr_scalar)(1 / TINY_SHAPE) : i % 2 ? (rr_scalar)some[i / 2 % 7]
                             : (rr_scalar)pow(10, 10 * unit() - 4);
        const rr_unit u = any_unit(i);
        const rr_turn a = any_angle();
        const rr_scalar scale = (rr_scalar)(df < 1 && i % 3 ? pow(10, (RR_DTYPE == 32 ? 37 : 307) * (2 * unit() - 1)) : 1);
        const rr_scalar p[RR_TILE_PARAMS] = {df, 0, scale};
        const rr_tile t = one_slot(p);
        const rr_try v = rr_student_t_of(u, a, df);
        const rr_scalar got = rr_student_t_finish(&t, 0, v.value, 0);
        const long double e = exact_e(u), x = 2 * e / df;
        /* log of sqrt(df expm1(x)): from x = 60 on, expm1 is e^x to the last digit */
        const long double log_r = x > 60 ? (logl(df) + fminl(x, 1e7L)) / 2 : logl(df * expm1l(x)) / 2;
        assert_true(v.accept && v.value != 0 && (v.value > 0) == (a.cos > 0));
        const long double log_t = log_r + logl(fabsl(a.cos)) + logl(scale);
        if (df < 1 && log_t < logl(NORMAL)) {   /* each of four products is rounded */
            assert_true(fabsl(rr_abs(got) - expl(log_t)) <= 2.5L * MIN + expl(log_t) * (20 + 4 * x) * EPS);
            continue;
        }
        const long double o = off(rr_abs(got), log_t, (df < 1 ? 20 : 10) + 4 * x);
        if (o > worst) worst = o;
    }
    printf("# %s: student-t: the worst error is %.2Lf of its bound\n", NAME, worst);
    assert_true(worst > 0.1L);
}

/* A df so large that it has no effect after rounding gives Box-Muller's normal, bit for bit. */
static void student_is_normal_in_the_limit(void **state)
{
    (void)state;
    for (int i = 0; i < 200000; ++i) {
        const rr_unit u = any_unit(i);
        const rr_turn a = any_angle();
        assert_true(rr_student_t_of(u, a, (rr_scalar)MAX).value == rr_pair_of(u, a).z0);
    }
}

/* The distribution far out, without sampling: P(|T| > t) is the mean over the angle of the largest u whose T is beyond t,
 * found by bisection (trapezoids are exact here: an even df makes a smooth periodic function). Against the closed forms of
 * df = 2 and 4, with s = t / sqrt(t^2 + df): 1 - s and (1 - s)^2 (2 + s) / 2. */
static void student_far_out(void **state)
{
    need_long_double();
    (void)state;
    for (int df = 2; df <= 4; df += 2)
        for (long double t = 10; t < 3e4L; t *= 10) {
            long double sum = 0;
            const int steps = 64;
            for (int k = 0; k < steps; ++k) {
                const rr_turn a = {.cos = (rr_scalar)cosl((k + 0.5L) / steps * 1.57079632679489661923L)};
                rr_scalar lo = RR_DTYPE == 32 ? 0x1p-64 : 0x1p-120, hi = 0.7f;
                for (int i = 0; i < 200; ++i) {
                    const rr_scalar mid = rr_sqrt(lo * hi);
                    const rr_unit u = {.u = mid, .raw = mid, .upper = rr_mfrom(0), .open = rr_mfrom(0)};
                    if (rr_student_t_of(u, a, (rr_scalar)df).value > (rr_scalar)t) lo = mid;
                    else hi = mid;
                }
                sum += lo;
            }
            const long double root = sqrtl(t * t + df), rest = df / (root * (root + t));
            const long double exact = df == 2 ? rest : rest * rest * (3 - rest) / 2;
            if (fabsl(sum / steps / exact - 1) > 100 * EPS)
                fail_msg("df %d t %Lg: %.12Lg, not %.12Lg", df, t, sum / steps, exact);
        }
}

/* ---- gamma:erlang ---------------------------------------------------------------------------------------------------- */

static rr_block block_of(uint32_t a, uint32_t b, uint32_t c, uint32_t d) { return (rr_block){{a, b, c, d}}; }

/* -log of uniform k of a block, and whether it is one that takes LOW words. */
static long double exact_term(const rr_block *b, const rr_block *low, int k)
{
    if (rr_erlang_top(b, k) < RR_ERLANG_LOW) return exact_e(rr_erlang_unit_full(b, low, k));
#if RR_DTYPE == 32
    const long double left = ((long double)(0xffffffffu - b->w[k]) + 0.5L) * 0x1p-32L;
#else
    const uint64_t w = (uint64_t)b->w[2 * k] << 32 | b->w[2 * k + 1];
    const long double left = ((long double)(UINT64_MAX - w) + 0.5L) * 0x1p-64L;
#endif
    return -log1pl(-left);
}

/* The statement at the head of gamma_erlang.h. */
static long double erlang_bound(long double exact, int n)
{
    return exact < 0.34657L ? (3 * n + 3) * EPS * exact : 2 * n * EPS + 2.5L * EPS * exact;
}

/* Blocks of chosen words: any number of leading zeros or ones, so that every path and every underflow is met. */
static void erlang_of_chosen_words(void **state)
{
    long double worst = 0;
    need_long_double();
    (void)state;
    for (int i = 0; i < 300000; ++i) {
        const rr_scalar p[RR_TILE_PARAMS] = {1, 1, 1, 1};
        const rr_tile t = one_slot(p);
        const rr_index index = {(uint32_t)bits64(), (uint32_t)bits64()};
        const int n = 1 + i % (3 * RR_ERLANG_BLOCK);
        rr_erlang x = rr_erlang_one();
        long double exact = 0;
        for (int at = 0; at < n; at += RR_ERLANG_BLOCK) {
            rr_block b;
            for (int k = 0; k < 4; ++k) {
                const uint32_t w = (uint32_t)bits64();
                const int shift = (int)(bits64() % 33), kind = i / 7 % 4;
                const uint32_t small = shift < 32 ? w >> shift : 0;
                b.w[k] = kind == 0 ? w : kind == 1 ? small : kind == 2 ? ~small : k % 2 ? w : (w & 1) - 1;
            }
            const uint32_t turn = (uint32_t)(at / RR_ERLANG_BLOCK) << 8;
            const rr_block low = rr_draw(&t.key, index.lo, index.hi, turn, RR_PURPOSE_LOW);
            rr_erlang_block(&t, index, turn, (rr_scalar)(n - at), &b, &x);
            for (int k = 0; k < RR_ERLANG_BLOCK && at + k < n; ++k) exact += exact_term(&b, &low, k);
        }
        const long double error = fabsl(rr_erlang_value(x) - exact) / erlang_bound(exact, n);
        if (!(error <= 1))
            fail_msg("n %d: %.9g, not %.20Lg: %.3Lg of the bound", n, (double)rr_erlang_value(x), exact, error);
        if (error > worst) worst = error;
    }
    printf("# %s: gamma:erlang, chosen words: the worst error is %.2Lf of its bound\n", NAME, worst);
}

/* The ends: the exponential's at shape 1, n times that at shape n; and all words 0, where four uniforms underflow. */
static void erlang_at_the_ends(void **state)
{
    (void)state;
    for (int n = 1; n <= 4; ++n) {
        const rr_scalar p[RR_TILE_PARAMS] = {(rr_scalar)n, 1, 1, 1};
        const rr_tile t = one_slot(p);
        const rr_index i = {5, 0};
        const rr_block ones = block_of(~0u, ~0u, ~0u, ~0u), zeros = block_of(0, 0, 0, 0);
        rr_erlang x = rr_erlang_one(), y = rr_erlang_one();
        for (int at = 0; at < n; at += RR_ERLANG_BLOCK) {
            rr_erlang_block(&t, i, 0, (rr_scalar)(n - at), &ones, &x);
            rr_erlang_block(&t, i, 0, (rr_scalar)(n - at), &zeros, &y);
        }
        assert_true(rr_erlang_value(x) == (rr_scalar)n * (RR_DTYPE == 32 ? 0x1p-33 : 0x1p-65));
        assert_true(rr_erlang_value(y) > n * (RR_DTYPE == 32 ? 22.1 : 44.3));
        assert_true(rr_erlang_value(y) < n * 0.6931472 * (RR_DTYPE == 32 ? 65 : 129));
    }
}

/* Whole samples from the blocks that the contract names, up to the largest shape. */
static void erlang_of_whole_shapes(void **state)
{
    static const int shapes[] = {1, 2, 3, 4, 5, 8, 9, 17, 100, 1000, 4095, 4096};
    need_long_double();
    (void)state;
    for (int s = 0; s < 12; ++s) {
        long double worst = 0;
        for (int i = 0; i < 200000 / (shapes[s] + 20); ++i) {
            const rr_scalar p[RR_TILE_PARAMS] = {(rr_scalar)shapes[s], 1, 1, 1};
            rr_tile t = one_slot(p);
            t.base_lo = (uint32_t)bits64();
            t.base_hi = (uint32_t)bits64();
            const rr_try v = rr_gamma_erlang_attempt(&t, 0, 0);
            long double exact = 0;
            for (int k = 0; k < shapes[s]; ++k) {
                const uint32_t turn = (uint32_t)(k / RR_ERLANG_BLOCK) << 8;
                const rr_block b = rr_draw(&t.key, t.base_lo, t.base_hi, turn, RR_PURPOSE_MAIN);
                const rr_block low = rr_draw(&t.key, t.base_lo, t.base_hi, turn, RR_PURPOSE_LOW);
                exact += exact_term(&b, &low, k % RR_ERLANG_BLOCK);
            }
            const long double error = fabsl(v.value - exact) / erlang_bound(exact, shapes[s]);
            assert_true(v.accept && !v.open && error <= 1);
            if (error > worst) worst = error;
        }
        printf("# %s: gamma:erlang, shape %d: the worst error is %.3Lf of its bound\n", NAME, shapes[s], worst);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finishes_are_right), cmocka_unit_test(derived_without_boost), cmocka_unit_test(student_is_right),
        cmocka_unit_test(student_is_normal_in_the_limit), cmocka_unit_test(student_far_out),
        cmocka_unit_test(erlang_of_chosen_words), cmocka_unit_test(erlang_at_the_ends),
        cmocka_unit_test(erlang_of_whole_shapes),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
