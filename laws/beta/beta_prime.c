/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "laws/beta/draw/accept.h"

/* a / b is finite and not 0. */
#define RR_ODDS_RANGE {1e-15, 1e15, 0, 0}, {1e-150, 1e150, 0, 0}

static double accept(const double *params)
{
    return rr_beta_accept_of(params[0], params[1]);
}

static double slow(const double *params, rr_type dtype)
{
    return rr_beta_slow_of(params[0], params[1], dtype);
}

static rr_moments moments(const double *p)
{
    double m[5] = {1};
    for (int k = 1; k < 5; ++k) m[k] = m[k - 1] * p[2] * (p[0] + k - 1) / (p[1] - k);
    return rr_central(m[1], m[2], m[3], m[4]);
}

static const rr_law law = {
    .moments = moments,
    .examples = RR_EXAMPLES(RR_AT(RR_FOR_BENCH, 2, 3, 1), RR_AT(RR_FOR_MOMENTS, 3, 20, 2)),
    .synonyms = RR_SYNONYMS(RR_SAME("alpha", "a"), RR_SAME("beta", "b")),
};

extern const rr_sampler rr_sampler_beta_prime;
const rr_sampler rr_sampler_beta_prime = {
    .name = "beta-prime", .law = "beta-prime", .method = "", .about = &law,
    .names = "betaprime inverted-beta",
    .help = "beta prime, scale X / (1 - X): the odds of the beta draw of the same index",
    .source = "Cheng, CACM 21 (1978) 317, in cumulant form",
    .bits_version = 3, .family = RR_FAMILY_BETA, .dtypes = RR_REALS,
    .params = 3,
    .param = {{"a", "shape of X", RR_REQUIRED, RR_ODDS_RANGE},
              {"b", "shape of 1 - X", RR_REQUIRED, RR_ODDS_RANGE},
              {"scale", "scale", 1, RR_POSITIVE}},
    .rejects = 1, .min_accept = 0.249, .cap = RR_CAP8, .words = {2, 3}, .accept = accept, .slow = slow,
    .digest = 0x42dbd8505ada950e,
};
