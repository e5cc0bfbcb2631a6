/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "laws/descriptor.h"

static const char *relate(const double *p)
{
    for (int k = 0; k < 3; ++k)
        if (p[k] != floor(p[k])) return "ngood, nbad and r must be integers";
    if (p[1] > 0x1p53 - p[0]) return "ngood + nbad must be at most 2^53";
    return p[2] <= p[1] ? NULL : "r must be at most nbad";
}

/* Computed from factorial moments, as for beta-binomial. */
static rr_moments moments(const double *p)
{
    const double s = p[1] + 1;
    double f[5] = {1};
    for (int k = 0; k < 4; ++k) f[k + 1] = f[k] * (p[0] - k) * (p[2] + k) / (s + k);
    return rr_central(f[1], f[2] + f[1], f[3] + 3 * f[2] + f[1], f[4] + 6 * f[3] + 7 * f[2] + f[1]);
}

static const rr_law law = {
    .moments = moments,
    .examples = RR_EXAMPLES(RR_AT(RR_FOR_BENCH | RR_FOR_MOMENTS | RR_FOR_PLAN, 60, 40, 5),
                            RR_AT(RR_FOR_MOMENTS, 30, 20, 18)),
    .synonyms = RR_SYNONYMS(RR_SAME("failures", "r"),
                            RR_NOTE("M", "negative-hypergeometric takes --nbad, which is M - n, and --ngood, which is n"),
                            RR_NOTE("n", "negative-hypergeometric takes --ngood, which is SciPy's n")),
};

static const rr_stage stages[] = {
    {"beta", RR_FAMILY_NEGATIVE_HYPERGEOMETRIC_BETA, "the place of the r-th bad item"},
    {"binomial", RR_FAMILY_NEGATIVE_HYPERGEOMETRIC_BINOMIAL, "the count"},
    {0, 0, 0},
};

extern const rr_sampler rr_sampler_negative_hypergeometric;
const rr_sampler rr_sampler_negative_hypergeometric = {
    .name = "negative-hypergeometric", .law = "negative-hypergeometric", .method = "", .about = &law,
    .names = "nhypergeom rnhyper",
    .help = "number of good items drawn before the r-th bad one, without replacement, of ngood good and nbad bad ones",
    .source = "as a beta-binomial count: Johnson, Kemp and Kotz, Univariate Discrete Distributions, 6.2.2",
    .bits_version = 1, .family = RR_FAMILY_NEGATIVE_HYPERGEOMETRIC_BETA, RR_COUNTS, .stages = stages,
    .params = 3,
    .param = {{"ngood", "number of good items, an integer", RR_REQUIRED, {0, 2147483647, 0, 0}, {0, 0x1p53, 0, 0}},
              {"nbad", "number of bad items, an integer", RR_REQUIRED, {0, 2147483647, 0, 0}, {0, 0x1p53, 0, 0}},
              {"r", "bad items to stop at, at most nbad", RR_REQUIRED, {0, 2147483647, 0, 0}, {0, 0x1p53, 0, 0}}},
    .rejects = 1, .min_accept = 0.249, .cap = RR_CAP8, .words = {5, 5}, .relate = relate,
    .digest = 0xc382984bac1db8a0,
};
