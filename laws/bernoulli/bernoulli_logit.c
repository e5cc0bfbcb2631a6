/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "laws/descriptor.h"

static rr_moments moments(const double *p)
{
    const double q = 1 / (1 + exp(p[0])), mean = 1 / (1 + exp(-p[0])), v = mean * q;
    return (rr_moments){mean, v, v * (1 - 3 * v)};
}

static const rr_law law = {
    .moments = moments,
    .examples = RR_EXAMPLES(RR_AT(RR_FOR_BENCH | RR_FOR_MOMENTS | RR_FOR_PLAN, -1), RR_OVER(RR_FOR_BENCH, (-3), (3)),
                            RR_AT(RR_FOR_MOMENTS, 2)),
    .synonyms = RR_SYNONYMS(RR_SAME("logits", "logit"), RR_SAME("alpha", "logit"), RR_SAME("eta", "logit")),
};

static const rr_stage stages[] = {{"bernoulli", RR_FAMILY_BERNOULLI_LOGIT, "the rarer of both"}, {0, 0, 0}};

extern const rr_sampler rr_sampler_bernoulli_logit;
const rr_sampler rr_sampler_bernoulli_logit = {
    .name = "bernoulli-logit", .law = "bernoulli-logit", .method = "", .about = &law,
    .help = "1 with the probability whose logit, log(p / (1 - p)), is given, else 0",
    .source = "Stan's bernoulli_logit; bernoulli draws it",
    .bits_version = 1, .family = RR_FAMILY_BERNOULLI_LOGIT, RR_COUNTS, .stages = stages,
    .params = 1, .param = {{"logit", "logarithm of the odds of 1; -inf gives 0, inf gives 1", RR_REQUIRED,
                             RR_BETWEEN(-INFINITY, INFINITY)}},
    .min_accept = 1, .cap = RR_CAP8, .words = {1, 1},
    .digest = 0x9fc078f67754b175,
};
