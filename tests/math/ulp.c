/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The errors of engine/math against MPFR, for the target and the dtype that this file is compiled for.
 *
 *   ulp                       the tests: every row of the table below within its bound over sampled points, edges
 *   ulp --table [name [log2 of the number of points]]
 *                             the same points; prints per row the largest error, its input, and a digest of all
 *                             results, so that the outputs of two targets must be equal as texts
 *   ulp --exhaustive [name]   the long run: every float of the rows with one argument (minutes each), 2^24 points of
 *                             all others. A name of "" is every row
 *
 * An error is |computed - true| in ulp of the binade of the true value. To be fast, the long double functions of libm
 * give a first estimate; every 16th point, and each one that could be a new maximum, goes to MPFR.
 *
 * cc -std=gnu11 -O2 -ffp-contract=off -fno-math-errno -DRR_TARGET_SCALAR -DRR_DTYPE=32 -I. tests/math/ulp.c
 *    -lcmocka -lmpfr -lgmp -lm   (with -DRR_TARGET_AVX2 -mavx2 -mfma also targets/cpu/avx2_pack.c) */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <math.h>
#include <mpfr.h>
#include <stdio.h>
#include <stdlib.h>

#include "engine/lanes/lane.h"

#include "engine/math/atan.h"
#include "engine/math/exp.h"
#include "engine/math/expm1.h"
#include "engine/math/expm2.h"
#include "engine/math/gamma_ratio.h"
#include "engine/math/log.h"
#include "engine/math/log1p.h"
#include "engine/math/neglog.h"
#include "engine/math/neglog_table.h"
#include "engine/math/normal_fast.h"
#include "engine/math/normal_giles.h"
#include "engine/math/normal_quantile.h"
#include "engine/math/pow.h"
#include "engine/math/sincos.h"

#if RR_DTYPE == 32
#define DIGITS 24
#define LEAST (-149)   /* exponent of the least denormal */
#define TOP 128        /* overflow is at 2^TOP */
#define LIBM_REAL double
#define LIBM(f) f
#define BOTH(f32, f64) f32
typedef int32_t ordinal_bits;
#else
#define DIGITS 53
#define LEAST (-1074)
#define TOP 1024
#define LIBM_REAL long double
#define LIBM(f) f##l
#define BOTH(f32, f64) f64
typedef int64_t ordinal_bits;
#endif
#define MOST ((rr_scalar)ldexp(2 - ldexp(1, 1 - DIGITS), TOP - 1))
#define BATCH 4096
#define PRECISION 192

/* What a row runs over a batch (y only for functions of two arguments), and what it should be. */
#define LANES(name, expression)                                                                    \
    static void run_##name(const rr_scalar *px, const rr_scalar *py, rr_scalar *po)                \
    {                                                                                              \
        (void)py;                                                                                  \
        for (int i = 0; i < BATCH; i += RR_LANES) {                                                \
            const rr_real x = rr_load(px + i), y = rr_load(py + i);                                \
            rr_real a, b;                                                                          \
            (void)y;                                                                               \
            a = b = x;                                                                             \
            (void)b;                                                                               \
            expression;                                                                            \
            rr_store(po + i, a);                                                                   \
        }                                                                                          \
    }
LANES(neglog, a = rr_neglog(x, rr_splat(RR_C(-.125)), rr_lt(x, x)))
LANES(neglog_upper, a = rr_neglog(x + RR_C(1), x, rr_le(x, x)))
#if RR_DTYPE == 64
LANES(neglog_table, a = rr_neglog_table(x, rr_splat(RR_C(-.125)), rr_lt(x, x)))
LANES(neglog_table_half, a = rr_neglog_table(rr_least(x + RR_C(1), RR_C(0x1.fffffffffffffp-1)), x, rr_le(x, x)))
#endif
LANES(log, a = rr_log(x))
LANES(log1p, a = rr_log1p(x))
LANES(exp, a = rr_exp(x))
LANES(exp_times, a = rr_exp_times(x, y))
LANES(expm1, a = rr_expm1(x))
LANES(expm2, a = rr_expm2(x))
LANES(sin_quarter, rr_sincos_quarter(x, &a, &b))
LANES(cos_quarter, rr_sincos_quarter(x, &b, &a))
LANES(sin_turn, rr_sincos_turn(x, &a, &b))
LANES(cos_turn, rr_sincos_turn(x, &b, &a))
LANES(atan, a = rr_atan_quarter(x, rr_splat(RR_C(1))))
LANES(pow, a = rr_pow(x, y))
LANES(gamma_q, a = rr_gamma_q(x))
LANES(quantile, a = rr_normal_quantile(x, RR_C(.5) - x))
LANES(quantile_middle, a = rr_normal_quantile(RR_C(.5) - x, x))
LANES(giles, a = rr_normal_giles(x, RR_C(.5) - x))
LANES(giles_middle, a = rr_normal_giles(RR_C(.5) - x, x))
LANES(fast, a = rr_normal_fast(x, RR_C(.5) - x))
LANES(fast_middle, a = rr_normal_fast(RR_C(.5) - x, x))

