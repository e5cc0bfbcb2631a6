/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "laws/descriptor.h"

/* Numbers below 2^32. */
static rr_moments moments(const double *p)
{
    (void)p;
    return rr_kurtic((0x1p32 - 1) / 2, (0x1p64 - 1) / 12, 1.8);
}

static const rr_law law = {.moments = moments, .examples = RR_EXAMPLES(RR_AT(RR_FOR_MOMENTS | RR_FOR_BENCH, 0))};

extern const rr_sampler rr_sampler_bits;
const rr_sampler rr_sampler_bits = {
    .name = "bits", .law = "bits", .method = "", .about = &law,
    .help = "32 random bits",
    .source = "Philox4x32-10: Salmon, Moraes, Dror, Shaw, SC'11",
    .bits_version = 1, .family = RR_FAMILY_BITS, .dtypes = RR_WORDS,
    .min_accept = 1, .cap = RR_CAP8, .words = {1, 0},
    .digest = 0x46caecd5bcbf2e70,
};
