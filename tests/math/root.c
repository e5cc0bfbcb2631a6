/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* engine/lanes/cuda/root.h against the square root and the division of the processor: every float of [1, 4), whichever of
 * the five floats nearest to 1/sqrt(x) or 1/x a GPU's approximation is. Its error, 2^-22.9 relatively, is below 2.15 ulp,
 * and the float nearest to the inverse is within 1/2 ulp: so it is at most 2 floats away. Also some x of every allowed
 * exponent. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#define RR_FN static inline
typedef float rr_real;
RR_FN rr_real rr_splat(float s) { return s; }
RR_FN rr_real rr_fma(rr_real a, rr_real b, rr_real c) { return fmaf(a, b, c); }
RR_FN rr_real rr_fma_from(rr_real a, rr_real b, rr_real c) { return fmaf(-a, b, c); }
#include "engine/lanes/cuda/root.h"

static float float_of(uint32_t bits)
{
    float f;
    memcpy(&f, &bits, sizeof f);
    return f;
}

static uint32_t bits_of(float f)
{
    uint32_t bits;
    memcpy(&bits, &f, sizeof bits);
    return bits;
}

/* The number of the five approximations that do not lead to the rounded root. */
static unsigned wrong(float x)
{
    const uint32_t nearest = bits_of((float)(1 / sqrt((double)x)));
    const float root = sqrtf(x);
    unsigned n = 0;
    for (uint32_t off = 0; off < 5; ++off) n += bits_of(rr_root_from(x, float_of(nearest - 2 + off))) != bits_of(root);
    return n;
}

/* The same for a third over x, with the five floats nearest to 1/x. */
static unsigned wrong_third(float x)
{
    const uint32_t nearest = bits_of((float)(1 / (double)x));
    const float quotient = RR_THIRD / x;
    unsigned n = 0;
    for (uint32_t off = 0; off < 5; ++off) n += bits_of(rr_third_from(x, float_of(nearest - 2 + off))) != bits_of(quotient);
    return n;
}

static void every_float(void **state)
{
    unsigned n = 0;
    (void)state;
    for (uint32_t b = bits_of(1); b < bits_of(4); ++b) n += wrong(float_of(b));
    for (uint32_t b = bits_of(1); b < bits_of(2); ++b) n += wrong_third(float_of(b));
    assert_int_equal(n, 0);
}

/* From 2^-101 on: 26 << 23 are its bits. Steps of a prime number reach all kinds of fractions. */
static void every_exponent(void **state)
{
    unsigned n = 0;
    (void)state;
    for (uint32_t b = 26u << 23; b < bits_of(INFINITY); b += 1021) n += wrong(float_of(b));
    assert_int_equal(n, 0);
    assert_int_equal(wrong(float_of(bits_of(INFINITY) - 1)), 0);
    for (uint32_t b = bits_of(0x1p-70f); b <= bits_of(0x1p70f); b += 1021) n += wrong_third(float_of(b));
    assert_int_equal(n, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_float), cmocka_unit_test(every_exponent)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
