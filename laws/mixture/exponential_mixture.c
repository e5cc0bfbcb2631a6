/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "laws/mixture/law.h"

static const rr_law law = {
    .no_moments = "its components say where it is; tests/exact/bits/mixtures.c",
    .examples = RR_EXAMPLES(RR_AT(RR_FOR_BENCH, 4, 4), RR_AT(RR_FOR_BENCH, 1000, 1000)),   /* component counts */
    .synonyms = RR_SYNONYMS(RR_MIXTURE_SYNONYMS, RR_SAME("scale", "scales"), RR_SAME("means", "scales"),
                            RR_SAME("theta", "scales"), RR_NOTE("rate", "scales are 1 / rate"),
                            RR_NOTE("rates", "scales are 1 / rate")),
};

static const rr_stage stages[] = RR_MIXTURE_STAGES("exponential", RR_FAMILY_EXPONENTIAL_MIXTURE);

extern const rr_sampler rr_sampler_exponential_mixture;
const rr_sampler rr_sampler_exponential_mixture = {
    .name = "exponential-mixture", .law = "exponential-mixture", .method = "", .about = &law,
    .names = "hyperexponential",
    .help = "a finite mixture of exponentials, hyperexponential: K weights and K means, or one for all components",
    .source = RR_MIXTURE_SOURCE,
    .bits_version = 1, .family = RR_FAMILY_EXPONENTIAL_MIXTURE_COMPONENT, .dtypes = RR_REALS, .stages = stages,
    .params = 2,
    .param = {RR_MIXTURE_WEIGHTS,
              {"scales", "means, 1 / rate", RR_REQUIRED, RR_POSITIVE, RR_N_ONCE}},
    .min_accept = 1, .cap = RR_CAP8, .words = {2, 3},
    .digest = 0xab1dd59bd66a2ec1,
};
