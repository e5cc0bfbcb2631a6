/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Distributions derived from the normal, and the skew normal, at their ends, which no stream reaches: the lane text fed with
 * chosen numbers and words, against long double. Built as normals_f32 and normals_f64. */
#include "tests/law/lanes.h"
#include "laws/normal/half_normal.h"
#include "laws/normal/lognormal.h"
#include "laws/normal/normal.h"
#include "laws/skew_normal/skew_normal.h"

#if RR_DTYPE == 32
#define LOG_MAX 88.7228391L      /* of the largest number, the smallest normal number and half the smallest number */
#define LOG_NORMAL -87.3365447L
#define LOG_NOTHING -103.972078L
#define QUANTUM 0x1p-149L
#else
#define LOG_MAX 709.782712893384L
#define LOG_NORMAL -708.396418532264L
#define LOG_NOTHING -745.133219101941L
#define QUANTUM 0x1p-1074L
#endif

static rr_tile one_slot(const rr_scalar *p)
{
    rr_tile t;
    memset(&t, 0, sizeof t);
    t.n = 1;
    for (int k = 0; k < RR_TILE_PARAMS; ++k) t.param[k] = p + k;
    return t;
}

/* mu + sigma z as a sum of two long doubles, of which the first is rounded: exact for f32, 2^-117 or so for f64. */
static long double exponent(rr_scalar mu, rr_scalar sigma, rr_scalar z, long double *rest)
{
    const long double p = (long double)sigma * z, lost = fmal(sigma, z, -p), x = p + mu, back = x - p;
    *rest = ((p - (x - back)) + (mu - back)) + lost;
    return x;
}

/* exp of the exact mu + sigma z, to 2 ulp, also where they cancel, and 0 or infinite where the dtype has to be. */
static void lognormal_is_right(void **state)
{
    long double worst = 0;
    (void)state;
    need_long_double();
    for (int i = 0; i < 1000000; ++i) {
        const uint64_t kind = bits64();
        const rr_scalar z = (rr_scalar)(kind & 1 ? 20 * unit() - 10 : pow(10, -9 * unit()));
        const rr_scalar sigma = (rr_scalar)pow(10, (kind & 2 ? 10 : 2) * (unit() - 0.5));
        const double centre = kind & 4 ? 2 * unit() * (double)LOG_MAX - (double)LOG_MAX : 4 * unit() - 2;
        const rr_scalar mu = (rr_scalar)(kind & 8 ? centre - (double)sigma * z : kind & 16 ? centre : 0);
        const rr_scalar p[RR_TILE_PARAMS] = {mu, sigma, 1, 1};
        const rr_tile t = one_slot(p);
        const rr_scalar v = rr_lognormal_finish(&t, 0, z, 0);
        long double rest;
        const long double x = exponent(mu, sigma, z, &rest);
        if (x > LOG_MAX + 1e-3L) assert_true(isinf(v));
        else if (x < LOG_NOTHING - 1e-3L) assert_true(v == 0);
        else if (x < LOG_NORMAL) assert_true(fabsl(v - expl(x) * (1 + rest)) <= 0.51L * QUANTUM + 5 * EPS * expl(x));
        else if (x < LOG_MAX - 1e-3L) {
            const long double off = fabsl((v / expl(x) - 1) - rest) / EPS;
            if (!(off <= 4))
                fail_msg("exp(%a + %a * %a): %a, %.3Lg half ulps off", (double)mu, (double)sigma, (double)z, (double)v, off);
            if (off > worst) worst = off;
        }
    }
    printf("# %s: lognormal: the worst error is %.2Lf half ulps\n", NAME, worst);
}

