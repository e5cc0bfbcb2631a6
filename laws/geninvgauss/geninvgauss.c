/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "laws/descriptor.h"

/* The following serves the planner and bounds of tests, and no bit depends on it, so libm may be used. */
typedef struct law_of_log {
    double a, b, at;   /* log X = at + d, where d has density e^-(a m(d) + b m(-d)), m(d) = e^d - 1 - d */
} law_of_log;

static law_of_log law_of(const double *p)
{
    const double max = (sqrt(p[0] * p[0] + p[1] * p[1]) + fabs(p[0])) / 2;
    const double min = p[1] * (p[1] / (4 * max)), at = log(2 * max / p[1]);
    return p[0] < 0 ? (law_of_log){min, max, -at} : (law_of_log){max, min, at};
}

static double bend(double d) { return fabs(d) < 1e-3 ? d * d / 2 * (1 + d / 3 + d * d / 12) : expm1(d) - d; }

static double away(law_of_log l, double d) { return l.a * bend(d) + l.b * bend(-d); }

/* Where the tangent touches on the right, and the distance from the mode where e^-g x^4 is negligible. */
static double touch(law_of_log l)
{
    const double q = sqrt(2 / (l.a + l.b));
    return fmin(log1p(1 / l.a + q), 1 / l.b + q);
}

static double reach(law_of_log l)
{
    double d = touch(l);
    while (away(l, d) - 4 * d < 60) d *= 1.1;
    return d;
}

static law_of_log mirrored(law_of_log l) { return (law_of_log){l.b, l.a, -l.at}; }

/* The area under the hat on the right, relative to the height of the mode. */
static double side(law_of_log l)
{
    const double s = touch(l);
    return s + (1 - away(l, s)) / (l.a * expm1(s) - l.b * expm1(-s));
}

enum { STEPS = 4000, FEW = 400 };

static double accept(const double *p)
{
    const law_of_log l = law_of(p);
    const double low = -reach(mirrored(l)), step = (reach(l) - low) / FEW;
    double area = 0;
    for (int k = 0; k <= FEW; ++k) area += exp(-away(l, low + k * step));
    return fmin(1, area * step / (side(l) + side(mirrored(l))));
}

static double about(law_of_log l, double low, double step, double mean, int n)
{
    double sum = 0, all = 0;
    for (int k = 0; k <= STEPS; ++k) {
        const double d = low + k * step, w = exp(-away(l, d));
        sum += w * pow(exp(l.at + d) - mean, n);
        all += w;
    }
    return sum / all;
}

static rr_moments moments(const double *p)
{
    const law_of_log l = law_of(p);
    const double low = -reach(mirrored(l)), step = (reach(l) - low) / STEPS, mean = about(l, low, step, 0, 1);
    const double variance = about(l, low, step, mean, 2), fourth = about(l, low, step, mean, 4);
    return (rr_moments){p[2] * mean, p[2] * p[2] * variance, pow(p[2], 4) * fourth};
}

static const rr_law law = {
    .moments = moments,
    .examples = RR_EXAMPLES(RR_AT(RR_FOR_BENCH | RR_FOR_MOMENTS | RR_FOR_PLAN, 0.5, 1, 1), RR_AT(RR_FOR_MOMENTS, -3, 0.5, 2),
                            RR_AT(RR_FOR_MOMENTS | RR_FOR_PLAN, 100, 7, 1), RR_AT(RR_FOR_PLAN, 0.03, 1e-9, 1),
                            RR_OVER(RR_FOR_BENCH, (-1, 0.1, 1), (3, 5, 1))),
    .synonyms = RR_SYNONYMS(RR_SAME("lambda", "p"), RR_SAME("lam", "p"), RR_SAME("omega", "b"), RR_SAME("eta", "scale"),
                            RR_NOTE("chi", "with e^-((chi / x + psi x) / 2): b = sqrt(chi psi), scale = sqrt(chi / psi)"),
                            RR_NOTE("psi", "with e^-((chi / x + psi x) / 2): b = sqrt(chi psi), scale = sqrt(chi / psi)"),
                            RR_NOTE("a", "with e^-((a x + b / x) / 2): --b is sqrt(a b), --scale is sqrt(b / a)")),
};

extern const rr_sampler rr_sampler_geninvgauss;
const rr_sampler rr_sampler_geninvgauss = {
    .name = "geninvgauss", .law = "geninvgauss", .method = "", .about = &law,
    .names = "gig rgig generalized-inverse-gaussian",
    .help = "scale times a generalized inverse Gaussian variate of density x^(p - 1) e^(-b (x + 1/x) / 2), by rejection "
            "from a hat of three pieces",
    .source = "Devroye, Statistics and Computing 24 (2014) 239",
    .bits_version = 1, .family = RR_FAMILY_GENINVGAUSS, .dtypes = RR_FLOATS,
    .params = 3, .param = {{"p", "power: positive like gamma's shape, negative like inverse gamma's", RR_REQUIRED,
                            {-1e8, 1e8, 0, 0}, {-1e15, 1e15, 0, 0}},
                           {"b", "concentration about 1", RR_REQUIRED, {1e-14, 1e8, 0, 0}, {1e-140, 1e15, 0, 0}},
                           {"scale", "scale", 1, RR_POSITIVE}},
    .rejects = 1, .min_accept = 0.62, .cap = RR_CAP8, .words = {2, 3}, .accept = accept, .slow = rr_ends_fraction,
    .digest = 0x9a6d89abe3627349,
};
