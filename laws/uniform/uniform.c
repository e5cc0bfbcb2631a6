/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "law.h"

const char *rr_uniform_relate(const double *params)
{
    return params[0] <= params[1] ? NULL : "low must not be above high";
}

static rr_moments moments(const double *p)
{
    const double width = p[1] - p[0];
    return rr_kurtic((p[0] + p[1]) / 2, width * width / 12, 1.8);
}

const rr_law rr_law_uniform = {
    .moments = moments,
    .examples = RR_EXAMPLES(RR_AT(RR_FOR_BENCH | RR_FOR_PLAN | RR_FOR_REPORT, 0, 1), RR_AT(RR_FOR_MOMENTS, -1, 3)),
    .synonyms = RR_SYNONYMS(
        RR_SAME("a", "low"), RR_SAME("b", "high"), RR_SAME("lower", "low"), RR_SAME("upper", "high"),
        RR_SAME("min", "low"), RR_SAME("max", "high"),
        RR_NOTE("loc", "uniform takes --low and --high; SciPy's loc is low"),
        RR_NOTE("scale", "uniform takes --low and --high; SciPy's scale is high - low")),
};

extern const rr_sampler rr_sampler_uniform;
const rr_sampler rr_sampler_uniform = {
    .name = "uniform", RR_UNIFORM_LAW, .method = "",
    .names = "unif runif rand random",
    .help = "uniform on (low, high); rounding may give low or high",
    .source = "docs/contract.md, section Uniforms",
    .bits_version = 1, .family = RR_FAMILY_ONE_WORD,
    .monotone = 1, .min_accept = 1, .cap = RR_CAP8, .words = {1, 2}, .slow = rr_low_fraction,
    .digest = 0xddb36b14f3e725b9,
};
