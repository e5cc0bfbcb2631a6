/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "law.h"

static rr_moments moments(const double *p)
{
    return rr_kurtic(p[0], p[1] * p[1], 3);
}

const rr_law rr_law_normal = {
    .moments = moments,
    .examples = RR_EXAMPLES(RR_AT(RR_FOR_BENCH | RR_FOR_STRATEGIES | RR_FOR_PLAN | RR_FOR_QUICK_PLAN | RR_FOR_REPORT, 0, 1),
                            RR_AT(RR_FOR_MOMENTS, 3, 2)),
    .synonyms = RR_SYNONYMS(
        RR_SAME("loc", "mean"), RR_SAME("location", "mean"), RR_SAME("mu", "mean"), RR_SAME("scale", "sd"),
        RR_SAME("sigma", "sd"), RR_SAME("std", "sd"), RR_SAME("stddev", "sd"),
        RR_NOTE("var", "normal takes --sd, the root of the variance"),
        RR_NOTE("variance", "normal takes --sd, the root of the variance")),
};

extern const rr_sampler rr_sampler_normal;
const rr_sampler rr_sampler_normal = {
    .name = "normal", RR_NORMAL_LAW, .method = "",
    .names = "gaussian gauss norm randn rnorm standard-normal box-muller normal:box-muller",
    .help = "normal with the given mean and standard deviation, by Box-Muller, in pairs",
    .source = "Box and Muller, Annals of Mathematical Statistics 29 (1958) 610",
    .bits_version = 2, .family = RR_FAMILY_NORMAL,
    .min_accept = 1, .cap = RR_CAP8, .words = {1, 2}, .slow = rr_log_fraction,
    .digest = 0x4acb7025ec500011,
};
