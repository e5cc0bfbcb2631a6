/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "laws/zero_inflated/law.h"

static rr_moments moments(const double *p)
{
    return rr_zero_poisson(p[0], (1 - p[1]) / -expm1(-p[0]));
}

static const rr_law law = {
    .moments = moments,
    .examples = RR_EXAMPLES(RR_AT(RR_FOR_BENCH | RR_FOR_MOMENTS | RR_FOR_PLAN, 4, 0.3), RR_AT(RR_FOR_MOMENTS, 0.5, 0.7)),
    .synonyms = RR_SYNONYMS(RR_ZERO_LAM_SYNONYMS, RR_HURDLE_PI_SYNONYMS("hurdle-poisson")),
};

static const rr_stage stages[] = {
    {"bernoulli", RR_FAMILY_ZERO, "whether it is 0"},
    {"truncated-exponential", RR_FAMILY_HURDLE_POISSON_FIRST, "the place of the first point"},
    {"poisson", RR_FAMILY_HURDLE_POISSON_REST, "how many follow it"},
    {0, 0, 0},
};

extern const rr_sampler rr_sampler_hurdle_poisson;
const rr_sampler rr_sampler_hurdle_poisson = {
    .name = "hurdle-poisson", .law = "hurdle-poisson", .method = "", .about = &law,
    .names = "rzapois zero-altered-poisson",
    .help = "0 with probability pi, else a Poisson count of mean lam that is not 0",
    .source = "Mullahy, Journal of Econometrics 33 (1986) 341",
    .bits_version = 1, .family = RR_FAMILY_ZERO, RR_COUNTS, .stages = stages,
    .params = 2,
    .param = {{"lam", "mean of the untruncated distribution", RR_REQUIRED, {1e-300, 2.147e9, 0, 0}, {1e-300, 1e15, 0, 0}},
              RR_ZERO_PI("probability of 0")},
    .rejects = 1, .min_accept = 0.69, .cap = RR_CAP8, .words = {5, 5},
    .digest = 0xba8c527ed3ca97ee,
};
