/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "laws/descriptor.h"

extern const rr_sampler rr_sampler_skew_normal;
const rr_sampler rr_sampler_skew_normal = {
    .name = "skew-normal", .law = "skew-normal", .method = "",
    .help = "skew normal of Azzalini with the given location, scale and shape alpha; a shape of inf "
            "(-inf) is the half normal",
    .source = "Azzalini, Scandinavian Journal of Statistics 12 (1985) 171; Henze, ibid. 13 (1986) 271",
    .bits_version = 1, .family = RR_FAMILY_SKEW_NORMAL, .dtypes = RR_FLOATS,
    .params = 3, .param = {{"location", "location", 0, RR_FINITE}, {"scale", "scale", 1, RR_POSITIVE},
                           {"shape", "alpha; 0 is the normal", RR_REQUIRED, RR_BETWEEN(-INFINITY, INFINITY)}},
    .min_accept = 1, .cap = RR_CAP8, .words = {2, 4}, .slow = rr_low_share,
};
