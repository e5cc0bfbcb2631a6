/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "laws/descriptor.h"

extern const rr_sampler rr_sampler_bits;
const rr_sampler rr_sampler_bits = {
    .name = "bits", .law = "bits", .method = "",
    .help = "32 random bits",
    .source = "Philox4x32-10: Salmon, Moraes, Dror, Shaw, SC'11",
    .bits_version = 1, .family = RR_FAMILY_BITS, .dtypes = RR_WORDS,
    .min_accept = 1, .cap = RR_CAP8, .words = {1, 0},
};
