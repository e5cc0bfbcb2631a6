/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "laws/descriptor.h"

static const char *relate(const double *p)
{
    return p[0] <= p[1] ? NULL : "low must not be above high";
}

static rr_moments moments(const double *p)
{
    const double width = log(p[1] / p[0]);
    double m[5] = {1};
    if (width == 0) return (rr_moments){p[0], 0, 0};
    for (int k = 1; k < 5; ++k) m[k] = pow(p[0], k) * expm1(k * width) / (k * width);
    return rr_central(m[1], m[2], m[3], m[4]);
}

static const rr_law law = {
    .moments = moments,
    .examples = RR_EXAMPLES(RR_AT(RR_FOR_BENCH, 0.01, 100), RR_AT(RR_FOR_MOMENTS, 1, 10)),
    .synonyms = RR_SYNONYMS(RR_SAME("a", "low"), RR_SAME("b", "high")),
};

extern const rr_sampler rr_sampler_loguniform;
const rr_sampler rr_sampler_loguniform = {
    .name = "loguniform", .law = "loguniform", .method = "", .about = &law,
    .names = "reciprocal log-uniform",
    .help = "low (high / low)^U: its logarithm is uniform; accurate near both ends",
    .source = "inverse CDF: Devroye, Non-Uniform Random Variate Generation (1986), II.2",
    .bits_version = 1, .family = RR_FAMILY_ONE_WORD, .dtypes = RR_REALS,
    .params = 2,
    .param = {{"low", "left end", RR_REQUIRED, {1e-30, 1e30, 0, 0}, {1e-300, 1e300, 0, 0}},
              {"high", "right end, not below low", RR_REQUIRED, {1e-30, 1e30, 0, 0}, {1e-300, 1e300, 0, 0}}},
    .monotone = 1, .min_accept = 1, .cap = RR_CAP8, .words = {1, 2}, .slow = rr_ends_fraction,
    .relate = relate,
    .digest = 0x0a6c3048860a315c,
};
