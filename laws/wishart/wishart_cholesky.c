/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "laws/descriptor.h"

static const rr_law law = {
    .no_moments = "those of B B' are the moments of `wishart`; tests/exact/rows/matrices.c",
    .examples = RR_EXAMPLES(RR_AT(RR_FOR_BENCH, 0, 40)),   /* measurements use their own scale */
    .synonyms = RR_SYNONYMS(RR_SAME("sigma", "scale"), RR_SAME("v", "scale"), RR_SAME("nu", "df")),
};

static const rr_stage stages[] = {
    {"gamma", RR_FAMILY_WISHART_GAMMA, "half the square of a diagonal entry, K per sample"}, {0, 0, 0}};

extern const rr_sampler rr_sampler_wishart_cholesky;
const rr_sampler rr_sampler_wishart_cholesky = {
    .name = "wishart-cholesky", .law = "wishart-cholesky", .method = "", .about = &law,
    .help = "K x K lower triangular factors B of Wishart matrices B B' with the given scale matrix and degrees of freedom",
    .source = "Bartlett, Proceedings of the Royal Society of Edinburgh 53 (1933) 260; Smith and Hocking, Applied "
              "Statistics 21 (1972) 341",
    .bits_version = 1, .family = RR_FAMILY_WISHART, .dtypes = RR_FLOATS, .shape = RR_SQUARE, .row_numbers = RR_DIM_D,
    .row_stages = stages,
    .params = 2,
    .param = {{"scale", "scale matrix, K x K, one for all samples", RR_REQUIRED, RR_FINITE, RR_COVARIANCE(RR_DIM_D)},
              {"df", "degrees of freedom, above K - 1, one value or one per row", RR_REQUIRED, RR_BETWEEN(0, 1e30),
               RR_ABOVE_SIDE}},
    .min_accept = 1, .cap = RR_CAP8, .words = {1, 2}, .slow = rr_log_fraction,
    .digest = 0x742b99444408c190,
};
