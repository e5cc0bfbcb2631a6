/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "laws/descriptor.h"

/* Moments of (Z + nc)^n times those of (Y / df)^(-n / 2), which are (df / 2)^(n / 2) Gamma((df - n) / 2) / Gamma(df / 2). */
static rr_moments moments(const double *p)
{
    const double df = p[0], c = p[1], up[5] = {1, c, 1 + c * c, c * (3 + c * c), 3 + c * c * (6 + c * c)};
    double m[5];
    for (int n = 0; n < 5; ++n)
        m[n] = df > n ? up[n] * exp(n / 2. * log(df / 2) + rr_log_gamma((df - n) / 2) - rr_log_gamma(df / 2)) : INFINITY;
    return (rr_moments){m[1], m[2] - m[1] * m[1],
                        m[4] - 4 * m[3] * m[1] + 6 * m[2] * m[1] * m[1] - 3 * m[1] * m[1] * m[1] * m[1]};
}

static const rr_law law = {
    .moments = moments,
    .examples = RR_EXAMPLES(RR_AT(RR_FOR_BENCH | RR_FOR_MOMENTS | RR_FOR_PLAN, 12, 1.5), RR_AT(RR_FOR_MOMENTS, 30, -4)),
    .synonyms = RR_SYNONYMS(RR_SAME("nu", "df"), RR_SAME("nonc", "nc"), RR_SAME("ncp", "nc"), RR_SAME("delta", "nc")),
};

static const rr_stage stages[] = {
    {"normal", RR_FAMILY_NONCENTRAL_T_NORMAL, "the numerator"},
    {"gamma", RR_FAMILY_NONCENTRAL_T_GAMMA, "the square of the denominator"},
    {0, 0, 0},
};

extern const rr_sampler rr_sampler_noncentral_t;
const rr_sampler rr_sampler_noncentral_t = {
    .name = "noncentral-t", .law = "noncentral-t", .method = "", .about = &law,
    .names = "nct",
    .help = "a normal of mean nc divided by the root of a chi2, which is divided by its degrees of freedom",
    .source = "Johnson, Kotz and Balakrishnan, Continuous Univariate Distributions 2, 31.2",
    .bits_version = 1, .family = RR_FAMILY_NONCENTRAL_T_NORMAL, .dtypes = RR_REALS, .stages = stages,
    .params = 2, .param = {{"df", "degrees of freedom", RR_REQUIRED, RR_BETWEEN(0.125, 1e30)},
                           {"nc", "noncentrality, the mean of the normal", RR_REQUIRED, RR_BETWEEN(-1e30, 1e30)}},
    .rejects = 1, .min_accept = 0.951, .cap = RR_CAP8, .words = {4, 4},
    .digest = 0xb594e185399da490,
};
