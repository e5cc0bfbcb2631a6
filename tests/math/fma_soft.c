/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* engine/lanes/fma_soft.h against MPFR, bit for bit, the sign of zero included: random operands, and operands made so
 * that the sum is close to half way between two results, cancels, is denormal or overflows. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <math.h>
#include <mpfr.h>

#ifndef RR_DTYPE
#define RR_DTYPE 64
#define RR_TARGET_SCALAR 1
#endif
#include "engine/lanes/lane.h"

enum { ROUNDS = 1 << 18 };

static uint64_t STATE = 1;
static uint64_t bits(void)   /* splitmix64 */
{
    uint64_t z = STATE += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}
static int between(int low, int high) { return low + (int)(bits() % (uint64_t)(high - low + 1)); }

/* A type: its bits, the exponents of its smallest denormal and of its overflow. */
struct format {
    int digits, min, top;
};
static const struct format F32 = {24, -149, 128}, F64 = {53, -1074, 1024};

static double exactly(const struct format *f, double a, double b, double c)
{
    mpfr_t x, y, z, r;
    mpfr_set_emin(MPFR_EMIN_DEFAULT);
    mpfr_set_emax(MPFR_EMAX_DEFAULT);
    mpfr_inits2(53, x, y, z, (mpfr_ptr)0);
    mpfr_init2(r, f->digits);
    mpfr_set_d(x, a, MPFR_RNDN);
    mpfr_set_d(y, b, MPFR_RNDN);
    mpfr_set_d(z, c, MPFR_RNDN);
    mpfr_set_emin(f->min + 1);
    mpfr_set_emax(f->top);
    mpfr_subnormalize(r, mpfr_fma(r, x, y, z, MPFR_RNDN), MPFR_RNDN);
    const double v = mpfr_get_d(r, MPFR_RNDN);
    mpfr_clears(x, y, z, r, (mpfr_ptr)0);
    return v;
}

static void check(const struct format *f, double a, double b, double c)
{
    double want, got;
    if (f == &F32) {
        a = (float)a;
        b = (float)b;
        c = (float)c;
    }
    if (a - a != 0 || b - b != 0 || c - c != 0) return;
    want = exactly(f, a, b, c);
    got = f == &F32 ? (double)rr_fma_soft_f32((float)a, (float)b, (float)c) : rr_fma_soft_f64(a, b, c);
    if (memcmp(&want, &got, sizeof got)) {
        print_error("f%d: %a * %a + %a is %a, not %a\n", f == &F32 ? 32 : 64, a, b, c, want, got);
        fail();
    }
}

/* A random number with exponent e and few (1 + fraction bits) or all bits. */
static double with_exponent(const struct format *f, int e)
{
    const int cut = bits() & 1 ? 0 : between(0, f->digits - 1);
    const double m = 1 + (double)(bits() >> (64 - (f->digits - 1)) >> cut << cut) * ldexp(1, 1 - f->digits);
    return ldexp(bits() & 1 ? m : -m, e);
}

static double any(const struct format *f) { return with_exponent(f, between(f->min - 1, f->top - 1)); }

static double neighbour(const struct format *f, double x, int steps)
{
    for (; steps > 0; --steps) x = f == &F32 ? (double)nextafterf((float)x, INFINITY) : nextafter(x, INFINITY);
    for (; steps < 0; ++steps) x = f == &F32 ? (double)nextafterf((float)x, -INFINITY) : nextafter(x, -INFINITY);
    return x;
}

