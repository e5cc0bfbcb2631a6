/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "laws/descriptor.h"

static const rr_law law = {
    .no_moments = "a component's have no closed form; the largest is c with probability e^logit_c / sum of all; "
                  "tests/exact/rows/gumbel_softmax.c",
    .examples = RR_EXAMPLES(RR_AT(RR_FOR_BENCH, 1, 0.5)),
    .synonyms = RR_SYNONYMS(RR_SAME("tau", "temperature"), RR_SAME("t", "temperature"), RR_SAME("lambda", "temperature"),
                            RR_NOTE("probs", "--logits has their logarithms; any constant may be added"),
                            RR_NOTE("weights", "--logits has their logarithms; any constant may be added")),
};

static const rr_stage no_stages[] = {{0, 0, 0}};

extern const rr_sampler rr_sampler_gumbel_softmax;
const rr_sampler rr_sampler_gumbel_softmax = {
    .name = "gumbel-softmax", .law = "gumbel-softmax", .method = "", .about = &law,
    .names = "concrete relaxed-onehot-categorical relaxedonehotcategorical",
    .help = "rows of K numbers in [0, 1] that add up to 1: a smooth categorical draw with probabilities softmax(logits)",
    .source = "Maddison, Mnih and Teh, ICLR 2017; Jang, Gu and Poole, ICLR 2017",
    .bits_version = 3, .family = RR_FAMILY_GUMBEL_SOFTMAX, .shape = RR_ROW, .dtypes = RR_FLOATS, .row_stages = no_stages,
    .params = 2,
    .param = {{"logits", "logarithms of the weights, or -inf: one value, K of them, or a row of K for each sample",
               RR_REQUIRED, RR_BETWEEN(-INFINITY, 1e30), RR_K_LOGITS},
              {"temperature", "near 0, one component is near 1; one value or one per row", 1, RR_BETWEEN(1e-30, 1e30)}},
    .min_accept = 1, .cap = RR_CAP8, .words = {1, 2}, .slow = rr_log_fraction,
    .digest = 0x0e673b55de173ff3,
};
