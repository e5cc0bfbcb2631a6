/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "laws/descriptor.h"

/* E R^k = 2^(k/2) Gamma(1 + k/2) e^-x 1F1(1 + k/2; 1; x), x = b^2 / 2: terms are positive. */
static double raw(int k, double x)
{
    double term = exp(-x) * pow(2, k / 2.) * tgamma(1 + k / 2.), sum = 0;
    for (int j = 0; j < 4000 && term > 1e-18 * sum; ++j) {
        sum += term;
        term *= x * (1 + k / 2. + j) / ((j + 1.) * (j + 1.));
    }
    return sum;
}

static rr_moments moments(const double *p)
{
    const double x = p[0] * p[0] / 2, s = p[1] * p[1], m = raw(1, x), m2 = raw(2, x), m3 = raw(3, x), m4 = raw(4, x);
    return (rr_moments){p[1] * m, s * (m2 - m * m), s * s * (m4 - 4 * m3 * m + 6 * m2 * m * m - 3 * m * m * m * m)};
}

static const rr_law law = {
    .moments = moments,
    .examples = RR_EXAMPLES(RR_AT(RR_FOR_BENCH | RR_FOR_MOMENTS | RR_FOR_PLAN, 1.5, 1), RR_AT(RR_FOR_MOMENTS, 0, 2)),
    .synonyms = RR_SYNONYMS(RR_SAME("sigma", "scale"), RR_NOTE("nu", "rice takes --b, which is nu / sigma")),
};

static const rr_stage stages[] = {
    {"normal", RR_FAMILY_RICE_ALONG, "along the mean"},
    {"normal", RR_FAMILY_RICE_ACROSS, "across it"},
    {0, 0, 0},
};

extern const rr_sampler rr_sampler_rice;
const rr_sampler rr_sampler_rice = {
    .name = "rice", .law = "rice", .method = "", .about = &law,
    .names = "rician rrice",
    .help = "the length of a normal vector in the plane whose mean has length b scale",
    .source = "Rice, Bell System Technical Journal 24 (1945) 46",
    .bits_version = 1, .family = RR_FAMILY_RICE_ALONG, .dtypes = RR_REALS, .stages = stages,
    .params = 2, .param = {{"b", "distance of the mean from 0, divided by scale", RR_REQUIRED, RR_BETWEEN(0, 1e30)},
                           {"scale", "scale", 1, RR_POSITIVE}},
    .min_accept = 1, .cap = RR_CAP8, .words = {4, 4},
    .digest = 0xced49b88a0586d66,
};
