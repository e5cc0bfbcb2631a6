/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "law.h"

/* The area of the disc over that of its square. */
static double accept(const double *params)
{
    (void)params;
    return 0.78539816339744831;
}

extern const rr_sampler rr_sampler_normal_polar;
const rr_sampler rr_sampler_normal_polar = {
    .name = "normal:polar", RR_NORMAL_LAW, .method = "polar",
    .names = "polar",
    .help = "normal with the given mean and standard deviation, by the polar method with rejection",
    .source = "Marsaglia and Bray, SIAM Review 6 (1964) 260",
    .bits_version = 1, .family = RR_FAMILY_POLAR,
    .rejects = 1, .min_accept = 0.785, .cap = RR_CAP8, .words = {1, 2}, .accept = accept,
    .digest = 0x19b853349b4cd411,
};
