/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* oneMKL's Vector Statistics through the C API, into one array.   usage: peer_mkl philox | mcg59 | sfmt */
#include "child.h"

#include <mkl_service.h>
#include <mkl_version.h>
#include <mkl_vsl.h>

static VSLStreamStatePtr stream;

static const MKL_INT standard = VSL_RNG_METHOD_UNIFORM_STD;   /* 0 for all distributions with a single method */
static const MKL_INT icdf = VSL_RNG_METHOD_GAUSSIAN_ICDF;
static const MKL_INT pairs = VSL_RNG_METHOD_GAUSSIAN_BOXMULLER2;
static const MKL_INT box_muller = VSL_RNG_METHOD_GAUSSIAN_BOXMULLER;
static const MKL_INT ptpe = VSL_RNG_METHOD_POISSON_PTPE;
static const MKL_INT poisnorm = VSL_RNG_METHOD_POISSON_POISNORM;

static int is_f64(const call *c)
{
    return child_size(c->what) == 8;
}

static MKL_INT method_of(const call *c)
{
    return *(const MKL_INT *)c->what->own;
}

static int bits(const call *c)
{
    return viRngUniformBits32(VSL_RNG_METHOD_UNIFORMBITS32_STD, stream, (MKL_INT)c->n, c->out);
}

static int uniform(const call *c)
{
    const double *v = c->value;
    return is_f64(c) ? vdRngUniform(method_of(c), stream, (MKL_INT)c->n, c->out, v[0], v[1])
                     : vsRngUniform(method_of(c), stream, (MKL_INT)c->n, c->out, (float)v[0], (float)v[1]);
}

static int exponential(const call *c)
{
    double scale = c->value[0];
    return is_f64(c) ? vdRngExponential(VSL_RNG_METHOD_EXPONENTIAL_ICDF, stream, (MKL_INT)c->n, c->out, 0, scale)
                     : vsRngExponential(VSL_RNG_METHOD_EXPONENTIAL_ICDF, stream, (MKL_INT)c->n, c->out, 0, (float)scale);
}

static int normal(const call *c)
{
    const double *v = c->value;
    return is_f64(c) ? vdRngGaussian(method_of(c), stream, (MKL_INT)c->n, c->out, v[0], v[1])
                     : vsRngGaussian(method_of(c), stream, (MKL_INT)c->n, c->out, (float)v[0], (float)v[1]);
}

static int lognormal(const call *c)
{
    MKL_INT method = method_of(c) == icdf ? VSL_RNG_METHOD_LOGNORMAL_ICDF : VSL_RNG_METHOD_LOGNORMAL_BOXMULLER2;
    const double *v = c->value;
    return is_f64(c) ? vdRngLognormal(method, stream, (MKL_INT)c->n, c->out, v[0], v[1], 0, 1)
                     : vsRngLognormal(method, stream, (MKL_INT)c->n, c->out, (float)v[0], (float)v[1], 0, 1);
}

static int gamma_(const call *c)
{
    double shape = c->value[0];
    return is_f64(c) ? vdRngGamma(VSL_RNG_METHOD_GAMMA_GNORM, stream, (MKL_INT)c->n, c->out, shape, 0, 1)
                     : vsRngGamma(VSL_RNG_METHOD_GAMMA_GNORM, stream, (MKL_INT)c->n, c->out, (float)shape, 0, 1);
}

static int chi2(const call *c)
{
    int df = (int)c->value[0];
    return is_f64(c) ? vdRngChiSquare(VSL_RNG_METHOD_CHISQUARE_CHI2GAMMA, stream, (MKL_INT)c->n, c->out, df)
                     : vsRngChiSquare(VSL_RNG_METHOD_CHISQUARE_CHI2GAMMA, stream, (MKL_INT)c->n, c->out, df);
}

static int beta(const call *c)
{
    const double *v = c->value;
    return is_f64(c) ? vdRngBeta(VSL_RNG_METHOD_BETA_CJA, stream, (MKL_INT)c->n, c->out, v[0], v[1], 0, 1)
                     : vsRngBeta(VSL_RNG_METHOD_BETA_CJA, stream, (MKL_INT)c->n, c->out, (float)v[0], (float)v[1], 0, 1);
}

