/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "laws/descriptor.h"

extern const rr_sampler rr_sampler_half_normal;
const rr_sampler rr_sampler_half_normal = {
    .name = "half-normal", .law = "half-normal", .method = "",
    .help = "half normal: scale times the absolute value of the standard normal draw of the same index",
    .source = "Box and Muller, Annals of Mathematical Statistics 29 (1958) 610",
    .bits_version = 1, .family = RR_FAMILY_NORMAL, .dtypes = RR_FLOATS,
    .params = 1, .param = {{"scale", "standard deviation of the normal", 1, RR_POSITIVE}},
    .min_accept = 1, .cap = RR_CAP8, .words = {1, 2}, .slow = rr_low_share,
};
