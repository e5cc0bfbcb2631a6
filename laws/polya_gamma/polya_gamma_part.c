/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "law.h"

static rr_moments moments(const double *p) { return rr_polya_moments(p[0], p[1]); }

/* The functions below feed the planner, never a bit, so libm may be used: the hat of draw/part.h. */
typedef struct shape {
    double b, x0, a, tilt;
} shape;

/* The logarithm of the density of log x over that at x0, without S there; from x = 4 on its main part. */
static double phi(shape g, double d)
{
    const double x = g.x0 * exp(d);
    double s = 1, increasing = 1;
    for (int n = 1; n < 10; increasing *= (g.b + n) / (n + 1), ++n)
        s += (n % 2 ? -1 : 1) * increasing * (2 * n + g.b) * exp(-2 * n * (n + g.b) / x);
    if (x < 4) return log(s) - g.a * (expm1(-d) + d) - g.tilt * (expm1(d) - d);
    return 0.91893853320467274 + g.b * log(0.78539816339744831) - rr_log_gamma(1 + g.b) + (g.b + 0.5) * log(g.x0) + g.a -
           1.2337005501361698 * x - g.tilt * expm1(d) + g.b * d;
}

/* The area below the density, by the midpoint rule in log x, over that of the hat, whose tangents are differences. */
static double accept(const double *p)
{
    enum { STEPS = 1000 };
    const double b = p[0], c = fmin(fabs(p[1]) / 2, 1e4 / b), x0 = 2 * b * b / (1 + sqrt(1 + 4 * b * b * c * c));
    const shape g = {b, x0, b * b / (2 * x0), c * c * x0 / 2};
    const double s = 1.2 * log1p(sqrt(2 / (g.a + g.tilt))), h = 1e-5 * s, place[3] = {-s, 0, fmin(s * 4 / 3, log(3.9 / x0))};
    const double low = -8 * s, high = fmin(12 * s + 40 / (1 + g.tilt), log(60 / x0));
    double value[3], slope[3], area = 0;
    for (int k = 0; k < 3; ++k) {
        value[k] = phi(g, place[k]);
        slope[k] = (phi(g, place[k] + h) - phi(g, place[k] - h)) / (2 * h);
    }
    for (int k = 0; k < STEPS; ++k)
        area += exp(phi(g, low + (high - low) * (k + 0.5) / STEPS) - value[1]) * (high - low) / STEPS;
    const double l = s + (value[0] - value[1]) / slope[0], r = place[2] - (value[2] - value[1]) / slope[2];
    const double e = fabs(slope[1]) * fmax(l, r);
    return fmin(1, area / (exp(e) * (1 / slope[0] - 1 / slope[2] + l - e / slope[0] + r + e / slope[2])));
}

static const rr_law law = {
    .moments = moments,
    .examples = RR_EXAMPLES(RR_AT(RR_FOR_BENCH | RR_FOR_MOMENTS | RR_FOR_PLAN, 0.5, 1), RR_AT(RR_FOR_MOMENTS, 1, 0),
                            RR_AT(RR_FOR_MOMENTS | RR_FOR_PLAN, 0.1, -3), RR_OVER(RR_FOR_BENCH, (0.1, -3), (1, 3))),
    .synonyms = RR_SYNONYMS(RR_POLYA_TILTS, RR_SAME("h", "b")),
};

extern const rr_sampler rr_sampler_polya_gamma_part;
const rr_sampler rr_sampler_polya_gamma_part = {
    .name = "polya-gamma-part", .law = "polya-gamma-part", .method = "", .about = &law,
    .help = "Polya-Gamma PG(b, z) with b up to 1, by rejection from a hat of three pieces; polya-gamma-real takes any b",
    .source = "Windle, Polson and Scott, arXiv 1405.0506 (2014); Polson, Scott and Windle 2013; the hat is ours",
    .bits_version = 2, .family = RR_FAMILY_POLYA_GAMMA_PART, .dtypes = 1u << RR_F64,
    .params = 2, .param = {{"b", "shape", RR_REQUIRED, RR_BETWEEN(1e-30, 1)}, RR_POLYA_TILT},
    .rejects = 1, .min_accept = 0.73, .cap = RR_CAP8, .words = {2, 3}, .accept = accept, .slow = rr_ends_fraction,
    .digest = 0x0294186e96c053ca,
};