static int cauchy(const call *c)
{
    const double *v = c->value;
    return is_f64(c) ? vdRngCauchy(VSL_RNG_METHOD_CAUCHY_ICDF, stream, (MKL_INT)c->n, c->out, v[0], v[1])
                     : vsRngCauchy(VSL_RNG_METHOD_CAUCHY_ICDF, stream, (MKL_INT)c->n, c->out, (float)v[0], (float)v[1]);
}

static int weibull(const call *c)
{
    const double *v = c->value;
    return is_f64(c) ? vdRngWeibull(VSL_RNG_METHOD_WEIBULL_ICDF, stream, (MKL_INT)c->n, c->out, v[0], 0, v[1])
                     : vsRngWeibull(VSL_RNG_METHOD_WEIBULL_ICDF, stream, (MKL_INT)c->n, c->out, (float)v[0], 0, (float)v[1]);
}

static int laplace(const call *c)
{
    const double *v = c->value;
    return is_f64(c) ? vdRngLaplace(VSL_RNG_METHOD_LAPLACE_ICDF, stream, (MKL_INT)c->n, c->out, v[0], v[1])
                     : vsRngLaplace(VSL_RNG_METHOD_LAPLACE_ICDF, stream, (MKL_INT)c->n, c->out, (float)v[0], (float)v[1]);
}

/* oneMKL's scale is the root of 2 times ours. */
static int rayleigh(const call *c)
{
    double scale = c->value[0] * sqrt(2);
    return is_f64(c) ? vdRngRayleigh(VSL_RNG_METHOD_RAYLEIGH_ICDF, stream, (MKL_INT)c->n, c->out, 0, scale)
                     : vsRngRayleigh(VSL_RNG_METHOD_RAYLEIGH_ICDF, stream, (MKL_INT)c->n, c->out, 0, (float)scale);
}

/* oneMKL's is the distribution of minima, with the opposite sign. */
static int gumbel(const call *c)
{
    const MKL_INT n = (MKL_INT)c->n, method = VSL_RNG_METHOD_GUMBEL_ICDF;
    const double *v = c->value;
    int wrong = is_f64(c) ? vdRngGumbel(method, stream, n, c->out, -v[0], v[1])
                          : vsRngGumbel(method, stream, n, c->out, (float)-v[0], (float)v[1]);
    if (is_f64(c)) for (size_t i = 0; i < c->n; ++i) ((double *)c->out)[i] = -((double *)c->out)[i];
    else for (size_t i = 0; i < c->n; ++i) ((float *)c->out)[i] = -((float *)c->out)[i];
    return wrong;
}

/* ---- Counts, int ---- */

static int poisson(const call *c)
{
    return viRngPoisson(method_of(c), stream, (MKL_INT)c->n, c->out, c->value[0]);
}

/* One mean per draw: the only method, an approximation. */
static int poisson_each(const call *c)
{
    return viRngPoissonV(VSL_RNG_METHOD_POISSONV_POISNORM, stream, (MKL_INT)c->n, c->out, c->each[0]);
}

static int binomial(const call *c)
{
    return viRngBinomial(VSL_RNG_METHOD_BINOMIAL_BTPE, stream, (MKL_INT)c->n, c->out, (int)c->value[0], c->value[1]);
}

static int bernoulli(const call *c)
{
    return viRngBernoulli(VSL_RNG_METHOD_BERNOULLI_ICDF, stream, (MKL_INT)c->n, c->out, c->value[0]);
}

static int negative_binomial(const call *c)
{
    return viRngNegBinomial(VSL_RNG_METHOD_NEGBINOMIAL_NBAR, stream, (MKL_INT)c->n, c->out, c->value[0], c->value[1]);
}

/* oneMKL's counts begin at 0. */
static int geometric(const call *c)
{
    int32_t *out = c->out;
    int wrong = viRngGeometric(VSL_RNG_METHOD_GEOMETRIC_ICDF, stream, (MKL_INT)c->n, out, c->value[0]);
    for (size_t i = 0; i < c->n; ++i) ++out[i];
    return wrong;
}

