/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "laws/descriptor.h"

static rr_moments moments(const double *p)
{
    double m[5] = {1};
    for (int k = 1; k < 5; ++k)
        m[k] = pow(p[2], k) * exp(rr_log_gamma(p[1] - k / p[0]) + rr_log_gamma(1 + k / p[0]) - rr_log_gamma(p[1]));
    return rr_central(m[1], m[2], m[3], m[4]);
}

static const rr_law law = {
    .moments = moments,
    .examples = RR_EXAMPLES(RR_AT(RR_FOR_BENCH, 2, 3, 1), RR_AT(RR_FOR_MOMENTS, 4, 5, 2)),
    .synonyms = RR_SYNONYMS(RR_SAME("k", "d"), RR_SAME("a", "c"), RR_SAME("q", "d")),
};

extern const rr_sampler rr_sampler_burr;
const rr_sampler rr_sampler_burr = {
    .name = "burr", .law = "burr", .method = "", .about = &law,
    .names = "burr12 singh-maddala",
    .help = "Burr XII: scale ((1 - U)^(-1/d) - 1)^(1/c), accurate in both tails",
    .source = "Burr, Annals of Mathematical Statistics 13 (1942) 215",
    .bits_version = 1, .family = RR_FAMILY_ONE_WORD, .dtypes = RR_REALS,
    .params = 3,
    .param = {{"c", "shape of the root", RR_REQUIRED, RR_BETWEEN(1e-10, 1e10)},
              {"d", "shape of the tail", RR_REQUIRED, RR_BETWEEN(1e-10, 1e10)},
              {"scale", "scale", 1, RR_POSITIVE}},
    .monotone = 1, .min_accept = 1, .cap = RR_CAP8, .words = {1, 2}, .slow = rr_ends_fraction,
    .digest = 0x2b228b1addb8db17,
};
