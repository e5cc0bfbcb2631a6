/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The distribution of loop, in long double: the exponentiated geometric distribution, P(N <= n) = (1 - rho^n)^t (Ridley and
 * Forget, Eqs. 2-9; Thomas's L_r).
 *
 * Powers are exponentials of t log1p(-rho^n). The pmf is a quotient, CDF(n) (1 - CDF(n - 1) / CDF(n)), whose second factor
 * is -expm1 of a difference of logarithms, so nothing cancels:
 *     (1 - rho^(n-1)) / (1 - rho^n) = 1 - p rho^(n-1) / (1 - rho^n). */
#include "model.h"

/* Sides that differ by less count as equal. This is the rounding error of rho^n at lambda n = 30. */
#define SAME 2e-18L

/* logl is inaccurate for 1 - rho^n near 1, log1pl for rho^n near 1: each is used where it is accurate. */
rr_long rr_trial_log_cdf(rr_trial c, rr_long t, rr_long n)
{
    const rr_long x = rr_trial_power(c, n);
    return t * (x < 0.5L ? log1pl(-x) : logl(rr_trial_rest(c, n)));
}

rr_long rr_trial_survival(rr_trial c, rr_long t, rr_long n)
{
    return n < 1 ? 1 : -expm1l(rr_trial_log_cdf(c, t, n));
}

rr_long rr_trial_cdf(rr_trial c, rr_long t, rr_long n)
{
    return n < 1 ? 0 : expl(rr_trial_log_cdf(c, t, n));
}

/* log(CDF(n - 1) / CDF(n)), n >= 2. */
static rr_long log_step(rr_trial c, rr_long t, rr_long n)
{
    return t * log1pl(-c.p * rr_trial_power(c, n - 1) / rr_trial_rest(c, n));
}

rr_long rr_trial_pmf(rr_trial c, rr_long t, rr_long n)
{
    const rr_long cdf = rr_trial_cdf(c, t, n);
    return n < 2 ? cdf : cdf * -expm1l(log_step(c, t, n));
}

/* True if CDF(n) >= u. The upper half compares the survival, which is accurate there. */
static int reaches(rr_trial c, rr_long t, rr_long n, rr_long u)
{
    return u > 0.5L ? rr_trial_survival(c, t, n) <= (1 - u) * (1 + SAME) : rr_trial_cdf(c, t, n) >= u * (1 - SAME);
}

/* The inverse in closed form is off by at most one step. */
rr_long rr_trial_quantile(rr_trial c, rr_long t, rr_long u)
{
    if (c.rho == 0 || u == 0) return 1;
    if (u == 1) return INFINITY;
    const rr_long log_u = u > 0.5L ? log1pl(-(1 - u)) : logl(u);
    const rr_long x = log_u / t > -1 ? logl(-expm1l(log_u / t)) : log1pl(-expl(log_u / t));   /* ln(1 - u^(1/t)) */
    rr_long n = ceill(-x / c.lambda);
    if (n < 1) n = 1;
    /* From 2^64 on whole numbers are further apart than 1. */
    while (!reaches(c, t, n, u)) n = fmaxl(n + 1, nextafterl(n, INFINITY));
    for (rr_long less; n > 1; n = less) {
        less = fminl(n - 1, nextafterl(n, 0));
        if (!reaches(c, t, less, u)) break;
    }
    return n;
}

/* True if P(N = n + 1) > P(N = n). Both differences of CDFs are divided by CDF(n), so that a flat top is still resolved. */
static int rises(rr_trial c, rr_long t, rr_long n)
{
    const rr_long up = expm1l(t * log1pl(c.p * rr_trial_power(c, n) / rr_trial_rest(c, n)));
    const rr_long down = n < 2 ? 1 : -expm1l(log_step(c, t, n));
    return up > down;
}

/* The pmf at real n has one stationary point, at rho^n = expm1(l) / expm1(l + lambda), l = lambda / (t - 1); the mode is a
 * neighbour of it. For small lambda the neighbours are too close to compare (they differ by lambda^2). There P(N = n + 1) =
 * P(N = n), a zero second difference of the CDF, is solved by its Taylor series about the inflection point, ln t / lambda:
 * the mode is the next whole number. */
rr_long rr_trial_mode(rr_trial c, rr_long t)
{
    if (c.rho == 0 || t == 1) return 1;
    if (c.lambda < 1e-3L) return ceill(logl(t) / c.lambda + c.lambda / 12 * (t + 1) / (t - 1));
    const rr_long l = c.lambda / (t - 1);
    const rr_long log_top = l < 1 ? logl(expm1l(l)) : l + log1pl(-expl(-l));
    const rr_long all = l + c.lambda, log_below = all < 1 ? logl(expm1l(all)) : all + log1pl(-expl(-all));
    rr_long n = floorl((log_below - log_top) / c.lambda);
    if (n < 1) n = 1;
    while (rises(c, t, n)) n += 1;
    while (n > 1 && !rises(c, t, n - 1)) n -= 1;
    return n;
}
