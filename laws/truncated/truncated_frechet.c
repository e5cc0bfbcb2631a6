/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "law.h"

static double density(double x, const double *p)
{
    const double y = x / p[3];
    return pow(y, -p[2] - 1) * exp(-pow(y, -p[2]));
}

static rr_moments moments(const double *p) { return rr_window_moments(p, density); }

static const rr_law law = {
    .moments = moments,
    .examples = RR_EXAMPLES(RR_AT(RR_FOR_BENCH, 0, 2, 2, 1), RR_AT(RR_FOR_MOMENTS, 0.5, 4, 1.5, 2),
                            RR_AT(RR_FOR_MOMENTS, 3, 4, 2, 1)),
    .synonyms = RR_SYNONYMS(RR_WINDOW_SYNONYMS, RR_SAME("shape", "a"), RR_SAME("alpha", "a"), RR_SAME("c", "a"),
                              RR_SAME("s", "scale")),
};

extern const rr_sampler rr_sampler_truncated_frechet;
const rr_sampler rr_sampler_truncated_frechet = {
    .name = "truncated-frechet", .law = "truncated-frechet", RR_TRUNCATED(1),
    .names = "truncated-inverse-weibull",
    .help = "`frechet` truncated to any interval [low, high], even a narrow one or one in the tail",
    .param = {{"low", "lower end", 0, RR_LOW_POSITIVE},
              {"high", "upper end, or inf", INFINITY, RR_HIGH_POSITIVE},
              {"a", "shape", RR_REQUIRED, RR_WINDOW_SHAPE},
              {"scale", "scale", 1, RR_POSITIVE}},
    .digest = 0xb3aecbce1f803b56,
};
