/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Forty laws with both tails in closed form, for tests of density: bells, tails, poles, kinks, gaps, far and narrow ones,
 * and laws of UNU.RAN's own tests. pdf or logpdf up to a factor; below(x) = P(X < x), tail(x) = P(X > x), each
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

/* Of a symmetric law below is NULL. Breaks: up to two, NaN where there are fewer. */
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
};

#define DENSITY_LAWS (sizeof density_laws / sizeof *density_laws)

#endif