static LIBM_REAL libm_neglog(LIBM_REAL x, LIBM_REAL y) { (void)y; return -LIBM(log)(x); }
static LIBM_REAL libm_neglog1p(LIBM_REAL x, LIBM_REAL y) { (void)y; return -LIBM(log1p)(x); }
static LIBM_REAL libm_log(LIBM_REAL x, LIBM_REAL y) { (void)y; return LIBM(log)(x); }
static LIBM_REAL libm_log1p(LIBM_REAL x, LIBM_REAL y) { (void)y; return LIBM(log1p)(x); }
static LIBM_REAL libm_exp(LIBM_REAL x, LIBM_REAL y) { (void)y; return LIBM(exp)(x); }
static LIBM_REAL libm_expm1(LIBM_REAL x, LIBM_REAL y) { (void)y; return LIBM(expm1)(x); }
/* Below 1 by its series: expm1(x) - x would cancel. */
static LIBM_REAL libm_expm2(LIBM_REAL x, LIBM_REAL y)
{
    LIBM_REAL sum = 0, term = x * x / 2;
    (void)y;
    if (LIBM(fabs)(x) > 1) return LIBM(expm1)(x) - x;
    for (int k = 3; k < 25; ++k) {
        sum += term;
        term *= x / k;
    }
    return sum;
}
static LIBM_REAL libm_exp_times(LIBM_REAL x, LIBM_REAL y) { return LIBM(exp)(x) * y; }
static LIBM_REAL libm_atan(LIBM_REAL x, LIBM_REAL y) { (void)y; return LIBM(atan)(x); }
static LIBM_REAL libm_pow(LIBM_REAL x, LIBM_REAL y) { return LIBM(pow)(x, y); }

/* sin(2 pi x), by the exact distance of 4 x from an integer. */
static LIBM_REAL libm_sin_turn(LIBM_REAL x, LIBM_REAL y)
{
    const LIBM_REAL n = LIBM(rint)(4 * x), r = (4 * x - n) * (LIBM_REAL)1.57079632679489661923132169163975144L;
    const int quarter = (int)(long long)n & 3;
    const LIBM_REAL v = quarter & 1 ? LIBM(cos)(r) : LIBM(sin)(r);
    (void)y;
    return quarter & 2 ? -v : v;
}
static LIBM_REAL libm_cos_turn(LIBM_REAL x, LIBM_REAL y)
{
    const LIBM_REAL n = LIBM(rint)(4 * x), r = (4 * x - n) * (LIBM_REAL)1.57079632679489661923132169163975144L;
    const int quarter = (int)(long long)n & 3;
    const LIBM_REAL v = quarter & 1 ? LIBM(sin)(r) : LIBM(cos)(r);
    (void)y;
    return quarter == 1 || quarter == 2 ? -v : v;
}
static LIBM_REAL libm_sin_quarter(LIBM_REAL x, LIBM_REAL y) { return libm_sin_turn(x / 4, y); }
static LIBM_REAL libm_cos_quarter(LIBM_REAL x, LIBM_REAL y) { return libm_cos_turn(x / 4, y); }
static LIBM_REAL libm_gamma_q(LIBM_REAL x, LIBM_REAL y)
{
    LIBM_REAL sum = 0, power = 1;
    (void)y;
    if (LIBM(fabs)(x) > (LIBM_REAL).62) return (x - x * x / 2 + x * x * x / 3 - LIBM(log1p)(x)) / (x * x * x * x);
    for (int k = 4; LIBM(fabs)(power) > (LIBM_REAL)0x1p-70; ++k, power *= -x) sum += power / k;
    return sum;
}

/* The normal's inverse CDF at the distance c from the middle: Newton's method, from the tangent at 0 or from a formula that
 * is good to 4.5e-4 (Abramowitz and Stegun 26.2.23). */
static const LIBM_REAL ROOT_TWO_PI = 2.50662827463100050241576528481104525L,
                       ROOT_HALF = .707106781186547524400844362104849039L;
static LIBM_REAL quantile_start(LIBM_REAL v)
{
    const LIBM_REAL t = LIBM(sqrt)(-2 * LIBM(log)(v));
    return t - (2.515517L + t * (.802853L + t * .010328L)) / (1 + t * (1.432788L + t * (.189269L + t * .001308L)));
}
static LIBM_REAL libm_quantile_middle(LIBM_REAL c, LIBM_REAL y)
{
    LIBM_REAL x = c < (LIBM_REAL).05 ? c * ROOT_TWO_PI : quantile_start((LIBM_REAL).5 - c);
    (void)y;
    for (int k = 0; k < 4; ++k) x += (c - LIBM(erf)(x * ROOT_HALF) / 2) * ROOT_TWO_PI * LIBM(exp)(x * x / 2);
    return x;
}
/* At v, by logarithms. */
static LIBM_REAL libm_quantile(LIBM_REAL v, LIBM_REAL y)
{
    if (v > (LIBM_REAL).25) return libm_quantile_middle((LIBM_REAL).5 - v, y);
    LIBM_REAL x = quantile_start(v);
    for (int k = 0; k < 3; ++k) {
        const LIBM_REAL p = LIBM(erfc)(x * ROOT_HALF) / 2;
        x += LIBM(log)(p / v) * p * ROOT_TWO_PI * LIBM(exp)(x * x / 2);
    }
    return x;
}

