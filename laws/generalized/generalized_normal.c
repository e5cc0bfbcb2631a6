/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "laws/descriptor.h"

static rr_moments moments(const double *p)
{
    const double b = p[0], s = p[2] * p[2];
    const double first = rr_log_gamma(1 / b);
    return (rr_moments){p[1], s * exp(rr_log_gamma(3 / b) - first), s * s * exp(rr_log_gamma(5 / b) - first)};
}

static const rr_law law = {
    .moments = moments,
    .examples = RR_EXAMPLES(RR_AT(RR_FOR_BENCH | RR_FOR_MOMENTS | RR_FOR_PLAN, 1.5, 0, 1), RR_AT(RR_FOR_MOMENTS, 6, 3, 2)),
    .synonyms = RR_SYNONYMS(RR_SAME("shape", "beta"), RR_SAME("mu", "loc"), RR_SAME("alpha", "scale")),
};

static const rr_stage stages[] = {
    {"loggamma", RR_FAMILY_GENERALIZED_NORMAL_GAMMA, "the logarithm of the gamma"},
    {"uniform", RR_FAMILY_GENERALIZED_NORMAL_SIGN, "the sign"},
    {0, 0, 0},
};

extern const rr_sampler rr_sampler_generalized_normal;
const rr_sampler rr_sampler_generalized_normal = {
    .name = "generalized-normal", .law = "generalized-normal", .method = "", .about = &law,
    .names = "gennorm exponential-power generalized-gaussian",
    .help = "generalized normal: loc +- scale X^(1/beta), X a gamma of shape 1 / beta",
    .source = "Subbotin, Matematicheskii Sbornik 31 (1923) 296",
    .bits_version = 1, .family = RR_FAMILY_GENERALIZED_NORMAL_GAMMA, .dtypes = RR_REALS, .stages = stages,
    .params = 3,
    .param = {{"beta", "exponent", RR_REQUIRED, RR_BETWEEN(1e-3, 1e6)},
              {"loc", "mean", 0, RR_FINITE},
              {"scale", "scale", 1, RR_POSITIVE}},
    .rejects = 1, .min_accept = 0.951, .cap = RR_CAP8, .words = {5, 5},
    .digest = 0x2cb6f202e067934f,
};
