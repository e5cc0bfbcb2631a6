/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "law.h"

static const rr_law law = {
    .no_moments = "those of B B' are the moments of `wishart`; tests/exact/rows/matrices.c",
    .examples = RR_EXAMPLES(RR_AT(RR_FOR_BENCH, 0, 40)),   /* measurements use their own scale */
    .synonyms = RR_WISHART_SYNONYMS,
};

static const rr_stage stages[] = RR_WISHART_STAGES(RR_FAMILY_WISHART_GAMMA);

extern const rr_sampler rr_sampler_wishart_cholesky;
const rr_sampler rr_sampler_wishart_cholesky = {
    .name = "wishart-cholesky", .law = "wishart-cholesky", RR_WISHART,
    .help = "D x D lower triangular factors B of Wishart matrices B B' with the given scale matrix and degrees of freedom",
    .bits_version = 1, .family = RR_FAMILY_WISHART, .shape = RR_SQUARE,
    .digest = 0x742b99444408c190,
};
