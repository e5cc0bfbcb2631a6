/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The other names are those of NumPy, SciPy and R, and of textbooks. Only what means the same number is another name; what
 * would have to be converted is answered by a note. */
#include "synonyms.h"
#include "suggest.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* Where `ours` is NULL it is a law that there is not, which is near a name that there is. */
static const struct {
    const char *name, *ours;
} laws[] = {
    {"gaussian", "normal"}, {"gauss", "normal"}, {"norm", "normal"}, {"randn", "normal"}, {"rnorm", "normal"},
    {"standard-normal", "normal"}, {"box-muller", "normal"}, {"normal:box-muller", "normal"}, {"polar", "normal:polar"},
    {"ziggurat", "normal:ziggurat"},
    {"unif", "uniform"}, {"runif", "uniform"}, {"rand", "uniform"}, {"random", "uniform"},
    {"exp", "exponential"}, {"expon", "exponential"}, {"rexp", "exponential"}, {"standard-exponential", "exponential"},
    {"lognorm", "lognormal"}, {"log-normal", "lognormal"}, {"halfnorm", "half-normal"}, {"halfnormal", "half-normal"},
    {"skewnorm", "skew-normal"}, {"truncnorm", "truncated-normal"}, {"truncated-gaussian", "truncated-normal"},
    {"rgamma", "gamma"}, {"standard-gamma", "gamma"}, {"erlang", "gamma:erlang"}, {"invgamma", "inverse-gamma"},
    {"log-gamma", "loggamma"}, {"chisquare", "chi2"}, {"chi-square", "chi2"}, {"chi-squared", "chi2"}, {"chisq", "chi2"},
    {"t", "student-t"}, {"standard-t", "student-t"}, {"student", "student-t"}, {"students-t", "student-t"},
    {"fisher", "f"}, {"fisher-f", "f"}, {"snedecor", "f"}, {"rbeta", "beta"}, {"geometric", "attempts"},
    {"geom", "attempts"},
    {"mvn", "multivariate-normal"}, {"mvnorm", "multivariate-normal"}, {"mvnormal", "multivariate-normal"},
    {"multivariate-gaussian", "multivariate-normal"}, {"inverse-gaussian", NULL},
};

#define NOT_OF_SKEW "skew-normal takes --location and --scale, which are not its mean and standard deviation"

