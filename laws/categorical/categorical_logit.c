/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "laws/descriptor.h"

static const rr_law law = {
    .no_moments = "its logits say which number is likely",
    .examples = RR_EXAMPLES(RR_AT(RR_FOR_BENCH | RR_FOR_PLAN, 8), RR_AT(RR_FOR_BENCH, 1000)),
    .synonyms = RR_SYNONYMS(RR_SAME("log_weights", "logits"), RR_SAME("eta", "logits"),
                            RR_NOTE("weights", "categorical takes --weights; categorical-logit takes their logarithms"),
                            RR_NOTE("probs", "categorical takes --weights; categorical-logit takes their logarithms"),
                            RR_NOTE("p", "categorical takes --weights; categorical-logit takes their logarithms")),
};

extern const rr_sampler rr_sampler_categorical_logit;
const rr_sampler rr_sampler_categorical_logit = {
    .name = "categorical-logit", .law = "categorical-logit", .method = "", .about = &law,
    .names = "categorical-logits",
    .help = "a number from 0 to K - 1 with probabilities softmax(logits), one vector for all samples or a row each, by "
            "inversion; -inf excludes a category",
    .source = "Stan's categorical_logit; categorical draws it",
    .bits_version = 1, .family = RR_FAMILY_CATEGORICAL, RR_COUNTS,
    .params = 1,
    .param = {{"logits", "logarithms of the weights, up to 2^28 of them, or -inf; any constant may be added", RR_REQUIRED,
               {-INFINITY, 3.40282346638528859812e38, 0, 0}, {-INFINITY, 1.7976931348623157e308, 0, 0}, RR_LOGITS}},
    .min_accept = 1, .cap = RR_CAP8, .words = {1, 1},
    .digest = 0x37e4d71d07534ab7,
};