static mpfr_t T;   /* scratch */
static void mpfr_log_(mpfr_t r, mpfr_t x, mpfr_t y) { (void)y; mpfr_log(r, x, MPFR_RNDN); }
static void mpfr_log1p_(mpfr_t r, mpfr_t x, mpfr_t y) { (void)y; mpfr_log1p(r, x, MPFR_RNDN); }
static void mpfr_neglog_(mpfr_t r, mpfr_t x, mpfr_t y)
{
    mpfr_log_(r, x, y);
    mpfr_neg(r, r, MPFR_RNDN);
}
static void mpfr_neglog1p_(mpfr_t r, mpfr_t x, mpfr_t y)
{
    mpfr_log1p_(r, x, y);
    mpfr_neg(r, r, MPFR_RNDN);
}
static void mpfr_exp_(mpfr_t r, mpfr_t x, mpfr_t y) { (void)y; mpfr_exp(r, x, MPFR_RNDN); }
static void mpfr_expm1_(mpfr_t r, mpfr_t x, mpfr_t y) { (void)y; mpfr_expm1(r, x, MPFR_RNDN); }
/* With 2400 bits nothing is lost, but where x^2 underflows. */
static void mpfr_expm2_(mpfr_t r, mpfr_t x, mpfr_t y)
{
    mpfr_t wide;
    (void)y;
    mpfr_init2(wide, 2400);
    mpfr_expm1(wide, x, MPFR_RNDN);
    mpfr_sub(r, wide, x, MPFR_RNDN);
    mpfr_clear(wide);
}
static void mpfr_atan_(mpfr_t r, mpfr_t x, mpfr_t y) { (void)y; mpfr_atan(r, x, MPFR_RNDN); }
static void mpfr_pow_(mpfr_t r, mpfr_t x, mpfr_t y) { mpfr_pow(r, x, y, MPFR_RNDN); }
static void mpfr_exp_times_(mpfr_t r, mpfr_t x, mpfr_t y) { mpfr_exp(r, x, MPFR_RNDN); mpfr_mul(r, r, y, MPFR_RNDN); }

/* sin and cos of x turns (quarters: x / 4), with the whole turns taken off exactly first. */
static void mpfr_angle(mpfr_t x, int quarters)
{
    if (quarters) mpfr_div_2ui(x, x, 2, MPFR_RNDN);
    mpfr_rint(T, x, MPFR_RNDN);
    mpfr_sub(x, x, T, MPFR_RNDN);
    mpfr_const_pi(T, MPFR_RNDN);
    mpfr_mul(x, x, T, MPFR_RNDN);
    mpfr_mul_2ui(x, x, 1, MPFR_RNDN);
}
static void mpfr_sin_quarter(mpfr_t r, mpfr_t x, mpfr_t y) { (void)y; mpfr_angle(x, 1); mpfr_sin(r, x, MPFR_RNDN); }
static void mpfr_cos_quarter(mpfr_t r, mpfr_t x, mpfr_t y) { (void)y; mpfr_angle(x, 1); mpfr_cos(r, x, MPFR_RNDN); }

/* At a multiple of 1/4 that is no multiple of 1/2 the cosine is 0, which a rounded pi would miss; likewise the sine. */
static int zero_at(mpfr_t x, double offset)
{
    mpfr_mul_2ui(T, x, 1, MPFR_RNDN);
    mpfr_add_d(T, T, offset, MPFR_RNDN);
    return mpfr_integer_p(T);
}
static void mpfr_sin_turn(mpfr_t r, mpfr_t x, mpfr_t y)
{
    (void)y;
    if (zero_at(x, 0)) mpfr_set_ui(r, 0, MPFR_RNDN);
    else mpfr_angle(x, 0), mpfr_sin(r, x, MPFR_RNDN);
}
static void mpfr_cos_turn(mpfr_t r, mpfr_t x, mpfr_t y)
{
    (void)y;
    if (zero_at(x, .5)) mpfr_set_ui(r, 0, MPFR_RNDN);
    else mpfr_angle(x, 0), mpfr_cos(r, x, MPFR_RNDN);
}

/* By the definition: below 2^-20 it cancels at most 80 + 60 of the 400 bits, below that the series does. */
static void mpfr_gamma_q(mpfr_t r, mpfr_t x, mpfr_t y)
{
    (void)y;
    mpfr_t l, p, q;
    mpfr_inits2(400, l, p, q, (mpfr_ptr)0);
    if (mpfr_cmp_d(x, 0x1p-20) < 0 && mpfr_cmp_d(x, -0x1p-20) > 0) {
        mpfr_set_d(l, 0, MPFR_RNDN);
        for (int k = 8; k >= 0; --k) {
            mpfr_set_ui(p, 1, MPFR_RNDN);
            mpfr_div_ui(p, p, (unsigned long)k + 4, MPFR_RNDN);
            mpfr_mul(l, l, x, MPFR_RNDN);
            mpfr_sub(l, p, l, MPFR_RNDN);
        }
        mpfr_set(r, l, MPFR_RNDN);
    } else {
        mpfr_log1p(l, x, MPFR_RNDN);
        mpfr_sub(l, x, l, MPFR_RNDN);           /* y - log1p(y) */
        mpfr_mul(p, x, x, MPFR_RNDN);
        mpfr_div_2ui(q, p, 1, MPFR_RNDN);
        mpfr_sub(l, l, q, MPFR_RNDN);
        mpfr_mul(p, p, x, MPFR_RNDN);
        mpfr_div_ui(q, p, 3, MPFR_RNDN);
        mpfr_add(l, l, q, MPFR_RNDN);
        mpfr_mul(p, p, x, MPFR_RNDN);
        mpfr_div(r, l, p, MPFR_RNDN);
    }
    mpfr_clears(l, p, q, (mpfr_ptr)0);
}

