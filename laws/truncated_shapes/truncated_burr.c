/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "laws/truncated/law.h"

static double density(double x, const double *p)
{
    return pow(x, p[2] - 1) * pow(1 + pow(x, p[2]), -p[3] - 1);
}

static rr_moments moments(const double *p) { return rr_window_moments(p, density); }

static const rr_law law = {
    .moments = moments,
    .examples = RR_EXAMPLES(RR_AT(RR_FOR_BENCH, 0, 2, 2, 3), RR_AT(RR_FOR_MOMENTS, 0.5, 4, 1.5, 2),
                            RR_AT(RR_FOR_MOMENTS, 3, 4, 2, 0.5)),
    .synonyms = RR_SYNONYMS(RR_WINDOW_SYNONYMS, RR_SAME("k", "d"), RR_SAME("a", "c"), RR_SAME("q", "d")),
};

extern const rr_sampler rr_sampler_truncated_burr;
const rr_sampler rr_sampler_truncated_burr = {
    .name = "truncated-burr", .law = "truncated-burr", RR_TRUNCATED(2),
    .names = "truncated-burr12 truncated-singh-maddala",
    .help = "`burr` of scale 1, truncated to any interval [low, high], even a narrow one or one in the tail",
    .param = {{"low", "lower end", 0, RR_LOW_POSITIVE},
              {"high", "upper end, or inf", INFINITY, RR_HIGH_POSITIVE},
              {"c", "shape of the root", RR_REQUIRED, RR_WINDOW_SHAPE},
              {"d", "shape of the tail", RR_REQUIRED, {1e-6, 1e10, 0, 0}, {1e-30, 1e30, 0, 0}}},
    .digest = 0x6982c2a50824424c,
};
