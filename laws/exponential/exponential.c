/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "law.h"

static rr_moments moments(const double *p)
{
    return rr_kurtic(p[0], p[0] * p[0], 9);
}

const rr_law rr_law_exponential = {
    .moments = moments,
    .examples = RR_EXAMPLES(RR_AT(RR_FOR_BENCH | RR_FOR_PLAN | RR_FOR_REPORT, 1), RR_AT(RR_FOR_MOMENTS, 2)),
    .synonyms = RR_SYNONYMS(
        RR_SAME("mean", "scale"), RR_NOTE("rate", "exponential takes --scale, which is 1 / rate"),
        RR_NOTE("lambda", "exponential takes --scale, which is 1 / lambda"),
        RR_NOTE("beta", "exponential takes --scale, which NumPy calls beta; where beta is a rate it is 1 / beta")),
};

extern const rr_sampler rr_sampler_exponential;
const rr_sampler rr_sampler_exponential = {
    .name = "exponential", RR_EXPONENTIAL_LAW, .method = "",
    .names = "exp expon rexp standard-exponential",
    .help = "exponential with the given scale (mean), by the inverse CDF, accurate in both tails",
    .source = "inverse CDF of the word; docs/contract.md, section Uniforms",
    .bits_version = 2, .family = RR_FAMILY_ONE_WORD,
    .monotone = 1, .min_accept = 1, .cap = RR_CAP8, .words = {1, 2}, .slow = rr_log_fraction,
    .digest = 0xdb001d8bf8d86996,
};
