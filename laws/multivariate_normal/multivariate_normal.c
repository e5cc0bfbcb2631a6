/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "laws/descriptor.h"

static const rr_law law = {
    .no_moments = "they are the mean and the covariance that were given; tests/exact/rows/multivariate_normal.c",
    .examples = RR_EXAMPLES(RR_AT(RR_FOR_BENCH, 0)),   /* measurements use their own covariance */
    .synonyms = RR_SYNONYMS(RR_SAME("mu", "mean"), RR_SAME("loc", "mean"), RR_SAME("location", "mean"),
                            RR_SAME("cov", "covariance"), RR_SAME("sigma", "covariance")),
};

/* The draw and the parameters, which the methods share. */
#define MULTIVARIATE_NORMAL \
    .law = "multivariate-normal", .about = &law, .bits_version = 3, .family = RR_FAMILY_MULTIVARIATE_NORMAL, \
    .dtypes = RR_FLOATS, .shape = RR_ROW, .params = 2, \
    .param = {{"mean", "mean, one value, K of them, or a row of K for each sample", 0, RR_FINITE, RR_K}, \
              {"covariance", "covariance, K x K, one for all samples", RR_REQUIRED, RR_FINITE, RR_COVARIANCE(RR_DIM_K)}}, \
    .min_accept = 1, .cap = RR_CAP8, .words = {1, 2}, .slow = rr_log_fraction

extern const rr_sampler rr_sampler_multivariate_normal, rr_sampler_multivariate_normal_blas;
const rr_sampler rr_sampler_multivariate_normal = {
    MULTIVARIATE_NORMAL, .name = "multivariate-normal", .method = "",
    .names = "mvn mvnorm mvnormal multivariate-gaussian",
    .help = "rows of K components, normal with the given mean and covariance (singular ones too), by its Cholesky factor",
    .source = "Box and Muller (1958); Higham, Accuracy and Stability of Numerical Algorithms (2002), chapter 10",
    .digest = 0x5d66aa45eed63313,
};

const rr_sampler rr_sampler_multivariate_normal_blas = {
    MULTIVARIATE_NORMAL, .name = "multivariate-normal:blas", .method = "blas", .outside = 1,
    .help = "the same normals multiplied by a BLAS: outside the contract, its last bits may differ by machine",
    .source = "as multivariate-normal; the product by the CBLAS that the library was built with",
};
