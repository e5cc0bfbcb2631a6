/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Functions that moments and acceptance probabilities of several distributions share. */
#ifndef RR_MOMENTS_H
#define RR_MOMENTS_H

#include "reroll_law.h"

#include <math.h>

#define RR_PI 3.14159265358979323846

/* log |Gamma(x)|. libm's lgamma writes the sign to the global signgam, which is a data race between threads. lgamma_r is
 * not ISO C: -std=gnu11 declares it. */
static inline double rr_log_gamma(double x)
{
    int sign;
    return lgamma_r(x, &sign);
}

/* From the moments about 0. */
static inline rr_moments rr_central(double m1, double m2, double m3, double m4)
{
    const rr_moments m = {m1, m2 - m1 * m1, m4 - 4 * m1 * m3 + 6 * m1 * m1 * m2 - 3 * m1 * m1 * m1 * m1};
    return m;
}

/* Moments of a density on [p[0], p[1]], finite, by Simpson's rule. The density may have any factor. */
static inline rr_moments rr_window_moments(const double *p, double (*density)(double x, const double *p))
{
    enum { STEPS = 2000 };
    const double h = (p[1] - p[0]) / STEPS;
    double m[5] = {0};
    for (int i = 0; i <= STEPS; ++i) {
        const double x = p[0] + i * h, w = density(x, p) * (i % STEPS == 0 ? 1 : i % 2 ? 4 : 2);
        for (int k = 0; k < 5; ++k) m[k] += w * pow(x, k);
    }
    return rr_central(m[1] / m[0], m[2] / m[0], m[3] / m[0], m[4] / m[0]);
}

/* From mean, variance and kurtosis (the fourth central moment over the square of the variance). */
static inline rr_moments rr_kurtic(double mean, double variance, double kurtosis)
{
    const rr_moments m = {mean, variance, kurtosis * variance * variance};
    return m;
}

#endif
