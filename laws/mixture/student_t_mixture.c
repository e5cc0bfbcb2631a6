/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "laws/mixture/law.h"

static const rr_law law = {
    .no_moments = "its components say where it is; tests/exact/bits/mixtures.c",
    .examples = RR_EXAMPLES(RR_AT(RR_FOR_BENCH, 4, 4, 4, 4),   /* component counts */
                            RR_AT(RR_FOR_BENCH, 1000, 1000, 1000, 1000)),
    .synonyms = RR_SYNONYMS(RR_MIXTURE_SYNONYMS, RR_SAME("df", "dfs"), RR_SAME("nu", "dfs"), RR_SAME("loc", "locs"),
                            RR_SAME("mu", "locs"), RR_SAME("scale", "scales"), RR_SAME("sigma", "scales")),
};

static const rr_stage stages[] = RR_MIXTURE_STAGES("student-t", RR_FAMILY_STUDENT_T_MIXTURE);

extern const rr_sampler rr_sampler_student_t_mixture;
const rr_sampler rr_sampler_student_t_mixture = {
    .name = "student-t-mixture", .law = "student-t-mixture", .method = "", .about = &law,
    .help = "a finite mixture of Student's t: K weights, K degrees of freedom, K locations and K scales, "
            "or one for all components",
    .source = RR_MIXTURE_SOURCE,
    .bits_version = 2, .family = RR_FAMILY_STUDENT_T_MIXTURE_COMPONENT, .dtypes = RR_REALS, .stages = stages,
    .params = 4,
    .param = {RR_MIXTURE_WEIGHTS,
              {"dfs", "degrees of freedom", RR_REQUIRED, RR_POSITIVE_OR_INF, RR_N_ONCE},
              {"locs", "locations", RR_REQUIRED, RR_FINITE, RR_N_ONCE},
              {"scales", "scales", RR_REQUIRED, RR_POSITIVE, RR_N_ONCE}},
    .min_accept = 1, .cap = RR_CAP8, .words = {5, 5},
    .digest = 0x4e312ddb0c4d94ee,
};
