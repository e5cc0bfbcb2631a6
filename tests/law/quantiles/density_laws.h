/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Fifty distributions with both tails in closed form, for tests of density: bells, tails, poles, kinks, gaps, far and narrow
 * ones, and those of UNU.RAN's own tests. pdf or logpdf up to a factor; below(x) = P(X < x), tail(x) = P(X > x), each
 * relatively accurate. */
#ifndef DENSITY_LAWS_H
#define DENSITY_LAWS_H

#include <math.h>
#include <stddef.h>

#define PI 3.141592653589793238462643383279503L
#define ROOT2 1.414213562373095048801688724209698L

typedef double pdf_function(double x, void *context);
typedef long double tail_function(long double x);

#define PDF(name) static double pdf_##name(double x, void *c __attribute__((unused)))
#define LOW(name) static long double low_##name(long double x)
#define UP(name) static long double up_##name(long double x)

static long double normal_up(long double x) { return erfcl(x / ROOT2) / 2; }

PDF(normal) { return exp(-x * x / 2); }
UP(normal) { return normal_up(x); }
PDF(log_normal_bell) { return 100 - x * x / 2; }
PDF(tiny) { return 1e-200 * exp(-x * x / 2); }
PDF(narrow) { return exp(-x * x * 0.5e10); }
UP(narrow) { return normal_up(x * 1e5L); }
PDF(far) { return -(x - 1000) * (x - 1000) / 2; }
UP(far) { return normal_up(x - 1000); }
LOW(far) { return normal_up(1000 - x); }
PDF(laplace) { return exp(-fabs(x)); }
UP(laplace) { return x > 0 ? expl(-x) / 2 : 1 - expl(x) / 2; }
PDF(logistic) { return exp(-fabs(x)) / ((1 + exp(-fabs(x))) * (1 + exp(-fabs(x)))); }
UP(logistic) { return 1 / (1 + expl(x)); }
PDF(cauchy) { return 1 / (1 + x * x); }
UP(cauchy) { return atan2l(1, x) / PI; }
PDF(sech) { return 1 / cosh(x); }
UP(sech) { return atanl(expl(-x)) * 2 / PI; }
PDF(t2) { return pow(2 + x * x, -1.5); }
UP(t2)
{
    return x > 0 ? 1 / (sqrtl(2 + x * x) * (sqrtl(2 + x * x) + x)) : 1 - 1 / (sqrtl(2 + x * x) * (sqrtl(2 + x * x) - x));
}
PDF(parabola) { return 1 - x * x; }
UP(parabola) { return (1 - x) * (1 - x) * (2 + x) / 4; }
PDF(biweight) { return (1 - x * x) * (1 - x * x); }
UP(biweight) { return (1 - x) * (1 - x) * (1 - x) * (8 + 9 * x + 3 * x * x) / 16; }
PDF(triangle) { return 1 - fabs(x); }
UP(triangle) { return x > 0 ? (1 - x) * (1 - x) / 2 : 1 - (1 + x) * (1 + x) / 2; }
PDF(modes) { return exp(-(x - 10) * (x - 10) / 2) + exp(-(x + 10) * (x + 10) / 2); }
UP(modes) { return (normal_up(x - 10) + normal_up(x + 10)) / 2; }
PDF(spike) { return exp(-x * x / 2) + 100 * exp(-x * x * 5000); }
UP(spike) { return (normal_up(x) + normal_up(100 * x)) / 2; }
PDF(root_tail) { return exp(-sqrt(fabs(x))); }
UP(root_tail) { return x > 0 ? (1 + sqrtl(x)) * expl(-sqrtl(x)) / 2 : 1 - (1 + sqrtl(-x)) * expl(-sqrtl(-x)) / 2; }
PDF(gap) { return fabs(x) < 1 ? 0 : 1; }
UP(gap) { return x > 1 ? (2 - x) / 2 : x > -1 ? 0.5L : 0.5L + (-1 - x) / 2; }

PDF(exponential) { return exp(-x); }
LOW(exponential) { return -expm1l(-x); }
UP(exponential) { return expl(-x); }
PDF(mirrored) { return exp(x); }
LOW(mirrored) { return expl(x); }
UP(mirrored) { return -expm1l(x); }
PDF(two_rates) { return exp(-x) + 100 * exp(-100 * x); }
LOW(two_rates) { return -(expm1l(-x) + expm1l(-100 * x)) / 2; }
UP(two_rates) { return (expl(-x) + expl(-100 * x)) / 2; }

