/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "laws/descriptor.h"

/* w(e) of laws/logseries/logseries.h, summed from binade `first` on. */
static double weights(double p, int first)
{
    double sum = first ? 0 : 1;
    for (int e = first ? first : 1; e <= 62; ++e) sum += exp(log(p) * (ldexp(1, e) - 1));
    return sum;
}

static double accept(const double *p)
{
    return p[0] > 0 ? -log1p(-p[0]) / p[0] / weights(p[0], 0) : 1;
}

/* The fraction of binades from 33 on, whose counts have more bits than a word. */
static double slow(const double *p, rr_type dtype)
{
    (void)dtype;
    return p[0] > 0 ? weights(p[0], 33) / weights(p[0], 0) : 0;
}

static rr_moments moments(const double *v)
{
    const double p = v[0], q = 1 - p, mean = p > 0 ? p / (-log1p(-p) * q) : 1;
    return rr_central(mean, mean / q, mean * (1 + p) / (q * q), mean * (1 + 4 * p + p * p) / (q * q * q));
}

static const rr_law law = {
    .moments = moments,
    .examples = RR_EXAMPLES(RR_AT(RR_FOR_BENCH | RR_FOR_MOMENTS | RR_FOR_PLAN | RR_FOR_REPORT, 0.9),
                            RR_OVER(RR_FOR_BENCH, (0.3), (0.99)), RR_AT(RR_FOR_MOMENTS | RR_FOR_PLAN, 0.3),
                            RR_AT(RR_FOR_BENCH | RR_FOR_MOMENTS, 0.9999)),
    .synonyms = RR_SYNONYMS(RR_SAME("prob", "p"), RR_SAME("theta", "p")),
};

extern const rr_sampler rr_sampler_logseries;
const rr_sampler rr_sampler_logseries = {
    .name = "logseries", .law = "logseries", .method = "", .about = &law,
    .names = "logser logarithmic rlog",
    .help = "k = 1, 2, ... with probability proportional to p^k / k",
    .source = "Fisher, Corbet and Williams, Journal of Animal Ecology 12 (1943) 42; by binades: laws/zipf/README.md",
    .bits_version = 1, .family = RR_FAMILY_LOGSERIES, RR_COUNTS,
    .params = 1, .param = {{"p", "ratio, from 0 to below 1", RR_REQUIRED, {0, 0.999999, 0, 0}, {0, 1, 0, 1}}},
    .rejects = 1, .min_accept = 0.69, .cap = RR_CAP8, .words = {2, 2}, .accept = accept, .slow = slow,
    .digest = 0xd9becd2135c2f40e,
};
