/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "law.h"

extern const rr_sampler rr_sampler_exponential_32;
const rr_sampler rr_sampler_exponential_32 = {
    .name = "exponential:32", RR_EXPONENTIAL_LAW, .method = "32",
    .help = "exponential, with one 32-bit word per sample, also in f64; all samples are below 22.88 scale",
    .source = "inverse CDF of the word; docs/contract.md, section One word",
    .bits_version = 1, .family = RR_FAMILY_ONE_WORD32,
    .monotone = 1, .min_accept = 1, .cap = RR_CAP8, .words = {1, 1}, .digits = 32,
    .digest = 0x2bb41069935a20cb,
};
