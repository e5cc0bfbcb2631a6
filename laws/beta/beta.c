/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "law.h"
#include "laws/beta/draw/accept.h"

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
    const double a = p[0], b = p[1], s = a + b, excess = (a - b) * (a - b) * (s + 1) - a * b * (s + 2);
    return rr_kurtic(a / s, a * b / (s * s * (s + 1)), 3 + 6 * excess / (a * b * (s + 2) * (s + 3)));
}

const rr_law rr_law_beta = {
    .moments = moments,
    .examples = RR_EXAMPLES(RR_AT(RR_FOR_BENCH | RR_FOR_MOMENTS | RR_FOR_REPORT, 2, 3),
                            RR_AT(RR_FOR_BENCH | RR_FOR_MOMENTS, 0.5, 0.5), RR_AT(RR_FOR_PLAN, 1.5, 4)),
    .synonyms = RR_SYNONYMS(RR_SAME("alpha", "a"), RR_SAME("beta", "b"), RR_SAME("shape1", "a"), RR_SAME("shape2", "b")),
};

extern const rr_sampler rr_sampler_beta;
const rr_sampler rr_sampler_beta = {
    .name = "beta", RR_BETA_LAW, .method = "",
    .names = "rbeta",
    .help = "beta with any shapes a and b, by Cheng's BB and BC",
    .source = "Cheng, CACM 21 (1978) 317, in cumulant form",
    .bits_version = 4, .family = RR_FAMILY_BETA,
    .param = {{"a", "shape of X", RR_REQUIRED, RR_BETA_RANGE},
              {"b", "shape of 1 - X", RR_REQUIRED, RR_BETA_RANGE}},
    .rejects = 1, .min_accept = 0.249, .cap = RR_CAP8, .words = {2, 3}, .accept = accept, .slow = slow,
    .digest = 0x22146c81c4414808,
};
