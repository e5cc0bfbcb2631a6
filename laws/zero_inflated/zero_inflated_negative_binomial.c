/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "laws/zero_inflated/law.h"

static rr_moments moments(const double *p)
{
    return rr_zero_negative_binomial(p[0], p[1], 1 - p[2]);
}

static const rr_law law = {
    .moments = moments,
    .examples = RR_EXAMPLES(RR_AT(RR_FOR_BENCH | RR_FOR_MOMENTS | RR_FOR_PLAN, 5, 0.1, 0.3),
                            RR_AT(RR_FOR_MOMENTS, 0.5, 0.3, 0.1)),
    .synonyms = RR_SYNONYMS(
        RR_ZERO_N_SYNONYMS("zero-inflated-negative-binomial"), RR_ZERO_PI_SYNONYMS("zero-inflated-negative-binomial")),
};

static const rr_stage stages[] = {
    {"bernoulli", RR_FAMILY_ZERO, "whether it is an extra zero"},
    {"gamma", RR_FAMILY_ZERO_INFLATED_NEGATIVE_BINOMIAL_GAMMA, "the mean divided by (1 - p) / p"},
    {"poisson", RR_FAMILY_ZERO_INFLATED_NEGATIVE_BINOMIAL_POISSON, "the count"},
    {0, 0, 0},
};

extern const rr_sampler rr_sampler_zero_inflated_negative_binomial;
const rr_sampler rr_sampler_zero_inflated_negative_binomial = {
    .name = "zero-inflated-negative-binomial", .law = "zero-inflated-negative-binomial", .method = "", .about = &law,
    .names = "zinb rzinegbin rzinb",
    .help = "0 with probability pi, else the number of failures before the n-th success of probability p",
    .source = "Lambert, Technometrics 34 (1992) 1",
    .bits_version = 1, .family = RR_FAMILY_ZERO, RR_COUNTS, .stages = stages,
    .params = 3,
    .param = {RR_ZERO_N,
              {"p", "probability of success", RR_REQUIRED, {1e-3, 1, 0, 0}, {1e-6, 1, 0, 0}},
              RR_ZERO_PI("probability of an extra zero")},
    .rejects = 1, .min_accept = 0.69, .cap = RR_CAP8, .words = {6, 6},
    .digest = 0xbee46558afa3965b,
};
