/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "laws/descriptor.h"

static rr_moments moments(const double *p)
{
    const double v = p[0] * p[0], m = 2 * sqrt(2 / RR_PI);
    const rr_moments one = rr_central(m, 3, 4 * m, 15);
    return (rr_moments){p[0] * one.mean, v * one.variance, v * v * one.fourth};
}

static const rr_law law = {
    .moments = moments,
    .examples = RR_EXAMPLES(RR_AT(RR_FOR_BENCH | RR_FOR_MOMENTS | RR_FOR_PLAN, 1), RR_AT(RR_FOR_MOMENTS, 3)),
    .synonyms = RR_SYNONYMS(RR_SAME("a", "scale"), RR_SAME("sigma", "scale")),
};

static const rr_stage stages[] = {
    {"chi", RR_FAMILY_MAXWELL, "the length"},
    {0, 0, 0},
};

extern const rr_sampler rr_sampler_maxwell;
const rr_sampler rr_sampler_maxwell = {
    .name = "maxwell", .law = "maxwell", .method = "", .about = &law,
    .names = "maxwell-boltzmann",
    .help = "Maxwell: the length of a vector of three normals, scale times a chi of 3 degrees of freedom",
    .source = "Maxwell, Philosophical Magazine 19 (1860) 19; Marsaglia and Tsang 2000",
    .bits_version = 1, .family = RR_FAMILY_MAXWELL, .dtypes = RR_REALS, .stages = stages,
    .params = 1,
    .param = {{"scale", "standard deviation of each normal", 1, RR_POSITIVE}},
    .rejects = 1, .min_accept = 0.951, .cap = RR_CAP8, .words = {3, 3},
    .digest = 0x4b6378e50508daf1,
};
