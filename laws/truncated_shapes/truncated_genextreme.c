/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "laws/truncated/law.h"

static double density(double x, const double *p)
{
    const double y = x / p[3], t = 1 - p[2] * y, e = p[2] == 0 ? exp(-y) : pow(t, 1 / p[2]);
    return p[2] == 0 ? e * exp(-e) : e / t * exp(-e);
}

static rr_moments moments(const double *p) { return rr_window_moments(p, density); }

static const char *place(const double *p)
{
    const double lift = p[3] < 1 ? 0x1p64 : 1, end = p[2] > 0 ? p[0] : p[1];   /* a small sum keeps its sign */
    if (!(p[0] <= p[1])) return "low must not be above high";
    if (p[2] == 0 || fma(-p[2] * lift, end, p[3] * lift) > 0) return NULL;
    return p[2] > 0 ? "low must be below the end of the distribution, scale / c"
                    : "high must be above the end of the distribution, scale / c";
}

static const rr_law law = {
    .moments = moments,
    .examples = RR_EXAMPLES(RR_AT(RR_FOR_BENCH, -1, 2, 0.1, 1), RR_AT(RR_FOR_MOMENTS, -1, 4, 0.25, 2),
                            RR_AT(RR_FOR_MOMENTS, 1, 4, -0.5, 1)),
    .synonyms = RR_SYNONYMS(RR_WINDOW_SYNONYMS, RR_SAME("sigma", "scale"),
                            RR_NOTE("xi", "truncated-genextreme takes --c, SciPy's shape, which is -xi")),
};

extern const rr_sampler rr_sampler_truncated_genextreme;
const rr_sampler rr_sampler_truncated_genextreme = {
    .name = "truncated-genextreme", .law = "truncated-genextreme", RR_TRUNCATED_OF(4, place, 2),
    .names = "truncated-gev truncated-generalized-extreme-value",
    .help = "`genextreme` of loc 0, truncated to any interval [low, high], even a narrow one or one in the tail",
    .param = {{"low", "lower end, or -inf", -INFINITY, RR_LOW_END},
              {"high", "upper end, or inf", INFINITY, RR_HIGH_END},
              {"c", "shape, -xi", RR_REQUIRED, {-1e6, 1e6, 0, 0}, {-1e30, 1e30, 0, 0}},
              {"scale", "scale", 1, RR_POSITIVE}},
    .digest = 0xa0bc63226389b90f,
};
