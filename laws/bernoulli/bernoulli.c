/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "laws/descriptor.h"

static rr_moments moments(const double *p)
{
    const double v = p[0] * (1 - p[0]);
    return (rr_moments){p[0], v, v * (1 - 3 * v)};
}

static const rr_law law = {
    .moments = moments,
    .examples = RR_EXAMPLES(RR_AT(RR_FOR_BENCH | RR_FOR_MOMENTS, 0.3), RR_OVER(RR_FOR_BENCH, (0.1), (0.9)),
                            RR_AT(RR_FOR_MOMENTS, 0.999)),
    .synonyms = RR_SYNONYMS(RR_SAME("prob", "p"), RR_SAME("probs", "p"), RR_SAME("theta", "p"),
                            RR_NOTE("logit", "bernoulli takes --p; bernoulli-logit takes its logit")),
};

extern const rr_sampler rr_sampler_bernoulli;
const rr_sampler rr_sampler_bernoulli = {
    .name = "bernoulli", .law = "bernoulli", .method = "", .about = &law,
    .names = "coin bool",
    .help = "1 with probability p, else 0",
    .source = "a comparison of the bits of a uniform with those of p",
    .bits_version = 1, .family = RR_FAMILY_BERNOULLI, RR_COUNTS,
    .params = 1, .param = {{"p", "probability of 1", RR_REQUIRED, RR_BETWEEN(0, 1)}},
    .min_accept = 1, .cap = RR_CAP8, .words = {1, 1},
    .digest = 0xef0d5e1ec9e483f5,
};
