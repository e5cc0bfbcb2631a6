/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Shared by counts with extra zeros: moments, names of pi. */
#ifndef RR_ZERO_INFLATED_LAW_H
#define RR_ZERO_INFLATED_LAW_H

#include "laws/descriptor.h"

/* The moments of a count that is 0 with probability 1 - part, and otherwise has this mean and these central moments. Moments
 * about 0 would cancel for large means. */
static inline rr_moments rr_zero_moments(double mean, double variance, double third, double fourth, double part)
{
    const double rest = 1 - part, m = part * mean, d = rest * mean;
    return (rr_moments){m, part * variance + m * d,
                        part * (fourth + 4 * d * third + 6 * d * d * variance + d * d * d * d) + rest * m * m * m * m};
}

static inline rr_moments rr_zero_negative_binomial(double n, double p, double part)
{
    const double q = 1 - p, v = n * q / (p * p);
    return rr_zero_moments(n * q / p, v, v * (1 + q) / p, v * (1 + (3 + 6 / n) * v), part);
}

/* The same for a count that is 0 with probability `zero`, and otherwise a positive negative binomial count, which is 1 where
 * p is 1. */
static inline rr_moments rr_positive_negative_binomial(double n, double p, double zero)
{
    if (p < 1) return rr_zero_negative_binomial(n, p, (1 - zero) / -expm1(n * log(p)));
    return rr_zero_moments(1, 0, 0, 0, 1 - zero);
}

static inline rr_moments rr_zero_poisson(double lam, double part)
{
    return rr_zero_moments(lam, lam, lam, lam * (1 + 3 * lam), part);
}

#define RR_ZERO_PI(help) {"pi", help, RR_REQUIRED, RR_BETWEEN(0, 1)}
#define RR_ZERO_LAM {"lam", "mean of the Poisson distribution", RR_REQUIRED, {0, 2.147e9, 0, 0}, {0, 1e15, 0, 0}}
#define RR_ZERO_N {"n", "successes", RR_REQUIRED, {1e-30, 1e5, 0, 0}, {1e-30, 1e8, 0, 0}}
#define RR_ZERO_LAM_SYNONYMS RR_SAME("lambda", "lam"), RR_SAME("mu", "lam"), RR_SAME("rate", "lam")
#define RR_ZERO_N_SYNONYMS(sampler) \
    RR_SAME("r", "n"), RR_SAME("prob", "p"), \
    RR_NOTE("mu", sampler " takes --n and --p, which is n / (n + mu)"), \
    RR_NOTE("alpha", sampler " takes --n, which is alpha, and --p, which is alpha / (alpha + mu)")
#define RR_ZERO_PI_SYNONYMS(sampler) \
    RR_SAME("gate", "pi"), RR_SAME("pstr0", "pi"), RR_SAME("w", "pi"), \
    RR_NOTE("psi", sampler " takes --pi, the probability of an extra zero, which is 1 - psi")
#define RR_HURDLE_PI_SYNONYMS(sampler) \
    RR_SAME("pobs0", "pi"), RR_SAME("p0", "pi"), \
    RR_NOTE("psi", sampler " takes --pi, the probability of 0, which is 1 - psi")

#endif
