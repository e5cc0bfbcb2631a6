/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "law.h"

const rr_law rr_law_categorical = {
    .no_moments = "its weights say which number is likely",
    .examples = RR_EXAMPLES(RR_AT(RR_FOR_BENCH | RR_FOR_PLAN | RR_FOR_QUICK_PLAN, 8), RR_AT(RR_FOR_BENCH, 1000),
                            RR_AT(RR_FOR_BENCH, 1000000)),
    .synonyms = RR_SYNONYMS(RR_SAME("p", "weights"), RR_SAME("probs", "weights"), RR_SAME("pvals", "weights")),
};

extern const rr_sampler rr_sampler_categorical;
const rr_sampler rr_sampler_categorical = {
    .name = "categorical", RR_CATEGORICAL_LAW, .method = "",
    .names = "discrete choice",
    .help = "a number from 0 to K - 1 with probabilities proportional to K weights, one vector for all samples or a row "
            "each, by inversion",
    .source = "Chen and Asau, AIIE Transactions 6 (1974) 163 (the guide table)",
    .bits_version = 1, .family = RR_FAMILY_CATEGORICAL,
    .min_accept = 1, .cap = RR_CAP8, .words = {1, 1},
    .digest = 0xc0a4d071fe69c995,
};
