/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "laws/descriptor.h"

static rr_moments moments(const double *v)
{
    const double m = v[0], n = v[1], variance = m + m * m / n;
    return (rr_moments){m, variance, variance * variance * (3 + 6 / n) + variance};
}

static const rr_law law = {
    .moments = moments,
    .examples = RR_EXAMPLES(RR_AT(RR_FOR_BENCH | RR_FOR_MOMENTS | RR_FOR_PLAN, 45, 5),
                            RR_OVER(RR_FOR_BENCH, (1, 0.5), (100, 20)), RR_AT(RR_FOR_MOMENTS, 0.3, 0.3)),
    .synonyms = RR_SYNONYMS(RR_SAME("mean", "mu"), RR_SAME("phi", "n"), RR_SAME("dispersion", "n")),
};

static const rr_stage stages[] = {
    {"gamma", RR_FAMILY_NEGATIVE_BINOMIAL_MEAN_GAMMA, "the mean divided by mu / n"},
    {"poisson", RR_FAMILY_NEGATIVE_BINOMIAL_MEAN_POISSON, "the count"},
    {0, 0, 0},
};

extern const rr_sampler rr_sampler_negative_binomial_mean;
const rr_sampler rr_sampler_negative_binomial_mean = {
    .name = "negative-binomial-mean", .law = "negative-binomial-mean", .method = "", .about = &law,
    .names = "neg-binomial-2",
    .help = "negative binomial of mean mu and variance mu + mu^2 / n, n any positive number",
    .source = "Stan's neg_binomial_2, R's rnbinom with mu; negative-binomial in other parameters",
    .bits_version = 2, .family = RR_FAMILY_NEGATIVE_BINOMIAL_MEAN_GAMMA, RR_COUNTS, .stages = stages,
    .params = 2, .param = {{"mu", "mean", RR_REQUIRED, RR_BETWEEN(0, 1e15)},
                           {"n", "dispersion: the larger, the nearer to poisson, which is inf", RR_REQUIRED,
                            RR_BETWEEN(1e-30, INFINITY)}},
    .rejects = 1, .min_accept = 0.69, .cap = RR_CAP8, .words = {5, 5},
    .digest = 0xfab977df3091f295,
};
