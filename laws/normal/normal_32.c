/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "law.h"

extern const rr_sampler rr_sampler_normal_32;
const rr_sampler rr_sampler_normal_32 = {
    .name = "normal:32", RR_NORMAL_LAW, .method = "32",
    .help = "normal by Box-Muller, with one 32-bit word per sample, also in f64; all samples are within 6.764 sd",
    .source = "Box and Muller, Annals of Mathematical Statistics 29 (1958) 610",
    .bits_version = 1, .family = RR_FAMILY_NORMAL_32,
    .min_accept = 1, .cap = RR_CAP8, .words = {1, 1}, .digits = 32,
    .digest = 0x97ef012b2a70b754,
};