static long double gamma_low(int shape, long double x)
{
    long double term = expl(-x), sum = 0;
    for (int k = 1; k <= shape; ++k) term *= x / k;
    for (int k = shape + 1; term > sum * 1e-22L && k < 4000; ++k) {
        sum += term;
        term *= x / k;
    }
    return sum;
}

static long double gamma_up(int shape, long double x)
{
    long double term = expl(-x), sum = 0;
    for (int k = 1; k <= shape; ++k) {
        sum += term;
        term *= x / k;
    }
    return sum;
}

PDF(gamma2) { return x * exp(-x); }
LOW(gamma2) { return gamma_low(2, x); }
UP(gamma2) { return gamma_up(2, x); }
PDF(gamma5) { return 4 * log(x) - x; }
LOW(gamma5) { return gamma_low(5, x); }
UP(gamma5) { return gamma_up(5, x); }
PDF(rayleigh) { return x * exp(-x * x / 2); }
LOW(rayleigh) { return -expm1l(-x * x / 2); }
UP(rayleigh) { return expl(-x * x / 2); }
PDF(weibull_half) { return exp(-sqrt(x)) / sqrt(x); }
LOW(weibull_half) { return -expm1l(-sqrtl(x)); }
UP(weibull_half) { return expl(-sqrtl(x)); }
PDF(weibull3) { return x * x * exp(-x * x * x); }
LOW(weibull3) { return -expm1l(-x * x * x); }
UP(weibull3) { return expl(-x * x * x); }
PDF(half_normal) { return exp(-x * x / 2); }
LOW(half_normal) { return erfl(x / ROOT2); }
UP(half_normal) { return erfcl(x / ROOT2); }
PDF(cut_normal) { return exp(8 - x * x / 2); }
LOW(cut_normal) { return 1 - erfcl(x / ROOT2) / erfcl(4 / ROOT2); }
UP(cut_normal) { return erfcl(x / ROOT2) / erfcl(4 / ROOT2); }
PDF(lognormal) { return exp(-log(x) * log(x) / 2) / x; }
LOW(lognormal) { return normal_up(-logl(x)); }
UP(lognormal) { return normal_up(logl(x)); }
PDF(pareto) { return pow(x, -2.2); }
LOW(pareto) { return -expm1l(-1.2L * log1pl(x - 1)); }
UP(pareto) { return powl(x, -1.2L); }
PDF(lomax) { return pow(1 + x, -3); }
LOW(lomax) { return -expm1l(-2 * log1pl(x)); }
UP(lomax) { return powl(1 + x, -2); }
PDF(log_logistic) { return x / ((1 + x * x) * (1 + x * x)); }
LOW(log_logistic) { return x * x / (1 + x * x); }
UP(log_logistic) { return 1 / (1 + x * x); }
PDF(frechet) { return pow(x, -4) * exp(-pow(x, -3)); }
LOW(frechet) { return expl(-powl(x, -3)); }
UP(frechet) { return -expm1l(-powl(x, -3)); }
PDF(inverse) { return exp(-1 / x) / (x * x); }
LOW(inverse) { return expl(-1 / x); }
UP(inverse) { return -expm1l(-1 / x); }
PDF(levy) { return pow(x, -1.5) * exp(-0.5 / x); }
LOW(levy) { return erfcl(1 / sqrtl(2 * x)); }
UP(levy) { return erfl(1 / sqrtl(2 * x)); }
PDF(gumbel) { return -x - exp(-x); }
LOW(gumbel) { return expl(-expl(-x)); }
UP(gumbel) { return -expm1l(-expl(-x)); }