/* One step of Newton's method more, from what libm found: the error is squared. */
static void mpfr_quantile_step(mpfr_t r, mpfr_t x, LIBM_REAL start, int middle)
{
    mpfr_t p;
    mpfr_init2(p, PRECISION);
    BOTH(mpfr_set_d, mpfr_set_ld)(T, start, MPFR_RNDN);
    mpfr_sqrt_ui(r, 2, MPFR_RNDN);
    mpfr_div(r, T, r, MPFR_RNDN);
    (middle ? mpfr_erf : mpfr_erfc)(p, r, MPFR_RNDN);
    mpfr_div_2ui(p, p, 1, MPFR_RNDN);
    if (middle) mpfr_sub(p, x, p, MPFR_RNDN);
    else mpfr_sub(p, p, x, MPFR_RNDN);
    mpfr_sqr(r, r, MPFR_RNDN);
    mpfr_exp(r, r, MPFR_RNDN);
    mpfr_mul(p, p, r, MPFR_RNDN);
    mpfr_const_pi(r, MPFR_RNDN);
    mpfr_mul_2ui(r, r, 1, MPFR_RNDN);
    mpfr_sqrt(r, r, MPFR_RNDN);
    mpfr_mul(p, p, r, MPFR_RNDN);
    mpfr_add(r, T, p, MPFR_RNDN);
    mpfr_clear(p);
}
static void mpfr_quantile_middle(mpfr_t r, mpfr_t x, mpfr_t y)
{
    (void)y;
    mpfr_quantile_step(r, x, libm_quantile_middle(BOTH(mpfr_get_d, mpfr_get_ld)(x, MPFR_RNDN), 0), 1);
}
static void mpfr_quantile(mpfr_t r, mpfr_t x, mpfr_t y)
{
    (void)y;
    if (mpfr_cmp_d(x, .25) > 0) {
        mpfr_t c;
        mpfr_init2(c, PRECISION);
        mpfr_d_sub(c, .5, x, MPFR_RNDN);
        mpfr_quantile_middle(r, c, y);
        mpfr_clear(c);
    } else {
        mpfr_quantile_step(r, x, libm_quantile(BOTH(mpfr_get_d, mpfr_get_ld)(x, MPFR_RNDN), 0), 0);
    }
}

/* The second argument of a row: none; a g for exp_times; an exponent for pow that puts the result anywhere up to just
 * over the range. */
enum second { NONE, FACTOR, EXPONENT };

#define BELOW_HALF BOTH(0x1.fffffep-2, 0x1.fffffffffffffp-2)

