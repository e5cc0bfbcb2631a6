/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "law.h"

static const rr_law law = {
    .no_moments = "those of B B' are the moments of `inverse-wishart`; tests/exact/rows/matrices.c",
    .examples = RR_EXAMPLES(RR_AT(RR_FOR_BENCH, 0, 40)),   /* measurements use their own scale */
    .synonyms = RR_INVERSE_WISHART_SYNONYMS,
};

static const rr_stage stages[] = RR_WISHART_STAGES(RR_FAMILY_INVERSE_WISHART_CHOLESKY_GAMMA);

extern const rr_sampler rr_sampler_inverse_wishart_cholesky;
const rr_sampler rr_sampler_inverse_wishart_cholesky = {
    .name = "inverse-wishart-cholesky", .law = "inverse-wishart-cholesky", RR_WISHART, .names = "invwishart-cholesky",
    .help = "D x D lower triangular factors C of inverse Wishart matrices C C' with the given scale matrix and "
            "degrees of freedom",
    .bits_version = 1, .family = RR_FAMILY_INVERSE_WISHART_CHOLESKY, .shape = RR_SQUARE,
    .digest = 0x317415ef0d5eadd5,
};
