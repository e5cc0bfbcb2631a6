/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The conditional distribution far out, where a sample of 1e7 has no values: small words (random below a limit) are fed into
 * the lane text, and values beyond t must have the conditional distribution: the survival function over its value at t is
 * uniform. Normal beyond 4, 5, 6 and 8 standard deviations (Box-Muller, inverse CDF, ziggurat), 4, 5, 6 (polar); exponential
 * beyond 15 and 30; gamma beyond x = 4.9 standard normal (1 - 5e-7), both sides. Included by tail_f32.c and tail_f64.c. */
#include "../law/lanes.h"
#include "laws/normal/normal_icdf.h"
#include "laws/normal/normal_icdf_giles.h"
#include "laws/normal/normal_polar.h"
#include "../law/ziggurat/ziggurats.h"
#undef UNUSED
#include "check.h"

#define N 200000   /* draws of the smaller cases; the others are multiples */
#define CELLS 64

/* A uniform below `limit`, a radius word and its LOW words: 64 random bits, scaled in integers. */
static rr_unit small_unit(long double limit)
{
#if RR_DTYPE == 32
    const uint64_t top = (uint64_t)ldexpl(limit, 64), x = (uint64_t)(((unsigned __int128)bits64() * top) >> 64);
    return rr_unit_full((uint32_t)(x >> 32), (uint32_t)x);
#else
    const uint64_t top = (uint64_t)ldexpl(limit, 64), x = (uint64_t)(((unsigned __int128)bits64() * top) >> 64),
                   l = bits64();
    return rr_unit_full((uint32_t)(x >> 32), (uint32_t)x, (uint32_t)(l >> 32), (uint32_t)l);
#endif
}

static rr_turn any_turn(void)
{
    const uint64_t v = bits64();
#if RR_DTYPE == 32
    return rr_turn_words((uint32_t)(v >> 32));
#else
    return rr_turn_words((uint32_t)(v >> 32), (uint32_t)v);
#endif
}

static void put(uint64_t *count, double q)
{
    const double f = floor(q * CELLS);
    ++count[f < 0 ? 0 : f >= CELLS ? CELLS - 1 : (size_t)f];
}

static void normal_tail(void **state)
{
    int ok = 1;
    char what[96];
    (void)state;
    for (uint64_t seed = 1; seed <= SEEDS; ++seed)
        for (int t = 4; t <= 8; t += t == 6 ? 2 : 1) {
            uint64_t count[CELLS] = {0};
            double n = 0, plus = 0;
            state_of_points = seed;
            const long double limit = expl(-t * t / 2.L);
            for (int i = 0; i < 5 * N; ++i) {
                const rr_pair p = rr_pair_of(small_unit(limit), any_turn());
                const double z[2] = {p.z0, p.z1};
                for (int k = 0; k < 2; ++k)
                    if (fabs(z[k]) > t)
                        put(count, erfc(fabs(z[k]) / sqrt(2)) / erfc(t / sqrt(2))), ++n, plus += z[k] > 0 ? 1 : -1;
            }
            snprintf(what, sizeof what, "normal beyond %d " NAME, t);
            ok &= good(what, flat_test(CELLS, count), n);
            ok &= good_z("signs", plus / sqrt(n), 1 / sqrt(n));
            /* and their number: P(|z| > t) / P(r > t) of 10 N, at most one per pair */
            const double fraction = erfc(t / sqrt(2)) / (double)limit;
            ok &= good_z("how many", (n - 10. * N * fraction) / sqrt(10. * N * fraction * (1 - 2 * fraction)),
                         1 / sqrt(10. * N * fraction));
        }
    assert_true(ok);
}

