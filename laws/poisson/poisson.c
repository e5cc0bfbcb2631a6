/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "laws/descriptor.h"

/* Of PTRS: the area under the hat is A (Hoermann 1993, table 1), 1 below 10, where there is nothing to reject. */
static double accept(const double *p)
{
    const double b = 0.931 + 2.53 * sqrt(p[0]);
    return p[0] < 10 ? 1 : 1 / (1.1239 + 1.1328 / (b - 3.4));
}

static rr_moments moments(const double *p)
{
    return (rr_moments){p[0], p[0], p[0] * (1 + 3 * p[0])};
}

static const rr_law law = {
    .moments = moments,
    .examples = RR_EXAMPLES(RR_AT(RR_FOR_BENCH | RR_FOR_MOMENTS | RR_FOR_STRATEGIES | RR_FOR_REPORT, 50),
                            RR_OVER(RR_FOR_BENCH | RR_FOR_REPORT, (10), (100)), RR_AT(RR_FOR_BENCH | RR_FOR_MOMENTS, 3),
                            RR_OVER(RR_FOR_BENCH, (0.5), (40)), RR_AT(RR_FOR_MOMENTS, 1e9), RR_AT(RR_FOR_PLAN | RR_FOR_QUICK_PLAN, 20),
                            RR_AT(RR_FOR_PLAN, 300), RR_AT(RR_FOR_MOMENTS, 0.01)),
    .synonyms = RR_SYNONYMS(RR_SAME("lambda", "lam"), RR_SAME("mu", "lam"), RR_SAME("mean", "lam"), RR_SAME("rate", "lam"),
                            RR_NOTE("eta", "poisson takes --lam; poisson-log takes its logarithm")),
};

extern const rr_sampler rr_sampler_poisson;
const rr_sampler rr_sampler_poisson = {
    .name = "poisson", .law = "poisson", .method = "", .about = &law,
    .names = "rpois pois",
    .help = "poisson with the given mean, by transformed rejection, below 10 by inversion",
    .source = "Hoermann, Insurance: Mathematics and Economics 12 (1993) 39; Loader 2000",
    .bits_version = 1, .family = RR_FAMILY_POISSON, RR_COUNTS,
    .params = 1, .param = {{"lam", "mean", 1, {0, 2.147e9, 0, 0}, {0, 1e15, 0, 0}}},
    .rejects = 1, .min_accept = 0.69, .cap = RR_CAP8, .words = {2, 2}, .accept = accept,
    .digest = 0xea7b10fe200e6789,
};