/* The bounds in ulp. An infinite low or high end stands for the largest number. */
static const struct row {
    const char *name;
    void (*run)(const rr_scalar *, const rr_scalar *, rr_scalar *);
    void (*exact)(mpfr_t, mpfr_t, mpfr_t);
    LIBM_REAL (*libm)(LIBM_REAL, LIBM_REAL);
    enum second second;
    double low, high, bound;
} ROWS[] = {
    {"neglog", run_neglog, mpfr_neglog_, libm_neglog, NONE, BOTH(0x1p-66, 0x1p-130), .70711, 1.15},
    {"neglog upper", run_neglog_upper, mpfr_neglog1p_, libm_neglog1p, NONE, -.29290, BOTH(-0x1p-33, -0x1p-65), 1},
    {"log", run_log, mpfr_log_, libm_log, NONE, BOTH(0x1p-149, 0x1p-1074), INFINITY, 1.1},
    {"log1p", run_log1p, mpfr_log1p_, libm_log1p, NONE, BOTH(-0x1.fffffep-1, -0x1.fffffffffffffp-1), INFINITY, 1.6},
    {"exp", run_exp, mpfr_exp_, libm_exp, NONE, BOTH(-110, -760), BOTH(90, 711), 1.2},
    {"exp_times", run_exp_times, mpfr_exp_times_, libm_exp_times, FACTOR, BOTH(-200, -1500), BOTH(200, 700), 1.3},
    {"expm1", run_expm1, mpfr_expm1_, libm_expm1, NONE, BOTH(-110, -760), BOTH(90, 711), BOTH(1.6, 1.8)},
    {"expm2", run_expm2, mpfr_expm2_, libm_expm2, NONE, BOTH(-1e30, -1e300), BOTH(90, 711), BOTH(4, 3.5)},
    {"atan", run_atan, mpfr_atan_, libm_atan, NONE, 0, BOTH(0x1p100, 0x1p1000), 2.3},
    {"sin_quarter", run_sin_quarter, mpfr_sin_quarter, libm_sin_quarter, NONE, -.5, .5, BOTH(1.1, 1)},
    {"cos_quarter", run_cos_quarter, mpfr_cos_quarter, libm_cos_quarter, NONE, -.5, .5, .95},
    {"sin_turn", run_sin_turn, mpfr_sin_turn, libm_sin_turn, NONE, -0x1p20, 0x1p20, BOTH(1.1, 1)},
    {"cos_turn", run_cos_turn, mpfr_cos_turn, libm_cos_turn, NONE, -0x1p20, 0x1p20, BOTH(1.1, 1)},
    {"pow", run_pow, mpfr_pow_, libm_pow, EXPONENT, BOTH(0x1p-149, 0x1p-1074), INFINITY, 1.4},
    {"gamma_q", run_gamma_q, mpfr_gamma_q, libm_gamma_q, NONE, BOTH(-.4, -.3), BOTH(.6, .4), BOTH(3, 2.5)},
    {"gamma_q far below", run_gamma_q, mpfr_gamma_q, libm_gamma_q, NONE, -.9999, BOTH(-.4, -.3), BOTH(100, 200)},
    {"gamma_q far above", run_gamma_q, mpfr_gamma_q, libm_gamma_q, NONE, BOTH(.6, .4), 20, BOTH(30, 140)},
    {"quantile", run_quantile, mpfr_quantile, libm_quantile, NONE, BOTH(0x1p-149, 0x1p-1074), BELOW_HALF, BOTH(2, 2.5)},
    {"quantile middle", run_quantile_middle, mpfr_quantile_middle, libm_quantile_middle, NONE, BOTH(0x1p-149, 0x1p-1074),
     .25, BOTH(2, 2.3)},
    {"giles", run_giles, mpfr_quantile, libm_quantile, NONE, BOTH(0x1p-25, 0x1p-53), BELOW_HALF, BOTH(5, 6)},
    {"giles middle", run_giles_middle, mpfr_quantile_middle, libm_quantile_middle, NONE, BOTH(0x1p-149, 0x1p-1074), .25,
     BOTH(5, 5)},
#if RR_DTYPE == 64
    {"neglog table", run_neglog_table, mpfr_neglog_, libm_neglog, NONE, 0x1p-130, .5, 1.1},
    {"neglog table half", run_neglog_table_half, mpfr_neglog1p_, libm_neglog1p, NONE, -.5, -0x1p-65, 1.1},
#endif
};

enum { ROW_COUNT = sizeof ROWS / sizeof *ROWS };

struct verdict {
    double worst;
    rr_scalar x, y, got;
    uint64_t digest;
};

/* ---- numbers of the dtype in order: ordinal 0 is 0, 1 the least denormal, -1 its negative ... */

static int64_t ordinal(rr_scalar x)
{
    ordinal_bits b;
    memcpy(&b, &x, sizeof b);
    return b < 0 ? -(int64_t)(b & BOTH(INT32_MAX, INT64_MAX)) : b;
}

static rr_scalar number(int64_t n)
{
    const ordinal_bits b = (ordinal_bits)(n < 0 ? -n : n);
    rr_scalar x;
    memcpy(&x, &b, sizeof x);
    return n < 0 ? -x : x;
}

static uint64_t STATE;
static uint64_t random_bits(void)   /* splitmix64 */
{
    uint64_t z = STATE += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}
static double random_unit(void) { return (double)(random_bits() >> 11) * 0x1p-53; }

/* ---- the error of one result */

static double ulp_of(int exponent)   /* 0.5 <= |v| / 2^exponent < 1 */
{
    return ldexp(1, exponent - DIGITS < LEAST ? LEAST : exponent - DIGITS);
}

static double error_exactly(const struct row *row, rr_scalar x, rr_scalar y, rr_scalar got)
{
    static mpfr_t r, a, b;
    static int ready;
    double error;
    if (!ready) {
        mpfr_inits2(PRECISION, r, a, b, T, (mpfr_ptr)0);
        ready = 1;
    }
    mpfr_set_d(a, x, MPFR_RNDN);
    mpfr_set_d(b, y, MPFR_RNDN);
    row->exact(r, a, b);
    if (got != got) return INFINITY;
    if (mpfr_zero_p(r)) return got == 0 ? 0 : INFINITY;
    const mpfr_exp_t e = mpfr_get_exp(r);
    if (e > TOP) return isinf(got) && (got > 0) == (mpfr_sgn(r) > 0) ? 0 : INFINITY;
    if (isinf(got)) mpfr_set_si_2exp(a, got > 0 ? 1 : -1, TOP, MPFR_RNDN);
    else mpfr_set_d(a, got, MPFR_RNDN);
    mpfr_sub(r, r, a, MPFR_RNDN);
    mpfr_abs(r, r, MPFR_RNDN);
    mpfr_mul_2si(r, r, e - DIGITS < LEAST ? -LEAST : DIGITS - e, MPFR_RNDN);
    error = mpfr_get_d(r, MPFR_RNDN);
    return error;
}

