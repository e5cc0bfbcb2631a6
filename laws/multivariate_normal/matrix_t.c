/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "laws/descriptor.h"

static const rr_law law = {
    .no_moments = "they are those of the matrices that were given; tests/exact/rows/matrix_t.c",
    .examples = RR_EXAMPLES(RR_AT(RR_FOR_BENCH, 0, 0, 0, 5)),   /* measurements use their own matrices */
    .synonyms = RR_SYNONYMS(RR_SAME("m", "mean"), RR_SAME("loc", "mean"), RR_SAME("u", "rowcov"), RR_SAME("v", "colcov"),
                            RR_SAME("row_spread", "rowcov"), RR_SAME("col_spread", "colcov"), RR_SAME("nu", "df")),
};

static const rr_stage stages[] = {
    {"gamma", RR_FAMILY_MATRIX_T_GAMMA, "half the square of a row's divisor, R per sample"}, {0, 0, 0}};

extern const rr_sampler rr_sampler_matrix_t;
const rr_sampler rr_sampler_matrix_t = {
    .name = "matrix-t", .law = "matrix-t", .method = "", .about = &law,
    .names = "matrixt matrix-variate-t matrix-student matrix-t-distribution",
    .help = "R x C matrices, row by row, of Student's t with the given mean, spreads of rows and columns and degrees of "
            "freedom",
    .source = "Gupta and Nagar, Matrix Variate Distributions (2000), chapter 4",
    .bits_version = 1, .family = RR_FAMILY_MATRIX_T, .dtypes = RR_FLOATS, .shape = RR_OBLONG, .row_numbers = RR_DIM_R,
    .row_stages = stages, .params = 4,
    .param = {{"mean", "mean, one value, R C of them, or a row of R C for each sample", 0, RR_FINITE, RR_R_BY_C},
              {"rowcov", "spread of the rows, R x R, one for all samples", RR_REQUIRED, RR_FINITE,
               RR_COVARIANCE(RR_DIM_R)},
              {"colcov", "spread of the columns, C x C, one for all samples", RR_REQUIRED, RR_FINITE,
               RR_COVARIANCE(RR_DIM_C)},
              {"df", "degrees of freedom, one value or one per row", RR_REQUIRED, RR_BETWEEN(0.5, 1e30)}},
    .min_accept = 1, .cap = RR_CAP8, .words = {1, 2}, .slow = rr_log_fraction,
    .digest = 0xdc8b8f7c90ccd8cb,
};
