/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "laws/descriptor.h"

/* The area of the disc in its square. */
static double accept(const double *params)
{
    (void)params;
    return 0.78539816339744831;
}

extern const rr_sampler rr_sampler_normal_polar;
const rr_sampler rr_sampler_normal_polar = {
    .name = "normal:polar", .law = "normal", .method = "polar",
    .help = "normal with the given mean and standard deviation, by the polar method with rejection",
    .source = "Marsaglia and Bray, SIAM Review 6 (1964) 260",
    .bits_version = 1, .family = RR_FAMILY_POLAR, .dtypes = RR_FLOATS,
    .params = 2, .param = {{"mean", "mean", 0, RR_FINITE}, {"sd", "standard deviation", 1, RR_POSITIVE}},
    .rejects = 1, .min_accept = 0.785, .cap = RR_CAP8, .words = {1, 2}, .accept = accept,
};
