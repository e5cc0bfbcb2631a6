/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "laws/descriptor.h"

static rr_moments moments(const double *p)
{
    const double lam = exp(p[0]);
    return (rr_moments){lam, lam, lam * (1 + 3 * lam)};
}

static const rr_law law = {
    .moments = moments,
    .examples = RR_EXAMPLES(RR_AT(RR_FOR_BENCH | RR_FOR_MOMENTS | RR_FOR_PLAN, 4), RR_OVER(RR_FOR_BENCH, (0), (5)),
                            RR_AT(RR_FOR_MOMENTS, -1)),
    .synonyms = RR_SYNONYMS(RR_SAME("alpha", "eta"), RR_SAME("lograte", "eta")),
};

static const rr_stage stages[] = {{"poisson", RR_FAMILY_POISSON_LOG, "the count of mean e^eta"}, {0, 0, 0}};

extern const rr_sampler rr_sampler_poisson_log;
const rr_sampler rr_sampler_poisson_log = {
    .name = "poisson-log", .law = "poisson-log", .method = "", .about = &law,
    .help = "Poisson with mean exp(eta), as in log-linear models",
    .source = "Stan's poisson_log; poisson draws it",
    .bits_version = 2, .family = RR_FAMILY_POISSON_LOG, RR_COUNTS, .stages = stages,
    .params = 1, .param = {{"eta", "logarithm of the mean", RR_REQUIRED, {-700, 21.48, 0, 0}, {-700, 34.5, 0, 0}}},
    .rejects = 1, .min_accept = 0.69, .cap = RR_CAP8, .words = {2, 2},
    .digest = 0x6be06b22465e1e95,
};
