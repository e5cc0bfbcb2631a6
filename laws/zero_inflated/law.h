/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What counts with extra zeros share: moments, names of pi. */
#ifndef RR_ZERO_INFLATED_LAW_H
#define RR_ZERO_INFLATED_LAW_H

#include "laws/descriptor.h"

/* Of a count that is 0 with probability 1 - part, and else has the factorial moments f[1] ... f[4]. */
static inline rr_moments rr_zero_moments(const double *f, double part)
{
    const double m = f[1] * part, m2 = (f[2] + f[1]) * part, m3 = (f[3] + 3 * f[2] + f[1]) * part;
    return rr_central(m, m2, m3, (f[4] + 6 * f[3] + 7 * f[2] + f[1]) * part);
}

static inline rr_moments rr_zero_negative_binomial(double n, double p, double part)
{
    double f[5] = {1};
    for (int r = 0; r < 4; ++r) f[r + 1] = f[r] * (n + r) * (1 - p) / p;
    return rr_zero_moments(f, part);
}

static inline rr_moments rr_zero_poisson(double lam, double part)
{
    const double f[5] = {1, lam, pow(lam, 2), pow(lam, 3), pow(lam, 4)};
    return rr_zero_moments(f, part);
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
