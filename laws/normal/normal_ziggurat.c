/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "law.h"

/* sqrt(pi / 2) over the hat's area, and the undecided fraction of the first pass: engine/ziggurat/normal_32.h,
 * normal_64.h. */
static double accept(const double *params)
{
    (void)params;
    return 0.993304;
}

static double slow(const double *params, rr_type dtype)
{
    (void)params;
    return dtype == RR_F64 ? 0.0154224 : 0.0188273;
}

extern const rr_sampler rr_sampler_normal_ziggurat;
const rr_sampler rr_sampler_normal_ziggurat = {
    .name = "normal:ziggurat", RR_NORMAL_LAW, .method = "ziggurat",
    .names = "ziggurat",
    .help = "normal with the given mean and standard deviation, by an exact ziggurat of 256 layers",
    .source = "Marsaglia and Tsang, Journal of Statistical Software 5 (2000) 8",
    .bits_version = 2, .family = RR_FAMILY_NORMAL_ZIGGURAT,
    .rejects = 1, .min_accept = 0.9933, .cap = RR_CAP8, .words = {1, 2}, .accept = accept, .slow = slow,
    .digest = 0x8efcc87b8693e28b,
};
