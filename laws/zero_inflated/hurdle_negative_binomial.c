/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "laws/zero_inflated/law.h"

static rr_moments moments(const double *p)
{
    return rr_positive_negative_binomial(p[0], p[1], p[2]);
}

static const rr_law law = {
    .moments = moments,
    .examples = RR_EXAMPLES(RR_AT(RR_FOR_BENCH | RR_FOR_MOMENTS | RR_FOR_PLAN, 5, 0.1, 0.3),
                            RR_AT(RR_FOR_MOMENTS, 0.5, 0.3, 0.6)),
    .synonyms = RR_SYNONYMS(
        RR_ZERO_N_SYNONYMS("hurdle-negative-binomial"), RR_HURDLE_PI_SYNONYMS("hurdle-negative-binomial")),
};

static const rr_stage stages[] = {
    {"bernoulli", RR_FAMILY_ZERO, "whether it is 0"},
    {"truncated-exponential", RR_FAMILY_POSITIVE_NEGATIVE_BINOMIAL_FIRST, "when the first event is"},
    {"gamma", RR_FAMILY_POSITIVE_NEGATIVE_BINOMIAL_GAMMA, "the rate after it"},
    {"poisson", RR_FAMILY_POSITIVE_NEGATIVE_BINOMIAL_REST, "how many events follow"},
    {0, 0, 0},
};

extern const rr_sampler rr_sampler_hurdle_negative_binomial;
const rr_sampler rr_sampler_hurdle_negative_binomial = {
    .name = "hurdle-negative-binomial", .law = "hurdle-negative-binomial", .method = "", .about = &law,
    .names = "rzanegbin zero-altered-negative-binomial",
    .help = "0 with probability pi, else a negative binomial count that is not 0",
    .source = "Mullahy, Journal of Econometrics 33 (1986) 341",
    .bits_version = 1, .family = RR_FAMILY_ZERO, RR_COUNTS, .stages = stages,
    .params = 3,
    .param = {RR_ZERO_N,
              {"p", "probability of success", RR_REQUIRED, {1e-3, 1, 0, 0}, {1e-6, 1, 0, 0}},
              RR_ZERO_PI("probability of 0")},
    .rejects = 1, .min_accept = 0.69, .cap = RR_CAP8, .words = {8, 8},
    .digest = 0x873b0fa96899a46a,
};
