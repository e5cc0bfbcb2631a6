/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "laws/mixture/law.h"

static const rr_law law = {
    .no_moments = "its components say where it is; tests/exact/bits/mixtures.c",
    .examples = RR_EXAMPLES(RR_AT(RR_FOR_BENCH, 4, 4, 4), RR_AT(RR_FOR_BENCH, 1000, 1000, 1000)),   /* component counts */
    .synonyms = RR_SYNONYMS(RR_MIXTURE_SYNONYMS, RR_SAME("shape", "shapes"), RR_SAME("alpha", "shapes"),
                            RR_SAME("concentration", "shapes"), RR_SAME("scale", "scales"),
                            RR_SAME("theta", "scales"), RR_NOTE("rate", "scales are 1 / rate"),
                            RR_NOTE("beta", "scales are 1 / rate")),
};

static const rr_stage stages[] = RR_MIXTURE_STAGES("gamma", RR_FAMILY_GAMMA_MIXTURE);

extern const rr_sampler rr_sampler_gamma_mixture;
const rr_sampler rr_sampler_gamma_mixture = {
    .name = "gamma-mixture", .law = "gamma-mixture", .method = "", .about = &law,
    .names = "erlang-mixture hypererlang",
    .help = "a finite mixture of gammas: K weights, K shapes and K scales, or one for all components",
    .source = RR_MIXTURE_SOURCE,
    .bits_version = 2, .family = RR_FAMILY_GAMMA_MIXTURE_COMPONENT, .dtypes = RR_REALS, .stages = stages,
    .params = 3,
    .param = {RR_MIXTURE_WEIGHTS,
              {"shapes", "shapes", RR_REQUIRED, {1e-30, 1e30, 0, 0}, {1e-300, 1e300, 0, 0}, RR_N_ONCE},
              {"scales", "scales, 1 / rate", RR_REQUIRED, RR_POSITIVE, RR_N_ONCE}},
    .rejects = 1, .min_accept = 0.951, .cap = RR_CAP8, .words = {4, 4},
    .digest = 0xd0d9f03b2f095a63,
};
