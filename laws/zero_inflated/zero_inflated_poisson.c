/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "laws/zero_inflated/law.h"

static rr_moments moments(const double *p)
{
    return rr_zero_poisson(p[0], 1 - p[1]);
}

static const rr_law law = {
    .moments = moments,
    .examples = RR_EXAMPLES(RR_AT(RR_FOR_BENCH | RR_FOR_MOMENTS | RR_FOR_PLAN, 4, 0.3), RR_AT(RR_FOR_MOMENTS, 50, 0.1)),
    .synonyms = RR_SYNONYMS(RR_ZERO_LAM_SYNONYMS, RR_ZERO_PI_SYNONYMS("zero-inflated-poisson")),
};

static const rr_stage stages[] = {
    {"bernoulli", RR_FAMILY_ZERO, "whether it is an extra zero"},
    {"poisson", RR_FAMILY_ZERO_INFLATED_POISSON, "the count"},
    {0, 0, 0},
};

extern const rr_sampler rr_sampler_zero_inflated_poisson;
const rr_sampler rr_sampler_zero_inflated_poisson = {
    .name = "zero-inflated-poisson", .law = "zero-inflated-poisson", .method = "", .about = &law,
    .names = "zip zipoisson rzipois rzip",
    .help = "0 with probability pi, else a Poisson count of mean lam",
    .source = "Lambert, Technometrics 34 (1992) 1",
    .bits_version = 1, .family = RR_FAMILY_ZERO, RR_COUNTS, .stages = stages,
    .params = 2,
    .param = {RR_ZERO_LAM,
              RR_ZERO_PI("probability of an extra zero")},
    .rejects = 1, .min_accept = 0.69, .cap = RR_CAP8, .words = {3, 3},
    .digest = 0xf64ba89d7fbef371,
};