/* By libm; infinite where that cannot tell. */
static double error_roughly(const struct row *row, rr_scalar x, rr_scalar y, rr_scalar got)
{
    int e;
    const LIBM_REAL v = row->libm(x, y);
    if (v == 0 || v - v != 0 || got - got != 0) return INFINITY;
    LIBM(frexp)(v, &e);
    return (double)(LIBM(fabs)(v - got) / ulp_of(e));
}

static void judge(const struct row *row, struct verdict *v, const rr_scalar *x, const rr_scalar *y, int n)
{
    rr_scalar o[BATCH];
    row->run(x, y, o);
    for (int i = 0; i < n; ++i) {
        v->digest = (v->digest ^ (uint64_t)ordinal(o[i])) * 0x100000001b3u;
        if (i % 16 && error_roughly(row, x[i], y[i], o[i]) < v->worst - .01) continue;
        const double error = error_exactly(row, x[i], y[i], o[i]);
        if (error > v->worst) {
            v->worst = error;
            v->x = x[i];
            v->y = y[i];
            v->got = o[i];
        }
    }
}

/* ---- the points */

static rr_scalar second_for(const struct row *row, rr_scalar x)
{
    if (row->second == FACTOR) return number(1 + (int64_t)(random_bits() % (uint64_t)ordinal(MOST)));
    if (row->second == EXPONENT) {
        const double y = (LEAST - 4 + random_unit() * (TOP + 8 - LEAST)) / log2((double)x);
        return x == 1 || fabs(y) > MOST ? MOST : (rr_scalar)y;
    }
    return 0;
}

/* Point i: first the ends, the powers of two and where the functions change their ways, each with neighbours; then by
 * turns uniform in bits and in value. */
static rr_scalar point(rr_scalar low, rr_scalar high, int i)
{
    static const double WAYS[] = {
        0, 1, .5, .25, .75, 3, 5, 7, 20, .125, .375, .3, .4, .6, 1e-3, 1048576,
        M_SQRT1_2, M_SQRT2, M_SQRT1_2 - 1, M_SQRT2 - 1, M_LN2 / 2, M_LN2, 1.5 * M_LN2, 2.5 * M_LN2,
        88.722839, 87.3365, 103.972, 709.782712893384, 708.3964, 745.13,
    };
    enum { AROUND = 5, WAY_COUNT = 2 * sizeof WAYS / sizeof *WAYS };
    int64_t n;
    if (i < 2 * AROUND) {
        n = ordinal(i < AROUND ? low : high) + i % AROUND - AROUND / 2;
    } else if ((i -= 2 * AROUND) < AROUND * WAY_COUNT) {
        const int w = i / AROUND;
        n = ordinal((rr_scalar)(w & 1 ? -WAYS[w / 2] : WAYS[w / 2])) + i % AROUND - AROUND / 2;
    } else if ((i -= AROUND * WAY_COUNT) < 6 * (TOP - LEAST)) {
        const rr_scalar p = (rr_scalar)ldexp(i & 1 ? -1 : 1, LEAST + i / 6);
        n = ordinal(p) + i / 2 % 3 - 1;
    } else if (i & 1) {
        n = ordinal(low) + (int64_t)(random_bits() % (uint64_t)(ordinal(high) - ordinal(low) + 1));
    } else {
        n = ordinal((rr_scalar)(low + random_unit() * ((double)high - low)));
    }
    return n < ordinal(low) || n > ordinal(high) ? low : number(n);
}

static struct verdict sample(const struct row *row, int count)
{
    static rr_scalar x[BATCH], y[BATCH];
    const rr_scalar low = (rr_scalar)row->low, high = isinf(row->high) ? MOST : (rr_scalar)row->high;
    struct verdict v = {0, 0, 0, 0, 0xcbf29ce484222325u};
    STATE = 2024;
    for (int i = 0; i < count; i += BATCH) {
        for (int k = 0; k < BATCH; ++k) {
            x[k] = point(low, high, i + k);
            y[k] = second_for(row, x[k]);
        }
        judge(row, &v, x, y, BATCH);
    }
    return v;
}

static struct verdict exhaust(const struct row *row)
{
    static rr_scalar x[BATCH], y[BATCH];
    const rr_scalar low = (rr_scalar)row->low, high = isinf(row->high) ? MOST : (rr_scalar)row->high;
    struct verdict v = {0, 0, 0, 0, 0xcbf29ce484222325u};
    if (RR_DTYPE == 64 || row->second != NONE) return sample(row, 1 << 24);
    for (int64_t n = ordinal(low); n <= ordinal(high); n += BATCH) {
        for (int k = 0; k < BATCH; ++k) x[k] = n + k <= ordinal(high) ? number(n + k) : high;
        judge(row, &v, x, y, BATCH);
    }
    return v;
}

/* ---- single values */

static rr_scalar at(void (*run)(const rr_scalar *, const rr_scalar *, rr_scalar *), rr_scalar x, rr_scalar y)
{
    static rr_scalar px[BATCH], py[BATCH], po[BATCH];
    for (int i = 0; i < BATCH; ++i) {
        px[i] = x;
        py[i] = y;
    }
    run(px, py, po);
    for (int i = 1; i < BATCH; ++i) assert_memory_equal(&po[i], &po[0], sizeof po[0]);
    return po[0];
}

