/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "laws/descriptor.h"

static const char *relate(const double *p)
{
    return fabs(p[2]) < p[1] ? NULL : "the absolute value of b must be below a";
}

/* X - E X is b (V - E V) + sqrt(V) Z; moments of V by a sum over log V, whose terms decay at both ends. */
static rr_moments moments(const double *p)
{
    enum { STEPS = 20000 };
    const double a = p[1], b = p[2], g = sqrt((a - b) * (a + b)), s = p[3];
    const double mode = asinh(p[0] / g), top = p[0] * mode - g * cosh(mode), high = 60 + fabs(mode), h = 2 * high / STEPS;
    double sum = 0, first = 0, mean = 0, m2 = 0, m4 = 0;
    for (int round = 0; round < 2; ++round)
        for (int i = 0; i <= STEPS; ++i) {
            const double y = i * h - high, v = exp(y) / g, x = exp(p[0] * y - g * cosh(y) - top), d = v - mean;
            if (round == 0) {
                sum += x;
                first += x > 0 ? x * v : 0;
            } else if (x > 0) {
                m2 += x * (b * b * d * d + v) / sum;
                m4 += x * (b * b * d * d * (b * b * d * d + 6 * v) + 3 * v * v) / sum;
            }
            if (i == STEPS) mean = first / sum;
        }
    return (rr_moments){s * b * mean, s * s * m2, pow(s, 4) * m4};
}

static const rr_law law = {
    .moments = moments,
    .examples = RR_EXAMPLES(RR_AT(RR_FOR_BENCH | RR_FOR_MOMENTS | RR_FOR_PLAN, 1, 2, 0.5, 1),
                            RR_AT(RR_FOR_MOMENTS, -2, 10, -3, 2)),
    .synonyms = RR_SYNONYMS(RR_SAME("lambda", "p"), RR_SAME("alpha", "a"), RR_SAME("beta", "b"), RR_SAME("delta", "scale"),
                            RR_NOTE("loc", "add it to the sample"), RR_NOTE("mu", "add it to the sample")),
};

static const rr_stage stages[] = {
    {"geninvgauss", RR_FAMILY_GENERALIZED_HYPERBOLIC_TIME, "the time V"},
    {"normal", RR_FAMILY_GENERALIZED_HYPERBOLIC_PLACE, "the place at that time"},
    {0, 0, 0},
};

extern const rr_sampler rr_sampler_generalized_hyperbolic;
const rr_sampler rr_sampler_generalized_hyperbolic = {
    .name = "generalized-hyperbolic", .law = "generalized-hyperbolic", .method = "", .about = &law,
    .names = "genhyperbolic ghyp rghyp",
    .help = "scale (b V + sqrt(V) Z), Z normal, V generalized inverse Gaussian: normal-inverse-gaussian is p = -1/2",
    .source = "Barndorff-Nielsen, Proc. R. Soc. A 353 (1977) 401",
    .bits_version = 1, .family = RR_FAMILY_GENERALIZED_HYPERBOLIC_TIME, .dtypes = RR_REALS, .stages = stages,
    .params = 4,
    .param = {{"p", "power: 1 is hyperbolic, -1/2 normal-inverse-gaussian", RR_REQUIRED, RR_BETWEEN(-1e15, 1e15)},
              {"a", "tail heaviness", RR_REQUIRED, RR_BETWEEN(1e-15, 1e15)},
              {"b", "asymmetry, of absolute value below a", 0, RR_BETWEEN(-1e15, 1e15)},
              {"scale", "scale", 1, RR_POSITIVE}},
    .rejects = 1, .min_accept = 0.62, .cap = RR_CAP8, .words = {5, 5}, .relate = relate,
    .digest = 0x892214e10e0c423e,
};
