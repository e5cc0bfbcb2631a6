/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "law.h"

/* The area under the hat is A (poisson.h); 1 below a mean of 10, where nothing is rejected. */
static double accept(const double *p)
{
    const double b = 0.931 + 2.53 * sqrt(p[0]);
    return p[0] < 10 ? 1 : 1 / (1.1239 + 1.2 / (b - 3.4));
}

static rr_moments moments(const double *p)
{
    return (rr_moments){p[0], p[0], p[0] * (1 + 3 * p[0])};
}

const rr_law rr_law_poisson = {
    .moments = moments,
    /* low and high are parameters of the inverse CDF */
    .examples = RR_EXAMPLES(RR_AT(RR_FOR_BENCH | RR_FOR_MOMENTS | RR_FOR_STRATEGIES | RR_FOR_REPORT, 50, 0, INFINITY),
                            RR_OVER(RR_FOR_BENCH | RR_FOR_REPORT, (10, 0, INFINITY), (100, 0, INFINITY)),
                            RR_AT(RR_FOR_BENCH | RR_FOR_MOMENTS, 3, 0, INFINITY),
                            RR_OVER(RR_FOR_BENCH, (0.5, 0, INFINITY), (40, 0, INFINITY)),
                            RR_AT(RR_FOR_MOMENTS, 1e9, 0, INFINITY),
                            RR_AT(RR_FOR_PLAN | RR_FOR_QUICK_PLAN, 20, 0, INFINITY), RR_AT(RR_FOR_PLAN, 300, 0, INFINITY),
                            RR_AT(RR_FOR_MOMENTS, 0.01, 0, INFINITY)),
    .synonyms = RR_SYNONYMS(RR_SAME("lambda", "lam"), RR_SAME("mu", "lam"), RR_SAME("mean", "lam"), RR_SAME("rate", "lam"),
                            RR_NOTE("eta", "poisson takes --lam; poisson-log takes its logarithm")),
};

extern const rr_sampler rr_sampler_poisson;
const rr_sampler rr_sampler_poisson = {
    .name = "poisson", RR_POISSON_LAW, .method = "",
    .names = "rpois pois",
    .help = "Poisson with the given mean, by transformed rejection, below 10 by inversion",
    .source = "Hoermann, Insurance: Mathematics and Economics 12 (1993) 39; Loader 2000",
    .bits_version = 2, .family = RR_FAMILY_POISSON,
    .params = 1, .param = {{"lam", "mean", 1, {0, 2.147e9, 0, 0}, {0, 1e15, 0, 0}}},
    .rejects = 1, .min_accept = 0.69, .cap = RR_CAP8, .words = {2, 2}, .accept = accept,
    .digest = 0x111910db51f8f99d,
};
