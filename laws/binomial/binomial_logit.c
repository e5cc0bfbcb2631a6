/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "laws/descriptor.h"

static const char *relate(const double *p)
{
    return p[0] == floor(p[0]) ? NULL : "n of binomial-logit must be an integer";
}

static rr_moments moments(const double *p)
{
    const double q = 1 / (1 + exp(p[1])), pq = q * (1 - q), v = p[0] * pq;
    return (rr_moments){p[0] * (1 - q), v, v * (1 + (3 * p[0] - 6) * pq)};
}

static const rr_law law = {
    .moments = moments,
    .examples = RR_EXAMPLES(RR_AT(RR_FOR_BENCH | RR_FOR_MOMENTS | RR_FOR_PLAN, 100, -1),
                            RR_OVER(RR_FOR_BENCH, (100, -3), (100, 3)), RR_AT(RR_FOR_MOMENTS, 20, 2)),
    .synonyms = RR_SYNONYMS(RR_SAME("trials", "n"), RR_SAME("logits", "logit"), RR_SAME("alpha", "logit"),
                            RR_SAME("eta", "logit")),
};

static const rr_stage stages[] = {{"binomial", RR_FAMILY_BINOMIAL_LOGIT, "the count of the rarer outcome"}, {0, 0, 0}};

extern const rr_sampler rr_sampler_binomial_logit;
const rr_sampler rr_sampler_binomial_logit = {
    .name = "binomial-logit", .law = "binomial-logit", .method = "", .about = &law,
    .help = "number of successes in n trials, with the probability given by its logit, log(p / (1 - p))",
    .source = "Stan's binomial_logit; binomial draws it",
    .bits_version = 1, .family = RR_FAMILY_BINOMIAL_LOGIT, RR_COUNTS, .stages = stages,
    .params = 2, .param = {{"n", "number of trials, an integer", RR_REQUIRED, {0, 2147483647, 0, 0}, {0, 0x1p53, 0, 0}},
                           {"logit", "logarithm of the odds of success; -inf gives 0, inf gives n", RR_REQUIRED,
                            RR_BETWEEN(-INFINITY, INFINITY)}},
    .rejects = 1, .min_accept = 0.69, .cap = RR_CAP8, .words = {2, 2}, .relate = relate,
    .digest = 0xfcd0519f7937dea5,
};
