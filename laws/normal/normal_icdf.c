/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "laws/descriptor.h"

static double tails(const double *params, rr_type dtype)
{
    (void)params;
    (void)dtype;
    return 0x1p-7;
}

extern const rr_sampler rr_sampler_normal_icdf;
const rr_sampler rr_sampler_normal_icdf = {
    .name = "normal:icdf", .law = "normal", .method = "icdf",
    .help = "normal with the given mean and standard deviation, by the inverse CDF, exact at both ends",
    .source = "rational inverse CDF; laws/normal/README.md, section normal:icdf",
    .bits_version = 1, .family = RR_FAMILY_ONE_WORD, .dtypes = RR_FLOATS,
    .params = 2, .param = {{"mean", "mean", 0, RR_FINITE}, {"sd", "standard deviation", 1, RR_POSITIVE}},
    .monotone = 1, .min_accept = 1, .cap = RR_CAP8, .words = {1, 2}, .slow = tails,
};
