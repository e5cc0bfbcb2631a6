/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "laws/descriptor.h"

/* The functions below feed the planner and bounds of tests, never a bit, so libm may be used. */

/* a and B of laws/von_mises_fisher/vmf_versine.h. */
typedef struct shape {
    double a, part;
} shape;

static shape shape_of(const double *p)
{
    const double a = (p[1] - 1) / 2;
    return (shape){a, a / (a + p[0] + sqrt(p[0] * p[0] + a * a))};
}

static double bend(double x, double log1) { return fabs(x) < 1e-3 ? x * x / 2 * (1 - x * (2. / 3 - x / 2)) : x - log1; }

/* The density of log o over that at o = 1. */
static double density(shape s, double y)
{
    const double m = expm1(y), d = 1 + s.part * m, n = m / d, log_d = log1p(s.part * m);
    return exp(-s.a * (bend((1 - s.part) * n, y - log_d) + bend(-s.part * n, -log_d)));
}

enum { STEPS = 2000 };

/* The distance from 0 at which the density is negligible. */
static double reach(shape s) { return 45 / fmin(s.a, sqrt(s.a)); }

static double accept(const double *p)
{
    const shape s = shape_of(p);
    const double far = reach(s), step = 2 * far / STEPS, spread = s.a < 1 ? s.a : sqrt(s.a);
    double area = 0;
    for (int k = 0; k <= STEPS; ++k) area += density(s, k * step - far);
    return fmin(1, area * step * spread / 4);
}

static double about(shape s, double mean, int n)
{
    const double far = reach(s), step = 2 * far / STEPS;
    double sum = 0, all = 0;
    for (int k = 0; k <= STEPS; ++k) {
        const double y = k * step - far, w = density(s, y);
        sum += w * pow(2 * s.part * exp(y) / (1 + s.part * expm1(y)) - mean, n);
        all += w;
    }
    return sum / all;
}

static rr_moments moments(const double *p)
{
    const shape s = shape_of(p);
    const double mean = about(s, 0, 1);
    return (rr_moments){mean, about(s, mean, 2), about(s, mean, 4)};
}

static const rr_law law = {
    .moments = moments,
    .examples = RR_EXAMPLES(RR_AT(RR_FOR_BENCH | RR_FOR_MOMENTS | RR_FOR_PLAN, 2, 4),
                            RR_AT(RR_FOR_MOMENTS | RR_FOR_PLAN, 0, 2), RR_AT(RR_FOR_MOMENTS | RR_FOR_PLAN, 50, 2),
                            RR_AT(RR_FOR_MOMENTS | RR_FOR_PLAN, 700, 40), RR_OVER(RR_FOR_BENCH, (0.5, 2), (50, 20))),
    .synonyms = RR_SYNONYMS(RR_SAME("concentration", "kappa"), RR_SAME("dim", "k"), RR_SAME("dimension", "k"),
                            RR_SAME("p", "k")),
};

extern const rr_sampler rr_sampler_vmf_versine;
const rr_sampler rr_sampler_vmf_versine = {
    .name = "vmf-versine", .law = "vmf-versine", .method = "", .about = &law, .names = "langevin-versine",
    .help = "1 - cos of the angle between a von Mises-Fisher point in k dimensions and its mean, by rejection from a "
            "logistic distribution",
    .source = "Wood, Communications in Statistics, Simulation 23 (1994) 157; Cheng, Communications of the ACM 21 (1978) 317",
    .bits_version = 1, .family = RR_FAMILY_VMF_VERSINE, .dtypes = RR_FLOATS,
    .params = 2, .param = {{"kappa", "concentration; 0: points are uniform", RR_REQUIRED, RR_BETWEEN(0, 1e30)},
                           {"k", "dimensions, also a non-integer number", RR_REQUIRED,
                            {2, 1e4, 0, 0}, {2, 4294967295., 0, 0}}},
    .rejects = 1, .min_accept = 0.49, .cap = RR_CAP8, .words = {2, 3}, .accept = accept, .slow = rr_ends_fraction,
    .digest = 0x8d1618e6b0e3ba90,
};
