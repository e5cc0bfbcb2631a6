/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "laws/descriptor.h"

/* The product of the moments of the numerator, a noncentral chi-squared, and of the inverse denominator, whose n-th moment
 * is 1 / ((d - 2) (d - 4) ... (d - 2 n)). */
static rr_moments moments(const double *p)
{
    const double a = p[0], d = p[1], l = p[2], ratio = d / a;
    double up[5], down = 1, m[5] = {1, 0, 0, 0, 0};
    const double k[5] = {0, a + l, 2 * (a + 2 * l), 8 * (a + 3 * l), 48 * (a + 4 * l)};
    up[0] = 1;
    up[1] = k[1];
    up[2] = k[2] + k[1] * k[1];
    up[3] = k[3] + 3 * k[2] * k[1] + k[1] * k[1] * k[1];
    up[4] = k[4] + 4 * k[3] * k[1] + 3 * k[2] * k[2] + 6 * k[2] * k[1] * k[1] + k[1] * k[1] * k[1] * k[1];
    for (int n = 1; n < 5; ++n) {
        down *= ratio / (d - 2 * n);
        m[n] = up[n] * down;
    }
    return (rr_moments){m[1], m[2] - m[1] * m[1],
                        m[4] - 4 * m[3] * m[1] + 6 * m[2] * m[1] * m[1] - 3 * m[1] * m[1] * m[1] * m[1]};
}

static const rr_law law = {
    .moments = moments,
    .examples = RR_EXAMPLES(RR_AT(RR_FOR_BENCH | RR_FOR_MOMENTS | RR_FOR_PLAN, 3, 20, 4), RR_AT(RR_FOR_MOMENTS, 10, 40, 0)),
    .synonyms = RR_SYNONYMS(RR_SAME("df1", "dfnum"), RR_SAME("df2", "dfden"), RR_SAME("dfn", "dfnum"),
                            RR_SAME("dfd", "dfden"), RR_SAME("nc", "nonc"), RR_SAME("ncp", "nonc")),
};

static const rr_stage stages[] = {
    {"poisson", RR_FAMILY_NONCENTRAL_F_POISSON, "half of the degrees of freedom that come to dfnum"},
    {"gamma", RR_FAMILY_NONCENTRAL_F_ABOVE, "the numerator"},
    {"gamma", RR_FAMILY_NONCENTRAL_F_BELOW, "the denominator"},
    {0, 0, 0},
};

extern const rr_sampler rr_sampler_noncentral_f;
const rr_sampler rr_sampler_noncentral_f = {
    .name = "noncentral-f", .law = "noncentral-f", .method = "", .about = &law,
    .names = "ncf",
    .help = "the ratio of a noncentral-chi2 and a chi2, each divided by its degrees of freedom",
    .source = "Johnson, Kotz and Balakrishnan, Continuous Univariate Distributions 2, 30.2",
    .bits_version = 2, .family = RR_FAMILY_NONCENTRAL_F_POISSON, .dtypes = RR_REALS, .stages = stages,
    .params = 3, .param = {{"dfnum", "degrees of freedom of the numerator", RR_REQUIRED, RR_BETWEEN(1e-30, 1e30)},
                           {"dfden", "degrees of freedom of the denominator", RR_REQUIRED, RR_BETWEEN(0.125, 1e30)},
                           {"nonc", "noncentrality of the numerator", RR_REQUIRED, RR_BETWEEN(0, 1e15)}},
    .rejects = 1, .min_accept = 0.69, .cap = RR_CAP8, .words = {8, 8},
    .digest = 0xae49b51a49652a6a,
};
