/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "law.h"

extern const rr_sampler rr_sampler_normal_icdf_fast;
const rr_sampler rr_sampler_normal_icdf_fast = {
    .name = "normal:icdf-fast", RR_NORMAL_LAW, .method = "icdf-fast",
    .help = "normal within 0.0073 sd of the inverse CDF to 6.2 sd, by the closed form of Winitzki",
    .source = "Winitzki, A handy approximation for the error function and its inverse (2008), a = 0.147",
    .bits_version = 1, .family = RR_FAMILY_ONE_WORD,
    .monotone = 1, .min_accept = 1, .cap = RR_CAP8, .words = {1, 2}, .slow = rr_ends_fraction,
    .digest = 0xabbc29819309d85d,
};
