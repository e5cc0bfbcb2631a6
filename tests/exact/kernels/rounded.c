/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* engine/lanes/opencl/rounded.h: division and square root made from approximations that are up to 4 ulp off have the bits of
 * the host's own, including denormals, overflow and operands whose quotient is next to a half. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#define RR_TARGET_SCALAR
#define RR_DTYPE 32
#include "engine/lanes/lane.h"

/* The error of the approximations, in ulp. */
static int off_by[2];
static unsigned calls;

static float nudged(float x)
{
    const int off = off_by[calls++ & 1u];
    return rr_asreal(rr_asbits(x) + (rr_bits)off);
}

#define RR_QUOTIENT(a, b) nudged((a) / (b))
#define RR_ROOT(x) nudged(sqrtf(x))
#include "engine/lanes/opencl/rounded.h"

static int same(float a, float b) { return (a != a && b != b) || rr_asbits(a) == rr_asbits(b); }

static void check(rr_bits a, rr_bits b)
{
    const float x = rr_asreal(a), y = rr_asreal(b);
    for (off_by[0] = -4; off_by[0] <= 4; off_by[0] += 2)
        for (off_by[1] = -4; off_by[1] <= 4; off_by[1] += 4) {
            calls = 0;
            if (!same(rr_rounded_divide(x, y), x / y))
                fail_msg("%a / %a, off by %d and %d", (double)x, (double)y, off_by[0], off_by[1]);
            calls = 0;
            if (!same(rr_rounded_sqrt(x), sqrtf(x))) fail_msg("sqrt %a, off by %d and %d", (double)x, off_by[0], off_by[1]);
        }
}

static uint32_t next(void)
{
    static uint64_t state = 1;
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(state >> 32);
}

static void any_operands(void **state)
{
    (void)state;
    for (int k = 0; k < 400000; ++k) check(next(), next());
}

/* The ends of all ranges with each other. */
static void edges(void **state)
{
    static const rr_bits at[] = {0,          1,          2,          3,          0x007fffff, 0x00800000,
                                 0x00800001, 0x00ffffff, 0x01000000, 0x3f7fffff, 0x3f800000, 0x3f800001,
                                 0x3fffffff, 0x40000000, 0x40000001, 0x407fffff, 0x7e800000, 0x7effffff,
                                 0x7f000000, 0x7f7fffff, 0x7f800000, 0x7fc00000};
    const unsigned n = sizeof at / sizeof *at;
    (void)state;
    for (unsigned i = 0; i < 4 * n * n; ++i)
        check(at[i % n] | (i / (n * n) & 1u) << 31, at[i / n % n] | (i / (n * n) >> 1) << 31);
}

/* Quotients and roots next to a half of the last place: x = q y and x = s^2 with q, s of 25 bits, rounded. */
static void halves(void **state)
{
    (void)state;
    for (int k = 0; k < 400000; ++k) {
        const double half = 1 + (2. * (next() >> 9) + 1) * 0x1p-24;
        const float y = rr_asreal((next() & 0x807fffffu) | (1u + next() % 253u) << 23);
        const double scale = k & 1 ? 1 : 0x1p-130;   /* quotients that are denormal */
        check(rr_asbits((float)(half * y * scale)), rr_asbits(y));
        check(rr_asbits((float)(half * half * (k & 2 ? 1 : 2))), rr_asbits(y));
    }
}

/* Denormal quotients on a half of their fewer bits, or as near as can be. */
static void denormal_halves(void **state)
{
    (void)state;
    for (int k = 0; k < 400000; ++k) {
        const uint32_t cut = 1 + next() % 23, kept = next() >> (9 + cut);
        const double half = ldexp(2. * kept + 1, -150), up = 1u << (next() % 100);
        const float y = rr_asreal((next() & 0x007fffffu) | 0x3f800000u);
        check(rr_asbits((float)(half * 0x1p60 * up)), rr_asbits((float)(0x1p60 * up)));
        check(rr_asbits((float)(half * 0x1p60 * y)), rr_asbits((float)(0x1p60 * y)));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(any_operands), cmocka_unit_test(edges), cmocka_unit_test(halves),
                                       cmocka_unit_test(denormal_halves)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
