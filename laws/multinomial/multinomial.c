/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "laws/descriptor.h"

static const char *relate(const double *p)
{
    if (p[0] != floor(p[0])) return "n of multinomial must be an integer";
    if (p[1] > 0 && p[1] <= 1.7976931348623157e308) return NULL;
    return "each row of weights must have a positive sum";
}

static const rr_law law = {
    .no_moments = "a component's depend on all weights",
    .examples = RR_EXAMPLES(RR_AT(RR_FOR_BENCH, 100, 1)),
    .synonyms = RR_SYNONYMS(RR_SAME("pvals", "weights"), RR_SAME("p", "weights"), RR_SAME("probs", "weights")),
};

static const rr_stage stages[] = {{"binomial", RR_FAMILY_MULTINOMIAL, "the count of a component"}, {0, 0, 0}};

extern const rr_sampler rr_sampler_multinomial;
const rr_sampler rr_sampler_multinomial = {
    .name = "multinomial", .law = "multinomial", .method = "", .about = &law,
    .names = "rmultinom",
    .help = "rows of K counts that add up to n, with probabilities proportional to weights",
    .source = "binomial counts of the remaining trials: Davis, Computational Statistics & Data Analysis 16 (1993) 205",
    .bits_version = 3, .family = RR_FAMILY_MULTINOMIAL, RR_COUNTS, .stages = stages, .shape = RR_ROW,
    .params = 2,
    .param = {{"n", "number of trials per row, an integer", RR_REQUIRED, {0, 2147483647, 0, 0}, {0, 0x1p53, 0, 0}},
              {"weights", "weights, K of them or a row of K for each sample; they need not add up to 1", RR_REQUIRED,
               RR_BETWEEN(0, 1.7976931348623157e308), RR_K_SUM}},
    .rejects = 1, .min_accept = 0.69, .cap = RR_CAP8, .words = {2, 2}, .relate = relate,
    .digest = 0xd65fd43dcf99ebe5,
};
