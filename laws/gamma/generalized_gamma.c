/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "draw/accept.h"

static const char *relate(const double *p)
{
    return fabs(p[1]) >= 0x1p-20 ? NULL : "the absolute value of c must be at least 2^-20";
}

static rr_moments moments(const double *p)
{
    double m[5] = {1};
    for (int k = 1; k < 5; ++k) m[k] = pow(p[2], k) * exp(rr_log_gamma(p[0] + k / p[1]) - rr_log_gamma(p[0]));
    return rr_central(m[1], m[2], m[3], m[4]);
}

static const rr_law law = {
    .moments = moments,
    .examples = RR_EXAMPLES(RR_AT(RR_FOR_BENCH, 2, 1.5, 1), RR_AT(RR_FOR_MOMENTS, 0.5, 2, 3),
                            RR_AT(RR_FOR_MOMENTS, 9, -2, 1)),
};

extern const rr_sampler rr_sampler_generalized_gamma;
const rr_sampler rr_sampler_generalized_gamma = {
    .name = "generalized-gamma", .law = "generalized-gamma", .method = "", .about = &law,
    .names = "gengamma",
    .help = "generalized gamma: scale X^(1/c), X the gamma draw of shape a of the same index; c may be negative",
    .source = "Stacy, Annals of Mathematical Statistics 33 (1962) 1187; Marsaglia and Tsang 2000",
    .bits_version = 1, .family = RR_FAMILY_GAMMA, .dtypes = RR_REALS,
    .params = 3,
    .param = {{"a", "shape of the gamma", RR_REQUIRED, RR_SHAPE_RANGE},
              {"c", "exponent, not 0", RR_REQUIRED, RR_BETWEEN(-1e6, 1e6)},
              {"scale", "scale", 1, RR_POSITIVE}},
    .rejects = 1, .min_accept = 0.951, .cap = RR_CAP8, .words = {2, 3}, .accept = rr_gamma_accept, .slow = rr_gamma_slow,
    .aux = rr_gamma_aux, .relate = relate,
    .digest = 0xc645e85d477fad1d,
};