static const synonym synonyms[] = {
    {"", "n", "n", NULL},
    {"", "size", "n", NULL},
    {"normal", "loc", "mean", NULL},
    {"normal", "location", "mean", NULL},
    {"normal", "mu", "mean", NULL},
    {"normal", "scale", "sd", NULL},
    {"normal", "sigma", "sd", NULL},
    {"normal", "std", "sd", NULL},
    {"normal", "stddev", "sd", NULL},
    {"normal", "var", NULL, "normal takes --sd, the root of the variance"},
    {"normal", "variance", NULL, "normal takes --sd, the root of the variance"},
    {"truncated-normal", "loc", "mean", NULL},
    {"truncated-normal", "location", "mean", NULL},
    {"truncated-normal", "mu", "mean", NULL},
    {"truncated-normal", "scale", "sd", NULL},
    {"truncated-normal", "sigma", "sd", NULL},
    {"truncated-normal", "std", "sd", NULL},
    {"truncated-normal", "stddev", "sd", NULL},
    {"truncated-normal", "lower", "low", NULL},
    {"truncated-normal", "upper", "high", NULL},
    {"truncated-normal", "min", "low", NULL},
    {"truncated-normal", "max", "high", NULL},
    {"truncated-normal", "a", NULL, "truncated-normal takes --low; SciPy's a is (low - mean) / sd"},
    {"truncated-normal", "b", NULL, "truncated-normal takes --high; SciPy's b is (high - mean) / sd"},
    {"uniform", "a", "low", NULL},
    {"uniform", "b", "high", NULL},
    {"uniform", "lower", "low", NULL},
    {"uniform", "upper", "high", NULL},
    {"uniform", "min", "low", NULL},
    {"uniform", "max", "high", NULL},
    {"uniform", "loc", NULL, "uniform takes --low and --high; SciPy's loc is low"},
    {"uniform", "scale", NULL, "uniform takes --low and --high; SciPy's scale is high - low"},
    {"exponential", "mean", "scale", NULL},
    {"exponential", "rate", NULL, "exponential takes --scale, which is 1 / rate"},
    {"exponential", "lambda", NULL, "exponential takes --scale, which is 1 / lambda"},
    {"exponential", "beta", NULL, "exponential takes --scale, which NumPy calls beta; where beta is a rate it is 1 / beta"},
    {"lognormal", "meanlog", "mu", NULL},
    {"lognormal", "sdlog", "sigma", NULL},
    {"lognormal", "mean", NULL, "lognormal takes --mu, the mean of the logarithm"},
    {"lognormal", "sd", NULL, "lognormal takes --sigma, the standard deviation of the logarithm"},
    {"lognormal", "std", NULL, "lognormal takes --sigma, the standard deviation of the logarithm"},
    {"lognormal", "scale", NULL, "lognormal takes --mu, the logarithm of SciPy's scale"},
    {"half-normal", "sigma", "scale", NULL},
    {"skew-normal", "loc", "location", NULL},
    {"skew-normal", "xi", "location", NULL},
    {"skew-normal", "omega", "scale", NULL},
    {"skew-normal", "alpha", "shape", NULL},
    {"skew-normal", "mean", NULL, NOT_OF_SKEW},
    {"skew-normal", "sd", NULL, NOT_OF_SKEW},
    {"skew-normal", "std", NULL, NOT_OF_SKEW},
    {"gamma", "k", "shape", NULL},
    {"gamma", "a", "shape", NULL},
    {"gamma", "alpha", "shape", NULL},
    {"gamma", "theta", "scale", NULL},
    {"gamma", "rate", NULL, "gamma takes --scale, which is 1 / rate"},
    {"gamma", "beta", NULL, "gamma takes --scale, which is 1 / beta"},
    {"loggamma", "k", "shape", NULL},
    {"loggamma", "alpha", "shape", NULL},
    {"inverse-gamma", "a", "shape", NULL},
    {"inverse-gamma", "alpha", "shape", NULL},
    {"inverse-gamma", "beta", "scale", NULL},
    {"inverse-gamma", "rate", NULL, "inverse-gamma takes --scale, which is the rate of the gamma whose inverse it is"},
    {"nakagami", "m", "shape", NULL},
    {"nakagami", "omega", "spread", NULL},
    {"beta", "alpha", "a", NULL},
    {"beta", "beta", "b", NULL},
    {"beta", "shape1", "a", NULL},
    {"beta", "shape2", "b", NULL},
    {"f", "dfnum", "df1", NULL},
    {"f", "dfden", "df2", NULL},
    {"f", "dfn", "df1", NULL},
    {"f", "dfd", "df2", NULL},
    {"chi2", "nu", "df", NULL},
    {"chi2", "k", "df", NULL},
    {"chi", "nu", "df", NULL},
    {"chi", "k", "df", NULL},
    {"student-t", "nu", "df", NULL},
    {"student-t", "location", "loc", NULL},
    {"student-t", "mu", "loc", NULL},
    {"student-t", "sigma", "scale", NULL},
    {"student-t", "mean", NULL, "student-t takes --loc, which is its mean where df is above 1"},
    {"student-t", "sd", NULL, "student-t takes --scale; its standard deviation is scale sqrt(df / (df - 2))"},
    {"student-t", "std", NULL, "student-t takes --scale; its standard deviation is scale sqrt(df / (df - 2))"},
    {"dirichlet", "concentration", "alpha", NULL},
    {"multivariate-normal", "mu", "mean", NULL},
    {"multivariate-normal", "loc", "mean", NULL},
    {"multivariate-normal", "location", "mean", NULL},
    {"multivariate-normal", "cov", "covariance", NULL},
    {"multivariate-normal", "sigma", "covariance", NULL},
    {"attempts", "p", "accept", NULL},
    {"attempts", "prob", "accept", NULL},
};

/* ---- Options ---- */

