/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "laws/descriptor.h"

static rr_moments moments(const double *p)
{
    const double m = p[0] * sqrt(2 / RR_PI), v = p[0] * p[0];
    return rr_central(m, v, 2 * m * v, 3 * v * v);
}

static const rr_law law = {
    .moments = moments,
    .examples = RR_EXAMPLES(RR_AT(RR_FOR_BENCH, 1), RR_AT(RR_FOR_MOMENTS, 2)),
    .synonyms = RR_SYNONYMS(RR_SAME("sigma", "scale")),
};

extern const rr_sampler rr_sampler_half_normal;
const rr_sampler rr_sampler_half_normal = {
    .name = "half-normal", .law = "half-normal", .method = "", .about = &law,
    .names = "halfnorm halfnormal",
    .help = "half normal: scale times the absolute value of the standard normal draw of the same index",
    .source = "Box and Muller, Annals of Mathematical Statistics 29 (1958) 610",
    .bits_version = 2, .family = RR_FAMILY_NORMAL, .dtypes = RR_REALS,
    .params = 1, .param = {{"scale", "standard deviation of the normal", 1, RR_POSITIVE}},
    .min_accept = 1, .cap = RR_CAP8, .words = {1, 2}, .slow = rr_log_fraction,
    .digest = 0x71da6b5ee3462dcc,
};
