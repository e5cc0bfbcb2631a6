/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "law.h"

static double density(double x, const double *p)
{
    const double y = pow(x / p[3], p[2]);
    return y / (x * (1 + y) * (1 + y));
}

static rr_moments moments(const double *p) { return rr_window_moments(p, density); }

static const rr_law law = {
    .moments = moments,
    .examples = RR_EXAMPLES(RR_AT(RR_FOR_BENCH, 0, 2, 2, 1), RR_AT(RR_FOR_MOMENTS, 0.5, 4, 1.5, 2),
                            RR_AT(RR_FOR_MOMENTS, 3, 4, 2, 1)),
    .synonyms = RR_SYNONYMS(RR_WINDOW_SYNONYMS, RR_SAME("shape", "c"), RR_SAME("beta", "c"), RR_SAME("alpha", "scale")),
};

extern const rr_sampler rr_sampler_truncated_log_logistic;
const rr_sampler rr_sampler_truncated_log_logistic = {
    .name = "truncated-log-logistic", .law = "truncated-log-logistic", RR_TRUNCATED(1),
    .names = "truncated-fisk",
    .help = "`log-logistic` truncated to any interval [low, high], even a narrow one or one in the tail",
    .param = {{"low", "lower end", 0, RR_LOW_POSITIVE},
              {"high", "upper end, or inf", INFINITY, RR_HIGH_POSITIVE},
              {"c", "shape", RR_REQUIRED, RR_WINDOW_SHAPE},
              {"scale", "scale", 1, RR_POSITIVE}},
    .digest = 0xc9a677b1f7115656,
};
