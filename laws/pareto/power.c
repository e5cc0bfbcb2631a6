/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "laws/descriptor.h"

static rr_moments moments(const double *p)
{
    double m[5] = {1};
    for (int k = 1; k < 5; ++k) m[k] = p[0] / (p[0] + k);
    return rr_central(m[1], m[2], m[3], m[4]);
}

static const rr_law law = {
    .moments = moments,
    .examples = RR_EXAMPLES(RR_AT(RR_FOR_BENCH, 3), RR_AT(RR_FOR_MOMENTS, 0.5), RR_AT(RR_FOR_MOMENTS, 5)),
    .synonyms = RR_SYNONYMS(
        RR_SAME("alpha", "a"), RR_SAME("shape", "a")),
};

extern const rr_sampler rr_sampler_power;
const rr_sampler rr_sampler_power = {
    .name = "power", .law = "power", .method = "", .about = &law,
    .names = "powerlaw",
    .help = "power law on 0 to 1, U^(1/a): e^(-E / a), E the exponential draw of the same index",
    .source = "inverse CDF: Devroye, Non-Uniform Random Variate Generation (1986), II.2",
    .bits_version = 1, .family = RR_FAMILY_ONE_WORD, .dtypes = RR_REALS,
    .params = 1,
    .param = {{"a", "shape", RR_REQUIRED, {1e-30, 1e30, 0, 0}, {1e-300, 1e300, 0, 0}}},
    .monotone = 1, .min_accept = 1, .cap = RR_CAP8, .words = {1, 2}, .slow = rr_log_fraction,
    .digest = 0x829b9d34ec264aa5,
};
