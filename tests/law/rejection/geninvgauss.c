/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* geninvgauss without sampling: at parameters of all sizes the hat that the lane text makes is above the density in long
 * double, touches it, and no bound that the lane text computes is above 1. Built as geninvgauss_f32 and
 * geninvgauss_f64. */
#include "tests/law/lanes.h"
#include "laws/geninvgauss/geninvgauss.h"

#if RR_DTYPE == 32
#define MAX 8
#define MIN (-14)
#else
#define MAX 15
#define MIN (-140)
#endif
enum { POINTS = 400 };

/* e^d - 1 - d. */
static long double bend(long double d)
{
    if (fabsl(d) > 0.1L) return expm1l(d) - d;
    long double sum = 0, term = d * d / 2;
    for (int k = 3; k < 20; ++k, term *= d / (k - 1)) sum += term;
    return sum;
}

static long double away(long double a, long double b, long double d) { return a * bend(d) + b * bend(-d); }

/* One side of the hat, as it was made, against the exact density: a is where it ends, touch where it should touch. */
typedef struct side {
    long double end, tail, a, b, touch;
} side;

/* The log of the hat over the density at d. */
static long double margin(const side *s, long double d)
{
    return away(s->a, s->b, d) - (d > s->end ? (d - s->end) / s->tail : 0);
}

/* Its minimum: over the whole side, and near the smallest value. */
static long double min_margin(const side *s)
{
    long double min = INFINITY;
    for (int k = 0; k < 3 * POINTS; ++k) {
        const long double out = k < POINTS ? 0 : expm1l((k - POINTS) * 4.5L / (2 * POINTS));
        const long double all = k < POINTS ? s->end * k / POINTS : s->end + out * s->tail;
        const long double near = s->touch * (1 + (k - 3 * POINTS / 2) * 0x1p-16L);
        min = fminl(min, fminl(margin(s, all), margin(s, near)));
    }
    return min;
}

static void look_at(const char *name, double p, double b, side s)
{
    const long double min = min_margin(&s), here = margin(&s, s.touch), max = 256 * EPS * (1 + s.touch / s.tail);
    if (!(min >= 0)) fail_msg("p %g b %g, %s: the hat is below the density by %Lg", p, b, name, -min);
    if (!(here <= max)) fail_msg("p %g b %g, %s: where it touches it is above by %Lg, not %Lg", p, b, name, here, max);
}

static void above(rr_scalar p, rr_scalar b)
{
    const rr_gig_set g = rr_gig_setup(p, b);
    const long double r = sqrtl((long double)p * p + (long double)b * b), max = (r + fabsl((long double)p)) / 2;
    const long double small = (long double)b * b / (4 * max), a = p < 0 ? small : max, c = p < 0 ? max : small;
    look_at("right", (double)p, (double)b, (side){g.right, g.tail_right, a, c, rr_gig_touch(g.a, g.b)});
    look_at("left", (double)p, (double)b, (side){g.left, g.tail_left, c, a, rr_gig_touch(g.b, g.a)});
}

static void computed(rr_scalar p, rr_scalar b)
{
    const rr_gig_set g = rr_gig_setup(p, b);
    for (int k = 0; k < POINTS; ++k) {
        const uint32_t w1 = (uint32_t)bits64() >> (k & 31), w0 = (uint32_t)bits64();
        const uint32_t w = k & 32 ? ~w1 : w1;
#if RR_DTYPE == 32
        const rr_sides x = rr_sides_full(w, w0);
#else
        const rr_sides x = rr_sides_full(w, w0, (uint32_t)bits64(), w0);
#endif
        const rr_placed r = rr_gig_propose(g, x);
        const double bound = (double)r.bound, value = (double)r.value;
        if (!(bound >= 0 && bound <= 1)) fail_msg("p %g b %g word %x: bound %a", (double)p, (double)b, w, bound);
        if (bound > 0 && !(value > 0)) fail_msg("p %g b %g word %x: value %g", (double)p, (double)b, w, value);
    }
}

/* Exponents of all sizes, and every sign of p. */
static void everywhere(void (*look)(rr_scalar p, rr_scalar b))
{
    for (int k = 0; k < 4000; ++k) {
        const double size = pow(10, MAX - (MAX - MIN) * unit() * (k & 4 ? 0.1 : 1));
        const double b = pow(10, MAX - (MAX - MIN) * unit() * (k & 8 ? 0.1 : 1));
        look((rr_scalar)(k & 1 ? size : -size) * (rr_scalar)(k % 17 != 0), (rr_scalar)b);
    }
}

static void hat(void **state)
{
    (void)state;
    everywhere(above);
}

static void bounds(void **state)
{
    (void)state;
    everywhere(computed);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(hat), cmocka_unit_test(bounds)};
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("geninvgauss " NAME, tests, NULL, NULL);
}
