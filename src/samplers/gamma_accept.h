/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Acceptance of Marsaglia and Tsang's proposal: p(a) = Gamma(a) e^d d^(1/2 - a) / sqrt(2 pi), d = a - 1/3, with a the
 * shape, or shape + 1 where the boost is used. Feeds the planner, never a bit, so libm may be used. */
#ifndef RR_GAMMA_ACCEPT_H
#define RR_GAMMA_ACCEPT_H

#include "descriptor.h"

static inline double rr_gamma_accept(const double *params)
{
    const double a = params[0] < 1 ? params[0] + 1 : params[0], d = a - 1.0 / 3;
    /* From a = 1e6 on 1 - p is below 1e-8, and the difference of large terms would be worse than that. */
    return a > 1e6 ? 1 : exp(lgamma(a) + d + (0.5 - a) * log(d) - 0.91893853320467274);
}

/* Share of pairs with a radius r = sqrt(-2 log U) that wants LOW words, U < low, which would be undecided anyway: x = r cos(turn),
 * by the midpoint rule over turns, at the r of log U = log(low) - 1, the mean there. */
static inline double rr_gamma_slow_and_low(double k, double edge, double low)
{
    const double r = sqrt(2 * (1 - log(low)));
    double sum = 0;
    for (int i = 0; i < 16; ++i) {
        const double x = r * cos((i + 0.5) * (3.14159265358979324 / 16)), rough = k * x * x * x * x;
        sum += x < -edge ? 0 : rough < 1 ? rough : 1;
    }
    return sum / 16;
}

/* Share of proposals that the squeeze of gamma_draw.h leaves undecided: proposals with y > -1, that is x > -1 / c, are accepted
 * at once with probability 1 - k x^4, k = K / d, so that it is the integral of min(1, k x^4) phi(x) over them. With x0 =
 * k^(-1/4) < 1 / c, the integral of x^4 phi from x0 on is (x0^3 + 3 x0) phi(x0) + 3 Q(x0), and over the whole line 3. And
 * those whose pair's radius wants LOW words, all of them. */
static inline double rr_gamma_slow(const double *params, rr_type dtype)
{
    const double d = params[0] - 1.0 / 3 + (params[0] < 1), k = 0.0221 / d, x0 = pow(k, -0.25), edge = 3 * sqrt(d);
    const double phi = 0.39894228040143268 * exp(-x0 * x0 / 2), tail = erfc(x0 * 0.70710678118654752) / 2;
    const double beyond = erfc(edge * 0.70710678118654752) / 2;   /* x < -1 / c */
    const double undecided = k * (3 - 2 * ((x0 * x0 * x0 + 3 * x0) * phi + 3 * tail)) + 2 * tail - beyond;
    const double low = rr_low_share(params, dtype);
    return undecided + low * (1 - rr_gamma_slow_and_low(k, edge, low));
}

/* The boost takes a draw of its own. */
static inline double rr_gamma_aux(const double *params)
{
    return params[0] < 1;
}

#define RR_SHAPE_RANGE {1e-30, 1e30, 0, 0}, {1e-300, 1e300, 0, 0}

#endif
