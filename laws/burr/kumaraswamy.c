/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "laws/descriptor.h"

static rr_moments moments(const double *p)
{
    double m[5] = {1};
    for (int k = 1; k < 5; ++k)
        m[k] = p[1] * exp(rr_log_gamma(1 + k / p[0]) + rr_log_gamma(p[1]) - rr_log_gamma(1 + k / p[0] + p[1]));
    return rr_central(m[1], m[2], m[3], m[4]);
}

static const rr_law law = {
    .moments = moments,
    .examples = RR_EXAMPLES(RR_AT(RR_FOR_BENCH | RR_FOR_MOMENTS, 2, 3), RR_AT(RR_FOR_MOMENTS, 0.5, 0.5)),
};

extern const rr_sampler rr_sampler_kumaraswamy;
const rr_sampler rr_sampler_kumaraswamy = {
    .name = "kumaraswamy", .law = "kumaraswamy", .method = "", .about = &law,
    .help = "Kumaraswamy on 0 to 1: (1 - (1 - U)^(1/b))^(1/a), accurate near both ends",
    .source = "Kumaraswamy, Journal of Hydrology 46 (1980) 79",
    .bits_version = 2, .family = RR_FAMILY_ONE_WORD, .dtypes = RR_REALS,
    .params = 2,
    .param = {{"a", "shape at 0", RR_REQUIRED, {1e-30, 1e30, 0, 0}, {1e-300, 1e300, 0, 0}},
              {"b", "shape at 1", RR_REQUIRED, RR_BETWEEN(1e-10, 1e10)}},
    .monotone = 1, .min_accept = 1, .cap = RR_CAP8, .words = {1, 2}, .slow = rr_ends_fraction,
    .digest = 0xf8e3909481f919a9,
};
