/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "laws/descriptor.h"

static rr_moments moments(const double *p)
{
    double m[5] = {1};
    for (int k = 1; k < 5; ++k) m[k] = pow(p[2], k) * tgamma(1 - k / p[0]);
    rr_moments r = rr_central(m[1], m[2], m[3], m[4]);
    r.mean += p[1];
    return r;
}

static const rr_law law = {
    .moments = moments,
    .examples = RR_EXAMPLES(RR_AT(RR_FOR_BENCH, 2, 0, 1), RR_AT(RR_FOR_MOMENTS, 20, 1, 2)),
    .synonyms = RR_SYNONYMS(
        RR_SAME("shape", "a"), RR_SAME("c", "a"), RR_SAME("alpha", "a")),
};

extern const rr_sampler rr_sampler_frechet;
const rr_sampler rr_sampler_frechet = {
    .name = "frechet", .law = "frechet", .method = "", .about = &law,
    .names = "invweibull inverse-weibull",
    .help = "Frechet, or inverse Weibull: loc + scale E^(-1/a), E exponential, accurate in both tails",
    .source = "inverse CDF: Devroye, Non-Uniform Random Variate Generation (1986), II.2",
    .bits_version = 2, .family = RR_FAMILY_ONE_WORD, .dtypes = RR_REALS,
    .params = 3,
    .param = {{"a", "shape", RR_REQUIRED, {1e-30, 1e30, 0, 0}, {1e-300, 1e300, 0, 0}},
              {"loc", "smallest value", 0, RR_FINITE},
              {"scale", "scale", 1, RR_POSITIVE}},
    .monotone = 1, .min_accept = 1, .cap = RR_CAP8, .words = {1, 2}, .slow = rr_ends_fraction,
    .digest = 0xea4d7189642401d7,
};