PDF(uniform) { return 1 + 0 * x; }
LOW(uniform) { return x; }
UP(uniform) { return 1 - x; }
LOW(wide) { return (x + 3) / 8; }
UP(wide) { return (5 - x) / 8; }
PDF(power) { return x * x; }
LOW(power) { return x * x * x; }
UP(power) { return (1 - x) * (1 + x + x * x); }
PDF(beta23) { return x * (1 - x) * (1 - x); }
LOW(beta23) { return x * x * (6 - 8 * x + 3 * x * x); }
UP(beta23) { return (1 - x) * (1 - x) * (1 - x) * (1 + 3 * x); }
PDF(pole) { return 1 / sqrt(x); }
LOW(pole) { return sqrtl(x); }
UP(pole) { return (1 - x) / (1 + sqrtl(x)); }
PDF(steps) { return x < 1 ? 1 : 3; }
LOW(steps) { return x < 1 ? x / 4 : (1 + 3 * (x - 1)) / 4; }
UP(steps) { return x < 1 ? (1 - x + 3) / 4 : 3 * (2 - x) / 4; }
PDF(kink) { return fabs(x - 0.5); }
LOW(kink) { return x < 0.5 ? 2 * x * (1 - x) : 0.5L + 2 * (x - 0.5L) * (x - 0.5L); }
UP(kink) { return low_kink(1 - x); }

/* Poles: d^-a at a distance d. S is 1 - a, as the density has it. */
#define S(a) (1 - (long double)(a))
static long double near(long double s, long double d) { return d > 0 ? powl(d, s) : 0; }
static long double rest(long double s, long double d) { return d > 0 ? -expm1l(s * logl(d)) : 1; }

PDF(pole9) { return pow(x, -0.9); }
LOW(pole9) { return near(S(0.9), x); }
UP(pole9) { return rest(S(0.9), x); }
PDF(log_pole95) { return -0.95 * log(x); }
LOW(log_pole95) { return near(S(0.95), x); }
UP(log_pole95) { return rest(S(0.95), x); }
PDF(pole99) { return 1e9 * pow(x, -0.99); }
LOW(pole99) { return near(S(0.99), x); }
UP(pole99) { return rest(S(0.99), x); }
PDF(upper_pole) { return pow(-x, -0.95); }
LOW(upper_pole) { return rest(S(0.95), -x); }
UP(upper_pole) { return near(S(0.95), -x); }
PDF(pole_below_1) { return pow(1 - x, -0.9); }
LOW(pole_below_1) { return -expm1l(S(0.9) * log1pl(-x)); }
UP(pole_below_1) { return near(S(0.9), 1 - x); }
PDF(pole_above_1) { return -0.5 * log(x - 1); }
LOW(pole_above_1) { return near(0.5L, x - 1); }
UP(pole_above_1) { return rest(0.5L, x - 1); }
PDF(arcsine) { return 1 / sqrt(x * (1 - x)); }
LOW(arcsine) { return 2 / PI * asinl(sqrtl(x)); }
UP(arcsine) { return 2 / PI * asinl(sqrtl(1 - x)); }
PDF(sides) { return pow(fabs(x), -0.95); }
UP(sides) { return x > 0 ? rest(S(0.95), x) / 2 : (1 + near(S(0.95), -x)) / 2; }
PDF(middle) { return pow(fabs(x - 0.3), x < 0.3 ? -0.7 : -0.4); }

/* Both sides of 0.3, with tails that are accurate next to 0 and 1. */
static const long double middle_low = S(0.7), middle_up = S(0.4);
static long double middle_sum(void) { return powl(0.3, middle_low) / middle_low + powl(S(0.3), middle_up) / middle_up; }
LOW(middle)
{
    const long double d = x - 0.3, below = powl(0.3, middle_low) / middle_low;
    if (d < 0) return -expm1l(middle_low * log1pl(-x / 0.3)) * below / middle_sum();
    return (below + powl(d, middle_up) / middle_up) / middle_sum();
}
UP(middle)
{
    const long double d = x - 0.3, above = powl(S(0.3), middle_up) / middle_up;
    if (d > 0) return -expm1l(middle_up * log1pl(-(1 - x) / S(0.3))) * above / middle_sum();
    return (above + powl(-d, middle_low) / middle_low) / middle_sum();
}

