/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "law.h"

extern const rr_sampler rr_sampler_normal_one;
const rr_sampler rr_sampler_normal_one = {
    .name = "normal:one", RR_NORMAL_LAW, .method = "one",
    .help = "normal with the given mean and standard deviation, by Box-Muller, with the cosine only",
    .source = "Box and Muller, Annals of Mathematical Statistics 29 (1958) 610",
    .bits_version = 2, .family = RR_FAMILY_NORMAL_ONE,
    .min_accept = 1, .cap = RR_CAP8, .words = {2, 4}, .slow = rr_log_fraction,
    .digest = 0xcf7b5615ae2073a1,
};
