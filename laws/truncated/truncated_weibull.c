/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "law.h"

static double density(double x, const double *p)
{
    return pow(x, p[2] - 1) * exp(-pow(x / p[3], p[2]));
}

static rr_moments moments(const double *p) { return rr_window_moments(p, density); }

static const rr_law law = {
    .moments = moments,
    .examples = RR_EXAMPLES(RR_AT(RR_FOR_BENCH, 0, 2, 2, 1), RR_AT(RR_FOR_MOMENTS, 0.5, 4, 1.5, 2),
                            RR_AT(RR_FOR_MOMENTS, 3, 4, 2, 1)),
    .synonyms = RR_SYNONYMS(RR_WINDOW_SYNONYMS, RR_SAME("shape", "a"), RR_SAME("c", "a"),
                              RR_SAME("k", "a"), RR_SAME("lambda", "scale")),
};

extern const rr_sampler rr_sampler_truncated_weibull;
const rr_sampler rr_sampler_truncated_weibull = {
    .name = "truncated-weibull", .law = "truncated-weibull", RR_TRUNCATED(2),
    .names = "truncweibull-min",
    .help = "`weibull` truncated to any interval [low, high], even a narrow one or one in the tail",
    .param = {{"low", "lower end", 0, RR_LOW_POSITIVE},
              {"high", "upper end, or inf", INFINITY, RR_HIGH_POSITIVE},
              {"a", "shape", RR_REQUIRED, RR_WINDOW_SHAPE},
              {"scale", "scale", 1, RR_POSITIVE}},
    .digest = 0xc261b54b8920ea55,
};