/* Gamma of shape s: the series below 1, the continued fraction (Legendre's) above. */
static long double gamma_pole_low(long double s, long double x)
{
    long double term = 1, sum = 0;
    if (!(x > 0)) return 0;
    for (int k = 0; k < 60; term *= -x / ++k) sum += term / (s + k);
    return near(s, x) * sum / tgammal(s);
}
static long double gamma_pole_up(long double s, long double x)
{
    long double y = 0;
    if (x < 1) return 1 - gamma_pole_low(s, x);
    for (int k = 400; k > 0; --k) y = k * (k - s) / (x + 2 * k + 1 - s - y);
    return expl(-x) * powl(x, s) / (x + 1 - s - y) / tgammal(s);
}
PDF(gamma_pole) { return pow(x, -0.95) * exp(-x); }
UP(gamma_pole) { return gamma_pole_up(S(0.95), x); }
LOW(gamma_pole) { return x < 1 ? gamma_pole_low(S(0.95), x) : 1 - up_gamma_pole(x); }
PDF(double_gamma) { return -0.9 * log(fabs(x)) - fabs(x); }
UP(double_gamma) { return x > 0 ? gamma_pole_up(S(0.9), x) / 2 : (1 + gamma_pole_low(S(0.9), -x)) / 2; }

/* Beta of s and s, the series x^s sum of (1 - s)_k x^k / (k! (s + k)) below 1/2. */
static long double beta_pole(long double s, long double x)
{
    long double term = 1, sum = 0;
    if (!(x > 0)) return 0;
    if (x > 0.5L) return 1 - beta_pole(s, 1 - x);
    for (int k = 0; k < 70; ++k, term *= (k - s) * x / k) sum += term / (s + k);
    return near(s, x) * sum * tgammal(2 * s) / (tgammal(s) * tgammal(s));
}
PDF(beta_1) { return pow(x, -0.9) * pow(1 - x, -0.9); }
LOW(beta_1) { return beta_pole(S(0.9), x); }
UP(beta_1) { return beta_pole(S(0.9), 1 - x); }
PDF(beta_05) { return -0.95 * (log(x) + log1p(-x)); }
LOW(beta_05) { return beta_pole(S(0.95), x); }
UP(beta_05) { return beta_pole(S(0.95), 1 - x); }

