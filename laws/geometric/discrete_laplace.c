/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "laws/descriptor.h"

/* The following serves the planner and reports, and no bit depends on it, so libm may be used. */

/* No negative 0, and below 2^-9 the mean of e^(-a L), (1 - e^(-m a)) / (m (1 - e^-a)). */
static double accept(const double *p)
{
    const double m = exp2(-9 - floor(log2(p[0]))), kept = p[0] >= 0x1p-9 ? 1 : expm1(-m * p[0]) / (m * expm1(-p[0]));
    return kept * (1 + exp(-p[0])) / 2;
}

/* Where L's tilt is needed, or m is too large for the quick test; in f64. */
static double slow(const double *p, rr_type dtype)
{
    (void)dtype;
    return p[0] >= 0x1p-9 ? 0 : p[0] >= 0x1p-30 ? 0.003912 : 1;
}

/* The difference of two geometric counts. */
static rr_moments moments(const double *p)
{
    const double less = -expm1(-p[0]), v = (1 - less) / (less * less);
    return (rr_moments){0, 2 * v, 2 * v * (v * 9 + 1) + 6 * v * v};
}

static const rr_law law = {
    .moments = moments,
    .examples = RR_EXAMPLES(RR_AT(RR_FOR_BENCH | RR_FOR_MOMENTS | RR_FOR_PLAN | RR_FOR_REPORT, 0.1),
                            RR_OVER(RR_FOR_BENCH, (0.01), (3)), RR_AT(RR_FOR_MOMENTS | RR_FOR_PLAN, 2),
                            RR_AT(RR_FOR_BENCH | RR_FOR_MOMENTS, 1e-6)),
    .synonyms = RR_SYNONYMS(RR_SAME("rate", "a"), RR_NOTE("scale", "discrete-laplace takes --a, which is 1 / scale"),
                            RR_NOTE("p", "discrete-laplace takes --a, which is -log p for a ratio p")),
};

extern const rr_sampler rr_sampler_discrete_laplace;
const rr_sampler rr_sampler_discrete_laplace = {
    .name = "discrete-laplace", .law = "discrete-laplace", .method = "", .about = &law,
    .names = "dlaplace two-sided-geometric",
    .help = "integers of either sign with probability proportional to e^(-a |k|)",
    .source = "Inusah and Kozubowski, Journal of Statistical Planning and Inference 136 (2006) 1090; as geometric",
    .bits_version = 1, .family = RR_FAMILY_DISCRETE_LAPLACE, .counts = 1, .dtypes = RR_SIGNED | RR_FLOATS,
    .params = 1,
    .param = {{"a", "rate at which probabilities fall", RR_REQUIRED, {3e-8, 1e300, 0, 0}, {1e-17, 1e300, 0, 0}}},
    .rejects = 1, .min_accept = 0.498, .cap = RR_CAP8, .words = {2, 2}, .accept = accept, .slow = slow,
    .digest = 0x72db5bca10b56505,
};