static void polar_tail(void **state)
{
    int ok = 1;
    char what[96];
    (void)state;
    for (uint64_t seed = 1; seed <= SEEDS; ++seed)
        for (int t = 4; t <= 6; ++t) {
            uint64_t count[CELLS] = {0};
            double n = 0;
            state_of_points = seed;
            const long double side = expl(-t * t / 4.L);   /* |x|, |y| below it, otherwise r < t */
            for (int i = 0; i < 5 * N; ++i) {
                rr_scalar s[2];
                for (int k = 0; k < 2; ++k) {
                    const int64_t limit = (int64_t)ceill(ldexpl(side, 63));
                    const int64_t w = (int64_t)(((unsigned __int128)bits64() * (2 * (uint64_t)limit)) >> 64) - limit;
#if RR_DTYPE == 32
                    s[k] = rr_polar_side((uint32_t)((uint64_t)w >> 32));
#else
                    s[k] = rr_polar_side((uint32_t)((uint64_t)w >> 32), (uint32_t)w);
#endif
                }
                const rr_polar p = rr_polar_point(s[0], s[1]);
                if (!p.inside) continue;
                for (int k = 0; k < 2; ++k) {
                    const double z = s[k] * p.m;
                    if (fabs(z) > t) put(count, erfc(fabs(z) / sqrt(2)) / erfc(t / sqrt(2))), ++n;
                }
            }
            snprintf(what, sizeof what, "normal:polar beyond %d " NAME, t);
            ok &= good(what, flat_test(CELLS, count), n);
        }
    assert_true(ok);
}

/* The bits of a uniform below `limit` and their complements, so that both ends are covered. */
static void small_bits(long double limit, int upper, rr_first_words *d, rr_first_words *low)
{
    const uint64_t top = (uint64_t)ldexpl(limit, 64), flip = upper ? ~(uint64_t)0 : 0;
    const uint64_t x = (uint64_t)(((unsigned __int128)bits64() * top) >> 64) ^ flip;
#if RR_DTYPE == 32
    d->w[0] = (uint32_t)(x >> 32);
    low->w[0] = (uint32_t)x;
#else
    const uint64_t l = bits64();
    d->w[0] = (uint32_t)(x >> 32);
    d->w[1] = (uint32_t)x;
    low->w[0] = (uint32_t)(l >> 32);
    low->w[1] = (uint32_t)l;
#endif
}

/* Giles's single precision polynomial ends at 5.4. */
static void icdf_tail(void **state)
{
    int ok = 1;
    char what[96];
    (void)state;
    for (uint64_t seed = 1; seed <= SEEDS; ++seed)
        for (int giles = 0; giles < 2; ++giles)
            for (int t = 4; t <= (giles && RR_DTYPE == 32 ? 5 : 8); t += t == 6 ? 2 : 1) {
                uint64_t count[CELLS] = {0};
                double wrong = 0;
                state_of_points = seed;
                const long double limit = erfcl(t / sqrtl(2)) / 2;
                for (int i = 0; i < 2 * N; ++i) {
                    rr_first_words d, low;
                    small_bits(limit, i & 1, &d, &low);
                    const rr_try v = giles ? rr_normal_icdf_giles_last(NULL, d, low) : rr_normal_icdf_last(NULL, d, low);
                    wrong += (v.value > 0) != (i & 1) || !v.accept || fabs(v.value) < t * (1 - 1e-6);
                    put(count, erfc(fabs(v.value) / sqrt(2)) / erfc(t / sqrt(2)));
                }
                snprintf(what, sizeof what, "normal:icdf%s beyond %d " NAME, giles ? "-giles" : "", t);
                ok &= good(what, flat_test(CELLS, count), 2. * N) && wrong == 0;
            }
    assert_true(ok);
}

static void exponential_tail(void **state)
{
    int ok = 1;
    char what[96];
    (void)state;
    for (uint64_t seed = 1; seed <= SEEDS; ++seed)
        for (int t = 15; t <= 30; t += 15) {
            uint64_t count[CELLS] = {0};
            state_of_points = seed;
            for (int i = 0; i < 4 * N; ++i) put(count, exp(t - (double)rr_unit_neglog(small_unit(expl(-t)))));
            snprintf(what, sizeof what, "exponential beyond %d " NAME, t);
            ok &= good(what, flat_test(CELLS, count), 4 * N);
        }
    assert_true(ok);
}

/* Words of the base, right of r, whose tail has a small uniform: t is in the tail. There the ratio of hat and density is
 * constant. */
