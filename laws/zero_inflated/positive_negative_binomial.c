/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "laws/zero_inflated/law.h"

static rr_moments moments(const double *p)
{
    return rr_positive_negative_binomial(p[0], p[1], 0);
}

static const rr_law law = {
    .moments = moments,
    .examples = RR_EXAMPLES(RR_AT(RR_FOR_BENCH | RR_FOR_MOMENTS | RR_FOR_PLAN, 5, 0.1), RR_AT(RR_FOR_MOMENTS, 0.5, 0.3)),
    .synonyms = RR_SYNONYMS(RR_ZERO_N_SYNONYMS("positive-negative-binomial")),
};

static const rr_stage stages[] = {
    {"truncated-exponential", RR_FAMILY_POSITIVE_NEGATIVE_BINOMIAL_FIRST, "when the first event is"},
    {"gamma", RR_FAMILY_POSITIVE_NEGATIVE_BINOMIAL_GAMMA, "the rate after it"},
    {"poisson", RR_FAMILY_POSITIVE_NEGATIVE_BINOMIAL_REST, "how many events follow"},
    {0, 0, 0},
};

extern const rr_sampler rr_sampler_positive_negative_binomial;
const rr_sampler rr_sampler_positive_negative_binomial = {
    .name = "positive-negative-binomial", .law = "positive-negative-binomial", .method = "", .about = &law,
    .names = "zero-truncated-negative-binomial ztnb ztnbinom rposnegbin",
    .help = "negative binomial, given that the count is not 0",
    .source = "a mixed Poisson process after its first event: laws/zero_inflated/draw/positive.h",
    .bits_version = 1, .family = RR_FAMILY_POSITIVE_NEGATIVE_BINOMIAL_FIRST, RR_COUNTS, .stages = stages,
    .params = 2,
    .param = {RR_ZERO_N,
              {"p", "probability of success", RR_REQUIRED, {1e-3, 1, 0, 0}, {1e-6, 1, 0, 0}}},
    .rejects = 1, .min_accept = 0.69, .cap = RR_CAP8, .words = {7, 7},
    .digest = 0xd9c519d057631156,
};
