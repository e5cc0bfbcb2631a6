/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "laws/mixture/law.h"

static const rr_law law = {
    .no_moments = "its components say where it is; tests/exact/bits/mixtures.c",
    .examples = RR_EXAMPLES(RR_AT(RR_FOR_BENCH, 4, 4, 4), RR_AT(RR_FOR_BENCH, 1000, 1000, 1000)),   /* component counts */
    .synonyms = RR_SYNONYMS(RR_MIXTURE_SYNONYMS, RR_SAME("mu", "mus"), RR_SAME("mean", "mus"),
                            RR_SAME("sigma", "sigmas"), RR_SAME("sd", "sigmas"), RR_SAME("scale", "sigmas")),
};

static const rr_stage stages[] = RR_MIXTURE_STAGES("lognormal", RR_FAMILY_LOGNORMAL_MIXTURE);

extern const rr_sampler rr_sampler_lognormal_mixture;
const rr_sampler rr_sampler_lognormal_mixture = {
    .name = "lognormal-mixture", .law = "lognormal-mixture", .method = "", .about = &law,
    .help = "a finite mixture of lognormals: K weights, K means and K standard deviations of the logarithm, "
            "or one for all components",
    .source = RR_MIXTURE_SOURCE,
    .bits_version = 2, .family = RR_FAMILY_LOGNORMAL_MIXTURE_COMPONENT, .dtypes = RR_REALS, .stages = stages,
    .params = 3,
    .param = {RR_MIXTURE_WEIGHTS,
              {"mus", "means of the logarithm", RR_REQUIRED, RR_FINITE, RR_N_ONCE},
              {"sigmas", "standard deviations of the logarithm", RR_REQUIRED, RR_POSITIVE, RR_N_ONCE}},
    .min_accept = 1, .cap = RR_CAP8, .words = {2, 3},
    .digest = 0xce39fa19e03c5678,
};
