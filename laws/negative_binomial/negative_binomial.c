/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "laws/descriptor.h"

static rr_moments moments(const double *v)
{
    const double n = v[0], p = v[1], q = 1 - p, variance = n * q / (p * p);
    return (rr_moments){n * q / p, variance, variance * variance * (3 + 6 / n) + variance};
}

static const rr_law law = {
    .moments = moments,
    .examples = RR_EXAMPLES(RR_AT(RR_FOR_BENCH | RR_FOR_MOMENTS | RR_FOR_PLAN, 5, 0.1),
                            RR_OVER(RR_FOR_BENCH, (0.5, 0.1), (20, 0.3)), RR_AT(RR_FOR_MOMENTS, 0.3, 0.5)),
    .synonyms = RR_SYNONYMS(RR_SAME("r", "n"), RR_SAME("prob", "p"),
                            RR_NOTE("mu", "negative-binomial takes --p; negative-binomial-mean takes the mean")),
};

static const rr_stage stages[] = {
    {"gamma", RR_FAMILY_NEGATIVE_BINOMIAL_GAMMA, "the mean divided by (1 - p) / p"},
    {"poisson", RR_FAMILY_NEGATIVE_BINOMIAL_POISSON, "the count"},
    {0, 0, 0},
};

extern const rr_sampler rr_sampler_negative_binomial;
const rr_sampler rr_sampler_negative_binomial = {
    .name = "negative-binomial", .law = "negative-binomial", .method = "", .about = &law,
    .names = "nbinom rnbinom negbin",
    .help = "number of failures before the n-th success, with success probability p and any positive n",
    .source = "a Poisson count of gamma mean: Johnson, Kemp and Kotz, Univariate Discrete Distributions, 5.3",
    .bits_version = 2, .family = RR_FAMILY_NEGATIVE_BINOMIAL_GAMMA, RR_COUNTS, .stages = stages,
    .params = 2, .param = {{"n", "successes", RR_REQUIRED, RR_BETWEEN(1e-30, 1e30)},
                           {"p", "probability of success", RR_REQUIRED, RR_BETWEEN(1e-300, 1)}},
    .rejects = 1, .min_accept = 0.69, .cap = RR_CAP8, .words = {5, 5},
    .digest = 0x976750a22c3aa5fe,
};
