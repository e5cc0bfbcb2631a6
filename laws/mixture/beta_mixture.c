/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "laws/mixture/law.h"

static const rr_law law = {
    .no_moments = "its components say where it is; tests/exact/bits/mixtures.c",
    .examples = RR_EXAMPLES(RR_AT(RR_FOR_BENCH, 4, 4, 4), RR_AT(RR_FOR_BENCH, 1000, 1000, 1000)),   /* component counts */
    .synonyms = RR_SYNONYMS(RR_MIXTURE_SYNONYMS, RR_SAME("alpha", "a"), RR_SAME("beta", "b"),
                            RR_SAME("concentration1", "a"), RR_SAME("concentration0", "b")),
};

static const rr_stage stages[] = RR_MIXTURE_STAGES("beta", RR_FAMILY_BETA_MIXTURE);

extern const rr_sampler rr_sampler_beta_mixture;
const rr_sampler rr_sampler_beta_mixture = {
    .name = "beta-mixture", .law = "beta-mixture", .method = "", .about = &law,
    .help = "a finite mixture of betas: K weights, K shapes of X and K shapes of 1 - X, or one for all components",
    .source = RR_MIXTURE_SOURCE,
    .bits_version = 3, .family = RR_FAMILY_BETA_MIXTURE_COMPONENT, .dtypes = RR_REALS, .stages = stages,
    .params = 3,
    .param = {RR_MIXTURE_WEIGHTS,
              {"a", "shapes of X", RR_REQUIRED, {1e-30, 1e30, 0, 0}, {1e-300, 1e300, 0, 0}, RR_N_ONCE},
              {"b", "shapes of 1 - X", RR_REQUIRED, {1e-30, 1e30, 0, 0}, {1e-300, 1e300, 0, 0}, RR_N_ONCE}},
    .rejects = 1, .min_accept = 0.249, .cap = RR_CAP8, .words = {4, 4},
    .digest = 0xb8d0c1a769429407,
};
