/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* GSL: one call per sample, f64, its default methods and documented faster ones.   usage: peer_gsl taus2 | mt19937 */
#include "child.h"

#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>
#include <gsl/gsl_version.h>

static gsl_rng *rng;
static gsl_ran_discrete_t *table;   /* of the row's weights, if it has some */

static int bits(const call *c)
{
    for (size_t i = 0; i < c->n; ++i) ((uint32_t *)c->out)[i] = (uint32_t)gsl_rng_get(rng);
    return 0;
}

static int uniform(const call *c)
{
    double *out = c->out;
    for (size_t i = 0; i < c->n; ++i) out[i] = gsl_rng_uniform(rng);
    return 0;
}

static int exponential(const call *c)
{
    double *out = c->out;
    for (size_t i = 0; i < c->n; ++i) out[i] = gsl_ran_exponential(rng, at(c, 0, i));
    return 0;
}

static int normal(const call *c)
{
    double *out = c->out;
    for (size_t i = 0; i < c->n; ++i) out[i] = at(c, 0, i) + gsl_ran_gaussian(rng, at(c, 1, i));
    return 0;
}

static int normal_ziggurat(const call *c)
{
    double *out = c->out;
    for (size_t i = 0; i < c->n; ++i) out[i] = at(c, 0, i) + gsl_ran_gaussian_ziggurat(rng, at(c, 1, i));
    return 0;
}

static int lognormal(const call *c)
{
    double *out = c->out;
    for (size_t i = 0; i < c->n; ++i) out[i] = gsl_ran_lognormal(rng, at(c, 0, i), at(c, 1, i));
    return 0;
}

static int gamma_(const call *c)
{
    double *out = c->out;
    for (size_t i = 0; i < c->n; ++i) out[i] = gsl_ran_gamma(rng, at(c, 0, i), 1);
    return 0;
}

static int beta(const call *c)
{
    double *out = c->out;
    for (size_t i = 0; i < c->n; ++i) out[i] = gsl_ran_beta(rng, at(c, 0, i), at(c, 1, i));
    return 0;
}

static int chi2(const call *c)
{
    double *out = c->out;
    for (size_t i = 0; i < c->n; ++i) out[i] = gsl_ran_chisq(rng, at(c, 0, i));
    return 0;
}

static int student_t(const call *c)
{
    double *out = c->out;
    for (size_t i = 0; i < c->n; ++i) out[i] = gsl_ran_tdist(rng, at(c, 0, i));
    return 0;
}

static int f(const call *c)
{
    double *out = c->out;
    for (size_t i = 0; i < c->n; ++i) out[i] = gsl_ran_fdist(rng, at(c, 0, i), at(c, 1, i));
    return 0;
}

static int cauchy(const call *c)
{
    double *out = c->out;
    for (size_t i = 0; i < c->n; ++i) out[i] = at(c, 0, i) + gsl_ran_cauchy(rng, at(c, 1, i));
    return 0;
}

static int weibull(const call *c)
{
    double *out = c->out;
    for (size_t i = 0; i < c->n; ++i) out[i] = gsl_ran_weibull(rng, at(c, 1, i), at(c, 0, i));
    return 0;
}

static int laplace(const call *c)
{
    double *out = c->out;
    for (size_t i = 0; i < c->n; ++i) out[i] = at(c, 0, i) + gsl_ran_laplace(rng, at(c, 1, i));
    return 0;
}

static int logistic(const call *c)
{
    double *out = c->out;
    for (size_t i = 0; i < c->n; ++i) out[i] = at(c, 0, i) + gsl_ran_logistic(rng, at(c, 1, i));
    return 0;
}

/* GSL's parameters have another form; 1, 1 is the standard distribution. */
static int gumbel(const call *c)
{
    double *out = c->out;
    for (size_t i = 0; i < c->n; ++i) out[i] = at(c, 0, i) + at(c, 1, i) * gsl_ran_gumbel1(rng, 1, 1);
    return 0;
}

static int rayleigh(const call *c)
{
    double *out = c->out;
    for (size_t i = 0; i < c->n; ++i) out[i] = gsl_ran_rayleigh(rng, at(c, 0, i));
    return 0;
}

/* GSL's begins at the scale. */
static int pareto(const call *c)
{
    double *out = c->out;
    for (size_t i = 0; i < c->n; ++i) out[i] = gsl_ran_pareto(rng, at(c, 0, i), at(c, 1, i)) - at(c, 1, i);
    return 0;
}

/* ---- Counts ---- */

static int poisson(const call *c)
{
    int32_t *out = c->out;
    for (size_t i = 0; i < c->n; ++i) out[i] = (int32_t)gsl_ran_poisson(rng, at(c, 0, i));
    return 0;
}

