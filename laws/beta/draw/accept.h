/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Acceptance and undecided fraction of the draw in laws/beta/draw/draw.h. Only the planner uses them and no bit depends on
 * them, so libm may be used. */
#ifndef RR_BETA_ACCEPT_H
#define RR_BETA_ACCEPT_H

#include "laws/descriptor.h"

/* log Gamma(x) - (x - 1/2) log x + x - log(2 pi) / 2. */
static inline double rr_beta_stirling(double x)
{
    return x > 1e4 ? 1 / (12 * x) : rr_log_gamma(x) - (x - 0.5) * log(x) + x - 0.91893853320467274;
}

/* Cheng's B. */
static inline double rr_beta_spread(double a, double b)
{
    const double min = fmin(a, b), low = min - 1, high = fmax(a, b) - 1;
    return min > 1 ? 1 / sqrt(1 + 2 * low / (1 + low / high)) : 1 / min;
}

/* Beta(a, b) s^s / (4 B a^a b^b), s = a + b. B contains the smaller shape's 1 / b where both are tiny. */
static inline double rr_beta_accept_of(double a, double b)
{
    const double s = a + b, rest = rr_beta_stirling(a) + rr_beta_stirling(b) - rr_beta_stirling(s);
    return exp(rest + 0.91893853320467274 + (log(s) - log(a) - log(b)) / 2 - log(4 * rr_beta_spread(a, b)));
}

/* s h(v) as log(p e^(q v) + q e^(-p v)). */
static inline double rr_beta_cost_of(double a, double b, double v)
{
    const double s = a + b, p = a / s, q = b / s;
    const double x = p * (expm1(q * v) - q * v) + q * (expm1(-p * v) + p * v);
    if (fabs(v) < 30) return s * log1p(x);
    return v > 0 ? s * (q * v + log1p(q * expm1(-v))) : s * (p * -v + log(q + p * exp(v)));
}

/* s h(v) by its cumulants up to order 7; the caller bounds the eighth. */
static inline double rr_beta_polynomial(double a, double b, double v)
{
    const double s = a + b, t = a / s * (b / s), c = (b - a) / s;
    return s * t * v * v * (0.5 + v * (c / 6 + v * ((1 - 6 * t) / 24 + v * (c * (1 - 12 * t) / 120
           + v * ((1 - t * (30 - 120 * t)) / 720 + v * c * (1 - t * (60 - 360 * t)) / 5040)))));
}

/* Fraction of words that attempt 0 neither accepts nor rejects at L: between the bounds of the squeeze, clamped to [0,
 * 1]. */
static inline double rr_beta_between(double a, double b, double spread, double l)
{
    const double s = a + b, v = spread * l, hat = 1 / pow(cosh(l / 2), 2), eighth = 17. / 16 * s / 40320;
    const int smooth = b > 1 && s > 128 && eighth * pow(spread, 8) <= 3e-4;
    const double e = exp(-(smooth ? rr_beta_polynomial(a, b, v) : rr_beta_cost_of(a, b, v)));
    const double d = smooth ? eighth * pow(v, 8) : 0, margin = 1e-4 + (s > 128 ? 0 : 1.5e-6 * s);
    const double max = margin + d < 1 ? fmin(e / ((1 - margin - d) * hat), 1) : 1;
    return max - fmin(e * fmax(1 - margin - d * 4 / 7, 0) / hat, 1);
}

/* All U within low of 0 or 1 (LOW words); the others by the midpoint rule over L, whose density is 1 / (4 cosh(L /
 * 2)^2). */
static inline double rr_beta_slow_of(double first, double second, rr_type dtype)
{
    enum { STEPS = 2000 };
    const double a = fmax(first, second), b = fmin(first, second), spread = rr_beta_spread(a, b);
    const double low = rr_low_fraction(NULL, dtype), end = log((1 - low) / low), step = 2 * end / STEPS;
    double sum = 0;
    for (int i = 0; i < STEPS; ++i) {
        const double l = -end + (i + 0.5) * step;
        sum += rr_beta_between(a, b, spread, l) / (4 * pow(cosh(l / 2), 2));
    }
    return sum * step + 2 * low;
}

#define RR_BETA_RANGE {1e-30, 1e30, 0, 0}, {1e-300, 1e300, 0, 0}

#endif
