/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "law.h"

static double density(double x, const double *p)
{
    return exp(-fabs(x - p[2]) / p[3]);
}

static rr_moments moments(const double *p) { return rr_window_moments(p, density); }

static const rr_law law = {
    .moments = moments,
    .examples = RR_EXAMPLES(RR_AT(RR_FOR_BENCH, -1, 2, 0, 1), RR_AT(RR_FOR_MOMENTS, -1, 5, 1, 2),
                            RR_AT(RR_FOR_MOMENTS, 2, 4, 1, 1)),
    .synonyms = RR_SYNONYMS(RR_WINDOW_SYNONYMS, RR_SAME("mu", "loc"), RR_SAME("location", "loc"), RR_SAME("b", "scale")),
};

extern const rr_sampler rr_sampler_truncated_laplace;
const rr_sampler rr_sampler_truncated_laplace = {
    .name = "truncated-laplace", .law = "truncated-laplace", RR_TRUNCATED(2),
    .help = "`laplace` truncated to any interval [low, high], even a narrow one or one in the tail",
    .param = {{"low", "lower end, or -inf", -INFINITY, RR_LOW_END},
              {"high", "upper end, or inf", INFINITY, RR_HIGH_END},
              {"loc", "mean before the truncation", 0, RR_FINITE},
              {"scale", "scale", 1, RR_POSITIVE}},
    .digest = 0xcaaab8b0c9b09e2f,
};
