/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "laws/descriptor.h"

static const rr_law law = {
    .no_moments = "a half Cauchy distribution has no mean",
    .examples = RR_EXAMPLES(RR_AT(RR_FOR_BENCH, 0, 1)),
    .synonyms = RR_SYNONYMS(
        RR_SAME("mu", "loc"), RR_SAME("location", "loc"), RR_SAME("beta", "scale")),
};

extern const rr_sampler rr_sampler_half_cauchy;
const rr_sampler rr_sampler_half_cauchy = {
    .name = "half-cauchy", .law = "half-cauchy", .method = "", .about = &law,
    .names = "halfcauchy",
    .help = "half Cauchy by the inverse CDF, accurate in both tails",
    .source = "inverse CDF: Devroye, Non-Uniform Random Variate Generation (1986), II.2",
    .bits_version = 1, .family = RR_FAMILY_ONE_WORD, .dtypes = RR_REALS,
    .params = 2,
    .param = {{"loc", "smallest value", 0, RR_FINITE},
              {"scale", "median above loc", 1, RR_POSITIVE}},
    .monotone = 1, .min_accept = 1, .cap = RR_CAP8, .words = {1, 2}, .slow = rr_ends_fraction,
    .digest = 0x88ff2a4d453da261,
};
