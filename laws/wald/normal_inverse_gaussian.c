/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "laws/descriptor.h"

static const char *relate(const double *p)
{
    return fabs(p[1]) < p[0] ? NULL : "the absolute value of b must be below a";
}

/* With g = sqrt(a^2 - b^2): mean b / g, variance a^2 / g^3, excess 3 (1 + 4 b^2 / a^2) / g. */
static rr_moments moments(const double *p)
{
    const double a = p[0], b = p[1], g = sqrt((a - b) * (a + b)), s = p[3];
    return rr_kurtic(p[2] + s * b / g, s * s * a * a / (g * g * g), 3 + 3 * (1 + 4 * b * b / (a * a)) / g);
}

static const rr_law law = {
    .moments = moments,
    .examples = RR_EXAMPLES(RR_AT(RR_FOR_BENCH | RR_FOR_MOMENTS | RR_FOR_PLAN, 2, 0.5, 0, 1),
                            RR_AT(RR_FOR_MOMENTS, 10, -3, 1, 2)),
    .synonyms = RR_SYNONYMS(RR_SAME("alpha", "a"), RR_SAME("beta", "b"), RR_SAME("delta", "scale"), RR_SAME("mu", "loc")),
};

static const rr_stage stages[] = {
    {"normal", RR_FAMILY_NORMAL_INVERSE_GAUSSIAN_TIME, "of the time V"},
    {"uniform", RR_FAMILY_NORMAL_INVERSE_GAUSSIAN_ROOT, "which of two roots V is"},
    {"normal", RR_FAMILY_NORMAL_INVERSE_GAUSSIAN_PLACE, "the place at that time"},
    {0, 0, 0},
};

extern const rr_sampler rr_sampler_normal_inverse_gaussian;
const rr_sampler rr_sampler_normal_inverse_gaussian = {
    .name = "normal-inverse-gaussian", .law = "normal-inverse-gaussian", .method = "", .about = &law,
    .names = "norminvgauss nig",
    .help = "loc + scale (b V + sqrt(V) Z), Z normal, V inverse Gaussian: heavier tails than a normal, skewed by b",
    .source = "Barndorff-Nielsen, Proc. R. Soc. A 353 (1977) 401; Michael, Schucany and Haas 1976",
    .bits_version = 1, .family = RR_FAMILY_NORMAL_INVERSE_GAUSSIAN_TIME, .dtypes = RR_REALS, .stages = stages,
    .params = 4,
    .param = {{"a", "tail heaviness", RR_REQUIRED, RR_BETWEEN(1e-15, 1e15)},
              {"b", "asymmetry, of absolute value below a", 0, RR_BETWEEN(-1e15, 1e15)},
              {"loc", "location", 0, RR_FINITE}, {"scale", "scale", 1, RR_POSITIVE}},
    .min_accept = 1, .cap = RR_CAP8, .words = {6, 6}, .relate = relate,
    .digest = 0x3597cb37afa1381b,
};
