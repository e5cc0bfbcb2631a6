/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "laws/descriptor.h"

static rr_moments moments(const double *p)
{
    double m[5] = {1};
    for (int k = 1; k < 5; ++k) m[k] = pow(p[1], k) * (RR_PI * k / p[0]) / sin(RR_PI * k / p[0]);
    return rr_central(m[1], m[2], m[3], m[4]);
}

static const rr_law law = {
    .moments = moments,
    .examples = RR_EXAMPLES(RR_AT(RR_FOR_BENCH, 3, 1), RR_AT(RR_FOR_MOMENTS, 20, 3)),
    .synonyms = RR_SYNONYMS(
        RR_SAME("shape", "c"), RR_SAME("beta", "c"), RR_SAME("alpha", "scale")),
};

extern const rr_sampler rr_sampler_log_logistic;
const rr_sampler rr_sampler_log_logistic = {
    .name = "log-logistic", .law = "log-logistic", .method = "", .about = &law,
    .names = "fisk loglogistic",
    .help = "log-logistic: scale (U / (1 - U))^(1/c), accurate in both tails",
    .source = "inverse CDF: Devroye, Non-Uniform Random Variate Generation (1986), II.2",
    .bits_version = 1, .family = RR_FAMILY_ONE_WORD, .dtypes = RR_REALS,
    .params = 2,
    .param = {{"c", "shape", RR_REQUIRED, {1e-30, 1e30, 0, 0}, {1e-300, 1e300, 0, 0}},
              {"scale", "median", 1, RR_POSITIVE}},
    .monotone = 1, .min_accept = 1, .cap = RR_CAP8, .words = {1, 2}, .slow = rr_ends_fraction,
    .digest = 0x0688f9317718fca1,
};
