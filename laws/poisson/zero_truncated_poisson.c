/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "laws/descriptor.h"

/* From factorial moments lam^r / (1 - e^-lam). */
static rr_moments moments(const double *p)
{
    const double lam = p[0], fraction = -expm1(-lam);
    double f[5];
    for (int r = 1; r < 5; ++r) f[r] = pow(lam, r) / fraction;
    return rr_central(f[1], f[2] + f[1], f[3] + 3 * f[2] + f[1], f[4] + 6 * f[3] + 7 * f[2] + f[1]);
}

static const rr_law law = {
    .moments = moments,
    .examples = RR_EXAMPLES(RR_AT(RR_FOR_BENCH | RR_FOR_MOMENTS | RR_FOR_PLAN, 4), RR_AT(RR_FOR_MOMENTS, 0.1)),
    .synonyms = RR_SYNONYMS(RR_SAME("lambda", "lam"), RR_SAME("mu", "lam"), RR_SAME("rate", "lam")),
};

static const rr_stage stages[] = {
    {"truncated-exponential", RR_FAMILY_ZERO_TRUNCATED_POISSON_FIRST, "the place of the first point"},
    {"poisson", RR_FAMILY_ZERO_TRUNCATED_POISSON_REST, "how many follow it"},
    {0, 0, 0},
};

extern const rr_sampler rr_sampler_zero_truncated_poisson;
const rr_sampler rr_sampler_zero_truncated_poisson = {
    .name = "zero-truncated-poisson", .law = "zero-truncated-poisson", .method = "", .about = &law,
    .names = "ztpois positive-poisson rztpois",
    .help = "Poisson, given that the count is not 0; lam is the mean of the untruncated distribution",
    .source = "the first point and a Poisson count after it: Devroye, Non-Uniform Random Variate Generation (1986), VI.1",
    .bits_version = 2, .family = RR_FAMILY_ZERO_TRUNCATED_POISSON_FIRST, RR_COUNTS, .stages = stages,
    .params = 1,
    .param = {{"lam", "mean of the untruncated distribution", RR_REQUIRED, {1e-300, 2.147e9, 0, 0}, {1e-300, 1e15, 0, 0}}},
    .rejects = 1, .min_accept = 0.69, .cap = RR_CAP8, .words = {4, 4},
    .digest = 0xe1edee8c85a1a9ad,
};
