/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "laws/descriptor.h"

/* From the cumulants of E / k - k E'. */
static rr_moments moments(const double *p)
{
    const double q = p[0] * p[0], s = p[2], v = s * s * (q + 1 / q);
    return (rr_moments){p[1] + s * (1 / p[0] - p[0]), v, pow(s, 4) * 6 * (q * q + 1 / (q * q)) + 3 * v * v};
}

static const rr_law law = {
    .moments = moments,
    .examples = RR_EXAMPLES(RR_AT(RR_FOR_BENCH, 2, 0, 1), RR_AT(RR_FOR_MOMENTS, 0.5, 3, 2), RR_AT(RR_FOR_MOMENTS, 3, 0, 1)),
    .synonyms = RR_SYNONYMS(
        RR_SAME("mu", "loc"), RR_SAME("location", "loc"), RR_SAME("asymmetry", "kappa"),
        RR_NOTE("b", "asymmetric-laplace takes --scale, which is 1 / b"),
        RR_NOTE("q", "with the quantile q at loc: --kappa is sqrt(q / (1 - q)), --scale is s / sqrt(q (1 - q))")),
};

extern const rr_sampler rr_sampler_asymmetric_laplace;
const rr_sampler rr_sampler_asymmetric_laplace = {
    .name = "asymmetric-laplace", .law = "asymmetric-laplace", .method = "", .about = &law,
    .names = "laplace-asymmetric asymmetriclaplace ald",
    .help = "asymmetric Laplace: mean scale / kappa above loc and scale kappa below, by the inverse CDF, accurate in "
            "both tails",
    .source = "Kozubowski and Podgorski, Mathematical Scientist 25 (2000) 37; inverse CDF",
    .bits_version = 1, .family = RR_FAMILY_ONE_WORD, .dtypes = RR_REALS,
    .params = 3,
    .param = {{"kappa", "asymmetry: 1 is laplace, less has its mean above loc", RR_REQUIRED, {1e-15, 1e15, 0, 0},
               {1e-150, 1e150, 0, 0}},
              {"loc", "mode", 0, RR_FINITE},
              {"scale", "scale", 1, RR_POSITIVE}},
    .monotone = 1, .min_accept = 1, .cap = RR_CAP8, .words = {1, 2}, .slow = rr_ends_fraction,
    .digest = 0xa52d1af053df7df7,
};
