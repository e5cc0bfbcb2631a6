/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "law.h"

extern const rr_sampler rr_sampler_normal_icdf;
const rr_sampler rr_sampler_normal_icdf = {
    .name = "normal:icdf", RR_NORMAL_LAW, .method = "icdf",
    .help = "normal with the given mean and standard deviation, by the inverse CDF, accurate in both tails",
    .source = "rational inverse CDF; laws/normal/README.md, section normal:icdf",
    .bits_version = 1, .family = RR_FAMILY_ONE_WORD,
    .monotone = 1, .min_accept = 1, .cap = RR_CAP8, .words = {1, 2}, .slow = rr_tails_fraction,
    .digest = 0xe46f342c9bd73ab0,
};
