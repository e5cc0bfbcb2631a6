/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "laws/zero_inflated/law.h"

static const char *relate(const double *p)
{
    return p[0] == floor(p[0]) ? NULL : "n of zero-inflated-binomial must be an integer";
}

static rr_moments moments(const double *p)
{
    const double q = 1 - p[1], mean = p[0] * p[1], v = mean * q;
    return rr_zero_moments(mean, v, v * (q - p[1]), v * (1 + 3 * (p[0] - 2) * p[1] * q), 1 - p[2]);
}

static const rr_law law = {
    .moments = moments,
    .examples = RR_EXAMPLES(RR_AT(RR_FOR_BENCH | RR_FOR_MOMENTS | RR_FOR_PLAN, 100, 0.3, 0.2),
                            RR_AT(RR_FOR_MOMENTS, 10, 0.5, 0.5)),
    .synonyms = RR_SYNONYMS(RR_SAME("trials", "n"), RR_SAME("prob", "p"),
                            RR_ZERO_PI_SYNONYMS("zero-inflated-binomial")),
};

static const rr_stage stages[] = {
    {"bernoulli", RR_FAMILY_ZERO, "whether it is an extra zero"},
    {"binomial", RR_FAMILY_ZERO_INFLATED_BINOMIAL, "the count"},
    {0, 0, 0},
};

extern const rr_sampler rr_sampler_zero_inflated_binomial;
const rr_sampler rr_sampler_zero_inflated_binomial = {
    .name = "zero-inflated-binomial", .law = "zero-inflated-binomial", .method = "", .about = &law,
    .names = "zib rzibinom rzib",
    .help = "0 with probability pi, else the number of successes in n trials of probability p",
    .source = "Hall, Biometrics 56 (2000) 1030",
    .bits_version = 1, .family = RR_FAMILY_ZERO, RR_COUNTS, .stages = stages,
    .params = 3,
    .param = {{"n", "number of trials, an integer", RR_REQUIRED, {0, 2147483647, 0, 0}, {0, 0x1p53, 0, 0}},
              {"p", "probability of success", RR_REQUIRED, RR_BETWEEN(0, 1)},
              RR_ZERO_PI("probability of an extra zero")},
    .rejects = 1, .min_accept = 0.69, .cap = RR_CAP8, .words = {3, 3}, .relate = relate,
    .digest = 0x1892a869a38bd971,
};
