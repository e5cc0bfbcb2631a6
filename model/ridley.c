/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Eqs. 10-12 of Ridley and Forget: the CDF as exp(-rho^n t), the difference of two as a pmf, and the integral of that pmf
 * over n >= 0: 1 + (E1(t / rho) - E1(t)) / lambda, with E1(x) = -Ei(-x). For small lambda the difference cancels: there the
 * second term is minus the integral of exp(-t e^(lambda v)) over v in [0, 1], by Gauss and Legendre's 3 points. */
#include "model.h"

/* The series for x < 1, otherwise the continued fraction 1 / (x + 1 - 1 / (x + 3 - 4 / (x + 5 - ...))) by Lentz's method. */
rr_long rr_exp_integral(rr_long x)
{
    static const rr_long euler = 0.57721566490153286060651209008240243L;
    if (x < 1) {
        rr_long sum = -euler - logl(x), power = -1;
        for (int k = 1; k < 40; ++k) {
            power *= -x / k;
            sum += power / k;
        }
        return sum;
    }
    rr_long b = x + 1, c = 1e300L, d = 1 / b, h = d;
    for (int k = 1; k < 500; ++k) {
        const rr_long a = -(rr_long)k * k;
        b += 2;
        d = 1 / (a * d + b);
        c = b + a / c;
        h *= c * d;
        if (fabsl(c * d - 1) < 1e-18L) break;
    }
    return h * expl(-x);
}

static int good(rr_chance c, double lanes)
{
    return rr_chance_good(c) && rr_whole(lanes, 1, 0x1p40);
}

double rr_model_ridley_cdf(rr_chance c, double lanes, double n)
{
    if (!good(c, lanes) || !(n >= 0)) return NAN;
    return (double)expl(-(rr_long)lanes * rr_trial_power(rr_trial_of(c), n));
}

/* exp(-x t) - exp(-x t / rho), x = rho^n. */
double rr_model_ridley_pmf(rr_chance c, double lanes, double n)
{
    if (!good(c, lanes) || !(n >= 0)) return NAN;
    const rr_trial trial = rr_trial_of(c);
    if (trial.rho == 0) return n > 0 && n <= 1;   /* the limit: all mass at the first iteration */
    const rr_long x = rr_trial_power(trial, n) * lanes;
    return (double)(-expl(-x) * expm1l(-x * trial.p / trial.rho));
}

static rr_long norm_of_small(rr_long lambda, rr_long t)
{
    const rr_long far = sqrtl(0.6L) / 2;
    rr_long sum = 0;
    for (int k = -1; k <= 1; ++k) sum += (k ? 5 : 8) / 18.0L * expl(-t * expl(lambda * (0.5L + k * far)));
    return 1 - sum;
}

double rr_model_ridley_norm(rr_chance c, double lanes)
{
    if (!good(c, lanes)) return NAN;
    const rr_trial trial = rr_trial_of(c);
    if (trial.rho == 0) return 1;
    if (trial.lambda < 0.01L) return (double)norm_of_small(trial.lambda, lanes);
    return (double)(1 + (rr_exp_integral(lanes / trial.rho) - rr_exp_integral(lanes)) / trial.lambda);
}