#define SAME(got, want)                                                                   \
    do {                                                                                  \
        const rr_scalar got_ = (got), want_ = (rr_scalar)(want);                          \
        if (got_ != want_) print_error("got %a, want %a\n", got_, want_);                 \
        assert_true(got_ == want_);                                                       \
    } while (0)

static void special_values(void **state)
{
    const rr_scalar least = (rr_scalar)ldexp(1, LEAST), far = BOTH(1e30f, 1e305);
    (void)state;
    SAME(at(run_log, 0, 0), -INFINITY);
    SAME(at(run_log, INFINITY, 0), INFINITY);
    SAME(at(run_log, 1, 0), 0);
    assert_false(signbit(at(run_log, 1, 0)));
    SAME(at(run_log, least, 0), LEAST * M_LN2);
    SAME(at(run_log1p, 0, 0), 0);
    SAME(at(run_log1p, least, 0), least);
    SAME(at(run_neglog_upper, BOTH(-0x1p-33f, -0x1p-65), 0), BOTH(0x1p-33f, 0x1p-65));
#if RR_DTYPE == 64
    SAME(at(run_neglog_table_half, -0x1p-65, 0), 0x1p-65);
#endif
    SAME(at(run_exp, 0, 0), 1);
    SAME(at(run_exp, INFINITY, 0), INFINITY);
    SAME(at(run_exp, far, 0), INFINITY);
    SAME(at(run_exp, -INFINITY, 0), 0);
    SAME(at(run_exp, -far, 0), 0);
    SAME(at(run_exp, BOTH(-103.9f, -745.1), 0), least);
    SAME(at(run_exp, BOTH(-104, -745.2), 0), 0);
    SAME(at(run_exp_times, -INFINITY, MOST), 0);
    SAME(at(run_exp_times, -far, 1), 0);
    SAME(at(run_exp_times, 0, least), least);
    SAME(at(run_exp_times, 0, MOST), MOST);
    SAME(at(run_exp_times, 1, MOST), INFINITY);
    SAME(at(run_expm1, 0, 0), 0);
    SAME(at(run_expm1, least, 0), least);
    SAME(at(run_expm1, -INFINITY, 0), -1);
    SAME(at(run_expm1, INFINITY, 0), INFINITY);
    SAME(at(run_sin_turn, 0, 0), 0);
    SAME(at(run_cos_turn, 0, 0), 1);
    SAME(at(run_sin_turn, (rr_scalar).25, 0), 1);
    SAME(at(run_cos_turn, (rr_scalar).25, 0), 0);
    SAME(at(run_sin_turn, -1048575.25f, 0), -1);
    SAME(at(run_cos_turn, 1048575.5f, 0), -1);
    SAME(at(run_pow, 1, MOST), 1);
    SAME(at(run_pow, least, 0), 1);
    SAME(at(run_pow, 2, TOP - 1), ldexp(1, TOP - 1));
    SAME(at(run_pow, 2, TOP), INFINITY);
    SAME(at(run_pow, 2, LEAST), least);
    SAME(at(run_pow, 2, MOST), INFINITY);
    SAME(at(run_pow, 2, -MOST), 0);
    SAME(at(run_pow, least, -MOST), INFINITY);
    SAME(at(run_pow, MOST, MOST), INFINITY);
    SAME(at(run_gamma_q, 0, 0), .25);
    SAME(at(run_quantile, (rr_scalar).5, 0), 0);
    SAME(at(run_giles, (rr_scalar).5, 0), 0);
    SAME(at(run_fast, (rr_scalar).5, 0), 0);
}

/* Denormal results are rounded once: where 4 and more bits are lost the error is hardly more than half an ulp. */
static void denormals_round_once(void **state)
{
    struct row row = ROWS[4];
    (void)state;
    assert_string_equal(row.name, "exp");
    row.high = BOTH(-91, -716);
    row.low = BOTH(-105, -746);
    assert_true(sample(&row, 1 << 16).worst <= .57);
    row = ROWS[5];
    assert_string_equal(row.name, "exp_times");
    for (int i = 0; i < 1000; ++i) {
        const rr_scalar x = (rr_scalar)(BOTH(80, 690) * (random_unit() - .5));
        const rr_scalar g = (rr_scalar)exp2(LEAST + (DIGITS - 5) * random_unit() - x / M_LN2);
        if (g > 0) assert_true(error_exactly(&row, x, g, at(run_exp_times, x, g)) <= .57);
    }
}

/* f of BATCH values at a time, the second argument being 0. Emulated, a function takes microseconds. */
static void each_of(void (*run)(const rr_scalar *, const rr_scalar *, rr_scalar *), const rr_scalar *x, rr_scalar *out)
{
    static const rr_scalar zero[BATCH];
    run(x, zero, out);
}

/* v = 2^-(1 + k / 64), k = first ... first + BATCH - 1. */
static void powers(int first, rr_scalar *v)
{
    for (int i = 0; i < BATCH; ++i) v[i] = (rr_scalar)exp2(-1 - (first + i) / 64.);
}

/* Winitzki's formula is within its own error at v = 2^-e, e = 1 + k / 64, and at c so; x never falls as v does by so
 * much. */
