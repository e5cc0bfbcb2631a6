/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "laws/descriptor.h"

extern const rr_sampler rr_sampler_exponential;
const rr_sampler rr_sampler_exponential = {
    .name = "exponential", .law = "exponential", .method = "",
    .help = "exponential with the given scale (mean), by the inverse CDF, exact at both ends",
    .source = "inverse CDF of the word; docs/contract.md, section Uniforms",
    .bits_version = 1, .family = RR_FAMILY_ONE_WORD, .dtypes = RR_FLOATS,
    .params = 1, .param = {{"scale", "mean, 1 / rate", 1, RR_POSITIVE}},
    .monotone = 1, .min_accept = 1, .cap = RR_CAP8, .words = {1, 2}, .slow = rr_low_share,
};
