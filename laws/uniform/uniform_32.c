/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "law.h"

extern const rr_sampler rr_sampler_uniform_32;
const rr_sampler rr_sampler_uniform_32 = {
    .name = "uniform:32", RR_UNIFORM_LAW, .method = "32",
    .help = "uniform on [low, high), one 32-bit word per sample, also in f64; the smallest value is low + 2^-33 (high - "
            "low)",
    .source = "docs/contract.md, section One word",
    .bits_version = 1, .family = RR_FAMILY_ONE_WORD32,
    .monotone = 1, .min_accept = 1, .cap = RR_CAP8, .words = {1, 1}, .digits = 32,
    .digest = 0x9b2cb46d93be5ea3,
};
