/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "law.h"

static double density(double x, const double *p)
{
    return pow(1 + x / p[3], -p[2] - 1);
}

static rr_moments moments(const double *p) { return rr_window_moments(p, density); }

static const rr_law law = {
    .moments = moments,
    .examples = RR_EXAMPLES(RR_AT(RR_FOR_BENCH, 0, 10, 3, 1), RR_AT(RR_FOR_MOMENTS, 0.5, 4, 2, 3)),
    .synonyms = RR_SYNONYMS(RR_WINDOW_SYNONYMS, RR_SAME("alpha", "a"), RR_SAME("shape", "a")),
};

extern const rr_sampler rr_sampler_truncated_pareto;
const rr_sampler rr_sampler_truncated_pareto = {
    .name = "truncated-pareto", .law = "truncated-pareto", RR_TRUNCATED(2),
    .names = "truncated-lomax",
    .help = "`pareto` (Lomax) truncated to any interval [low, high], even a narrow one or one in the tail",
    .param = {{"low", "lower end", 0, RR_LOW_POSITIVE},
              {"high", "upper end, or inf", INFINITY, RR_HIGH_POSITIVE},
              {"a", "shape", RR_REQUIRED, RR_WINDOW_SHAPE},
              {"scale", "scale", 1, RR_POSITIVE}},
    .digest = 0x0d7353ab19df9459,
};
