/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "laws/descriptor.h"

/* The functions below feed the planner and reports, never a bit, so libm may be used. */

/* e^-kappa I0(kappa), the mean of e^(kappa (cos x - 1)) over a turn: the midpoint rule converges faster than any power;
 * beyond, the first terms of DLMF 10.40.1. */
static double bessel_scaled(double kappa)
{
    enum { STEPS = 512 };
    double sum = 0;
    if (kappa > 1e4) return (1 + (1 + 9 / (16 * kappa)) / (8 * kappa)) / sqrt(6.283185307179586 * kappa);
    for (int i = 0; i < STEPS; ++i) sum += exp(kappa * (cos((i + 0.5) * 3.141592653589793 / STEPS) - 1));
    return sum / STEPS;
}

/* m of laws/von_mises/von_mises.h. */
static double min(double kappa) { return (1 + 1 / (sqrt(1 + 4 * kappa * kappa) + 2 * kappa)) / 2; }

/* sqrt(m (m + 2 kappa)) e^(1 - m) e^-kappa I0(kappa). */
static double accept(const double *p)
{
    const double m = min(p[1]);
    return sqrt(m * (m + 2 * p[1])) * exp(1 - m) * bessel_scaled(p[1]);
}

/* R near an end; in f32 also U below 2^-8 where a e^(1 - a) < 2^-7, that is a > 7.9217: an angle of R beyond some phi. */
static double slow(const double *p, rr_type dtype)
{
    const double ends = rr_ends_fraction(p, dtype), m = min(p[1]), y = (7.9217 - m) / (2 * p[1]);
    if (dtype == RR_F64 || !(y < 1)) return ends;
    const double far = 1 - atan(sqrt(y / (1 - y) * (m + 2 * p[1]) / m)) / 1.5707963267948966;
    return ends + fmax(far - ends, 0) * 0x1p-8;
}

/* Moments of the angle as a number in [-pi, pi], by the midpoint rule. */
static rr_moments moments(const double *p)
{
    enum { STEPS = 20000 };
    double m[5] = {0};
    for (int i = 0; i < STEPS; ++i) {
        const double x = ((i + 0.5) / STEPS * 2 - 1) * 3.141592653589793, w = exp(p[1] * (cos(x - p[0]) - 1));
        for (int k = 0; k < 5; ++k) m[k] += w * pow(x, k);
    }
    return rr_central(m[1] / m[0], m[2] / m[0], m[3] / m[0], m[4] / m[0]);
}

static const rr_law law = {
    .moments = moments,
    .examples = RR_EXAMPLES(RR_AT(RR_FOR_BENCH | RR_FOR_MOMENTS | RR_FOR_PLAN, 0, 2),
                            RR_AT(RR_FOR_MOMENTS | RR_FOR_PLAN, 1, 0.3), RR_AT(RR_FOR_MOMENTS | RR_FOR_PLAN, -3, 40),
                            RR_OVER(RR_FOR_BENCH, (0, 0.5), (1, 50))),
    .synonyms = RR_SYNONYMS(RR_SAME("mean", "mu"), RR_SAME("loc", "mu"), RR_SAME("concentration", "kappa")),
};

extern const rr_sampler rr_sampler_von_mises;
const rr_sampler rr_sampler_von_mises = {
    .name = "von-mises", .law = "von-mises", .method = "", .about = &law,
    .names = "vonmises rvonmises circular-normal",
    .help = "angle in [-pi, pi] about mu with concentration kappa, the circular normal distribution, by rejection from a "
            "wrapped Cauchy distribution",
    .source = "Best and Fisher, Applied Statistics 28 (1979) 152, in half angles",
    .bits_version = 1, .family = RR_FAMILY_VON_MISES, .dtypes = RR_REALS,
    .params = 2, .param = {{"mu", "direction, in radians, reduced to half a turn without loss", 0, {-1e7, 1e7, 0, 0},
                             {-1e15, 1e15, 0, 0}},
                           {"kappa", "concentration, 1 / variance where it is large", RR_REQUIRED, {0, 1e30, 0, 0},
                             {0, 1e300, 0, 0}}},
    .rejects = 1, .min_accept = 0.657, .cap = RR_CAP8, .words = {2, 3}, .accept = accept, .slow = slow,
    .digest = 0xfcafb190f0129cfe,
};
