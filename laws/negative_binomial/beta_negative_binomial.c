/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "laws/descriptor.h"

/* Moments for a above 4, from factorial moments. */
static rr_moments moments(const double *p)
{
    double f[5] = {1};
    for (int k = 0; k < 4; ++k) f[k + 1] = f[k] * (p[0] + k) * (p[2] + k) / (p[1] - 1 - k);
    return rr_central(f[1], f[2] + f[1], f[3] + 3 * f[2] + f[1], f[4] + 6 * f[3] + 7 * f[2] + f[1]);
}

static const rr_law law = {
    .moments = moments,
    .examples = RR_EXAMPLES(RR_AT(RR_FOR_BENCH | RR_FOR_MOMENTS | RR_FOR_PLAN, 5, 20, 3),
                            RR_AT(RR_FOR_MOMENTS, 0.5, 30, 40)),
    .synonyms = RR_SYNONYMS(RR_SAME("r", "n"), RR_SAME("alpha", "a"), RR_SAME("beta", "b")),
};

static const rr_stage stages[] = {
    {"beta-prime", RR_FAMILY_BETA_NEGATIVE_BINOMIAL_ODDS, "(1 - p) / p"},
    {"gamma", RR_FAMILY_BETA_NEGATIVE_BINOMIAL_GAMMA, "the mean divided by it"},
    {"poisson", RR_FAMILY_BETA_NEGATIVE_BINOMIAL_POISSON, "the count"},
    {0, 0, 0},
};

extern const rr_sampler rr_sampler_beta_negative_binomial;
const rr_sampler rr_sampler_beta_negative_binomial = {
    .name = "beta-negative-binomial", .law = "beta-negative-binomial", .method = "", .about = &law,
    .names = "betanbinom generalized-waring rbnbinom",
    .help = "number of failures before the n-th success, whose probability is a beta of shapes a and b",
    .source = "Irwin, J. Royal Statistical Society A 138 (1975) 18",
    .bits_version = 1, .family = RR_FAMILY_BETA_NEGATIVE_BINOMIAL_ODDS, RR_COUNTS, .stages = stages,
    .params = 3,
    .param = {{"n", "successes", RR_REQUIRED, {1e-30, 1e5, 0, 0}, {1e-30, 1e8, 0, 0}},
              {"a", "shape of the probability: the tail falls as k^-a", RR_REQUIRED, {1, 1e12, 0, 0}, {0.75, 1e12, 0, 0}},
              {"b", "shape of 1 - probability", RR_REQUIRED, RR_BETWEEN(1e-6, 1e12)}},
    .rejects = 1, .min_accept = 0.249, .cap = RR_CAP8, .words = {8, 8},
    .digest = 0x75c3cade9a9fbc06,
};