/* The largest and the smallest parameters give no NaN. */
static void lognormal_ends(void **state)
{
    const double max = RR_DTYPE == 32 ? 3.4028234663852886e38 : 1.7976931348623157e308, min = (double)QUANTUM;
    const double mus[] = {-max, -max / 2, -1, 0, 1, max / 2, max}, sigmas[] = {min, 1, max / 2, max};
    const double zs[] = {-9.4, -1, -1e-9, 1e-9, 1, 9.4};
    (void)state;
    for (int i = 0; i < 7 * 4 * 6; ++i) {
        const rr_scalar p[RR_TILE_PARAMS] = {(rr_scalar)mus[i % 7], (rr_scalar)sigmas[i / 7 % 4], 1, 1};
        const rr_scalar z = (rr_scalar)zs[i / 28];
        const rr_tile t = one_slot(p);
        const rr_scalar v = rr_lognormal_finish(&t, 0, z, 0);
        const long double x = (long double)p[1] * z + p[0];
        assert_true(x > 1e4L ? isinf(v) : x < -1e4L ? v == 0 : v > 0 && !isinf(v));
    }
}

static void half_normal_is_the_size(void **state)
{
    (void)state;
    for (int i = 0; i < 10000; ++i) {
        const rr_scalar p[RR_TILE_PARAMS] = {(rr_scalar)pow(10, 60 * unit() - 30), 1, 1, 1};
        const rr_scalar z = (rr_scalar)(18 * unit() - 9);
        const rr_scalar centred[RR_TILE_PARAMS] = {0, p[0], 1, 1};
        const rr_tile t = one_slot(p), u = one_slot(centred);
        assert_true(rr_half_normal_finish(&t, 0, z, 0) == rr_abs(rr_normal_finish(&u, 0, z, 0)));
    }
}

/* (alpha |z0| + z1) / sqrt(1 + alpha^2) of the pair's own numbers, to 5 half ulps of its two terms, alpha up to infinity; at
 * infinity the half normal, at 0 z1, and the mirror of -alpha with z1's sign changed. */
static void skew_normal_is_right(void **state)
{
    long double worst = 0;
    (void)state;
    need_long_double();
    for (int i = 0; i < 500000; ++i) {
        const uint64_t w = bits64(), v = bits64();
        const int zeros = i % 33;
#if RR_DTYPE == 32
        const rr_unit u = rr_unit_full((uint32_t)(w >> 32 >> zeros), (uint32_t)w);
        const rr_turn a = rr_turn_words((uint32_t)v);
#else
        const rr_unit u = rr_unit_full((uint32_t)(w >> 32 >> zeros), (uint32_t)w, (uint32_t)(w * 5), (uint32_t)(w * 7));
        const rr_turn a = rr_turn_words((uint32_t)(v >> 32), (uint32_t)v);
#endif
        const rr_pair z = rr_pair_of(u, a);
        const double size = i % 8 == 0 ? pow(10, 76 * unit() - 38) : pow(10, 8 * unit() - 4);
        const rr_scalar alpha = (rr_scalar)(i % 16 == 15 ? INFINITY : i % 16 == 14 ? 0 : i & 1 ? size : -size);
        const rr_scalar x = rr_skew_normal_of(u, a, alpha).value;
        const rr_scalar mirror = rr_skew_normal_of(u, (rr_turn){-a.sin, a.cos}, -alpha).value;
        assert_true(x == -mirror);
        if (isinf(alpha)) assert_true(x == rr_abs(z.z0));
        else if (alpha == 0) assert_true(x == z.z1);
        else {
            const long double root = hypotl(1, alpha), one = alpha / root * fabsl(z.z0), two = z.z1 / root;
            const long double off = fabsl(x - (one + two)) / EPS / (fabsl(one) + fabsl(two));
            if (!(off <= 5)) fail_msg("alpha %a: %a, not %.10Lg: %.3Lg half ulps", (double)alpha, (double)x, one + two, off);
            if (off > worst) worst = off;
        }
    }
    printf("# %s: skew-normal: the worst error is %.2Lf half ulps of its terms\n", NAME, worst);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(lognormal_is_right), cmocka_unit_test(lognormal_ends),
                                       cmocka_unit_test(half_normal_is_the_size), cmocka_unit_test(skew_normal_is_right)};
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("views of the normal " NAME, tests, NULL, NULL);
}