static void sweep(const struct format *f)
{
    for (int i = 0; i < ROUNDS; ++i) {
        const double a = any(f), b = any(f), c = any(f);
        const int e = between(f->min / 2, f->top / 2 - 1), g = between(f->min / 2, f->top / 2 - 1);
        const double p = with_exponent(f, e), q = with_exponent(f, g);
        check(f, a, b, c);
        /* the sum within reach of the product, and far below it and above it */
        check(f, p, q, with_exponent(f, e + g + between(-3 * f->digits, 3 * f->digits)));
        /* cancellation to a few bits */
        check(f, p, q, neighbour(f, -(f == &F32 ? (double)(float)(p * q) : p * q), between(-2, 2)));
        /* the product about half an ulp of c, from both sides: (1 + i u)(1 - j u) 2^k */
        const double u = ldexp(1, 1 - f->digits), x = 1 + between(0, 3) * u, y = 1 - between(0, 3) * u / 2;
        const double s = with_exponent(f, between(-20, 20));
        check(f, bits() & 1 ? x : -x, ldexp(y, ilogb(s) - f->digits + between(-1, 1)), neighbour(f, s, between(-1, 1)));
        /* results among the denormals and at the top */
        const int down = f->min + between(-3, f->digits + 3);
        check(f, with_exponent(f, e), with_exponent(f, down - e), with_exponent(f, f->min + between(0, f->digits)));
        const double big = neighbour(f, ldexp(1, f->top - 1), -between(1, 3));
        const int top = f->top - between(1, f->digits + 3);
        check(f, with_exponent(f, e), with_exponent(f, f->top - 1 - e), with_exponent(f, top));
        check(f, x, bits() & 1 ? big : -big, with_exponent(f, f->top - between(1, 2)));
    }
}

static void f32_is_right(void **state) { (void)state; sweep(&F32); }
static void f64_is_right(void **state) { (void)state; sweep(&F64); }

/* The case that this file exists for: rounding to double and then to float is not enough. */
static void double_rounding_is_caught(void **state)
{
    const volatile float a = 0x1.000002p-12f, b = 0x1.fffffcp-13f, c = 0x1.000002p0f;
    const volatile double sum = (double)a * b + c;
    (void)state;
    assert_true((float)sum == 0x1.000004p0f);
    assert_true(rr_fma_soft_f32(a, b, c) == 0x1.000002p0f);
    assert_true(rr_fma_soft_f32(-a, b, -c) == -0x1.000002p0f);
}

static void zeros_and_infinities(void **state)
{
    const volatile double inf = INFINITY, zero = 0;
    (void)state;
    for (int i = 0; i < 27; ++i) {
        const double v[3] = {0, -0., 1.5}, a = v[i % 3], b = v[i / 3 % 3], c = v[i / 9];
        check(&F32, a, b, c);
        check(&F64, a, b, c);
        check(&F32, a, b, -c);
        check(&F64, a, b, -c);
        check(&F32, ldexp(1, -149), ldexp(-1, -149), c);
        check(&F64, ldexp(1, -1074), ldexp(-1, -1074), c);
    }
    assert_true(rr_fma_soft_f64(inf, -1, 5) == -inf && rr_fma_soft_f32((float)inf, -1, 5) == -(float)inf);
    /* the product of finite factors does not overflow to meet the infinity */
    assert_true(rr_fma_soft_f64(1e300, 1e300, -inf) == -inf);
    assert_true(rr_fma_soft_f32(1e30f, 1e30f, -(float)inf) == -(float)inf);
    assert_true(isnan(rr_fma_soft_f64(inf, zero, 1)) && isnan(rr_fma_soft_f32((float)inf, 0, 1)));
    assert_true(isnan(rr_fma_soft_f64(inf, 1, -inf)) && isnan(rr_fma_soft_f32((float)inf, 1, -(float)inf)));
    assert_true(isnan(rr_fma_soft_f64(1, 1, NAN)) && isnan(rr_fma_soft_f32(NAN, 1, 1)));
    assert_true(rr_fma_soft_f64(1e300, 1e300, -1e300) == inf);
    assert_true(rr_fma_soft_f64(0x1p1023, 2, -0x1p1023) == 0x1p1023);   /* the product alone overflows */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(double_rounding_is_caught),
        cmocka_unit_test(zeros_and_infinities),
        cmocka_unit_test(f32_is_right),
        cmocka_unit_test(f64_is_right),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
