/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The operands of the self-test of OpenCL devices are as hard as targets/opencl/hard_case.h requires: each kind is checked
 * in exact arithmetic, with 128-bit integers or long double. */
#include "tests/support/support.h"

#include <math.h>

#include "targets/opencl/hard_case.h"

enum { CASES = 65536 };

static double value(uint64_t b, int wide)
{
    const union { uint32_t b; float x; } narrow = {(uint32_t)b};
    const union { uint64_t b; double x; } full = {b};
    return wide ? full.x : (double)narrow.x;
}

/* Digits of a fraction. */
static int digits_of(int wide)
{
    return wide ? 52 : 23;
}

/* How far |x| is from the nearest multiple of half a unit in its last place that is odd (odd = 1) or even, in units. */
static long double off(long double x, int wide, int odd)
{
    int e;
    const long double m = frexpl(fabsl(x), &e), halves = ldexpl(m, digits_of(wide) + 2);   /* in [2^(d+1), 2^(d+2)) */
    const long double nearest = odd ? 2 * floorl(halves / 2) + 1 : 2 * roundl(halves / 2);
    return fabsl(halves - nearest) / 2;
}

static double each_of(unsigned kind, int wide, int (*good)(const uint64_t c[3], int wide))
{
    uint64_t state = 2026, c[3];
    unsigned n = 0, hits = 0;
    for (unsigned i = 0; i < CASES; ++i) {
        rr_hard_case(i, wide, &state, c);
        if (!wide) assert_true(c[0] <= UINT32_MAX && c[1] <= UINT32_MAX && c[2] <= UINT32_MAX);
        if (i % 8 != kind) continue;
        ++n;
        hits += good(c, wide) != 0;
    }
    assert_int_equal(n, CASES / 8);
    return hits / (double)n;
}

/* In f32 the quotient is 2^-20 of a unit from a half, as near as 24 bits over 24 can be; in f64 from a number. */
static int hard_quotient(const uint64_t c[3], int wide)
{
    const long double q = (long double)value(c[0], wide) / value(c[1], wide);
    return isfinite(q) && off(q, wide, !wide) < (wide ? 1.01L : 0.51L);
}

static int hard_root(const uint64_t c[3], int wide)
{
    const long double x = value(c[0], wide), r = sqrtl(x);
    return x >= 1 && x < 4 && off(r, wide, !wide) < (x < 2 ? 0.26L : 0.36L);
}

/* The second operand is half a unit in the last place of the first, or one unit of its own last place more. e is the
 * exponent of the first. */
static int hard_sum(const uint64_t c[3], int wide)
{
    int e;
    const double x = value(c[0], wide), y = value(c[1], wide);
    frexp(x, &e);
    const double half = ldexp(1, e - 1 - digits_of(wide) - 1), more = fabs(y) / half - 1;
    return more == 0 || more == ldexp(1, -digits_of(wide));
}

static int sum_on_half(const uint64_t c[3], int wide)
{
    int e;
    frexp(value(c[0], wide), &e);
    return fabs(value(c[1], wide)) == ldexp(1, e - 1 - digits_of(wide) - 1);
}

/* |a b| is 2^-(d+1) (1 - (j u)^2) with u the last place of 1, and c in [1, 2). */
static int hard_fma(const uint64_t c[3], int wide)
{
    const int d = digits_of(wide);
    const long double p = fabsl((long double)value(c[0], wide) * value(c[1], wide)),
                      z = fabsl((long double)value(c[2], wide));
    const long double off_half = 1 - ldexpl(p, d + 1), max = wide ? 0x1p-80L : 0x1p-29L;
    return z >= 1 && z < 2 && off_half >= 0 && off_half <= max;
}

/* c is minus the rounded product. */
static int residue(const uint64_t c[3], int wide)
{
    const double x = value(c[0], wide), y = value(c[1], wide), z = value(c[2], wide);
    return z == (wide ? -(x * y) : (double)-((float)x * (float)y)) && fabs(x * y) >= 1 && fabs(x * y) < 4;
}

static int makes_denormal(const uint64_t c[3], int wide)
{
    const double x = value(c[0], wide), min = wide ? 0x1p-1022 : 0x1p-126, z = value(c[2], wide);
    return fabs(x) < ldexp(min, 32) && fabs(z) < min && fabs(value(c[1], wide)) >= 0x1p-16 &&
           fabs(value(c[1], wide)) < 0x1p16;
}

static int ends_in_half(const uint64_t c[3], int wide)
{
    (void)wide;
    return (c[2] & 0xff) == 0x80;
}

static void kinds(void **state)
{
    (void)state;
    for (int wide = 0; wide < 2; ++wide) {
        assert_true(each_of(1, wide, makes_denormal) == 1);
        assert_true(each_of(2, wide, hard_quotient) > 0.99);
        assert_true(each_of(3, wide, hard_root) > 0.99);
        assert_true(each_of(4, wide, hard_sum) == 1);
        assert_true(fabs(each_of(4, wide, sum_on_half) - 0.5) < 0.05);
        assert_true(each_of(5, wide, ends_in_half) == 1);
        assert_true(each_of(6, wide, hard_fma) == 1);
        assert_true(each_of(7, wide, residue) == 1);
    }
}

/* Zero, the ends of the denormals, one and its neighbours, the largest number, infinity and others: with either sign, for
 * both operands. */
static void ends(void **state)
{
    static const double min[2] = {0x1p-149, 0x1p-1074}, normal[2] = {0x1p-126, 0x1p-1022};
    static const double max[2] = {0x1.fffffep127, 0x1.fffffffffffffp1023}, ulp[2] = {0x1p-23, 0x1p-52};
    (void)state;
    for (int wide = 0; wide < 2; ++wide) {
        const double want[] = {0, min[wide], 2 * min[wide], normal[wide] - min[wide], normal[wide],
                               normal[wide] + min[wide], 1, 1 + ulp[wide], 1 - ulp[wide] / 2, 4 - 2 * ulp[wide],
                               max[wide],
                               INFINITY, wide ? 0x1p1023 : 0x1p127, 2 * normal[wide] - min[wide], 1.5};
        unsigned seen[2][2][sizeof want / sizeof *want] = {0};
        uint64_t from = 2026, c[3];
        for (unsigned i = 0; i < CASES; ++i) {
            rr_hard_case(i, wide, &from, c);
            for (unsigned k = 0; k < 2 && i % 8 == 5; ++k)
                for (size_t w = 0; w < sizeof want / sizeof *want; ++w) {
                    const double x = value(c[k], wide);
                    seen[k][signbit(x) != 0][w] += fabs(x) == want[w];
                }
        }
        for (size_t w = 0; w < sizeof want / sizeof *want; ++w)
            for (int k = 0; k < 4; ++k)
                if (!seen[k & 1][k >> 1][w])
                    fail_msg("f%d: %a is no operand %d", wide ? 64 : 32, k >> 1 ? -want[w] : want[w], k & 1);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(kinds), TEST(ends)};
    return RUN(tests);
}
