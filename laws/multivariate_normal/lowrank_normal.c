/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "laws/descriptor.h"

static const rr_law law = {
    .no_moments = "they are those of the matrix that was given: covariance factor factor' + diag; "
                  "tests/exact/rows/lowrank_normal.c",
    .examples = RR_EXAMPLES(RR_AT(RR_FOR_BENCH, 0, 4, 1)),   /* R = 4 */
    .synonyms = RR_SYNONYMS(RR_SAME("loc", "mean"), RR_SAME("mu", "mean"), RR_SAME("cov_factor", "factor"),
                            RR_SAME("w", "factor"), RR_SAME("cov_diag", "diag"), RR_SAME("d", "diag"),
                            RR_NOTE("cov", "multivariate-normal takes a covariance; here it is factor factor' + diag")),
};

static const rr_stage stages[] = {{"normal", RR_FAMILY_LOWRANK_NORMAL_FACTORS, "the R numbers that the matrix multiplies"},
                                  {0, 0, 0}};

extern const rr_sampler rr_sampler_lowrank_normal;
const rr_sampler rr_sampler_lowrank_normal = {
    .name = "lowrank-normal", .law = "lowrank-normal", .method = "", .about = &law,
    .names = "low-rank-normal lowrank-multivariate-normal lowrankmultivariatenormal factor-normal",
    .help = "rows of K normals with the covariance factor factor' + diag, factor a matrix of K rows and R columns",
    .source = "Harman, Modern Factor Analysis (1976)",
    .bits_version = 2, .family = RR_FAMILY_LOWRANK_NORMAL, .dtypes = RR_FLOATS, .shape = RR_ROW, .row_numbers = RR_DIM_R,
    .row_stages = stages,
    .params = 3,
    .param = {{"mean", "means: one value, K of them, or a row of K for each sample", 0, RR_FINITE, RR_K},
              {"factor", "matrix of K rows and R columns, 1 to 256, one for all samples", RR_REQUIRED, RR_FINITE, RR_K_BY_R},
              {"diag", "variances added to it: one value, K of them, or a row of K for each sample", 1, RR_BETWEEN(0, 1e30),
               RR_K}},
    .min_accept = 1, .cap = RR_CAP8, .words = {1, 2}, .slow = rr_log_fraction,
    .digest = 0xe204fb6d76f68281,
};
