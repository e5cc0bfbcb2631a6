/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "laws/descriptor.h"

static const char *relate(const double *p)
{
    if (!(p[0] <= p[1] && p[1] <= p[2] && p[0] < p[2])) return "low <= mode <= high and low < high must hold";
    return p[3] / (p[2] - p[0]) < 1e300 ? NULL : "high - low is too small for lambda, or too large";
}

static rr_moments moments(const double *p)
{
    const double w = p[2] - p[0], a = 1 + p[3] * (p[1] - p[0]) / w, s = 2 + p[3];
    double m[5] = {1};
    for (int k = 1; k < 5; ++k) m[k] = m[k - 1] * (a + k - 1) / (s + k - 1);
    const rr_moments one = rr_central(m[1], m[2], m[3], m[4]);
    return (rr_moments){p[0] + w * one.mean, w * w * one.variance, w * w * w * w * one.fourth};
}

static const rr_law law = {
    .moments = moments,
    .examples = RR_EXAMPLES(RR_AT(RR_FOR_BENCH | RR_FOR_MOMENTS | RR_FOR_PLAN, 0, 2, 6, 4),
                            RR_AT(RR_FOR_MOMENTS, -1, -1, 3, 2)),
    .synonyms = RR_SYNONYMS(RR_SAME("min", "low"), RR_SAME("max", "high"), RR_SAME("shape", "lambda")),
};

static const rr_stage stages[] = {
    {"beta", RR_FAMILY_PERT, "the place between low and high"},
    {0, 0, 0},
};

extern const rr_sampler rr_sampler_pert;
const rr_sampler rr_sampler_pert = {
    .name = "pert", .law = "pert", .method = "", .about = &law,
    .names = "beta-pert",
    .help = "PERT: a beta between low and high whose mode is given",
    .source = "Malcolm, Roseboom, Clark and Fazar, Operations Research 7 (1959) 646",
    .bits_version = 2, .family = RR_FAMILY_PERT, .dtypes = RR_REALS, .stages = stages,
    .params = 4,
    .param = {{"low", "left end", RR_REQUIRED, RR_BETWEEN(-1e30, 1e30)},
              {"mode", "mode", RR_REQUIRED, RR_BETWEEN(-1e30, 1e30)},
              {"high", "right end", RR_REQUIRED, RR_BETWEEN(-1e30, 1e30)},
              {"lambda", "weight of the mode", 4, RR_BETWEEN(0, 1e6)}},
    .rejects = 1, .min_accept = 0.249, .cap = RR_CAP8, .words = {3, 3}, .relate = relate,
    .digest = 0xbadb29e2f1548350,
};