const synonym *synonym_list(size_t number)
{
    return number < sizeof synonyms / sizeof synonyms[0] ? &synonyms[number] : NULL;
}

bool synonym_of(const synonym *s, const char *law)
{
    return !s->law[0] || (law && !strcmp(s->law, law));
}

const char *synonym_note(const char *law, const char *name)
{
    const synonym *s;
    for (size_t i = 0; (s = synonym_list(i)); ++i)
        if (!s->ours && synonym_of(s, law) && !strcmp(s->name, name)) return s->note;
    return NULL;
}

/* ---- Lists of names ---- */

void names_add(char text[NAMES_SIZE], const char *name)
{
    const size_t used = strlen(text);
    snprintf(text + used, NAMES_SIZE - used, "%s%s", used ? ", " : "", name);
}

const char *names_end(char text[NAMES_SIZE])
{
    char *comma = strrchr(text, ',');
    if (!comma || strlen(text) + 4 > NAMES_SIZE) return text;
    memmove(comma + 4, comma + 1, strlen(comma + 1) + 1);
    memcpy(comma, " and", 4);
    return text;
}

const char *laws_with_param(const char *name, char text[NAMES_SIZE])
{
    const rr_sampler *s;
    text[0] = '\0';
    for (size_t i = 0; (s = rr_sampler_list(i)); ++i)
        for (uint32_t p = 0; p < s->params; ++p)
            if (!s->method[0] && !strcmp(s->param[p].name, name)) names_add(text, s->law);
    return names_end(text);
}

const char *monotone_samplers(char text[NAMES_SIZE])
{
    const rr_sampler *s;
    text[0] = '\0';
    for (size_t i = 0; (s = rr_sampler_list(i)); ++i)
        if (s->monotone) names_add(text, s->name);
    return names_end(text);
}

/* ---- Laws ---- */

/* Capitals and underscores are no difference. */
static bool alike(const char *a, const char *b)
{
    for (; *a && *b; ++a, ++b) {
        const int x = *a == '_' ? '-' : tolower((unsigned char)*a);
        if (x != *b) return false;
    }
    return *a == *b;
}

static const char *sampler_name(size_t number, const void *context)
{
    const rr_sampler *s = rr_sampler_list(number);
    (void)context;
    return s ? s->name : NULL;
}

/* Does the text stand for something? *ours is what it is called here, or NULL. */
static bool is_known(const char *text, const char **ours)
{
    const rr_sampler *s;
    for (size_t i = 0; (s = rr_sampler_list(i)); ++i) {
        *ours = s->name;
        if (alike(text, s->name)) return true;
    }
    for (size_t i = 0; i < sizeof laws / sizeof laws[0]; ++i) {
        *ours = laws[i].ours;
        if (alike(text, laws[i].name)) return true;
    }
    *ours = NULL;
    return false;
}

/* Of "normal:foo" the methods that there are; "" where that is no known law. */
static const char *methods_of(const char *text, char methods[NAMES_SIZE])
{
    const size_t length = strcspn(text, ":");
    const rr_sampler *s;
    methods[0] = '\0';
    for (size_t i = 0; text[length] && (s = rr_sampler_list(i)); ++i)
        if (strlen(s->law) == length && !strncmp(s->law, text, length) && s->method[0]) names_add(methods, s->name);
    return names_end(methods);
}

exit_status sampler_named(const char *text, const rr_sampler **sampler)
{
    char hint[SUGGEST_SIZE] = "", methods[NAMES_SIZE];
    const char *ours;
    *sampler = rr_sampler_find(text);
    if (*sampler) return EXIT_DONE;
    const bool known = is_known(text, &ours);
    if (ours) return refuse(EXIT_USAGE, "unknown sampler '%s'; here it is called '%s'", text, ours);
    if (!known) suggest(text, "", sampler_name, NULL, hint);
    if (hint[0]) return refuse(EXIT_USAGE, "unknown sampler '%s'%s", text, hint);
    if (methods_of(text, methods)[0]) return refuse(EXIT_USAGE, "unknown sampler '%s'; there are %s", text, methods);
    return refuse(EXIT_USAGE, "unknown sampler '%s'; reroll samplers lists those there are", text);
}
