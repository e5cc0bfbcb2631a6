/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Lanes with different chances (per-sample parameters): P(N <= n) is the product of (1 - rho_i^n). The mean is the sum of 1
 * - that product; where it has too many terms the first 1024 are summed and the rest is the Euler-Maclaurin formula:
 * integral + f / 2 - f' / 12 at 1024 (the next term is below 1e-11 of the mean: the survival of every lane that matters
 * there changes by at most a few thousandths per step). */
#include "model.h"

#define DIRECT 1024

static int all_good(const rr_chance *chance, size_t n)
{
    if (!chance || !n) return 0;
    for (size_t i = 0; i < n; ++i)
        if (!rr_chance_good(chance[i])) return 0;
    return 1;
}

/* The logarithm of the product at any real x > 0, and its derivative. */
static rr_long log_cdf(const rr_chance *chance, size_t lanes, rr_long x, rr_long *slope)
{
    rr_long sum = 0, by = 0;
    for (size_t i = 0; i < lanes; ++i) {
        const rr_trial c = rr_trial_of(chance[i]);
        if (c.rho == 0) continue;
        sum += rr_trial_log_cdf(c, 1, x);
        by += c.lambda * rr_trial_power(c, x) / rr_trial_rest(c, x);
    }
    if (slope) *slope = by;
    return sum;
}

static rr_long survival(const rr_chance *chance, size_t lanes, rr_long x)
{
    return -expm1l(log_cdf(chance, lanes, x, NULL));
}

double rr_model_mixed_cdf(const rr_chance *chance, size_t lanes, double n)
{
    if (!all_good(chance, lanes) || floor(n) != n) return NAN;
    if (n < 1) return 0;
    return isinf(n) ? 1 : (double)expl(log_cdf(chance, lanes, n, NULL));
}

/* The integral of the survival over [a, 2 a], by Gauss and Legendre's 5 points in 8 parts. */
static rr_long octave(const rr_chance *chance, size_t lanes, rr_long a)
{
    static const rr_long at[3] = {0, 0.538469310105683091036314420700208805L, 0.906179845938663992797626878299392965L};
    static const rr_long weight[3] = {0.568888888888888888888888888888888889L, 0.478628670499366468041291514835638193L,
                                      0.236926885056189087514264040719917363L};
    const rr_long half = a / 16;
    rr_long sum = 0;
    for (int part = 0; part < 8; ++part) {
        const rr_long middle = a + (2 * part + 1) * half;
        sum += weight[0] * survival(chance, lanes, middle);
        for (int k = 1; k < 3; ++k)
            for (int side = -1; side <= 1; side += 2)
                sum += weight[k] * survival(chance, lanes, middle + side * at[k] * half);
    }
    return sum * half;
}

double rr_model_mixed_mean(const rr_chance *chance, size_t lanes)
{
    if (!all_good(chance, lanes)) return NAN;
    rr_long sum = 1, slope;
    for (rr_long n = 1; n < DIRECT; ++n) {
        const rr_long f = survival(chance, lanes, n);
        sum += f;
        if (f < 1e-20L) return (double)sum;
    }
    const rr_long log_f = log_cdf(chance, lanes, DIRECT, &slope);
    sum += -expm1l(log_f) / 2 + slope * expl(log_f) / 12;
    for (rr_long a = DIRECT;; a *= 2) {
        const rr_long part = octave(chance, lanes, a);
        sum += part;
        if (part < 1e-18L * sum) return (double)sum;
    }
}

double rr_model_mixed_fail(const rr_chance *chance, size_t samples, unsigned proposals)
{
    if (!all_good(chance, samples) || proposals < 1) return NAN;
    rr_long sum = 0;
    for (size_t i = 0; i < samples; ++i) sum += rr_trial_power(rr_trial_of(chance[i]), proposals);
    return (double)(sum / samples);
}
