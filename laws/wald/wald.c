/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "laws/descriptor.h"

/* Cumulants m, m^3 / l, ..., 15 m^7 / l^3. */
static rr_moments moments(const double *p)
{
    const double m = p[0], l = p[1], variance = m * m * m / l;
    return (rr_moments){m, variance, variance * variance * (15 * m / l + 3)};
}

static const rr_law law = {
    .moments = moments,
    .examples = RR_EXAMPLES(RR_AT(RR_FOR_BENCH | RR_FOR_MOMENTS | RR_FOR_PLAN, 2, 3), RR_AT(RR_FOR_MOMENTS, 1, 40),
                            RR_OVER(RR_FOR_BENCH, (1, 1), (3, 9))),
    .synonyms = RR_SYNONYMS(RR_SAME("mu", "mean"), RR_SAME("lambda", "scale"), RR_SAME("lam", "scale"),
                            RR_SAME("shape", "scale")),
};

static const rr_stage stages[] = {
    {"normal", RR_FAMILY_WALD_NORMAL, "its square gives two roots"},
    {"uniform", RR_FAMILY_WALD_UNIFORM, "chooses between them"},
    {0, 0, 0},
};

extern const rr_sampler rr_sampler_wald;
const rr_sampler rr_sampler_wald = {
    .name = "wald", .law = "wald", .method = "", .about = &law,
    .names = "inverse-gaussian invgauss inverse-normal rinvgauss",
    .help = "inverse Gaussian with the given mean and scale (lambda), from a normal and a uniform",
    .source = "Michael, Schucany and Haas, American Statistician 30 (1976) 88",
    .bits_version = 1, .family = RR_FAMILY_WALD_NORMAL, .dtypes = RR_REALS, .stages = stages,
    .params = 2, .param = {{"mean", "mean", RR_REQUIRED, RR_BETWEEN(1e-30, 1e30)},
                           {"scale", "scale lambda: the variance is mean^3 / scale", RR_REQUIRED, RR_BETWEEN(1e-30, 1e30)}},
    .min_accept = 1, .cap = RR_CAP8, .words = {4, 4},
    .digest = 0x41e9286e963f8607,
};
