/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "laws/mixture/law.h"

static const rr_law law = {
    .no_moments = "its components say where it is; tests/exact/bits/mixtures.c",
    .examples = RR_EXAMPLES(RR_AT(RR_FOR_BENCH, 4, 4), RR_AT(RR_FOR_BENCH, 1000, 1000)),   /* component counts */
    .synonyms = RR_SYNONYMS(RR_MIXTURE_SYNONYMS, RR_SAME("lam", "lams"), RR_SAME("lambda", "lams"),
                            RR_SAME("mu", "lams"), RR_SAME("rate", "lams"), RR_SAME("rates", "lams")),
};

static const rr_stage stages[] = RR_MIXTURE_STAGES("poisson", RR_FAMILY_POISSON_MIXTURE);

extern const rr_sampler rr_sampler_poisson_mixture;
const rr_sampler rr_sampler_poisson_mixture = {
    .name = "poisson-mixture", .law = "poisson-mixture", .method = "", .about = &law,
    .help = "a finite mixture of Poisson counts: K weights and K means, or one for all components",
    .source = RR_MIXTURE_SOURCE,
    .bits_version = 2, .family = RR_FAMILY_POISSON_MIXTURE_COMPONENT, RR_COUNTS, .stages = stages,
    .params = 2,
    .param = {RR_MIXTURE_WEIGHTS,
              {"lams", "means", RR_REQUIRED, {0, 2.147e9, 0, 0}, {0, 1e15, 0, 0}, RR_N_ONCE}},
    .rejects = 1, .min_accept = 0.69, .cap = RR_CAP8, .words = {3, 3},
    .digest = 0x47c4b2d0e5a9d8e8,
};
