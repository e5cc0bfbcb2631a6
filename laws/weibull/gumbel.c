/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "laws/descriptor.h"

static rr_moments moments(const double *p)
{
    return rr_kurtic(p[0] + 0.57721566490153286 * p[1], p[1] * p[1] * RR_PI * RR_PI / 6, 5.4);
}

static const rr_law law = {
    .moments = moments,
    .examples = RR_EXAMPLES(RR_AT(RR_FOR_BENCH, 0, 1), RR_AT(RR_FOR_MOMENTS, 3, 2)),
    .synonyms = RR_SYNONYMS(
        RR_SAME("mu", "loc"), RR_SAME("location", "loc"), RR_SAME("beta", "scale")),
};

extern const rr_sampler rr_sampler_gumbel;
const rr_sampler rr_sampler_gumbel = {
    .name = "gumbel", .law = "gumbel", .method = "", .about = &law,
    .names = "gumbel-r",
    .help = "Gumbel of maxima: loc - scale log E, E exponential, accurate in both tails",
    .source = "Gumbel, Statistics of Extremes (1958); inverse CDF",
    .bits_version = 2, .family = RR_FAMILY_ONE_WORD, .dtypes = RR_REALS,
    .params = 2,
    .param = {{"loc", "mode", 0, RR_FINITE},
              {"scale", "scale: sd sqrt(6) / pi", 1, RR_POSITIVE}},
    .monotone = 1, .min_accept = 1, .cap = RR_CAP8, .words = {1, 2}, .slow = rr_both_fraction,
    .digest = 0x4c8adde6dd7f7873,
};
