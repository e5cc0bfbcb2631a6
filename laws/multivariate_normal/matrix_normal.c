/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "laws/descriptor.h"

static const rr_law law = {
    .no_moments = "they are the mean and the covariances that were given; tests/exact/rows/matrix_normal.c",
    .examples = RR_EXAMPLES(RR_AT(RR_FOR_BENCH, 0)),   /* measurements use their own covariances */
    .synonyms = RR_SYNONYMS(RR_SAME("m", "mean"), RR_SAME("loc", "mean"), RR_SAME("u", "rowcov"), RR_SAME("v", "colcov"),
                            RR_SAME("row_covariance", "rowcov"), RR_SAME("column_covariance", "colcov"),
                            RR_NOTE("scale_tril_row", "rowcov takes the covariance, not its factor"),
                            RR_NOTE("scale_tril_column", "colcov takes the covariance, not its factor")),
};

static const rr_stage stages[] = {{0, 0, 0}};

extern const rr_sampler rr_sampler_matrix_normal;
const rr_sampler rr_sampler_matrix_normal = {
    .name = "matrix-normal", .law = "matrix-normal", .method = "", .about = &law,
    .names = "matrixnormal matnorm matrix-gaussian",
    .help = "R x C matrices of normals, row by row, with a covariance of the rows and one of the columns: M + A Z B'",
    .source = "Gupta and Nagar, Matrix Variate Distributions (2000), chapter 2",
    .bits_version = 1, .family = RR_FAMILY_MATRIX_NORMAL, .dtypes = RR_FLOATS,
    .shape = RR_OBLONG, .row_stages = stages, .params = 3,
    .param = {{"mean", "mean, one value, R C of them, or a row of R C for each sample", 0, RR_FINITE, RR_R_BY_C},
              {"rowcov", "covariance of the rows, R x R, one for all samples", RR_REQUIRED, RR_FINITE,
               RR_COVARIANCE(RR_DIM_R)},
              {"colcov", "covariance of the columns, C x C, one for all samples", RR_REQUIRED, RR_FINITE,
               RR_COVARIANCE(RR_DIM_C)}},
    .min_accept = 1, .cap = RR_CAP8, .words = {1, 2}, .slow = rr_log_fraction,
    .digest = 0xa837860d6c044613,
};
