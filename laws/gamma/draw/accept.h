/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Acceptance of Marsaglia and Tsang's proposal: p(a) = Gamma(a) e^d d^(1/2 - a) / sqrt(2 pi), d = a - 1/3, with a the
 * shape, or shape + 1 where the boost is used. Only the planner uses it and no bit depends on it, so libm may be used. */
#ifndef RR_GAMMA_ACCEPT_H
#define RR_GAMMA_ACCEPT_H

#include "laws/descriptor.h"

static inline double rr_gamma_accept(const double *params)
{
    const double a = params[0] < 1 ? params[0] + 1 : params[0], d = a - 1.0 / 3;
    /* From a = 1e6 on 1 - p is below 1e-8, and the difference of large terms would have a larger error. */
    return a > 1e6 ? 1 : exp(rr_log_gamma(a) + d + (0.5 - a) * log(d) - 0.91893853320467274);
}

/* Probability that the squeeze of draw.h leaves a proposal x undecided: s + s^2/2 <= t, s uniform; 0 where it is
 * rejected at once. */
static inline double rr_gamma_slow_at(double d, double x)
{
    const double y = x / (3 * sqrt(d)), z = y < 0.8 ? y : 0.8;
    const double t = 3 * d * y * y * y * y * (0.2532 + z * (-0.141 + z * (0.471 - z * 0.5625)));
    return y <= -1 ? 0 : t < 1.5 ? sqrt(1 + 2 * t) - 1 : 1;
}

/* The fraction of undecided proposals. These are the proposals that the squeeze leaves undecided (an integral over the
 * normal x, by the midpoint rule) and all whose pair needs LOW words. For U < low the radius is sqrt(-2 log U), with log U =
 * log(low) - 1 in the mean; of these the squeeze leaves a fraction undecided anyway, by the midpoint rule over angles. For U
 * near 1 (f64) that fraction is about 0. */
static inline double rr_gamma_slow(const double *params, rr_type dtype)
{
    const double d = params[0] - 1.0 / 3 + (params[0] < 1), low = rr_low_fraction(params, dtype),
                 top = rr_log_fraction(params, dtype) - low, radius = sqrt(2 * (1 - log(low)));
    const double from = -fmin(3 * sqrt(d), 6.5), step = (6.5 - from) / 96;
    double undecided = 0, anyway = 0;
    for (int i = 0; i < 96; ++i) {
        const double x = from + (i + 0.5) * step;
        undecided += rr_gamma_slow_at(d, x) * exp(-x * x / 2) * (0.39894228040143268 * step);
    }
    for (int i = 0; i < 16; ++i) anyway += rr_gamma_slow_at(d, radius * cos((i + 0.5) * (3.14159265358979324 / 16))) / 16;
    return undecided + low * (1 - anyway) + top;
}

/* The boost uses the auxiliary draw. */
static inline double rr_gamma_aux(const double *params)
{
    return params[0] < 1;
}

/* The same for distributions whose gamma has half their parameter as its shape. */
static inline double rr_gamma_accept_half(const double *params)
{
    const double shape = params[0] / 2;
    return rr_gamma_accept(&shape);
}

static inline double rr_gamma_slow_half(const double *params, rr_type dtype)
{
    const double shape = params[0] / 2;
    return rr_gamma_slow(&shape, dtype);
}

static inline double rr_gamma_aux_half(const double *params)
{
    const double shape = params[0] / 2;
    return rr_gamma_aux(&shape);
}

#define RR_SHAPE_RANGE {1e-30, 1e30, 0, 0}, {1e-300, 1e300, 0, 0}

#endif
