/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "laws/descriptor.h"

extern const rr_sampler rr_sampler_lognormal;
const rr_sampler rr_sampler_lognormal = {
    .name = "lognormal", .law = "lognormal", .method = "",
    .help = "lognormal: exp(mu + sigma Z), Z the standard normal draw of the same index",
    .source = "Box and Muller, Annals of Mathematical Statistics 29 (1958) 610",
    .bits_version = 1, .family = RR_FAMILY_NORMAL, .dtypes = RR_FLOATS,
    .params = 2, .param = {{"mu", "mean of the logarithm", 0, RR_FINITE},
                           {"sigma", "standard deviation of the logarithm", 1, RR_POSITIVE}},
    .min_accept = 1, .cap = RR_CAP8, .words = {1, 2}, .slow = rr_low_share,
};
