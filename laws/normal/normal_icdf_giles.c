/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "laws/descriptor.h"

extern const rr_sampler rr_sampler_normal_icdf_giles;
const rr_sampler rr_sampler_normal_icdf_giles = {
    .name = "normal:icdf-giles", .law = "normal", .method = "icdf-giles",
    .help = "normal by the inverse CDF, with the polynomials of Giles for erfinv",
    .source = "Giles, Approximating the erfinv function, GPU Computing Gems, Jade Edition (2011) 109",
    .bits_version = 1, .family = RR_FAMILY_ONE_WORD, .dtypes = RR_FLOATS,
    .params = 2, .param = {{"mean", "mean", 0, RR_FINITE}, {"sd", "standard deviation", 1, RR_POSITIVE}},
    .monotone = 1, .min_accept = 1, .cap = RR_CAP8, .words = {1, 2}, .slow = rr_ends_share,
};
