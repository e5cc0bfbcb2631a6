/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "laws/descriptor.h"

/* For u32; for u64, the upper halves. */
static rr_moments moments(const double *p)
{
    (void)p;
    return rr_kurtic((0x1p32 - 1) / 2, (0x1p64 - 1) / 12, 1.8);
}

static const rr_law law = {.moments = moments, .examples = RR_EXAMPLES(RR_AT(RR_FOR_MOMENTS | RR_FOR_BENCH, 0))};

extern const rr_sampler rr_sampler_bits;
const rr_sampler rr_sampler_bits = {
    .name = "bits", .law = "bits", .method = "", .about = &law,
    .help = "random bits, 32 (u32) or 64 (u64)",
    .source = "Philox4x32-10: Salmon, Moraes, Dror, Shaw, SC'11",
    .bits_version = 1, .family = RR_FAMILY_BITS, .dtypes = RR_WORDS | 1u << RR_U64,
    .min_accept = 1, .cap = RR_CAP8, .words = {1, 2},
    .digest = 0xc7901dd2f0d92c0a,
};
