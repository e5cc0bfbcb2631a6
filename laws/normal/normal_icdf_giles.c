/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "law.h"

extern const rr_sampler rr_sampler_normal_icdf_giles;
const rr_sampler rr_sampler_normal_icdf_giles = {
    .name = "normal:icdf-giles", RR_NORMAL_LAW, .method = "icdf-giles",
    .help = "normal by the inverse CDF, with the polynomials of Giles for erfinv",
    .source = "Giles, Approximating the erfinv function, GPU Computing Gems, Jade Edition (2011) 109",
    .bits_version = 1, .family = RR_FAMILY_ONE_WORD,
    .monotone = 1, .min_accept = 1, .cap = RR_CAP8, .words = {1, 2}, .slow = rr_ends_fraction,
    .digest = 0x5b4398d17a876d89,
};
