/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Quantiles of the beta distribution, in the arithmetic of engine/math (compiled with the scalar f64 lanes), so that their
 * tables are the same on every machine.
 *
 * With y = 1 - x and D = x^a y^b / B(a, b), P(X <= x) = D F(a, b, x) / a, with F the continued fraction DLMF 8.17.22, which
 * converges well for x <= (a + 1) / (a + b + 2). For larger x, P(1 - X <= y) is used, with the shapes exchanged. With the
 * means p = a / (a + b) and q = 1 - p,
 *
 *     log D = a log(x/p) + b log(y/q) + log sqrt(a b / (2 pi (a + b))) + d(a + b) - d(a) - d(b)
 *
 * with d Stirling's correction of log Gamma, so that only the first two terms cancel; near the means they are -a f(x/p - 1)
 * - b f(y/q - 1), f(t) = t - log(1+t). log P is concave in l = log x, with the slope S = a / (y F) and S' = S (a - (b-1)
 * x/y - S): Halley's steps converge from any start; they begin where x^a / (a B(a, b)) is the probability.
 *
 * Relative error of the root against mpmath, shapes 0.3 to 1000, v from 1/2 to 2^-129: 226 * 2^-53
 * (tests/law/tables/beta_table.c). */
#include "icdf.h"
#include "targets/base/special.h"

#include "engine/math/exp.h"
#include "engine/math/expm1.h"

#define DONE 1e-7      /* the step after one this small is its cube */
#define DEEP -20       /* log x */
#define MAX_STEPS 60
#define MAX_TERMS 100000
#define TINY 0x1p-900   /* instead of 0 in a continued fraction */

/* Stirling's correction d(z). */
static double correction(double z)
{
    return z < 12 ? rr_log_gamma1(z) - (z + 0.5) * rr_log(z) + z - RR_HALF_LOG_TWO_PI : rr_stirling_tail(z);
}

/* A place: both variables and their logarithms. [0] is X, [1] is 1 - X. */
typedef struct place {
    double x[2], log[2];
} place;

/* The place where the logarithm of variable number k is l. */
static place place_of(int k, double l)
{
    place at;
    at.log[k] = l;
    at.x[k] = rr_exp(l);
    at.x[!k] = -rr_expm1(l);
    at.log[!k] = at.x[k] < 0.5 ? rr_log1p(-at.x[k]) : rr_log(at.x[!k]);   /* accurate near 1 too */
    return at;
}

static double log_d(const rr_beta_law *g, const place *at)
{
    const int k = g->mean[1] < g->mean[0];   /* the smaller mean: its difference has more bits */
    const double off = at->x[k] - g->mean[k], here = off / g->mean[k], there = -off / g->mean[!k];
    if (here > -0.5 && there > -0.5) return g->log_peak - g->shape[k] * rr_excess(here) - g->shape[!k] * rr_excess(there);
    return g->log_peak + g->shape[0] * (at->log[0] - g->log_mean[0]) + g->shape[1] * (at->log[1] - g->log_mean[1]);
}

/* F, by Lentz's rule. */
static double fraction(double a, double b, double x)
{
    double d = 1 / (1 - (a + b) * x / (a + 1)), c = 1, h = d;
    for (int m = 1; m < MAX_TERMS; ++m) {
        const double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
        const double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
        double below = 1 + even * d;
        d = 1 / (below == 0 ? TINY : below);
        c = 1 + even / c;
        h *= c * d;
        below = 1 + odd * d;
        d = 1 / (below == 0 ? TINY : below);
        c = 1 + odd / c;
        h *= c * d;
        if (rr_abs(c * d - 1) < 0x1p-53) break;
    }
    return h;
}

/* (a + 1) / (a + b + 2) for variable k. */
static double limit(const rr_beta_law *g, int k)
{
    return (g->shape[k] + 1) / (g->shape[0] + g->shape[1] + 2);
}

/* P(variable k <= its place). */
static double below(const rr_beta_law *g, int k, const place *at)
{
    return rr_exp(log_d(g, at)) * fraction(g->shape[k], g->shape[!k], at->x[k]) / g->shape[k];
}

/* log B(a, b) */
static double log_beta(const rr_beta_law *g)
{
    return g->shape[0] * g->log_mean[0] + g->shape[1] * g->log_mean[1] - g->log_peak;
}

/* The place that variable k is below with the probability e^log_v, which is at most that at its limit. */
static place solve(const rr_beta_law *g, int k, double log_v)
{
    const double a = g->shape[k], b = g->shape[!k], log_a = rr_log(a), top = rr_log(limit(g, k));
    double l = rr_min((log_v + log_beta(g) + log_a) / a, top);
    for (int i = 0; i < MAX_STEPS; ++i) {
        const place at = place_of(k, l);
        const double f = fraction(a, b, at.x[k]), slope = a / (at.x[!k] * f);
        const double step = (log_v + log_a - log_d(g, &at) - rr_log(f)) / slope;
        const double by = rr_halley(step, step * (a - (b - 1) * at.x[k] / at.x[!k] - slope) / 2);
        l = rr_min(l + by, top);
        if (rr_abs(by) < DONE) break;
    }
    return place_of(k, l);
}

/* True if X is above 1/2 in the middle of v's octave. v = 1/2 is its own octave. */
static int far(const rr_beta_law *g, int upper, double v)
{
    double middle = 0.375;
    while (middle > 1.5 * v) middle /= 2;
    if (v == 0.5) middle = v;
    return upper ? 1 - middle > g->half : middle > g->half;
}

/* The root deep in a tail, where its logarithm is too inaccurate: x^a y^b F = v a B(a, b), and y^b F is nearly 1. */
static double deep(const rr_beta_law *g, int k, double v, const place *at)
{
    const double a = g->shape[k], b = g->shape[!k], power = a * (1u << g->squarings);
    const double near = b * at->log[!k] + rr_log(fraction(a, b, at->x[k]));
    return rr_power_of(v, rr_log(v), power) * rr_exp((log_beta(g) + rr_log(a) - near) / power);
}

double rr_beta_root(const void *law, int upper, double v)
{
    const rr_beta_law *g = law;
    const double lower = upper ? 1 - v : v;
    const int k = lower > g->split;
    const place at = solve(g, k, k == upper ? rr_log(v) : rr_log1p(-v));
    const int form = far(g, upper, v);
    const double root = form == k && k == upper && at.log[k] < DEEP ? deep(g, k, v, &at)
                                                                    : rr_exp(at.log[form] / (1u << g->squarings));
    return form ? -root : root;
}

/* The number of squarings is such that the root behaves like v to a power of at most 5/3 at either end. */
void rr_beta_law_make(rr_beta_law *g, double a, double b)
{
    const double sum = a + b;
    *g = (rr_beta_law){.shape = {a, b}, .mean = {a / sum, b / sum}, .log_mean = {-rr_log1p(b / a), -rr_log1p(a / b)}};
    while (rr_min(a, b) * (1u << g->squarings) < 0.6) ++g->squarings;
    g->log_peak = rr_log(a * b / sum) / 2 - RR_HALF_LOG_TWO_PI + correction(sum) - correction(a) - correction(b);
    const place split = place_of(0, rr_log(limit(g, 0))), half = place_of(0, rr_log(0.5));
    g->split = below(g, 0, &split);
    g->half = limit(g, 0) >= 0.5 ? below(g, 0, &half) : 1 - below(g, 1, &half);
}
