/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "laws/descriptor.h"

static const rr_law law = {
    .no_moments = "its weights say which number is likely",
    .examples = RR_EXAMPLES(RR_AT(RR_FOR_BENCH | RR_FOR_PLAN, 8), RR_AT(RR_FOR_BENCH, 1000), RR_AT(RR_FOR_BENCH, 1000000)),
    .synonyms = RR_SYNONYMS(RR_SAME("p", "weights"), RR_SAME("probs", "weights"), RR_SAME("pvals", "weights")),
};

extern const rr_sampler rr_sampler_categorical;
const rr_sampler rr_sampler_categorical = {
    .name = "categorical", .law = "categorical", .method = "", .about = &law,
    .names = "discrete choice",
    .help = "a number from 0 to K - 1 with probabilities proportional to K weights, one vector for all samples or a row each, "
            "by inversion",
    .source = "Chen and Asau, AIIE Transactions 6 (1974) 163 (the guide table)",
    .bits_version = 1, .family = RR_FAMILY_CATEGORICAL, RR_COUNTS, .weights = 1,
    .params = 1, .param = {{"weights", "weights, finite and not negative, up to 2^28 of them; they need not add up to 1", RR_REQUIRED,
                            RR_BETWEEN(0, 1.7976931348623157e308)}},
    .min_accept = 1, .cap = RR_CAP8, .words = {1, 1},
    .digest = 0xc0a4d071fe69c995,
};
