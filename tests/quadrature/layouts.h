/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The words of an attempt of index 0 that are the coordinates of the integral, one row per sampler with its own draw.
 *
 * A coordinate is a number in [0, 1), given by its words from the most significant one on: m l (words of draw 0 and the
 * LOW words that extend them), M L (draw 1), b c (the boost and its LOW words), s (side words), each with the word's number
 * in its block. Coordinates are separated by a slash. One list for f32, one for f64 and for counts.
 *
 *   LINE       one coordinate t: the outcome is a step function of t
 *   PLANE      s / t: for each s the outcome, a count or a verdict, is a step function of t; integrated over s
 *   SMOOTH     the same, where each line's mass per cell is a smooth function of s
 *   BINADES    the same by the middles of equal parts of s, whose first bits are a count's in its binade: exact up to a
 *              number of counts, smooth beyond
 *   NORMAL     radius / angle / verdict / boost: s gives the normal variate x, which rr_normal draws from the first two,
 *              with its density; the verdict is the third; the boost multiplies accepted values
 *   ZIGGURAT   ziggurat.h */
#ifndef LAYOUTS_H
#define LAYOUTS_H

#include <string.h>

#include "tests/statistics/check.h"
#include "tests/support/feed.h"
#include "tests/support/modules.h"

enum kind { LINE, PLANE, SMOOTH, BINADES, NORMAL, ZIGGURAT };

#define ONE_32 "m0 l0"
#define ONE_64 "m0 m1 l0 l1"
#define TWO_32 "m0 l0 / m2 l2"
#define TWO_64 "m0 m1 l0 l1 / M0 L0"
#define COUNT "m0 l0 s0 s1 / m2 l2 s2 s3"
#define GAMMA_32 "m0 l0 / m1 / m2 l2 / b0 c0"
#define GAMMA_64 "m0 m1 l0 l1 / m2 m3 / M0 L0 / b0 b1 c0 c1"

typedef struct layout {
    const char *draw;           /* as in laws/list.h */
    enum kind kind;
    const char *words[2];       /* f32; f64 and counts */
    unsigned ulps;              /* bound on the relative error of an f32 variate, in half ulps: see half_ulps() */
    unsigned location;          /* the number of the parameter that is added, counted from 1; 0: none */
    double largest;             /* largest parameter 0: beyond it more than two attempts or coordinates are needed */
    double min;               /* smallest parameter 0 */
} layout;

