/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "law.h"

static const char *relate(const double *p)
{
    if (p[0] != floor(p[0])) return "n of binomial:icdf must be an integer";
    if (p[2] != floor(p[2]) || p[3] != floor(p[3])) return "low and high of binomial:icdf must be integers";
    if (p[2] > p[3] || p[2] > p[0]) return "low must not be above high or n";
    if (p[0] * p[1] * (1 - p[1]) > 1e6) return "n p (1 - p) must not be above 1e6: its table would be long";
    if (p[1] == 0 && p[2] > 0) return "with a probability of 0 the only count is 0: low must be 0";
    return p[1] < 1 || p[3] >= p[0] ? NULL : "with a probability of 1 the only count is n: high must not be below n";
}

/* About 25 standard deviations, at 35 ns each. */
static double setup(const double *params, rr_type dtype)
{
    (void)dtype;
    return 1000 + 900 * sqrt(params[0] * params[1] * (1 - params[1]));
}

extern const rr_sampler rr_sampler_binomial_icdf;
const rr_sampler rr_sampler_binomial_icdf = {
    .name = "binomial:icdf", RR_BINOMIAL_LAW, .method = "icdf",
    .help = "binomial by inversion, with a table for one n and p: monotone, and truncated to [low, high] if given",
    .source = "Chen and Asau, AIIE Transactions 6 (1974) 163 (the guide table)",
    .bits_version = 1, .family = RR_FAMILY_ONE_WORD,
    .params = 4, .param = {{"n", "number of trials, an integer", RR_REQUIRED, {0, 2147483647, 0, 0}, {0, 0x1p52, 0, 0}},
                           {"p", "probability of success", RR_REQUIRED, RR_BETWEEN(0, 1)},
                           {"low", "the smallest count", 0, {0, 2147483647, 0, 0}, {0, 0x1p52, 0, 0}},
                           {"high", "the largest count", INFINITY, {0, INFINITY, 0, 0}, {0, INFINITY, 0, 0}}},
    .min_accept = 1, .cap = RR_CAP8, .words = {1, 1}, .fixed = 15, .monotone = 1, .setup = setup, .relate = relate,
    .digest = 0x0dbcbe5e4a97127f,
};
