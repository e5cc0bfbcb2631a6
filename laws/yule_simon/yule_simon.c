/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "laws/descriptor.h"

/* Moments for alpha above 4. */
static rr_moments moments(const double *v)
{
    const double a = v[0], variance = a * a / ((a - 1) * (a - 1) * (a - 2));
    const double excess = a + 3 + (11 * a * a * a - 49 * a - 22) / (a * (a - 3) * (a - 4));
    return rr_kurtic(a / (a - 1), variance, 3 + excess);
}

static const rr_law law = {
    .moments = moments,
    .examples = RR_EXAMPLES(RR_AT(RR_FOR_BENCH | RR_FOR_PLAN, 2), RR_OVER(RR_FOR_BENCH, (1), (4)), RR_AT(RR_FOR_MOMENTS, 12),
                            RR_AT(RR_FOR_MOMENTS, 1000)),
    .synonyms = RR_SYNONYMS(RR_SAME("rho", "alpha"), RR_SAME("shape", "alpha")),
};

static const rr_stage stages[] = {
    {"exponential", RR_FAMILY_YULE_SIMON_EXPONENTIAL, "W"},
    {"geometric", RR_FAMILY_YULE_SIMON_GEOMETRIC, "the count, of probability e^-W"},
    {0, 0, 0},
};

extern const rr_sampler rr_sampler_yule_simon;
const rr_sampler rr_sampler_yule_simon = {
    .name = "yule-simon", .law = "yule-simon", .method = "", .about = &law,
    .names = "yulesimon yule",
    .help = "k = 1, 2, ... with probability alpha B(k, alpha + 1), as in preferential attachment",
    .source = "Simon, Biometrika 42 (1955) 425; as a mixture: Devroye, Non-Uniform Random Variate Generation (1986), X.6",
    .bits_version = 1, .family = RR_FAMILY_YULE_SIMON_EXPONENTIAL, RR_COUNTS, .stages = stages,
    .params = 1, .param = {{"alpha", "shape: the tail falls as k^-alpha", RR_REQUIRED, {1, 1e6, 0, 0}, {0.25, 1e6, 0, 0}}},
    .rejects = 1, .min_accept = 0.998, .cap = RR_CAP8, .words = {4, 4},
    .digest = 0x6a8aec49ab618eb8,
};