static const layout layouts[] = {
    {"uniform", LINE, {ONE_32, ONE_64}, 2, 1, 0, 0},
    {"uniform_32", LINE, {"m0", "m0"}, 2, 1, 0, 0},
    {"exponential", LINE, {ONE_32, ONE_64}, 4, 0, 0, 0},
    {"exponential_32", LINE, {"m0", "m0"}, 4, 0, 0, 0},
    {"exponential_ziggurat", ZIGGURAT, {"", ""}, 4, 0, 0, 0},
    {"laplace", LINE, {ONE_32, ONE_64}, 10, 1, 0, 0},
    {"logistic", LINE, {ONE_32, ONE_64}, 12, 1, 0, 0},
    {"cauchy", LINE, {ONE_32, ONE_64}, 16, 1, 0, 0},
    {"triangular", LINE, {ONE_32, ONE_64}, 80, 1, 0, 0},
    {"gumbel", LINE, {ONE_32, ONE_64}, 2, 1, 0, 0},
    {"density", LINE, {ONE_32, ONE_64}, 8, 1, 0, 0},
    {"normal_icdf", LINE, {ONE_32, ONE_64}, 6, 1, 0, 0},
    {"normal_icdf_fast", LINE, {ONE_32, ONE_64}, 64, 1, 0, 0},
    {"normal_icdf_giles", LINE, {ONE_32, ONE_64}, 12, 1, 0, 0},
    {"gamma_table", LINE, {ONE_32, ONE_64}, 32, 0, 0, 0},
    {"beta_table", LINE, {ONE_32, ONE_64}, 32, 0, 0, 0},
    /* Radius and angle: the value is monotone in the radius. */
    {"normal", SMOOTH, {"m1 / m0 l0", "m2 m3 / m0 m1 l0 l1"}, 8, 1, 0, 0},
    {"normal_32", SMOOTH, {"m1 / m0", "m1 / m0"}, 8, 1, 0, 0},
    {"normal_one", SMOOTH, {"m1 / m0 l0", "m2 m3 / m0 m1 l0 l1"}, 8, 1, 0, 0},
    {"student_t", SMOOTH, {"m1 / m0 l0", "m2 m3 / m0 m1 l0 l1"}, 20, 2, 0, 0},
    {"skew_normal", SMOOTH, {"m1 / m0 l0", "m2 m3 / m0 m1 l0 l1"}, 8, 1, 0, 0},
    /* x and y: accepted in the disc, in which the value is monotone in |y|. */
    {"normal_polar", SMOOTH, {"m0 / m1", "m0 m1 / m2 m3"}, 8, 1, 0, 0},
    {"normal_ziggurat", ZIGGURAT, {"", ""}, 4, 1, 0, 0},
    /* The first two uniforms of a product. */
    {"gamma_erlang", SMOOTH, {"m1 l1 / m0 l0", "m2 m3 l2 l3 / m0 m1 l0 l1"}, 8, 0, 2, 0},
    /* The position of the proposal, and the verdict. */
    {"gamma", NORMAL, {GAMMA_32, GAMMA_64}, 3, 0, 0, 0},
    {"beta", PLANE, {TWO_32, TWO_64}, 6, 0, 0, 0},
    {"truncated_normal", PLANE, {TWO_32, TWO_64}, 10, 0, 0, 0},
    {"von_mises", PLANE, {TWO_32, TWO_64}, 16, 1, 0, 0},
    {"vmf_versine", PLANE, {TWO_32, TWO_64}, 64, 0, 0, 0},
    {"geninvgauss", PLANE, {TWO_32, TWO_64}, 64, 0, 0, 0},
    {"polya_gamma", PLANE, {TWO_32, TWO_64}, 56, 0, 0, 0},
    {"polya_gamma_part", PLANE, {TWO_32, TWO_64}, 56, 0, 0, 0},
    {"polya_gamma_sum", PLANE, {"m0 l0 / m1 l1", "m0 m1 l0 l1 / m2 l2"}, 56, 0, 1, 0},
    /* U and V: the position or the inversion, and the verdict. */
    {"poisson", PLANE, {NULL, COUNT}, 0, 0, 0, 0},
    {"binomial", PLANE, {NULL, COUNT}, 0, 0, 0, 0},
    {"hypergeometric", PLANE, {NULL, COUNT}, 0, 0, 0, 0},
    {"fisher_hypergeometric", PLANE, {NULL, COUNT}, 0, 0, 0, 0},
    /* The first and the second item. */
    {"wallenius_hypergeometric", PLANE, {NULL, "m0 l0 s0 s1 / m1 l1"}, 0, 0, 0, 0},
    /* V: the count in a binade; U: the binade and the verdict. */
    {"zipf", BINADES, {NULL, "m2 l2 s2 s3 / m0 l0 s0 s1"}, 0, 0, 0, 0},
    {"zipfian", BINADES, {NULL, "m2 l2 s2 s3 / m0 l0 s0 s1"}, 0, 0, 0, 0},
    {"logseries", BINADES, {NULL, "m2 l2 s2 s3 / m0 l0 s0 s1"}, 0, 0, 0, 0},
    /* U: the cell and the verdict; V: the count in its cell. */
    {"discrete_power_law", PLANE, {NULL, COUNT}, 0, 0, 0, 0},
    /* V: the lower part of the count and its verdict; U: the upper part, by inversion. */
    {"geometric", PLANE, {NULL, "m2 l2 s2 s3 / m0 l0 s0 s1"}, 0, 0, 0, 1e-5},
    {"discrete_laplace", PLANE, {NULL, "m2 l2 s2 s3 / m0 l0 s0 s1"}, 0, 0, 0, 1e-5},
    {"bernoulli", LINE, {NULL, "m0 l0 s0 s1"}, 0, 0, 0, 0},
    {"categorical", LINE, {NULL, "m0 l0 s0 s1"}, 0, 0, 0, 0},
    {"integers", LINE, {NULL, "m0 l0"}, 0, 0, 0, 0},
};

/* Draws without a row, and why. */
static const char *const left_out[][2] = {
    {"bits", "the word itself"},
    {"categorical_alias", "of columns, which are no runs; every threshold and column: tests/law/tables/categorical_f64"},
    {"attempts", "attempt j succeeds where a word is below a threshold: exactly, tests/law/rejection/accept_f32"},
};

