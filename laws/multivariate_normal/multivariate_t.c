/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "laws/descriptor.h"

static const rr_law law = {
    .no_moments = "they are those of the shape that was given; tests/exact/rows/sphere.c",
    .examples = RR_EXAMPLES(RR_AT(RR_FOR_BENCH, 0, 0, 5)),   /* measurements use their own shape */
    .synonyms = RR_SYNONYMS(RR_SAME("loc", "mean"), RR_SAME("mu", "mean"), RR_SAME("sigma", "shape"), RR_SAME("nu", "df")),
};

static const rr_stage stages[] = {{"chi", RR_FAMILY_MULTIVARIATE_T_CHI, "divisor of a row"}, {0, 0, 0}};

extern const rr_sampler rr_sampler_multivariate_t;
const rr_sampler rr_sampler_multivariate_t = {
    .name = "multivariate-t", .law = "multivariate-t", .method = "", .about = &law,
    .names = "mvt multivariate-student",
    .help = "rows of K components, Student's t with the given mean, shape matrix and degrees of freedom",
    .source = "Kotz and Nadarajah, Multivariate t Distributions and Their Applications (2004), 1.1",
    .bits_version = 4, .family = RR_FAMILY_MULTIVARIATE_T, .dtypes = RR_FLOATS, .shape = RR_ROW, .row_stages = stages,
    .params = 3,
    .param = {{"mean", "mean, one value, K of them, or a row of K for each sample", 0, RR_FINITE, RR_K},
              {"shape", "shape matrix, K x K, one for all samples", RR_REQUIRED, RR_FINITE, RR_COVARIANCE(RR_DIM_K)},
              {"df", "degrees of freedom, one value or one per row", RR_REQUIRED, RR_BETWEEN(1e-2, INFINITY)}},
    .min_accept = 1, .cap = RR_CAP8, .words = {1, 2}, .slow = rr_log_fraction,
    .digest = 0x974597d3ae8caa0e,
};
