/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "laws/descriptor.h"

/* Moments about loc by E X^k = k! - ... : k m_(k-1) - b^k / (e^b - 1), for b that is not so small that X is almost
 * uniform. */
static rr_moments moments(const double *p)
{
    const double s = p[2], ends = 1 / expm1(p[0]);
    double m[5] = {1};
    for (int k = 1; k < 5; ++k) m[k] = k * m[k - 1] - pow(p[0], k) * ends;
    const rr_moments one = rr_central(m[1], m[2], m[3], m[4]);
    return (rr_moments){p[1] + s * one.mean, s * s * one.variance, s * s * s * s * one.fourth};
}

static const rr_law law = {
    .moments = moments,
    .examples = RR_EXAMPLES(RR_AT(RR_FOR_BENCH | RR_FOR_MOMENTS, 2, 0, 1), RR_AT(RR_FOR_MOMENTS, 30, -1, 2)),
    .synonyms = RR_SYNONYMS(RR_SAME("location", "loc")),
};

extern const rr_sampler rr_sampler_truncated_exponential;
const rr_sampler rr_sampler_truncated_exponential = {
    .name = "truncated-exponential", .law = "truncated-exponential", .method = "", .about = &law,
    .names = "truncexpon",
    .help = "exponential between loc and loc + b scale, accurate near both ends",
    .source = "inverse CDF: Devroye, Non-Uniform Random Variate Generation (1986), II.2",
    .bits_version = 1, .family = RR_FAMILY_ONE_WORD, .dtypes = RR_REALS,
    .params = 3,
    .param = {{"b", "right end before loc and scale", RR_REQUIRED, {1e-30, 1e30, 0, 0}, {1e-300, 1e300, 0, 0}},
              {"loc", "left end", 0, RR_FINITE},
              {"scale", "scale", 1, RR_POSITIVE}},
    .monotone = 1, .min_accept = 1, .cap = RR_CAP8, .words = {1, 2}, .slow = rr_ends_fraction,
    .digest = 0x3d5854e133595a2b,
};