/* below is NULL for a symmetric distribution. Breaks: up to two, NaN where there are fewer. */
static const struct density_law {
    const char *name;
    pdf_function *pdf, *logpdf;
    double low, high;
    tail_function *below, *tail;
    double breaks[2];
} density_laws[] = {
#define LINE -INFINITY, INFINITY
#define HALF 0, INFINITY
#define NONE {NAN, NAN}
    {"normal", pdf_normal, NULL, LINE, NULL, up_normal, NONE},
    {"normal by its logarithm, plus 100", NULL, pdf_log_normal_bell, LINE, NULL, up_normal, NONE},
    {"normal, times 1e-200", pdf_tiny, NULL, LINE, NULL, up_normal, NONE},
    {"narrow normal", pdf_narrow, NULL, LINE, NULL, up_narrow, NONE},
    {"far normal", NULL, pdf_far, LINE, low_far, up_far, NONE},
    {"laplace", pdf_laplace, NULL, LINE, NULL, up_laplace, NONE},
    {"logistic", pdf_logistic, NULL, LINE, NULL, up_logistic, NONE},
    {"cauchy", pdf_cauchy, NULL, LINE, NULL, up_cauchy, NONE},
    {"hyperbolic secant", pdf_sech, NULL, -700, 700, NULL, up_sech, NONE},
    {"t of 2", pdf_t2, NULL, LINE, NULL, up_t2, NONE},
    {"parabola", pdf_parabola, NULL, -1, 1, NULL, up_parabola, NONE},
    {"biweight", pdf_biweight, NULL, -1, 1, NULL, up_biweight, NONE},
    {"triangle", pdf_triangle, NULL, -1, 1, NULL, up_triangle, {0, NAN}},
    {"triangle without its break", pdf_triangle, NULL, -1, 1, NULL, up_triangle, NONE},
    {"two modes", pdf_modes, NULL, LINE, NULL, up_modes, NONE},
    {"a spike in a bell", pdf_spike, NULL, LINE, NULL, up_spike, NONE},
    {"exp(-sqrt|x|)", pdf_root_tail, NULL, LINE, NULL, up_root_tail, NONE},
    {"gap", pdf_gap, NULL, -2, 2, NULL, up_gap, {-1, 1}},
    {"exponential", pdf_exponential, NULL, HALF, low_exponential, up_exponential, NONE},
    {"exponential, mirrored", pdf_mirrored, NULL, -INFINITY, 0, low_mirrored, up_mirrored, NONE},
    {"two rates", pdf_two_rates, NULL, HALF, low_two_rates, up_two_rates, NONE},
    {"gamma of 2", pdf_gamma2, NULL, HALF, low_gamma2, up_gamma2, NONE},
    {"gamma of 5, by its logarithm", NULL, pdf_gamma5, HALF, low_gamma5, up_gamma5, NONE},
    {"rayleigh", pdf_rayleigh, NULL, HALF, low_rayleigh, up_rayleigh, NONE},
    {"weibull of 1/2", pdf_weibull_half, NULL, HALF, low_weibull_half, up_weibull_half, NONE},
    {"weibull of 3", pdf_weibull3, NULL, HALF, low_weibull3, up_weibull3, NONE},
    {"half normal", pdf_half_normal, NULL, HALF, low_half_normal, up_half_normal, NONE},
    {"normal above 4", pdf_cut_normal, NULL, 4, INFINITY, low_cut_normal, up_cut_normal, NONE},
    {"lognormal", pdf_lognormal, NULL, HALF, low_lognormal, up_lognormal, NONE},
    {"pareto", pdf_pareto, NULL, 1, INFINITY, low_pareto, up_pareto, NONE},
    {"lomax", pdf_lomax, NULL, HALF, low_lomax, up_lomax, NONE},
    {"log-logistic", pdf_log_logistic, NULL, HALF, low_log_logistic, up_log_logistic, NONE},
    {"frechet", pdf_frechet, NULL, HALF, low_frechet, up_frechet, NONE},
    {"inverse exponential", pdf_inverse, NULL, HALF, low_inverse, up_inverse, NONE},
    {"levy", pdf_levy, NULL, HALF, low_levy, up_levy, NONE},
    {"gumbel", NULL, pdf_gumbel, LINE, low_gumbel, up_gumbel, NONE},
    {"uniform", pdf_uniform, NULL, 0, 1, low_uniform, up_uniform, NONE},
    {"uniform from -3 to 5", pdf_uniform, NULL, -3, 5, low_wide, up_wide, NONE},
    {"power", pdf_power, NULL, 0, 1, low_power, up_power, NONE},
    {"beta of 2 and 3", pdf_beta23, NULL, 0, 1, low_beta23, up_beta23, NONE},
    {"pole", pdf_pole, NULL, 0, 1, low_pole, up_pole, NONE},
    {"steps", pdf_steps, NULL, 0, 2, low_steps, up_steps, {1, NAN}},
    {"steps without their break", pdf_steps, NULL, 0, 2, low_steps, up_steps, NONE},
    {"kink", pdf_kink, NULL, 0, 1, low_kink, up_kink, {0.5, NAN}},
    {"x^-0.9", pdf_pole9, NULL, 0, 1, low_pole9, up_pole9, NONE},
    {"x^-0.95, by its logarithm", NULL, pdf_log_pole95, 0, 1, low_log_pole95, up_log_pole95, NONE},
    {"x^-0.99", pdf_pole99, NULL, 0, 1, low_pole99, up_pole99, NONE},
    {"(-x)^-0.95", pdf_upper_pole, NULL, -1, 0, low_upper_pole, up_upper_pole, NONE},
    {"(1 - x)^-0.9", pdf_pole_below_1, NULL, 0, 1, low_pole_below_1, up_pole_below_1, NONE},
    {"(x - 1)^-0.5", NULL, pdf_pole_above_1, 1, 2, low_pole_above_1, up_pole_above_1, NONE},
    {"arcsine", pdf_arcsine, NULL, 0, 1, low_arcsine, up_arcsine, NONE},
    {"|x|^-0.95", pdf_sides, NULL, -1, 1, NULL, up_sides, {0, NAN}},
    {"two poles at 0.3", pdf_middle, NULL, 0, 1, low_middle, up_middle, {0.3, NAN}},
    {"gamma of 0.05", pdf_gamma_pole, NULL, HALF, low_gamma_pole, up_gamma_pole, NONE},
    {"double gamma of 0.1", NULL, pdf_double_gamma, LINE, NULL, up_double_gamma, {0, NAN}},
    {"beta of 0.1", pdf_beta_1, NULL, 0, 1, low_beta_1, up_beta_1, NONE},
    {"beta of 0.05, by its logarithm", NULL, pdf_beta_05, 0, 1, low_beta_05, up_beta_05, NONE},
};

#define DENSITY_LAWS (sizeof density_laws / sizeof *density_laws)

#endif
