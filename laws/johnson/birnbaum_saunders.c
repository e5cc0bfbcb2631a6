/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "laws/descriptor.h"

static rr_moments moments(const double *p)
{
    const double q = p[0] * p[0], d = 5 * q + 4, s = p[1];
    return rr_kurtic(s * (1 + q / 2), s * s * q * d / 4, 3 + 6 * q * (93 * q + 40) / (d * d));
}

static const rr_law law = {
    .moments = moments,
    .examples = RR_EXAMPLES(RR_AT(RR_FOR_BENCH, 1, 1), RR_AT(RR_FOR_MOMENTS, 0.5, 2), RR_AT(RR_FOR_MOMENTS, 0.1, 1)),
    .synonyms = RR_SYNONYMS(RR_SAME("shape", "c"), RR_SAME("alpha", "c"), RR_SAME("gamma", "c"), RR_SAME("beta", "scale")),
};

extern const rr_sampler rr_sampler_birnbaum_saunders;
const rr_sampler rr_sampler_birnbaum_saunders = {
    .name = "birnbaum-saunders", .law = "birnbaum-saunders", .method = "", .about = &law,
    .names = "fatiguelife fatigue-life rbisa",
    .help = "Birnbaum-Saunders, or fatigue life: scale (y + sqrt(1 + y^2))^2, y = c Z / 2, Z the standard normal draw of "
            "the same index",
    .source = "Birnbaum and Saunders, Journal of Applied Probability 6 (1969) 319",
    .bits_version = 1, .family = RR_FAMILY_NORMAL, .dtypes = RR_REALS,
    .params = 2,
    .param = {{"c", "shape", RR_REQUIRED, {1e-30, 1e15, 0, 0}, {1e-300, 1e150, 0, 0}},
              {"scale", "median", 1, RR_POSITIVE}},
    .min_accept = 1, .cap = RR_CAP8, .words = {1, 2}, .slow = rr_log_fraction,
    .digest = 0xfca761049f1bc3a1,
};