static int hypergeometric(const call *c)
{
    int good = (int)c->value[0], bad = (int)c->value[1], taken = (int)c->value[2];
    return viRngHypergeometric(VSL_RNG_METHOD_HYPERGEOMETRIC_H2PE, stream, (MKL_INT)c->n, c->out, good + bad, taken, good);
}

static int integers(const call *c)
{
    return viRngUniform(method_of(c), stream, (MKL_INT)c->n, c->out, (int)c->value[0], (int)c->value[1]);
}

static const row rows[] = {
    {"bits", "u32", "", bits, NULL, &standard},
    {"uniform", "f32", "", uniform, NULL, &standard},
    {"uniform", "f64", "", uniform, NULL, &standard},
    {"exponential", "f32", "", exponential, NULL, &standard},
    {"exponential", "f64", "", exponential, NULL, &standard},
    {"normal", "f32", "icdf", normal, NULL, &icdf},
    {"normal", "f64", "icdf", normal, NULL, &icdf},
    {"normal", "f32", "box-muller2", normal, NULL, &pairs},
    {"normal", "f64", "box-muller2", normal, NULL, &pairs},
    {"normal", "f32", "box-muller", normal, NULL, &box_muller},
    {"normal", "f64", "box-muller", normal, NULL, &box_muller},
    {"lognormal", "f32", "icdf", lognormal, NULL, &icdf},
    {"lognormal", "f64", "icdf", lognormal, NULL, &icdf},
    {"lognormal", "f32", "box-muller2", lognormal, NULL, &pairs},
    {"lognormal", "f64", "box-muller2", lognormal, NULL, &pairs},
    {"gamma", "f32", "", gamma_, NULL, &standard},
    {"gamma", "f64", "", gamma_, NULL, &standard},
    {"beta", "f32", "", beta, NULL, &standard},
    {"beta", "f64", "", beta, NULL, &standard},
    {"chi2", "f32", "", chi2, NULL, &standard},
    {"chi2", "f64", "", chi2, NULL, &standard},
    {"cauchy", "f32", "", cauchy, NULL, &standard},
    {"cauchy", "f64", "", cauchy, NULL, &standard},
    {"weibull", "f32", "", weibull, NULL, &standard},
    {"weibull", "f64", "", weibull, NULL, &standard},
    {"laplace", "f32", "", laplace, NULL, &standard},
    {"laplace", "f64", "", laplace, NULL, &standard},
    {"rayleigh", "f32", "", rayleigh, NULL, &standard},
    {"rayleigh", "f64", "", rayleigh, NULL, &standard},
    {"gumbel", "f32", "", gumbel, NULL, &standard},
    {"gumbel", "f64", "", gumbel, NULL, &standard},
    {"poisson", "i32", "ptpe", poisson, NULL, &ptpe},
    {"poisson", "i32", "poisnorm", poisson, poisson_each, &poisnorm},
    {"binomial", "i32", "", binomial, NULL, &standard},
    {"bernoulli", "i32", "", bernoulli, NULL, &standard},
    {"negative-binomial", "i32", "", negative_binomial, NULL, &standard},
    {"geometric", "i32", "", geometric, NULL, &standard},
    {"hypergeometric", "i32", "", hypergeometric, NULL, &standard},
    {"integers", "i32", "", integers, NULL, &standard},
};

int main(int arguments, char **argument)
{
    static char version[256];
    const char *name = arguments > 1 ? argument[1] : "philox";
    MKL_INT generator = !strcmp(name, "mcg59") ? VSL_BRNG_MCG59
                      : !strcmp(name, "sfmt") ? VSL_BRNG_SFMT19937 : VSL_BRNG_PHILOX4X32X10;
    MKLVersion v;
    if (vslNewStream(&stream, generator, 1) != VSL_STATUS_OK) return 1;
    mkl_get_version(&v);
    snprintf(version, sizeof version, "%d.%d.%d, for %s", v.MajorVersion, v.MinorVersion, v.UpdateVersion, v.Processor);
    return child_main(&(peer){version, "no (Poisson only)", "limited by the bits of its uniforms",
                              "no: threads need streams or skips of their own",
                              "i32; a mean per draw by poisnorm only, which approximates", 1,
                              sizeof rows / sizeof *rows, rows, NULL});
}
