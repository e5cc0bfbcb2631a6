/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "laws/descriptor.h"

static const char *relate(const double *p)
{
    if (p[0] != floor(p[0]) || p[1] != floor(p[1])) return "nsample and colors must be integers";
    if (p[1] > 0x1p53) return "each row of colors must have a sum of at most 2^53";
    return p[0] <= p[1] ? NULL : "nsample must be at most the sum of the colors";
}

static const rr_law law = {
    .no_moments = "a component's depend on all colors",
    .examples = RR_EXAMPLES(RR_AT(RR_FOR_BENCH, 40, 50)),
    .synonyms = RR_SYNONYMS(RR_SAME("m", "colors"), RR_SAME("n", "nsample"), RR_SAME("k", "nsample")),
};

static const rr_stage stages[] = {
    {"hypergeometric", RR_FAMILY_MULTIVARIATE_HYPERGEOMETRIC, "the count of a color"},
    {0, 0, 0},
};

extern const rr_sampler rr_sampler_multivariate_hypergeometric;
const rr_sampler rr_sampler_multivariate_hypergeometric = {
    .name = "multivariate-hypergeometric", .law = "multivariate-hypergeometric", .method = "", .about = &law,
    .names = "rmvhyper",
    .help = "rows of K counts that add up to nsample: balls of K colors, taken from an urn without replacement",
    .source = "hypergeometric counts of the remaining items: Johnson, Kotz and Balakrishnan, Discrete Multivariate "
              "Distributions, 39",
    .bits_version = 2, .family = RR_FAMILY_MULTIVARIATE_HYPERGEOMETRIC, RR_COUNTS, .stages = stages, .shape = RR_ROW,
    .params = 2,
    .param = {{"nsample", "number of items taken, an integer", RR_REQUIRED, {0, 2147483647, 0, 0}, {0, 0x1p53, 0, 0}},
              {"colors", "balls of each color, integers, K of them or a row of K for each sample", RR_REQUIRED,
               RR_BETWEEN(0, 0x1p53), RR_K_SUM}},
    .rejects = 1, .min_accept = 0.5, .cap = RR_CAP8, .words = {2, 2}, .relate = relate,
    .digest = 0xac02d8fcb3eacbe5,
};
