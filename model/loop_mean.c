/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Mean and variance of loop. f(n) = 1 - (1 - rho^n)^t is the survival; the mean is the sum of f(n) over n >= 0.
 *
 * With s = 2 pi i / lambda the mean is exactly H_t / lambda + 1/2 + (2 / lambda) sum_k Re[P(k s) / (k s)], P(s) = product
 * of j / (j - s) over j = 1 ... t, and likewise the variance is (sum of 1 / j^2) / lambda^2 + 1/12 and terms in P. Three
 * ways:
 *   smooth   |P| is below 1e-19, as for any t from about 9 on where lambda < 1/64: the terms in P are left out;
 *   subsets  few lanes, lambda small: inclusion and exclusion over the lanes that still wait, geometric series;
 *   sums     lambda > 1/64: the series itself, about a whole number near the median, so that the variance keeps its
 *            digits where nearly all the mass is at one n: at most some 5000 terms. */
#include "model.h"

#define SMALL_LAMBDA (1 / 64.0L)

/* True if |P(s)| < e^-44. -ln |P| = 1/2 sum of ln(1 + (|s| / j)^2). */
static int smooth(rr_long lambda, rr_long t)
{
    const rr_long s = 2 * RR_MODEL_PI / lambda;
    rr_long sum = 0;
    if (s < 29) return 0;   /* pi s / 2 bounds the sum for any t */
    for (rr_long j = 1; j <= t && j < 4096 && sum <= 44; ++j) sum += log1pl(s * s / (j * j)) / 2;
    return sum > 44;
}

static rr_model_moments by_smooth(rr_long lambda, rr_long t)
{
    return (rr_model_moments){rr_harmonic(t) / lambda + 0.5L, rr_harmonic_squares(t) / (lambda * lambda) + 1 / 12.0L};
}

/* E N = sum of (-1)^(k+1) C(t, k) / (1 - q), E N^2 with 2 q / (1 - q)^2 + 1 / (1 - q), q = rho^k. */
static rr_model_moments by_subsets(rr_trial c, rr_long t)
{
    rr_long mean = 0, square = 0, choose = -1;
    for (rr_long k = 1; k <= t; ++k) {
        choose *= -(t - k + 1) / k;
        const rr_long q = rr_trial_power(c, k), rest = rr_trial_rest(c, k);
        mean += choose / rest;
        square += choose * (2 * q / rest + 1) / rest;
    }
    return (rr_model_moments){mean, square - mean * mean};
}

/* E (N - a) and E (N - a)^2: survivals from a upwards, CDFs below a. */
static rr_model_moments by_sums(rr_trial c, rr_long t)
{
    const rr_long a = rr_trial_quantile(c, t, 0.5L);
    rr_long first = 0, square = 0;
    for (rr_long n = a;; ++n) {
        const rr_long f = rr_trial_survival(c, t, n), term = (2 * (n - a) + 1) * f;
        first += f;
        square += term;
        if (term <= 1e-22L * square) break;
    }
    for (rr_long n = a - 1; n >= 1; --n) {
        const rr_long below = rr_trial_cdf(c, t, n), term = (2 * (a - n) - 1) * below;
        first -= below;
        square += term;
        if (term <= 1e-22L * square) break;
    }
    return (rr_model_moments){a + first, square - first * first};
}

rr_model_moments rr_trial_moments(rr_trial c, rr_long t)
{
    if (c.rho == 0) return (rr_model_moments){1, 0};
    if (smooth(c.lambda, t)) return by_smooth(c.lambda, t);
    return c.lambda > SMALL_LAMBDA ? by_sums(c, t) : by_subsets(c, t);
}
