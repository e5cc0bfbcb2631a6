/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "law.h"

static const rr_law law = {
    .no_moments = "they are those of the scale matrix that was given: mean scale / (df - K - 1); "
                  "tests/exact/rows/matrices.c",
    .examples = RR_EXAMPLES(RR_AT(RR_FOR_BENCH, 0, 40)),   /* measurements use their own scale */
    .synonyms = RR_INVERSE_WISHART_SYNONYMS,
};

static const rr_stage stages[] = RR_WISHART_STAGES(RR_FAMILY_INVERSE_WISHART_GAMMA);

extern const rr_sampler rr_sampler_inverse_wishart;
const rr_sampler rr_sampler_inverse_wishart = {
    .name = "inverse-wishart", .law = "inverse-wishart", RR_WISHART, .names = "invwishart",
    .help = "D x D inverse Wishart matrices with the given scale matrix and degrees of freedom",
    .bits_version = 2, .family = RR_FAMILY_INVERSE_WISHART, .shape = RR_SQUARE,
    .digest = 0x612c8d3fbb2a28f3,
};