static void ziggurat_tail(void **state)
{
    static const int from[2][4] = {{9, 15, 30, 40}, {4, 5, 6, 8}};
    int ok = 1;
    char what[96];
    (void)state;
    for (uint64_t seed = 1; seed <= SEEDS; ++seed)
        for (int normal = 0; normal < 2; ++normal)
            for (int k = 0; k < 4; ++k) {
                const zig *z = normal ? &zig_normal_ziggurat : &zig_exponential_ziggurat;
                const rr_zig_words w = zig_words(z, 0, ((uint64_t)1 << ZIG_BITS(z)) - 1);
                const double t = from[normal][k], r = z->r;
                const uint64_t limit = (uint64_t)ldexpl(expl(normal ? (r * r - t * t) / 2 : r - t), 64);
                uint64_t count[CELLS] = {0};
                double n = 0;
                state_of_points = 8 * seed + 4 * (uint64_t)normal + (uint64_t)k;
                for (uint32_t i = 0; i < 2 * N; ++i) {
                    const uint64_t u = (uint64_t)(((unsigned __int128)bits64() * limit) >> 64);
                    rr_block side = zig_side();
                    side.w[2] = (uint32_t)(u >> 32);
                    side.w[3] = (uint32_t)u;
                    const rr_try v = zig_full(z, w, &side, i);
                    if (!v.accept || v.value <= t) continue;
                    put(count, normal ? erfc((double)v.value / sqrt(2)) / erfc(t / sqrt(2)) : exp(t - (double)v.value));
                    ++n;
                }
                snprintf(what, sizeof what, "%s beyond %g " NAME, z->name, t);
                ok &= good(what, flat_test(CELLS, count), n);
                /* their number: the distribution's tail over the hat's */
                const double mills = sqrt(3.14159265358979323846 / 2) * erfc(t / sqrt(2)) * exp(t * t / 2);
                const double fraction = normal ? z->tail * mills : (double)z->tail, all = 2 * N * fraction;
                if (normal) ok &= good_z("how many", (n - all) / sqrt(all * (1 - fraction)), 1 / sqrt(all));
            }
    assert_true(ok);
}

/* P(a, x) by its series. */
static double gamma_lower(double a, double x)
{
    double term = 1 / a, sum = term;
    for (double k = a + 1; term > sum * 1e-17; ++k) sum += term *= x / k;
    return exp(a * log(x) - x - lgamma(a)) * sum;
}

static void gamma_tail(void **state)
{
    static const double shapes[] = {1, 2, 2.5, 10, 100};
    int ok = 1;
    char what[96];
    (void)state;
    for (uint64_t seed = 1; seed <= SEEDS; ++seed)
        for (size_t s = 0; s < 5; ++s)
            for (int side = 1; side >= -1; side -= 2) {
                const double a = shapes[s], t = 4.9;
                const rr_gamma_set g = rr_gamma_setup((rr_scalar)a);
                const double d = a - 1. / 3, y = side * t / (3 * sqrt(d)), from = d * (1 + y) * (1 + y) * (1 + y);
                if (y < -0.9) continue;
                uint64_t count[CELLS] = {0};
                double n = 0;
                state_of_points = seed;
                const double total = side > 0 ? gamma_upper(a, from) : gamma_lower(a, from);
                for (int i = 0; i < 2 * N; ++i) {
                    const rr_pair p = rr_pair_of(small_unit(expl(-t * t / 2)), any_turn());
                    const rr_scalar z[2] = {p.z0, p.z1};
                    for (int k = 0; k < 2; ++k) {
                        if (!(side * z[k] > t)) continue;
                        const uint64_t u = bits64();
                        rr_try v = rr_gamma_quick(g, z[k], rr_mfrom(0), (uint32_t)(u >> 32));
                        if (v.open)
#if RR_DTYPE == 32
                            v = rr_gamma_exact(g, z[k], rr_unit_full((uint32_t)(u >> 32), (uint32_t)u));
#else
                            v = rr_gamma_exact(g, z[k], rr_unit_of((uint32_t)(u >> 32), (uint32_t)u));
#endif
                        if (!v.accept || side * (v.value - from) <= 0) continue;
                        put(count, (side > 0 ? gamma_upper(a, v.value) : gamma_lower(a, v.value)) / total);
                        ++n;
                    }
                }
                snprintf(what, sizeof what, "gamma(%g) %s tail " NAME, a, side > 0 ? "upper" : "lower");
                ok &= good(what, flat_test(CELLS, count), n);
            }
    assert_true(ok);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(normal_tail),
        cmocka_unit_test(polar_tail),
        cmocka_unit_test(icdf_tail),
        cmocka_unit_test(exponential_tail),
        cmocka_unit_test(ziggurat_tail),
        cmocka_unit_test(gamma_tail),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    printf("# %u tests\n", tests_made);
    return failed;
}
