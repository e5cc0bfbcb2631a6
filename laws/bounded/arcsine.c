/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "laws/descriptor.h"

/* The difference of two such numbers is finite. */
#define RR_HALF_FINITE {-1e38, 1e38, 0, 0}, {-8e307, 8e307, 0, 0}

static const char *relate(const double *p)
{
    return p[0] < p[1] ? NULL : "low must be below high";
}

static rr_moments moments(const double *p)
{
    const double w = p[1] - p[0];
    return (rr_moments){(p[0] + p[1]) / 2, w * w / 8, 3 * w * w * w * w / 128};
}

static const rr_law law = {
    .moments = moments,
    .examples = RR_EXAMPLES(RR_AT(RR_FOR_BENCH, 0, 1), RR_AT(RR_FOR_MOMENTS, -1, 3)),
};

extern const rr_sampler rr_sampler_arcsine;
const rr_sampler rr_sampler_arcsine = {
    .name = "arcsine", .law = "arcsine", .method = "", .about = &law,
    .help = "arcsine between low and high: low + (high - low) sin(pi U / 2)^2, accurate near both ends",
    .source = "inverse CDF: Devroye, Non-Uniform Random Variate Generation (1986), II.2",
    .bits_version = 1, .family = RR_FAMILY_ONE_WORD, .dtypes = RR_REALS,
    .params = 2,
    .param = {{"low", "left end", 0, RR_HALF_FINITE},
              {"high", "right end, above low", 1, RR_HALF_FINITE}},
    .monotone = 1, .min_accept = 1, .cap = RR_CAP8, .words = {1, 2}, .slow = rr_ends_fraction,
    .relate = relate,
    .digest = 0x0eb83968f9f1cdb5,
};
