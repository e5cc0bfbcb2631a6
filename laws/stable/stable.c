/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "laws/descriptor.h"

static const rr_law law = {
    .no_moments = "below alpha = 2 it has no variance",
    .examples = RR_EXAMPLES(RR_AT(RR_FOR_BENCH | RR_FOR_PLAN, 1.5, 0.5, 0, 1)),
    .synonyms = RR_SYNONYMS(RR_SAME("a", "alpha"), RR_SAME("location", "loc"), RR_SAME("delta", "loc"),
                            RR_SAME("gamma", "scale")),
};

static const rr_stage stages[] = {
    {"cauchy", RR_FAMILY_STABLE_ANGLE, "the tangent of the angle"},
    {"exponential", RR_FAMILY_STABLE_EXPONENTIAL, "the exponential"},
    {0, 0, 0},
};

extern const rr_sampler rr_sampler_stable;
const rr_sampler rr_sampler_stable = {
    .name = "stable", .law = "stable", .method = "", .about = &law,
    .names = "levy-stable alpha-stable stable-s1",
    .help = "stable distribution of index alpha and skewness beta, in parametrization 1, which is that of SciPy and of "
            "textbooks",
    .source = "Chambers, Mallows and Stuck, JASA 71 (1976) 340; Nolan, Univariate Stable Distributions (2020), 1.7 and 3.3",
    .bits_version = 3, .family = RR_FAMILY_STABLE_ANGLE, .dtypes = RR_REALS, .stages = stages,
    .params = 4,
    .param = {{"alpha", "index, up to 2, the normal", RR_REQUIRED, RR_BETWEEN(0.05, 2)},
              {"beta", "skewness", 0, RR_BETWEEN(-1, 1)},
              {"loc", "location", 0, RR_FINITE}, {"scale", "scale", 1, RR_POSITIVE}},
    .min_accept = 1, .cap = RR_CAP8, .words = {4, 4},
    .digest = 0xe3318ab9e805d674,
};
