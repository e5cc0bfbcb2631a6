/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "laws/descriptor.h"

#include <string.h>

static const char *relate(const double *p)
{
    return p[0] <= p[1] ? NULL : "low must not be above high";
}

/* The functions below feed the planner, never a bit, so libm may be used. */

/* Mills' ratio. */
static double mills(double x)
{
    double r = 0;
    if (x < 6) return 1.2533141373155003 * exp(x * x / 2) * erfc(x * 0.70710678118654752);
    for (int k = 60; k > 0; --k) r = k / (x + r);
    return 1 / (x + r);
}

/* The integral of e^(-a y - y^2/2) over [0, w]. */
static double body(double a, double w)
{
    return w * (a + 1) < 1e-6 ? w : mills(a) - (w < 1e3 ? mills(a + w) * exp(-w * (a + w / 2)) : 0);
}

/* The place where the hat's tangent touches, as in rr_trunc_touch. */
static double touch(double a)
{
    double d = fmax(0.6875 + a / 2, 0.25 + a);
    uint64_t bits;
    memcpy(&bits, &d, sizeof d);
    bits = 0x7fdd000000000000 - bits;
    memcpy(&d, &bits, sizeof d);
    return d;
}

/* Area of a side's hat. */
static double hat(double a, double w)
{
    const double c = touch(a), lambda = a + c, t = c * c / (2 * lambda);
    return w < t ? w : t - expm1(-lambda * (w - t)) / lambda;
}

/* a, and the widths of the major and the minor side. */
static void sides(const double *p, double *a, double *major, double *minor)
{
    const double anchor = fmax(p[0], fmin(p[1], p[2])), left = (anchor - p[0]) / p[3], right = (p[1] - anchor) / p[3];
    *a = fmin(fabs(anchor - p[2]) / p[3], 1e100);
    *major = fmax(left, right);
    *minor = fmin(left, right);
}

static double accept(const double *p)
{
    double a, major, minor;
    sides(p, &a, &major, &minor);
    if (major * (a + 1) < 1e-6) return 1;
    return (body(a, major) + body(a, minor)) / (hat(a, major) + hat(a, minor));
}

/* R is undecided, or U is within 2^-15 of a number that it is compared with: both sides' fractions and the acceptance
 * probability, or that probability and 0. */
static double slow(const double *p, rr_type dtype)
{
    double a, major, minor;
    const double low = rr_log_fraction(p, dtype);
    sides(p, &a, &major, &minor);
    return low + (1 - low) * (minor > 0 ? 4 : 3) * 0x1p-15;
}

/* [-inf, largest] and [-largest, inf]. */
#define LOW_END {-INFINITY, 3.40282346638528859812e38, 0, 0}, {-INFINITY, 1.7976931348623157e308, 0, 0}
#define HIGH_END {-3.40282346638528859812e38, INFINITY, 0, 0}, {-1.7976931348623157e308, INFINITY, 0, 0}

static double density(double x, const double *p)
{
    const double z = (x - p[2]) / p[3];
    return exp(-z * z / 2);
}

static rr_moments moments(const double *p) { return rr_window_moments(p, density); }

static const rr_law law = {
    .moments = moments,
    .examples = RR_EXAMPLES(RR_AT(RR_FOR_BENCH, 0, INFINITY, 0, 1),
                            RR_AT(RR_FOR_BENCH | RR_FOR_REPORT, 5, INFINITY, 0, 1),
                            RR_OVER(RR_FOR_BENCH, (-2, 2, -1, 1), (0, 4, 1, 1)),
                            RR_AT(RR_FOR_MOMENTS | RR_FOR_PLAN, -1, 3, 0, 1), RR_AT(RR_FOR_MOMENTS, 2, 5, 1, 1),
                            RR_AT(RR_FOR_MOMENTS, -4, -1, 3, 2)),
    .synonyms = RR_SYNONYMS(
        RR_SAME("loc", "mean"), RR_SAME("location", "mean"), RR_SAME("mu", "mean"), RR_SAME("scale", "sd"),
        RR_SAME("sigma", "sd"), RR_SAME("std", "sd"), RR_SAME("stddev", "sd"), RR_SAME("lower", "low"),
        RR_SAME("upper", "high"), RR_SAME("min", "low"), RR_SAME("max", "high"),
        RR_NOTE("a", "truncated-normal takes --low; SciPy's a is (low - mean) / sd"),
        RR_NOTE("b", "truncated-normal takes --high; SciPy's b is (high - mean) / sd")),
};

extern const rr_sampler rr_sampler_truncated_normal;
const rr_sampler rr_sampler_truncated_normal = {
    .name = "truncated-normal", .law = "truncated-normal", .method = "", .about = &law,
    .names = "truncnorm truncated-gaussian",
    .help = "normal with the given mean and standard deviation, truncated to any interval [low, high], by rejection from "
            "a flat top with an exponential tail",
    .source = "Robert, Statistics and Computing 5 (1995) 121, with a flat top",
    .bits_version = 2, .family = RR_FAMILY_TRUNCATED_NORMAL, .dtypes = RR_REALS,
    .params = 4, .param = {{"low", "lower end, or -inf", -INFINITY, LOW_END},
                           {"high", "upper end, or inf", INFINITY, HIGH_END},
                           {"mean", "mean before the truncation", 0, RR_FINITE},
                           {"sd", "standard deviation before the truncation", 1, RR_POSITIVE}},
    .rejects = 1, .min_accept = 0.874, .cap = RR_CAP8, .words = {2, 3}, .accept = accept, .slow = slow, .relate = relate,
    .digest = 0x3ed0afef7ccf037b,
};