static void fast_is_near(void **state)
{
    static rr_scalar v[BATCH], c[BATCH], x[BATCH], m[BATCH];
    double before = 0;
    (void)state;
    for (int k = 1; k < 64 * -LEAST - 64; ++k) {
        const int i = (k - 1) % BATCH;
        if (!i) {
            powers(k, v);
            for (int n = 0; n < BATCH; ++n) c[n] = (rr_scalar)exp2(-2 - (k + n) / 64. * BOTH(.4, .45));
            each_of(run_fast, v, x);
            each_of(run_fast_middle, c, m);
        }
        if (v[i] >= BOTH(0x1.02p-126, 0x1.02p-1022)) {
            assert_true(fabs(x[i] - (double)libm_quantile(v[i], 0)) < (k < 31 * 64 ? .0073 : .0374));
            assert_true(x[i] > before);
            before = x[i];
        } else {
            assert_true(x[i] >= before * (1 - 1e-6) && x[i] < before * 1.01);
        }
        assert_true(fabs(m[i] / (double)libm_quantile_middle(c[i], 0) - 1) < .002);
    }
}

/* Giles's polynomials are near for a while beyond their range; then x stops. */
static void giles_ends(void **state)
{
    static rr_scalar v[BATCH], x[BATCH];
    const double last = at(run_giles, (rr_scalar)ldexp(1, LEAST), 0);
    double before = 0;
    (void)state;
    for (int k = 1; k < 64 * -LEAST - 64; ++k) {
        const int i = (k - 1) % BATCH;
        if (!i) {
            powers(k, v);
            each_of(run_giles, v, x);
        }
        if (v[i] >= BOTH(0x1.02p-33, 0x1.02p-65))
            assert_true(fabs(x[i] / (double)libm_quantile(v[i], 0) - 1) < BOTH(4e-4, 2e-9) && x[i] > before);
        else assert_true(fabs(x[i] / last - 1) < 1e-3 && fabs(x[i] / BOTH(6.3355, 9.1553) - 1) < 1e-3);
        before = x[i];
    }
}

/* The quantile between neighbours: never more than BACK ulp back, and past a power of two it is the other formula that goes
 * on. */
static void quantile_order(void **state)
{
    enum { BACK = 2 };
    static rr_scalar v[2][BATCH], x[2][BATCH];
    const int64_t border = ordinal(BOTH(0x1p-8f, 0x1p-8)), most = ordinal((rr_scalar).5) - 1;
    (void)state;
    STATE = 7;
    for (int block = 0; block < 16; ++block) {
        for (int i = 0; i < BATCH; ++i) {
            const int64_t n = block ? 1 + (int64_t)(random_bits() % (uint64_t)most) : border + i - BATCH / 2;
            v[0][i] = number(n);
            v[1][i] = number(n + 1);
        }
        for (int side = 0; side < 2; ++side) each_of(run_quantile, v[side], x[side]);
        for (int i = 0; i < BATCH; ++i) assert_true(ordinal(x[1][i]) - ordinal(x[0][i]) <= BACK || x[1][i] < 1e-3);
    }
}

static void bounds(void **state)
{
    const struct row *row = *state;
    /* The exact quantile is found by Newton's method, and takes a hundred times as long as the others. */
    const int newton = row->libm == libm_quantile || row->libm == libm_quantile_middle;
    const struct verdict v = sample(row, newton ? 1 << 13 : 1 << 19);
    if (v.worst > row->bound) print_error("%s: %.4f ulp at %a, %a: %a\n", row->name, v.worst, v.x, v.y, v.got);
    assert_true(v.worst <= row->bound);
}

static int table(int exhaustive, const char *name, int points)
{
    int failed = 0;
    for (const struct row *row = ROWS; row < ROWS + ROW_COUNT; ++row) {
        if (name && *name && strcmp(name, row->name)) continue;
        const struct verdict v = exhaustive ? exhaust(row) : sample(row, points);
        printf("%-17s f%d  %8.4f ulp (bound %g)  at %a", row->name, RR_DTYPE, v.worst, row->bound, v.x);
        if (row->second != NONE) printf(", %a", v.y);
        printf("  %016llx\n", (unsigned long long)v.digest);
        fflush(stdout);
        failed |= !(v.worst <= row->bound);
    }
    return failed;
}

int main(int argc, char **argv)
{
    enum { SINGLE = 5 };
    struct CMUnitTest tests[ROW_COUNT + SINGLE] = {cmocka_unit_test(special_values), cmocka_unit_test(denormals_round_once),
        cmocka_unit_test(fast_is_near), cmocka_unit_test(giles_ends), cmocka_unit_test(quantile_order)};
    mpfr_set_emin(-1048576);
    if (argc > 1) {
        const int points = 1 << (argc > 3 ? atoi(argv[3]) : 19);
        return table(!strcmp(argv[1], "--exhaustive"), argc > 2 ? argv[2] : "", points);
    }
    for (int i = 0; i < ROW_COUNT; ++i) {
        const struct CMUnitTest t = {ROWS[i].name, bounds, NULL, NULL, (void *)&ROWS[i]};
        tests[i + SINGLE] = t;
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
