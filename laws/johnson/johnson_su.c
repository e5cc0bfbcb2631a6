/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "laws/descriptor.h"

/* E sinh^k of a normal of mean -a / b and variance 1 / b^2, by E e^(jy) = e^(-j a / b + j^2 / (2 b^2)). */
static double power(double j, const double *p)
{
    return exp(-j * p[0] / p[1] + j * j / (2 * p[1] * p[1]));
}

static rr_moments moments(const double *p)
{
    const double s = p[3], m = (power(1, p) - power(-1, p)) / 2, m2 = (power(2, p) - 2 + power(-2, p)) / 4;
    const double m3 = (power(3, p) - 3 * power(1, p) + 3 * power(-1, p) - power(-3, p)) / 8;
    const double m4 = (power(4, p) - 4 * power(2, p) + 6 - 4 * power(-2, p) + power(-4, p)) / 16;
    const rr_moments one = rr_central(m, m2, m3, m4);
    return (rr_moments){p[2] + s * one.mean, s * s * one.variance, s * s * s * s * one.fourth};
}

static const rr_law law = {
    .moments = moments,
    .examples = RR_EXAMPLES(RR_AT(RR_FOR_BENCH, 0, 2, 0, 1), RR_AT(RR_FOR_MOMENTS, 1, 4, 3, 2)),
    .synonyms = RR_SYNONYMS(RR_SAME("gamma", "a"), RR_SAME("delta", "b"), RR_SAME("xi", "loc"), RR_SAME("lambda", "scale")),
};

extern const rr_sampler rr_sampler_johnson_su;
const rr_sampler rr_sampler_johnson_su = {
    .name = "johnson-su", .law = "johnson-su", .method = "", .about = &law,
    .names = "johnsonsu",
    .help = "Johnson SU: loc + scale sinh((Z - a) / b), Z the standard normal draw of the same index",
    .source = "Johnson, Biometrika 36 (1949) 149",
    .bits_version = 2, .family = RR_FAMILY_NORMAL, .dtypes = RR_REALS,
    .params = 4,
    .param = {{"a", "shift of the normal", 0, RR_BETWEEN(-1e6, 1e6)},
              {"b", "its divisor", RR_REQUIRED, RR_BETWEEN(1e-3, 1e6)},
              {"loc", "location", 0, RR_FINITE},
              {"scale", "scale", 1, RR_POSITIVE}},
    .min_accept = 1, .cap = RR_CAP8, .words = {1, 2}, .slow = rr_log_fraction,
    .digest = 0x135aba2b7d6103b7,
};
