/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "laws/descriptor.h"

/* Cumulants 2^(n-1) (n-1)! (df + n nonc). */
static rr_moments moments(const double *p)
{
    const double variance = 2 * (p[0] + 2 * p[1]);
    return (rr_moments){p[0] + p[1], variance, 48 * (p[0] + 4 * p[1]) + 3 * variance * variance};
}

static const rr_law law = {
    .moments = moments,
    .examples = RR_EXAMPLES(RR_AT(RR_FOR_BENCH | RR_FOR_MOMENTS | RR_FOR_PLAN, 3, 20), RR_AT(RR_FOR_MOMENTS, 0.5, 1),
                            RR_OVER(RR_FOR_BENCH, (1, 0), (10, 50))),
    .synonyms = RR_SYNONYMS(RR_SAME("nu", "df"), RR_SAME("k", "df"), RR_SAME("nc", "nonc"), RR_SAME("ncp", "nonc")),
};

static const rr_stage stages[] = {
    {"poisson", RR_FAMILY_NONCENTRAL_CHI2_POISSON, "half of the degrees of freedom that come to df"},
    {"gamma", RR_FAMILY_NONCENTRAL_CHI2_GAMMA, "the sample"},
    {0, 0, 0},
};

extern const rr_sampler rr_sampler_noncentral_chi2;
const rr_sampler rr_sampler_noncentral_chi2 = {
    .name = "noncentral-chi2", .law = "noncentral-chi2", .method = "", .about = &law,
    .names = "noncentral-chisquare noncentral-chi-squared ncx2",
    .help = "chi-squared of df + 2 N degrees of freedom, N a Poisson count of mean nonc / 2",
    .source = "Johnson, Kotz and Balakrishnan, Continuous Univariate Distributions 2, 29.3",
    .bits_version = 2, .family = RR_FAMILY_NONCENTRAL_CHI2_POISSON, .dtypes = RR_REALS, .stages = stages,
    .params = 2, .param = {{"df", "degrees of freedom", RR_REQUIRED, RR_BETWEEN(0, 1e30)},
                           {"nonc", "noncentrality, the sum of the squares of the means", RR_REQUIRED, RR_BETWEEN(0, 1e15)}},
    .rejects = 1, .min_accept = 0.69, .cap = RR_CAP8, .words = {5, 5},
    .digest = 0xfc29d2b267ae1f15,
};
