/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "laws/descriptor.h"

extern const rr_sampler rr_sampler_normal;
const rr_sampler rr_sampler_normal = {
    .name = "normal", .law = "normal", .method = "",
    .help = "normal with the given mean and standard deviation, by Box and Muller, pairs",
    .source = "Box and Muller, Annals of Mathematical Statistics 29 (1958) 610",
    .bits_version = 1, .family = RR_FAMILY_NORMAL, .dtypes = RR_FLOATS,
    .params = 2, .param = {{"mean", "mean", 0, RR_FINITE}, {"sd", "standard deviation", 1, RR_POSITIVE}},
    .min_accept = 1, .cap = RR_CAP8, .words = {1, 2}, .slow = rr_low_share,
};
