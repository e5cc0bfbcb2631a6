/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "laws/descriptor.h"

/* The following serves the planner and reports, and no bit depends on it, so libm may be used. */

/* The mean of e^(-lambda L): (1 - e^(-m lambda)) / (m p), or 1. */
static double accept(const double *p)
{
    const double m = exp2(-9 - floor(log2(p[0])));
    return p[0] >= 0x1p-9 ? 1 : -expm1(m * log1p(-p[0])) / (m * p[0]);
}

/* Where L's tilt is needed, or m is too large for the quick test; in f64. */
static double slow(const double *p, rr_type dtype)
{
    (void)dtype;
    return p[0] >= 0x1p-9 ? 0 : p[0] >= 0x1p-31 ? 0.003912 : 1;
}

static rr_moments moments(const double *p)
{
    const double q = 1 - p[0], v = q / (p[0] * p[0]);
    return (rr_moments){1 / p[0], v, v * (v * 9 + 1)};
}

static const rr_law law = {
    .moments = moments,
    .examples = RR_EXAMPLES(RR_AT(RR_FOR_BENCH | RR_FOR_MOMENTS | RR_FOR_REPORT, 0.3), RR_OVER(RR_FOR_BENCH, (0.01), (0.9)),
                            RR_AT(RR_FOR_BENCH | RR_FOR_MOMENTS | RR_FOR_PLAN, 1e-6), RR_AT(RR_FOR_MOMENTS, 1e-8),
                            RR_AT(RR_FOR_MOMENTS, 0.01)),
    .synonyms = RR_SYNONYMS(RR_SAME("prob", "p"), RR_SAME("probs", "p"), RR_SAME("probability", "p")),
};

extern const rr_sampler rr_sampler_geometric;
const rr_sampler rr_sampler_geometric = {
    .name = "geometric", .law = "geometric", .method = "", .about = &law,
    .names = "geom rgeom",
    .help = "number of trials up to the first success (1, 2, ...), by inversion; R's rgeom counts failures (1 less)",
    .source = "Devroye, Non-Uniform Random Variate Generation (1986), X.2; high digits and tilted low ones are ours",
    .bits_version = 1, .family = RR_FAMILY_GEOMETRIC, RR_COUNTS,
    .params = 1, .param = {{"p", "probability of success", RR_REQUIRED, {4.66e-10, 1, 0, 0}, {1e-17, 1, 0, 0}}},
    .rejects = 1, .min_accept = 0.998, .cap = RR_CAP8, .words = {2, 2}, .accept = accept, .slow = slow,
    .digest = 0x16bea3117da67526,
};
