/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "law.h"

static const char *relate(const double *p)
{
    if (p[1] != floor(p[1]) || p[2] != floor(p[2])) return "low and high of poisson:icdf must be integers";
    if (p[1] > p[2]) return "low must not be above high";
    return p[0] > 0 || p[1] == 0 ? NULL : "with a mean of 0 the only count is 0: low must be 0";
}

/* About 25 standard deviations, at 35 ns each. */
static double setup(const double *params, rr_type dtype)
{
    (void)dtype;
    return 1000 + 900 * sqrt(params[0]);
}

extern const rr_sampler rr_sampler_poisson_icdf;
const rr_sampler rr_sampler_poisson_icdf = {
    .name = "poisson:icdf", RR_POISSON_LAW, .method = "icdf",
    .help = "Poisson by inversion, with a table for one mean: monotone, and truncated to [low, high] if given",
    .source = "Chen and Asau, AIIE Transactions 6 (1974) 163 (the guide table)",
    .bits_version = 1, .family = RR_FAMILY_ONE_WORD,
    .params = 3, .param = {{"lam", "mean", 1, RR_BETWEEN(0, 1e6)},
                           {"low", "the smallest count", 0, RR_BETWEEN(0, 2147483647)},
                           {"high", "the largest count", INFINITY, {0, INFINITY, 0, 0}, {0, INFINITY, 0, 0}}},
    .min_accept = 1, .cap = RR_CAP8, .words = {1, 1}, .fixed = 7, .monotone = 1, .setup = setup, .relate = relate,
    .digest = 0x65aa7d920f83dc5a,
};
