/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Quantiles of the gamma distribution, in the arithmetic of engine/math (compiled with the scalar f64 lanes), so that their
 * tables are the same on every machine.
 *
 * With D = x^a e^-x / Gamma(a + 1), P(X <= x) = D S and P(X > x) = a D C, where
 *
 *     S = 1 + x/(a+1) + x^2/((a+1)(a+2)) + ...          C = 1/(x+1-a- 1(1-a)/(x+3-a- 2(2-a)/(x+5-a- ...)))
 *
 * (Abramowitz and Stegun 6.5.29, 6.5.31). log D is a log x - x - log Gamma(a+1) for a < 20; for a >= 20, where that would
 * cancel, it is -a f(x/a - 1) - log sqrt(2 pi a) - (1/(12 a) - ...), f(y) = y - log(1+y), by its series about y = 0. log P
 * and log Q are concave and x dP/dx = a D, so Halley's steps converge from any start, cubically:
 *
 *   lower half, a < 20    x = b e^c with b = (v Gamma(a+1))^(1/a), where P = v e^-x S (x/b)^a: a c + log(e^-x S) = 0. c is
 *                         small where x is, so x is accurate however small; b comes from rr_pow.
 *   lower half, a >= 20   log P(x) = log v
 *   upper half            log Q(x) = log v where x >= `split`, where the continued fraction converges; otherwise
 *                         P = 1 - v.
 *
 * Relative error against mpmath, shapes 0.1 to 1e6, v from 1/2 to 2^-129: 137 * 2^-53 (tests/law/tables/table.c). */
#include "icdf.h"
#include "targets/base/special.h"

#include "engine/math/exp.h"

#define LARGE 20.0
#define DONE 1e-7      /* the step after one this small is its cube */
#define MAX_STEPS 60
#define MAX_TERMS 100000

static double log_d(const rr_gamma_law *g, double x)
{
    const double a = g->shape;
    if (a < LARGE) return a * rr_log(x) - x - g->log_gamma;
    return -a * rr_excess((x - a) / a) - g->log_scale;
}

static double series(double a, double x)
{
    double term = 1, sum = 1;
    for (int n = 1; n < MAX_TERMS && term > sum * 0x1p-56; ++n) {
        term *= x / (a + n);
        sum += term;
    }
    return sum;
}

/* The continued fraction C, by Lentz's rule. */
static double fraction(double a, double x)
{
    double b = x + 1 - a, c = 0x1p1000, d = 1 / b, h = d;
    for (int n = 1; n < MAX_TERMS; ++n) {
        const double up = -n * (n - a);
        b += 2;
        d = 1 / (up * d + b);
        c = b + up / c;
        const double change = c * d;
        h *= change;
        if (rr_abs(change - 1) < 0x1p-53) break;
    }
    return h;
}

/* A rough normal quantile, z < 0, for 0 < v <= 1/2 (Abramowitz and Stegun 26.2.23): the start of the search. */
static double rough_normal(double v)
{
    const double t = rr_sqrt(-2 * rr_log(v));
    return (2.515517 + t * (0.802853 + t * 0.010328)) / (1 + t * (1.432788 + t * (0.189269 + t * 0.001308))) - t;
}

/* Wilson and Hilferty's approximation. */
static double rough_gamma(double a, double z)
{
    const double c = rr_max(1 - 1 / (9 * a) + z / (3 * rr_sqrt(a)), 0);
    return a * c * c * c;
}

/* c with P(b e^c) = v, where log b = (log v + log Gamma(a+1)) / a. */
static double lower_small(const rr_gamma_law *g, double log_b)
{
    const double a = g->shape, b = rr_exp(log_b);
    double c = rr_min(b / (a + 1), 1);
    for (int i = 0; i < MAX_STEPS; ++i) {
        const double x = b * rr_exp(c), sum = series(a, x), slope = a / sum;
        const double step = -(a * c + rr_log(sum) - x) / slope, by = rr_halley(step, step * (a - x - slope) / 2);
        c += by;
        if (rr_abs(by) < DONE) break;
    }
    return c;
}

static double lower_large(const rr_gamma_law *g, double log_v, double x)
{
    const double a = g->shape;
    for (int i = 0; i < MAX_STEPS; ++i) {
        const double sum = series(a, x), slope = a / sum;   /* d log P / d log x */
        const double step = (log_v - log_d(g, x) - rr_log(sum)) / slope;
        const double by = rr_max(rr_halley(step, step * (a - 1 - x - slope) / 2), -0.75);
        x += x * by;
        if (rr_abs(by) < DONE) break;
    }
    return x;
}

static double upper_tail(const rr_gamma_law *g, double log_v, double x)
{
    const double a = g->shape, log_a = rr_log(a);
    for (int i = 0; i < MAX_STEPS; ++i) {
        const double c = fraction(a, x), slope = 1 / c;     /* -d log Q / d log x */
        const double step = (log_d(g, x) + log_a + rr_log(c) - log_v) / slope;
        const double by = rr_halley(step, step * (a - 1 - x + slope) / 2);
        x = rr_max(x + x * by, g->split);
        if (rr_abs(by) < DONE) break;
    }
    return x;
}

static double root_of(const rr_gamma_law *g, double x)
{
    for (unsigned s = 0; s < g->squarings; ++s) x = rr_sqrt(x);
    return x;
}

/* The root of the x with P(X <= x) = v; v is given with its logarithm. */
static double lower(const rr_gamma_law *g, double v, double log_v)
{
    const double a = g->shape, log_b = (log_v + (a < LARGE ? g->log_gamma : 0)) / a;
    if (a >= LARGE) {
        const double z = v <= 0.5 ? rough_normal(v) : -rough_normal(1 - v);
        return root_of(g, lower_large(g, log_v, rr_max(rough_gamma(a, z), a * 0x1p-10)));
    }
    const double c = lower_small(g, log_b), s = 1.0 / (1u << g->squarings);
    return rr_power_of(v, log_v, a * (1u << g->squarings)) * rr_exp(g->log_gamma * g->root + c * s);
}

double rr_gamma_root(const void *law, int upper, double v)
{
    const rr_gamma_law *g = law;
    if (!upper) return lower(g, v, rr_log(v));
    if (v >= g->split_v) return lower(g, 1 - v, rr_log1p(-v));
    return root_of(g, upper_tail(g, rr_log(v), rr_max(rough_gamma(g->shape, -rough_normal(v)), g->split)));
}

/* The number of squarings is such that the root behaves like v to a power of at most 5/3: 2^-65 (2^-129) to that power is a
 * normal float (double). */
void rr_gamma_law_make(rr_gamma_law *g, double shape)
{
    g->shape = shape;
    g->squarings = 0;
    while (shape * (1u << g->squarings) < 0.6) ++g->squarings;
    const double power = shape * (1u << g->squarings);
    g->root = 1 / power;
    g->log_gamma = shape < LARGE ? rr_log_gamma1(shape) : 0;
    g->log_scale = shape < LARGE ? 0 : RR_HALF_LOG_TWO_PI + rr_log(shape) / 2 + rr_stirling_tail(shape);
    g->split = shape < 1 ? 0.25 + 0.75 * shape : shape < LARGE ? shape : shape + 1;
    g->split_v = rr_exp(log_d(g, g->split) + rr_log(shape) + rr_log(fraction(shape, g->split)));
}
