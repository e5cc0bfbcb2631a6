/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "law.h"

static double density(double x, const double *p)
{
    return p[2] == 0 ? exp(-x / p[3]) : pow(1 + p[2] * x / p[3], -1 / p[2] - 1);
}

static rr_moments moments(const double *p) { return rr_window_moments(p, density); }

static const char *place(const double *p)
{
    const double lift = p[3] < 1 ? 0x1p64 : 1;   /* a small sum keeps its sign */
    if (!(p[0] <= p[1])) return "low must not be above high";
    return fma(p[2] * lift, p[0], p[3] * lift) > 0 ? NULL : "low must be below the end of the distribution, -scale / c";
}

static const rr_law law = {
    .moments = moments,
    .examples = RR_EXAMPLES(RR_AT(RR_FOR_BENCH, 0, 2, 0.1, 1), RR_AT(RR_FOR_MOMENTS, 0.5, 4, 0.3, 2),
                            RR_AT(RR_FOR_MOMENTS, 1, 3, -0.25, 1)),
    .synonyms = RR_SYNONYMS(RR_WINDOW_SYNONYMS, RR_SAME("xi", "c"), RR_SAME("shape", "c"), RR_SAME("sigma", "scale")),
};

extern const rr_sampler rr_sampler_truncated_genpareto;
const rr_sampler rr_sampler_truncated_genpareto = {
    .name = "truncated-genpareto", .law = "truncated-genpareto", RR_TRUNCATED_OF(4, place, 2),
    .names = "truncated-gpd truncated-generalized-pareto",
    .help = "`genpareto` truncated to any interval [low, high], even a narrow one or one in the tail",
    .param = {{"low", "lower end", 0, RR_LOW_POSITIVE},
              {"high", "upper end, or inf", INFINITY, RR_HIGH_POSITIVE},
              {"c", "shape, xi", RR_REQUIRED, {-1e6, 1e6, 0, 0}, {-1e30, 1e30, 0, 0}},
              {"scale", "scale", 1, RR_POSITIVE}},
    .digest = 0x5abebdfb7c9cf79f,
};
