/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "descriptor.h"

extern const rr_sampler rr_sampler_multivariate_normal;
const rr_sampler rr_sampler_multivariate_normal = {
    .name = "multivariate-normal", .law = "multivariate-normal", .method = "",
    .help = "rows of K components, normal with the given mean and covariance (singular ones too), by its Cholesky factor",
    .source = "Box and Muller (1958); Higham, Accuracy and Stability of Numerical Algorithms (2002), chapter 10",
    .bits_version = 1, .family = RR_FAMILY_MULTIVARIATE_NORMAL, .dtypes = RR_FLOATS, .vector = 1,
    .params = 2, .matrix = 1u << 1,
    .param = {{"mean", "mean, one value, K of them, or a row of K for each sample", 0, RR_FINITE},
              {"covariance", "covariance, K x K, one for all samples", RR_REQUIRED, RR_FINITE}},
    .min_accept = 1, .cap = RR_CAP8, .words = {1, 2}, .slow = rr_low_share,
};
