/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "law.h"

static rr_moments moments(const double *p) { return rr_polya_moments(1, p[0]); }

/* The functions below feed the planner, never a bit, so libm may be used. The density of log x, up to a constant factor. */
static double density(double x, double c)
{
    const int low = x < 0.63661977236758134;
    const double q = exp(low ? -4 / x : -9.8696044010893586 * x), s = 1 - q * (3 - q * q * (5 - 7 * q * q * q));
    return s * exp(c - c * c * x / 2) *
           (low ? 0.79788456080286536 * exp(-1 / (2 * x)) / sqrt(x) : 1.5707963267948966 * x * exp(-1.2337005501361698 * x));
}

/* The area below the density, by the midpoint rule in log x, over that of the hat, whose tangents are differences. */
static double accept(const double *p)
{
    enum { STEPS = 400 };
    const double c = fmin(fabs(p[0]) / 2, 1e4), low = 2 / (1 + sqrt(1 + 4 * c * c)),
                 high = 1 / (1.2337005501361698 + c * c / 2);
    const double x0 = fmax(fmin(low, 0.63661977236758134), high),
                 bend = x0 < 0.63661977236758134 ? 0.5 / x0 + c * c * x0 / 2 : x0 / high;
    const double s = 1.2 * log1p(sqrt(2 / bend)), h = 1e-5 * s, reach = 8 * s;
    double phi[3], slope[3], area = 0;
    for (int k = 0; k < 3; ++k) {
        const double d = (k - 1) * s;
        phi[k] = log(density(x0 * exp(d), c));
        slope[k] = (log(density(x0 * exp(d + h), c)) - log(density(x0 * exp(d - h), c))) / (2 * h);
    }
    for (int k = 0; k < STEPS; ++k)
        area += density(x0 * exp((2 * (k + 0.5) / STEPS - 1) * reach), c) / exp(phi[1]) * 2 * reach / STEPS;
    const double l = s + (phi[0] - phi[1]) / slope[0], r = s - (phi[2] - phi[1]) / slope[2], e = fabs(slope[1]) * fmax(l, r);
    return area / (exp(e) * (1 / slope[0] - 1 / slope[2] + l - e / slope[0] + r + e / slope[2]));
}

static const rr_law law = {
    .moments = moments,
    .examples = RR_EXAMPLES(RR_AT(RR_FOR_BENCH | RR_FOR_MOMENTS | RR_FOR_PLAN, 1), RR_AT(RR_FOR_MOMENTS, 0),
                            RR_AT(RR_FOR_MOMENTS, 12), RR_OVER(RR_FOR_BENCH, (-3), (3))),
    .synonyms = RR_SYNONYMS(RR_POLYA_TILTS, RR_NOTE("b", "polya-gamma is of b = 1; polya-gamma-real takes --b")),
};

extern const rr_sampler rr_sampler_polya_gamma;
const rr_sampler rr_sampler_polya_gamma = {
    .name = "polya-gamma", .law = "polya-gamma", .method = "", .about = &law,
    .names = "polyagamma rpg",
    .help = "Polya-Gamma PG(1, z), the mixing distribution of logistic regression, by rejection from a hat of three pieces",
    .source = "Devroye, Statistics and Probability Letters 79 (2009) 2251; Polson, Scott and Windle 2013; the hat is ours",
    .bits_version = 1, .family = RR_FAMILY_POLYA_GAMMA, .dtypes = RR_REALS,
    .params = 1, .param = {RR_POLYA_TILT},
    .rejects = 1, .min_accept = 0.84, .cap = RR_CAP8, .words = {2, 3}, .accept = accept, .slow = rr_ends_fraction,
    .digest = 0x1411d4f8f36d9c7b,
};
