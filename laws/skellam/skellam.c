/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "laws/descriptor.h"

static rr_moments moments(const double *p)
{
    const double variance = p[0] + p[1];
    return (rr_moments){p[0] - p[1], variance, variance * (1 + 3 * variance)};
}

static const rr_law law = {
    .moments = moments,
    .examples = RR_EXAMPLES(RR_AT(RR_FOR_BENCH | RR_FOR_MOMENTS | RR_FOR_PLAN, 20, 30), RR_AT(RR_FOR_MOMENTS, 0.5, 2),
                            RR_AT(RR_FOR_MOMENTS, 1e6, 1e6)),
    .synonyms = NULL,
};

static const rr_stage stages[] = {
    {"poisson", RR_FAMILY_SKELLAM_FIRST, "what is added"},
    {"poisson", RR_FAMILY_SKELLAM_SECOND, "what is taken off"},
    {0, 0, 0},
};

extern const rr_sampler rr_sampler_skellam;
const rr_sampler rr_sampler_skellam = {
    .name = "skellam", .law = "skellam", .method = "", .about = &law,
    .names = "rskellam",
    .help = "the difference of two Poisson counts",
    .source = "Skellam, J. Royal Statistical Society 109 (1946) 296",
    .bits_version = 2, .family = RR_FAMILY_SKELLAM_FIRST, .counts = 1, .dtypes = RR_SIGNED | RR_FLOATS, .stages = stages,
    .params = 2, .param = {{"mu1", "mean of what is added", RR_REQUIRED, {0, 2.147e9, 0, 0}, {0, 1e15, 0, 0}},
                           {"mu2", "mean of what is taken off", RR_REQUIRED, {0, 2.147e9, 0, 0}, {0, 1e15, 0, 0}}},
    .rejects = 1, .min_accept = 0.69, .cap = RR_CAP8, .words = {4, 4},
    .digest = 0x5b64b9e497798fd6,
};