/* Composites draw by the samplers above. Their own formula is tested by laws/MODULE/answers, in many digits, and by the
 * cells that tests/statistics/marginal samples. */
static const char *const composite[][2] = {
    {"bernoulli_logit ordered_logistic poisson_log binomial_logit negative_binomial_mean",
     "a function of the parameters, then another draw: answers"},
    {"zero_truncated_poisson positive_negative_binomial",
     "the time of a first event, and a Poisson count: answers, marginal"},
    {"zero_inflated_poisson zero_inflated_negative_binomial zero_inflated_binomial hurdle_poisson hurdle_negative_binomial",
     "a Bernoulli variate, then 0 or others' draws: answers, marginal"},
    {"negative_hypergeometric beta_negative_binomial", "others' draws, the count of the last: answers, marginal"},
    {"beta_binomial negative_binomial yule_simon dirichlet_multinomial generalized_normal maxwell pert skellam rice "
     "exponnorm",
     "others' draws, and a sum, product or parameter of them: answers, marginal"},
    {"noncentral_chi2 noncentral_f noncentral_t", "others' draws, and a quotient or sum of them: answers, marginal"},
    {"multinomial multivariate_hypergeometric", "a chain of binomials or hypergeometrics: answers, tests/statistics/joint"},
    {"polya_gamma_real", "a sum of the other three, whose cells are here: answers, marginal"},
    {"stable stable_s0", "a formula of a uniform and an exponential: answers, marginal"},
    {"wald normal_inverse_gaussian", "a formula of a normal and a uniform: answers, marginal"},
    {"generalized_hyperbolic", "a formula of a geninvgauss and a normal: answers, marginal"},
    {"normal_mixture lognormal_mixture student_t_mixture exponential_mixture gamma_mixture beta_mixture poisson_mixture",
     "categorical, then a component: answers, marginal"},
};

/* ---- Words --------------------------------------------------------------------------------------------------------- */

enum { COORDINATES = 4, DIGITS = 4 };

/* Pointers into a feed, the words of each coordinate from the most significant one on. */
typedef struct places {
    unsigned n, digits[COORDINATES];
    uint32_t *at[COORDINATES][DIGITS];
} places;

static places places_of(const char *words, feed *f)
{
    static const struct { char name; int draw, purpose; } names[] = {
        {'m', 0, 0}, {'l', 0, 1}, {'M', 1, 0}, {'L', 1, 1}, {'b', 0, 2}, {'c', 0, 3}, {'s', 0, 4}, {'t', 0, 5}};
    places p = {.n = *words != 0};
    for (const char *w = words; *w; ++w) {
        if (*w == ' ') continue;
        if (*w == '/') {
            ++p.n;
            continue;
        }
        for (size_t i = 0; i < sizeof names / sizeof *names; ++i)
            if (names[i].name == *w)
                p.at[p.n - 1][p.digits[p.n - 1]++] = feed_word(f, names[i].draw, names[i].purpose, w[1] - '0');
        ++w;
    }
    return p;
}

/* Coordinate c is x 2^-64, followed by a half. */
static void place(const places *p, unsigned c, uint64_t x)
{
    for (unsigned d = 0; d < p->digits[c]; ++d)
        *p->at[c][d] = d == 0 ? (uint32_t)(x >> 32) : d == 1 ? (uint32_t)x : d == 2 ? 0x80000000u : 0;
}

static const layout *layout_of(const char *draw)
{
    for (size_t i = 0; i < sizeof layouts / sizeof *layouts; ++i)
        if (!strcmp(layouts[i].draw, draw)) return &layouts[i];
    return NULL;
}

UNUSED static const char *why_left_out(const law *l)
{
    const size_t length = strlen(l->name);
    for (size_t i = 0; i < sizeof left_out / sizeof *left_out; ++i)
        if (!strcmp(left_out[i][0], l->draw)) return left_out[i][1];
    for (size_t i = 0; i < sizeof composite / sizeof *composite; ++i)
        for (const char *at = composite[i][0]; (at = strstr(at, l->name)); ++at)
            if ((at == composite[i][0] || at[-1] == ' ') && (at[length] == ' ' || !at[length])) return composite[i][1];
    return NULL;
}

#endif
