/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "laws/descriptor.h"

static const rr_law law = {
    .no_moments = "its cut points say which number is likely; tests/exact/bits/ordered.c",
    .examples = RR_EXAMPLES(RR_AT(RR_FOR_BENCH, 0.5, 4)),   /* 4 cut points */
    .synonyms = RR_SYNONYMS(RR_SAME("predictor", "eta"), RR_SAME("location", "eta"), RR_SAME("c", "cutpoints"),
                            RR_SAME("cuts", "cutpoints"), RR_SAME("thresholds", "cutpoints")),
};

static const rr_stage stages[] = {{"logistic", RR_FAMILY_ORDERED_LOGISTIC, "what is added to eta"}, {0, 0, 0}};

extern const rr_sampler rr_sampler_ordered_logistic;
const rr_sampler rr_sampler_ordered_logistic = {
    .name = "ordered-logistic", .law = "ordered-logistic", .method = "", .about = &law,
    .names = "ordered_logistic orderedlogistic ordered-logit proportional-odds",
    .help = "number of K cut points below eta plus a logistic variate, from 0 to K: the proportional odds model",
    .source = "McCullagh, Journal of the Royal Statistical Society B 42 (1980) 109; Stan's ordered_logistic, which counts "
              "from 1",
    .bits_version = 2, .family = RR_FAMILY_ORDERED_LOGISTIC, RR_COUNTS, .stages = stages,
    .params = 2,
    .param = {{"eta", "linear predictor", RR_REQUIRED, RR_BETWEEN(-1e300, 1e300)},
              {"cutpoints", "cut points, K increasing numbers, one vector for all samples", RR_REQUIRED, RR_FINITE,
               RR_N_INCREASING}},
    .min_accept = 1, .cap = RR_CAP8, .words = {2, 2},
    .digest = 0x85ad85e7f20b8314,
};
