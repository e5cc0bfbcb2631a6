/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "law.h"

/* 1 over the area of the hat, and the fraction that the first attempt leaves: engine/ziggurat/exponential_32.h, _64.h. */
static double accept(const double *params)
{
    (void)params;
    return 0.989009;
}

static double slow(const double *params, rr_type dtype)
{
    (void)params;
    return dtype == RR_F64 ? 0.0227067 : 0.0261115;
}

extern const rr_sampler rr_sampler_exponential_ziggurat;
const rr_sampler rr_sampler_exponential_ziggurat = {
    .name = "exponential:ziggurat", RR_EXPONENTIAL_LAW, .method = "ziggurat",
    .help = "exponential with the given scale (mean), by an exact ziggurat of 256 layers",
    .source = "Marsaglia and Tsang, Journal of Statistical Software 5 (2000) 8",
    .bits_version = 2, .family = RR_FAMILY_EXPONENTIAL_ZIGGURAT,
    .rejects = 1, .min_accept = 0.989, .cap = RR_CAP8, .words = {1, 2}, .accept = accept, .slow = slow,
    .digest = 0xd0f2b378148f3763,
};
