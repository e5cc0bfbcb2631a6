/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "laws/descriptor.h"

static rr_moments moments(const double *p)
{
    const double v = p[0] * p[0];
    return rr_central(p[0] * sqrt(RR_PI / 2), 2 * v, 3 * v * p[0] * sqrt(RR_PI / 2), 8 * v * v);
}

static const rr_law law = {
    .moments = moments,
    .examples = RR_EXAMPLES(RR_AT(RR_FOR_BENCH, 1), RR_AT(RR_FOR_MOMENTS, 2)),
    .synonyms = RR_SYNONYMS(
        RR_SAME("sigma", "scale"), RR_SAME("mode", "scale")),
};

extern const rr_sampler rr_sampler_rayleigh;
const rr_sampler rr_sampler_rayleigh = {
    .name = "rayleigh", .law = "rayleigh", .method = "", .about = &law,
    .help = "Rayleigh: scale sqrt(2 E), E the exponential draw of the same index",
    .source = "inverse CDF: Devroye, Non-Uniform Random Variate Generation (1986), II.2",
    .bits_version = 1, .family = RR_FAMILY_ONE_WORD, .dtypes = RR_REALS,
    .params = 1,
    .param = {{"scale", "mode", 1, RR_POSITIVE}},
    .monotone = 1, .min_accept = 1, .cap = RR_CAP8, .words = {1, 2}, .slow = rr_log_fraction,
    .digest = 0xc34b4cf0a23c21a6,
};
