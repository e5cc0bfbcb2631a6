/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The fast reference: libm in the wider type. */
#ifndef RR_TESTS_MATH_ULP_LIBM_H
#define RR_TESTS_MATH_ULP_LIBM_H

static LIBM_REAL libm_neglog(LIBM_REAL x, LIBM_REAL y) { (void)y; return -LIBM(log)(x); }
static LIBM_REAL libm_neglog1p(LIBM_REAL x, LIBM_REAL y) { (void)y; return -LIBM(log1p)(x); }
static LIBM_REAL libm_log(LIBM_REAL x, LIBM_REAL y) { (void)y; return LIBM(log)(x); }
static LIBM_REAL libm_root(LIBM_REAL x, LIBM_REAL y) { return LIBM(pow)(x, 1 / y) * ROOT_FACTOR; }
static LIBM_REAL libm_log2(LIBM_REAL x, LIBM_REAL y) { (void)y; return LIBM(log2)(x); }
static LIBM_REAL libm_exp2(LIBM_REAL x, LIBM_REAL y) { (void)y; return LIBM(exp2)(x); }
static LIBM_REAL libm_exp2_times(LIBM_REAL x, LIBM_REAL y) { return y * LIBM(exp2)(x); }
static LIBM_REAL libm_exp_linear(LIBM_REAL x, LIBM_REAL y) { return LIBM(exp)(y + LIBM(fabs)(y) / 4 * x); }
static LIBM_REAL libm_log1p(LIBM_REAL x, LIBM_REAL y) { (void)y; return LIBM(log1p)(x); }
static LIBM_REAL libm_times_cot(LIBM_REAL x, LIBM_REAL y)
{
    const LIBM_REAL half_pi = 1.57079632679489661923132169163975144L, s = LIBM(sqrt)(x);
    (void)y;
    return s > 0 ? s / LIBM(tan)(half_pi * s) : 1 / half_pi;
}
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

/* The normal's inverse CDF at the distance c from the middle: Newton's method, from the tangent at 0 or from a formula
 * accurate to 4.5e-4 (Abramowitz and Stegun 26.2.23). */
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

#endif
