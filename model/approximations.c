/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Approximations of loop's mean: those of Ridley and Forget (Eqs. 13, 16, 17) and those of this library. docs/model.md has
 * their errors.
 *
 * The library's are: the exact series H_t / lambda + 1/2 + (2 / lambda) sum_k Re[P(k s) / (k s)], s = 2 pi i / lambda, P(s)
 * = Gamma(t + 1) Gamma(1 - s) / Gamma(t + 1 - s), cut after 0, 3 and 30 terms; and the Euler-Maclaurin formula from n = 4
 * on. */
#include <complex.h>

#include "model.h"

typedef long double complex rr_complex;

static int good(rr_chance c, double lanes)
{
    return rr_chance_good(c) && rr_whole(lanes, 1, 0x1p40);
}

/* Eq. 17 changes formulas where the distribution becomes unimodal, P(N = 2) > P(N = 1): rho = 2^(1/t) - 1. */
static int unimodal(rr_chance c, double lanes)
{
    return good(c, lanes) && c.reject > expm1(log(2) / lanes);
}

static int monotone(rr_chance c, double lanes)
{
    return good(c, lanes) && !unimodal(c, lanes);
}

static int anywhere(rr_chance c, double lanes)
{
    return good(c, lanes);
}

/* ln(factor (1 - rho) t / lambda) / lambda + 1. */
static double by_top(rr_chance c, double lanes, double factor)
{
    const rr_trial trial = rr_trial_of(c);
    if (!good(c, lanes)) return NAN;
    if (trial.rho == 0) return 1;
    return (double)(logl(factor * trial.p * lanes / trial.lambda) / trial.lambda + 1);
}

static double ridley_large(rr_chance c, double lanes)
{
    return by_top(c, lanes, 2);
}

static double ridley_mode(rr_chance c, double lanes)
{
    return by_top(c, lanes, 1);
}

static double ridley_small(rr_chance c, double lanes)
{
    return 1 + rr_model_loop_survival(c, lanes, 1) + rr_model_loop_survival(c, lanes, 2);
}

static double ridley(rr_chance c, double lanes)
{
    return unimodal(c, lanes) ? ridley_large(c, lanes) : ridley_small(c, lanes);
}

static double harmonic(rr_chance c, double lanes)
{
    const rr_trial trial = rr_trial_of(c);
    if (!good(c, lanes)) return NAN;
    return (double)(rr_harmonic(lanes) / trial.lambda + 0.5L);
}

/* ln(Gamma(a) / Gamma(a - s)) for imaginary s = i y, by the difference of two Stirling series, so that no large numbers are
 * subtracted: s ln a - (a - s - 1/2) ln(1 - s / a) - s + S(a) - S(a - s). */
static rr_complex stirling(rr_complex z)
{
    const rr_complex x = 1 / (z * z);
    return (1 / 12.0L - x * (1 / 360.0L - x * (1 / 1260.0L - x / 1680.0L))) / z;
}

static rr_complex log_ratio(rr_long a, rr_long y)
{
    const rr_complex s = y * I, log_rest = log1pl(y / a * (y / a)) / 2 - atanl(y / a) * I;
    return s * logl(a) - (a - s - 0.5L) * log_rest - s + stirling(a) - stirling(a - s);
}

/* P(i y): the product of j / (j - s): the first factors one by one, the others by gamma functions. */
static rr_complex product(rr_long t, rr_long y)
{
    const rr_long first = t < 32 ? t : 32;
    rr_complex p = 1;
    for (rr_long j = 1; j <= first; ++j) p *= j / (j - y * I);
    return t <= first ? p : p * cexpl(log_ratio(t + 1, y) - log_ratio(first + 1, y));
}

static double fourier(rr_chance c, double lanes, int terms)
{
    const rr_trial trial = rr_trial_of(c);
    if (!good(c, lanes)) return NAN;
    if (trial.rho == 0) return 1;
    rr_long sum = 0;
    for (int k = 1; k <= terms; ++k) {
        const rr_long y = 2 * RR_MODEL_PI * k / trial.lambda;
        sum += creall(product(lanes, y) / (y * I));
    }
    return (double)((rr_harmonic(lanes) + 2 * sum) / trial.lambda + 0.5L);
}

static double fourier_3(rr_chance c, double lanes)
{
    return fourier(c, lanes, 3);
}

static double fourier_30(rr_chance c, double lanes)
{
    return fourier(c, lanes, 30);
}

/* Sum of (1 - (1 - x)^k) / k, k = 1 ... t: term by term to 4096; above, the sum of y^k / k is an integral by the midpoint
 * rule, a difference of exponential integrals. */
static rr_long waiting(rr_long x, rr_long t)
{
    const rr_long first = t < 4096 ? t : 4096, kappa = -log1pl(-x);
    rr_long sum = 0;
    for (rr_long k = 1; k <= first; ++k) sum += -expm1l(-kappa * k) / k;
    if (t <= first) return sum;
    sum += rr_harmonic(t) - rr_harmonic(first);
    return sum - (rr_exp_integral(kappa * (first + 0.5L)) - rr_exp_integral(kappa * (t + 0.5L)));
}

/* f(0) + ... + f(3) + integral of f from 4 on + f(4) / 2 - f'(4) / 12. */
static double euler_4(rr_chance c, double lanes)
{
    const rr_trial trial = rr_trial_of(c);
    if (!good(c, lanes)) return NAN;
    if (trial.rho == 0) return 1;
    const rr_long x = rr_trial_power(trial, 4), t = lanes;
    rr_long sum = waiting(x, t) / trial.lambda + rr_trial_survival(trial, t, 4) / 2;
    for (int n = 0; n < 4; ++n) sum += rr_trial_survival(trial, t, n);
    return (double)(sum + t * trial.lambda * x * rr_trial_cdf(trial, t, 4) / rr_trial_rest(trial, 4) / 12);
}

static const rr_model_approximation approximations[] = {
    {"ridley-large", "ln(2 (rho - 1) t / ln rho) / lambda + 1", "Ridley and Forget, Eq. 13, as printed",
     "rho > 2^(1/t) - 1", unimodal, ridley_large},
    {"ridley-mode", "ln((rho - 1) t / ln rho) / lambda + 1", "Ridley and Forget, Eq. 11: where it is highest",
     "rho > 2^(1/t) - 1", unimodal, ridley_mode},
    {"ridley-small", "3 - (1 - rho)^t - (1 - rho^2)^t", "Ridley and Forget, Eq. 16", "rho < 2^(1/t) - 1",
     monotone, ridley_small},
    {"ridley", "Eq. 16 for rho < 2^(1/t) - 1, else Eq. 13", "Ridley and Forget, Eq. 17, t a factor as in Eq. 13",
     "everywhere", anywhere, ridley},
    {"harmonic", "H_t / lambda + 1/2", "ours", "everywhere; best for rho near 1", anywhere, harmonic},
    {"fourier-3", "H_t / lambda + 1/2 + 3 terms of the exact series", "ours", "everywhere", anywhere, fourier_3},
    {"fourier-30", "H_t / lambda + 1/2 + 30 terms of the exact series", "ours", "everywhere", anywhere, fourier_30},
    {"euler-4", "f(0) + ... + f(3) + integral from 4 on + f(4) / 2 - f'(4) / 12", "ours", "everywhere", anywhere, euler_4},
};

int rr_model_approximation_list(size_t number, rr_model_approximation *info)
{
    if (number >= sizeof approximations / sizeof *approximations) return 0;
    *info = approximations[number];
    return 1;
}
