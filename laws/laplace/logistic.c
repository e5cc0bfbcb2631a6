/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "laws/descriptor.h"

static rr_moments moments(const double *p)
{
    return rr_kurtic(p[0], p[1] * p[1] * RR_PI * RR_PI / 3, 4.2);
}

static const rr_law law = {
    .moments = moments,
    .examples = RR_EXAMPLES(RR_AT(RR_FOR_BENCH, 0, 1), RR_AT(RR_FOR_MOMENTS, 3, 2)),
    .synonyms = RR_SYNONYMS(
        RR_SAME("mu", "loc"), RR_SAME("location", "loc"), RR_SAME("s", "scale")),
};

extern const rr_sampler rr_sampler_logistic;
const rr_sampler rr_sampler_logistic = {
    .name = "logistic", .law = "logistic", .method = "", .about = &law,
    .names = "rlogis",
    .help = "logistic by the inverse CDF, accurate in both tails",
    .source = "inverse CDF: Devroye, Non-Uniform Random Variate Generation (1986), II.2",
    .bits_version = 2, .family = RR_FAMILY_ONE_WORD, .dtypes = RR_REALS,
    .params = 2,
    .param = {{"loc", "mean", 0, RR_FINITE},
              {"scale", "scale: sd sqrt(3) / pi", 1, RR_POSITIVE}},
    .monotone = 1, .min_accept = 1, .cap = RR_CAP8, .words = {1, 2}, .slow = rr_ends_fraction,
    .digest = 0x031fedce78300bde,
};
