/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "laws/descriptor.h"

static const char *relate(const double *p)
{
    if (p[0] != floor(p[0])) return "n of dirichlet-multinomial must be an integer";
    return p[1] <= 1e12 ? NULL : "each row of alpha must have a sum of at most 1e12";
}

static const rr_law law = {
    .no_moments = "a component's depend on all shapes",
    .examples = RR_EXAMPLES(RR_AT(RR_FOR_BENCH, 100, 0.5)),
    .synonyms = RR_SYNONYMS(RR_SAME("concentration", "alpha"), RR_SAME("trials", "n")),
};

static const rr_stage stages[] = {
    {"beta-prime", RR_FAMILY_DIRICHLET_MULTINOMIAL_BETA, "the odds of a component to those after it"},
    {"binomial", RR_FAMILY_DIRICHLET_MULTINOMIAL_BINOMIAL, "its count"},
    {0, 0, 0},
};

extern const rr_sampler rr_sampler_dirichlet_multinomial;
const rr_sampler rr_sampler_dirichlet_multinomial = {
    .name = "dirichlet-multinomial", .law = "dirichlet-multinomial", .method = "", .about = &law,
    .names = "dirmult polya-multivariate",
    .help = "rows of K counts that add up to n, with probabilities from a Dirichlet of shapes alpha",
    .source = "beta-binomial counts of the remaining total: Mosimann, Biometrika 49 (1962) 65",
    .bits_version = 3, .family = RR_FAMILY_DIRICHLET_MULTINOMIAL_BETA, RR_COUNTS, .stages = stages, .shape = RR_ROW,
    .params = 2,
    .param = {{"n", "number of trials per row, an integer", RR_REQUIRED, {0, 2147483647, 0, 0}, {0, 0x1p53, 0, 0}},
              {"alpha", "shapes, K of them or a row of K for each sample", RR_REQUIRED, RR_BETWEEN(1e-6, 1e12), RR_K_SUM}},
    .rejects = 1, .min_accept = 0.249, .cap = RR_CAP8, .words = {5, 5}, .relate = relate,
    .digest = 0x8a50692253169145,
};
