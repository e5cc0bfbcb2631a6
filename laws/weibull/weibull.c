/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "laws/descriptor.h"

static rr_moments moments(const double *p)
{
    double m[5] = {1};
    for (int k = 1; k < 5; ++k) m[k] = pow(p[1], k) * tgamma(1 + k / p[0]);
    return rr_central(m[1], m[2], m[3], m[4]);
}

static const rr_law law = {
    .moments = moments,
    .examples = RR_EXAMPLES(RR_AT(RR_FOR_BENCH, 2, 1), RR_AT(RR_FOR_MOMENTS, 1.5, 2)),
    .synonyms = RR_SYNONYMS(
        RR_SAME("shape", "a"), RR_SAME("c", "a"), RR_SAME("k", "a"), RR_SAME("lambda", "scale")),
};

extern const rr_sampler rr_sampler_weibull;
const rr_sampler rr_sampler_weibull = {
    .name = "weibull", .law = "weibull", .method = "", .about = &law,
    .names = "weibull-min rweibull",
    .help = "Weibull: scale E^(1/a), E exponential, accurate in both tails",
    .source = "Weibull, Journal of Applied Mechanics 18 (1951) 293; inverse CDF",
    .bits_version = 2, .family = RR_FAMILY_ONE_WORD, .dtypes = RR_REALS,
    .params = 2,
    .param = {{"a", "shape", RR_REQUIRED, {1e-30, 1e30, 0, 0}, {1e-300, 1e300, 0, 0}},
              {"scale", "scale", 1, RR_POSITIVE}},
    .monotone = 1, .min_accept = 1, .cap = RR_CAP8, .words = {1, 2}, .slow = rr_ends_fraction,
    .digest = 0x8e4f01417d2ff0ec,
};
