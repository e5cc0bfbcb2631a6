/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "laws/descriptor.h"

static const char *relate(const double *p)
{
    return p[0] == floor(p[0]) ? NULL : "n of beta-binomial must be an integer";
}

/* From the factorial moments n (n - 1) ... (n - r + 1) (a)_r / (a + b)_r. */
static rr_moments moments(const double *p)
{
    const double n = p[0], a = p[1], s = p[1] + p[2];
    double f[5] = {1};
    for (int r = 0; r < 4; ++r) f[r + 1] = f[r] * (n - r) * (a + r) / (s + r);
    const double m = f[1], m2 = f[2] + f[1], m3 = f[3] + 3 * f[2] + f[1], m4 = f[4] + 6 * f[3] + 7 * f[2] + f[1];
    return (rr_moments){m, m2 - m * m, m4 - 4 * m3 * m + 6 * m2 * m * m - 3 * m * m * m * m};
}

static const rr_law law = {
    .moments = moments,
    .examples = RR_EXAMPLES(RR_AT(RR_FOR_BENCH | RR_FOR_MOMENTS | RR_FOR_PLAN, 100, 2, 3),
                            RR_AT(RR_FOR_MOMENTS, 10, 0.5, 0.5)),
    .synonyms = RR_SYNONYMS(RR_SAME("trials", "n"), RR_SAME("alpha", "a"), RR_SAME("beta", "b")),
};

static const rr_stage stages[] = {
    {"beta-prime", RR_FAMILY_BETA_BINOMIAL_BETA, "the odds"},
    {"binomial", RR_FAMILY_BETA_BINOMIAL_BINOMIAL, "the count"},
    {0, 0, 0},
};

extern const rr_sampler rr_sampler_beta_binomial;
const rr_sampler rr_sampler_beta_binomial = {
    .name = "beta-binomial", .law = "beta-binomial", .method = "", .about = &law,
    .names = "betabinom bbinom rbbinom",
    .help = "number of successes in n trials whose common probability is a beta of shapes a and b",
    .source = "Skellam, J. Royal Statistical Society B 10 (1948) 257",
    .bits_version = 2, .family = RR_FAMILY_BETA_BINOMIAL_BETA, RR_COUNTS, .stages = stages,
    .params = 3, .param = {{"n", "number of trials, an integer", RR_REQUIRED, {0, 2147483647, 0, 0}, {0, 0x1p53, 0, 0}},
                           {"a", "shape of the probability", RR_REQUIRED, RR_BETWEEN(1e-6, 1e12)},
                           {"b", "shape of 1 - probability", RR_REQUIRED, RR_BETWEEN(1e-6, 1e12)}},
    .rejects = 1, .min_accept = 0.249, .cap = RR_CAP8, .words = {5, 5}, .relate = relate,
    .digest = 0xa11080c072a5a989,
};
