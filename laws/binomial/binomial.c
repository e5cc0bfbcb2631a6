/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "law.h"

static const char *relate(const double *p)
{
    return p[0] == floor(p[0]) ? NULL : "n of binomial must be an integer";
}

/* For BTRS: the area under the hat is A. It is 1 below 10, where nothing is rejected. */
static double accept(const double *p)
{
    const double b = 1.15 + 2.53 * sqrt(p[0] * p[1] * (1 - p[1]));
    return p[0] * fmin(p[1], 1 - p[1]) < 10 ? 1 : 2.5066282746310002 / (2.83 + 5.1 / b);
}

static rr_moments moments(const double *p)
{
    const double pq = p[1] * (1 - p[1]), v = p[0] * pq;
    return (rr_moments){p[0] * p[1], v, v * (1 + (3 * p[0] - 6) * pq)};
}

const rr_law rr_law_binomial = {
    .moments = moments,
    /* the last two, low and high, are parameters of the inverse CDF */
    .examples = RR_EXAMPLES(RR_AT(RR_FOR_BENCH | RR_FOR_MOMENTS | RR_FOR_STRATEGIES | RR_FOR_REPORT, 100, 0.3, 0, INFINITY),
                            RR_AT(RR_FOR_BENCH | RR_FOR_MOMENTS, 1e6, 0.01, 0, INFINITY),
                            RR_AT(RR_FOR_BENCH | RR_FOR_MOMENTS, 20, 0.1, 0, INFINITY),
                            RR_OVER(RR_FOR_BENCH | RR_FOR_REPORT, (1000, 0.02, 0, INFINITY), (1000, 0.8, 0, INFINITY)),
                            RR_AT(RR_FOR_MOMENTS, 2e9, 0.75, 0, INFINITY),
                            RR_AT(RR_FOR_PLAN | RR_FOR_QUICK_PLAN, 40, 0.5, 0, INFINITY),
                            RR_AT(RR_FOR_PLAN, 2000, 0.4, 0, INFINITY)),
    .synonyms = RR_SYNONYMS(RR_SAME("trials", "n"), RR_SAME("prob", "p"), RR_SAME("probs", "p"), RR_SAME("theta", "p"),
                            RR_NOTE("logit", "binomial takes --p; binomial-logit takes its logit"),
                            RR_NOTE("logits", "binomial takes --p; binomial-logit takes its logit")),
};

extern const rr_sampler rr_sampler_binomial;
const rr_sampler rr_sampler_binomial = {
    .name = "binomial", RR_BINOMIAL_LAW, .method = "",
    .names = "rbinom binom",
    .help = "number of successes in n trials, by transformed rejection, by inversion if n p or n (1 - p) is small",
    .source = "Hoermann, Journal of Statistical Computation and Simulation 46 (1993) 101; Loader 2000",
    .bits_version = 1, .family = RR_FAMILY_BINOMIAL,
    .params = 2, .param = {{"n", "number of trials, an integer", RR_REQUIRED, {0, 2147483647, 0, 0}, {0, 0x1p53, 0, 0}},
                           {"p", "probability of success", RR_REQUIRED, RR_BETWEEN(0, 1)}},
    .rejects = 1, .min_accept = 0.69, .cap = RR_CAP8, .words = {2, 2}, .accept = accept, .relate = relate,
    .digest = 0x0b57a223ff0326f5,
};
