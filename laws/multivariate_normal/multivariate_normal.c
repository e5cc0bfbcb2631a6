/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "laws/descriptor.h"

/* What the methods share: the draw and the parameters. */
#define MULTIVARIATE_NORMAL \
    .law = "multivariate-normal", .bits_version = 1, .family = RR_FAMILY_MULTIVARIATE_NORMAL, .dtypes = RR_FLOATS, \
    .vector = 1, .params = 2, .matrix = 1u << 1, \
    .param = {{"mean", "mean, one value, K of them, or a row of K for each sample", 0, RR_FINITE}, \
              {"covariance", "covariance, K x K, one for all samples", RR_REQUIRED, RR_FINITE}}, \
    .min_accept = 1, .cap = RR_CAP8, .words = {1, 2}, .slow = rr_low_share

extern const rr_sampler rr_sampler_multivariate_normal, rr_sampler_multivariate_normal_blas;
const rr_sampler rr_sampler_multivariate_normal = {
    MULTIVARIATE_NORMAL, .name = "multivariate-normal", .method = "",
    .help = "rows of K components, normal with the given mean and covariance (singular ones too), by its Cholesky factor",
    .source = "Box and Muller (1958); Higham, Accuracy and Stability of Numerical Algorithms (2002), chapter 10",
};

const rr_sampler rr_sampler_multivariate_normal_blas = {
    MULTIVARIATE_NORMAL, .name = "multivariate-normal:blas", .method = "blas", .outside = 1,
    .help = "the same normals multiplied by a BLAS: outside the contract, its last bits may differ by machine",
    .source = "as multivariate-normal; the product by the CBLAS that the library was built with",
};
