/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "laws/descriptor.h"

static double accept(const double *params)
{
    return params[0];
}

static rr_moments moments(const double *p)
{
    const double q = 1 - p[0];
    return rr_kurtic(1 / p[0], q / (p[0] * p[0]), 9 + p[0] * p[0] / q);
}

static const rr_law law = {
    .moments = moments,
    .examples = RR_EXAMPLES(RR_AT(RR_FOR_BENCH | RR_FOR_STRATEGIES | RR_FOR_PLAN | RR_FOR_QUICK_PLAN, 0.5),
                            RR_AT(RR_FOR_MOMENTS, 0.3), RR_AT(RR_FOR_MOMENTS, 0.9), RR_AT(RR_FOR_PLAN, 0.95),
                            RR_AT(RR_FOR_PLAN | RR_FOR_QUICK_PLAN, 0.1)),
    .synonyms = RR_SYNONYMS(RR_SAME("p", "accept"), RR_SAME("prob", "accept")),
};

extern const rr_sampler rr_sampler_attempts;
const rr_sampler rr_sampler_attempts = {
    .name = "attempts", .law = "attempts", .method = "", .about = &law,
    .help = "number of trials up to the first success: a geometric distribution for measurements of strategies",
    .source = "Ridley and Forget, Statistics and Computing 31 (2021) 30, Appendix A",
    .bits_version = 1, .family = RR_FAMILY_ATTEMPTS, .dtypes = RR_WORDS,
    .params = 1, .param = {{"accept", "probability of success", RR_REQUIRED, RR_BETWEEN(0x1p-20, 1)}},
    /* ceil(64 log 2 / -log1p(-2^-20)) for every parameter, so that the cap is a constant of the sampler. */
    .rejects = 1, .min_accept = 0x1p-20, .cap = 46516298u, .words = {1, 0}, .accept = accept,
    .digest = 0x9e5f67db335c5361,
};