static int binomial(const call *c)
{
    int32_t *out = c->out;
    for (size_t i = 0; i < c->n; ++i) out[i] = (int32_t)gsl_ran_binomial(rng, at(c, 1, i), (unsigned)at(c, 0, i));
    return 0;
}

static int bernoulli(const call *c)
{
    int32_t *out = c->out;
    for (size_t i = 0; i < c->n; ++i) out[i] = (int32_t)gsl_ran_bernoulli(rng, at(c, 0, i));
    return 0;
}

static int negative_binomial(const call *c)
{
    int32_t *out = c->out;
    for (size_t i = 0; i < c->n; ++i) out[i] = (int32_t)gsl_ran_negative_binomial(rng, at(c, 1, i), at(c, 0, i));
    return 0;
}

static int geometric(const call *c)
{
    int32_t *out = c->out;
    for (size_t i = 0; i < c->n; ++i) out[i] = (int32_t)gsl_ran_geometric(rng, at(c, 0, i));
    return 0;
}

static int hypergeometric(const call *c)
{
    int32_t *out = c->out;
    for (size_t i = 0; i < c->n; ++i)
        out[i] = (int32_t)gsl_ran_hypergeometric(rng, (unsigned)at(c, 0, i), (unsigned)at(c, 1, i), (unsigned)at(c, 2, i));
    return 0;
}

static int logseries(const call *c)
{
    int32_t *out = c->out;
    for (size_t i = 0; i < c->n; ++i) out[i] = (int32_t)gsl_ran_logarithmic(rng, at(c, 0, i));
    return 0;
}

static int integers(const call *c)
{
    const int32_t low = (int32_t)c->value[0];
    const unsigned long width = (unsigned long)(c->value[1] - c->value[0]);
    int32_t *out = c->out;
    for (size_t i = 0; i < c->n; ++i) out[i] = low + (int32_t)gsl_rng_uniform_int(rng, width);
    return 0;
}

/* The table is made once, as the documentation of GSL recommends. */
static int categorical(const call *c)
{
    int32_t *out = c->out;
    for (size_t i = 0; i < c->n; ++i) out[i] = (int32_t)gsl_ran_discrete(rng, table);
    return 0;
}

static const char *begin(call *c)
{
    if (table) gsl_ran_discrete_free(table);
    table = c->weights ? gsl_ran_discrete_preproc((size_t)c->value[0], c->weights) : NULL;
    return c->weights && !table ? "no memory" : "";
}

static const row rows[] = {
    {"bits", "u32", "", bits, NULL, NULL},
    {"uniform", "f64", "", uniform, NULL, NULL},
    {"exponential", "f64", "", exponential, exponential, NULL},
    {"normal", "f64", "polar", normal, normal, NULL},
    {"normal", "f64", "ziggurat", normal_ziggurat, normal_ziggurat, NULL},
    {"lognormal", "f64", "", lognormal, lognormal, NULL},
    {"gamma", "f64", "", gamma_, gamma_, NULL},
    {"beta", "f64", "", beta, beta, NULL},
    {"chi2", "f64", "", chi2, chi2, NULL},
    {"student-t", "f64", "", student_t, student_t, NULL},
    {"f", "f64", "", f, f, NULL},
    {"cauchy", "f64", "", cauchy, cauchy, NULL},
    {"weibull", "f64", "", weibull, weibull, NULL},
    {"laplace", "f64", "", laplace, laplace, NULL},
    {"logistic", "f64", "", logistic, logistic, NULL},
    {"gumbel", "f64", "", gumbel, gumbel, NULL},
    {"rayleigh", "f64", "", rayleigh, rayleigh, NULL},
    {"pareto", "f64", "", pareto, pareto, NULL},
    {"poisson", "i32", "", poisson, poisson, NULL},
    {"binomial", "i32", "", binomial, binomial, NULL},
    {"bernoulli", "i32", "", bernoulli, bernoulli, NULL},
    {"negative-binomial", "i32", "", negative_binomial, negative_binomial, NULL},
    {"geometric", "i32", "", geometric, geometric, NULL},
    {"hypergeometric", "i32", "", hypergeometric, hypergeometric, NULL},
    {"logseries", "i32", "", logseries, logseries, NULL},
    {"integers", "i32", "", integers, NULL, NULL},
    {"categorical", "i32", "", categorical, NULL, NULL},
};

int main(int arguments, char **argument)
{
    rng = gsl_rng_alloc(arguments > 1 && !strcmp(argument[1], "mt19937") ? gsl_rng_mt19937 : gsl_rng_taus2);
    return rng ? child_main(&(peer){GSL_VERSION, "yes, one call per sample", "limited by the bits of its uniforms",
                                    "no: one running state", "unsigned int; weights are one vector for all draws",
                                    1, sizeof rows / sizeof *rows, rows, begin}) : 1;
}
