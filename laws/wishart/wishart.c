/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "law.h"

static const rr_law law = {
    .no_moments = "they are those of the scale matrix that was given: mean df scale; tests/exact/rows/matrices.c",
    .examples = RR_EXAMPLES(RR_AT(RR_FOR_BENCH, 0, 40)),   /* measurements use their own scale */
    .synonyms = RR_WISHART_SYNONYMS,
};

static const rr_stage stages[] = RR_WISHART_STAGES(RR_FAMILY_WISHART_GAMMA);

extern const rr_sampler rr_sampler_wishart;
const rr_sampler rr_sampler_wishart = {
    .name = "wishart", .law = "wishart", RR_WISHART,
    .help = "D x D Wishart matrices with the given scale matrix and degrees of freedom, by the Bartlett decomposition",
    .bits_version = 2, .family = RR_FAMILY_WISHART, .shape = RR_SQUARE,
    .digest = 0x4032b53d77a0962e,
};
