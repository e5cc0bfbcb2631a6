/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "laws/descriptor.h"

static const char *relate(const double *p)
{
    return p[0] <= p[1] ? NULL : "low must not be above high";
}

extern const rr_sampler rr_sampler_uniform;
const rr_sampler rr_sampler_uniform = {
    .name = "uniform", .law = "uniform", .method = "",
    .help = "uniform on [low, high], open only before the last rounding",
    .source = "docs/contract.md, section Uniforms",
    .bits_version = 1, .family = RR_FAMILY_ONE_WORD, .dtypes = RR_FLOATS,
    .params = 2, .param = {
        /* Half the largest number, so that high - low is finite in the dtype. */
        {"low", "lower end", 0, {-1.70141173319264429906e38, 1.70141173319264429906e38, 0, 0},
         {-8.9884656743115785e307, 8.9884656743115785e307, 0, 0}},
        {"high", "upper end", 1, {-1.70141173319264429906e38, 1.70141173319264429906e38, 0, 0},
         {-8.9884656743115785e307, 8.9884656743115785e307, 0, 0}},
    },
    .monotone = 1, .min_accept = 1, .cap = RR_CAP8, .words = {1, 2}, .slow = rr_low_share, .relate = relate,
};
