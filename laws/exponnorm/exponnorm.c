/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "laws/descriptor.h"

static rr_moments moments(const double *p)
{
    const double k = p[0] * p[0], s = p[2] * p[2], variance = 1 + k;
    return (rr_moments){p[1] + p[2] * p[0], s * variance, s * s * (6 * k * k + 3 * variance * variance)};
}

static const rr_law law = {
    .moments = moments,
    .examples = RR_EXAMPLES(RR_AT(RR_FOR_BENCH | RR_FOR_MOMENTS | RR_FOR_PLAN, 1.5, 0, 1), RR_AT(RR_FOR_MOMENTS, 0.2, 3, 2)),
    .synonyms = RR_SYNONYMS(RR_SAME("mu", "loc"), RR_SAME("sigma", "scale"),
                            RR_NOTE("rate", "exponnorm takes --k, which is 1 / (sigma rate)"),
                            RR_NOTE("tau", "exponnorm takes --k, which is tau / sigma")),
};

static const rr_stage stages[] = {
    {"normal", RR_FAMILY_EXPONNORM_NORMAL, "the normal"},
    {"exponential", RR_FAMILY_EXPONNORM_EXPONENTIAL, "what comes to it"},
    {0, 0, 0},
};

extern const rr_sampler rr_sampler_exponnorm;
const rr_sampler rr_sampler_exponnorm = {
    .name = "exponnorm", .law = "exponnorm", .method = "", .about = &law,
    .names = "exgaussian ex-gaussian emg exponentially-modified-normal",
    .help = "exponentially modified normal: the sum of a normal and an exponential of mean k scale",
    .source = "Grushka, Analytical Chemistry 44 (1972) 1733",
    .bits_version = 1, .family = RR_FAMILY_EXPONNORM_NORMAL, .dtypes = RR_REALS, .stages = stages,
    .params = 3, .param = {{"k", "mean of the exponential divided by scale", RR_REQUIRED, RR_BETWEEN(1e-30, 1e30)},
                           {"loc", "location", 0, RR_FINITE}, {"scale", "scale", 1, RR_POSITIVE}},
    .min_accept = 1, .cap = RR_CAP8, .words = {4, 4},
    .digest = 0xa0555f4c31b345e6,
};
