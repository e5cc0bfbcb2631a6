/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "law.h"

static double density(double x, const double *p)
{
    return pow(x, p[2] - 1);
}

static rr_moments moments(const double *p) { return rr_window_moments(p, density); }

static const char *ends(const double *p)
{
    if (!(p[0] <= p[1])) return "low must not be above high";
    if (!(p[0] > 0 || p[2] > 0)) return "low must be above 0 where a is not";
    return isfinite(p[1]) || p[2] < 0 ? NULL : "high must be finite where a is not below 0";
}

static const rr_law law = {
    .moments = moments,
    .examples = RR_EXAMPLES(RR_AT(RR_FOR_BENCH, 1, 100, -1.35), RR_AT(RR_FOR_MOMENTS, 0.5, 4, 1.5),
                            RR_AT(RR_FOR_MOMENTS, 1, 3, -2)),
    .synonyms = RR_SYNONYMS(RR_WINDOW_SYNONYMS, RR_NOTE("alpha", "a = 1 - alpha"), RR_NOTE("b", "a = -b")),
};

extern const rr_sampler rr_sampler_truncated_power;
const rr_sampler rr_sampler_truncated_power = {
    .name = "truncated-power", .law = "truncated-power", RR_TRUNCATED_OF(3, ends, 1),
    .names = "bounded-power-law truncpareto",
    .help = "density x^(a - 1) between low and high, for a of any sign: bounded power laws, classical Pareto",
    .param = {{"low", "lower end", 0, RR_LOW_POSITIVE},
              {"high", "upper end, or inf", INFINITY, RR_HIGH_POSITIVE},
              {"a", "exponent of the distribution function", RR_REQUIRED, {-1e6, 1e6, 0, 0}, {-1e30, 1e30, 0, 0}}},
    .digest = 0x5813b3bc531a2a3f,
};
