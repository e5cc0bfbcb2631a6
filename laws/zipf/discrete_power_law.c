/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "laws/zipf/law.h"

static const char *relate(const double *p)
{
    if (p[1] != floor(p[1]) || p[2] != floor(p[2])) return "low and high of discrete-power-law must be integers";
    return p[1] <= p[2] ? NULL : "low of discrete-power-law must be at most high";
}

/* True if low has its own weight. */
static int weighs(const double *p) { return p[0] > 1 && p[1] < 8192; }

/* C of discrete_power_law.h */
static double slack(const double *p) { return p[2] < 8192 ? 1 : exp(p[0] * 3 / 8192); }

/* The area of the hat over low^-a, from x on. */
static double hat_from(const double *p, double x)
{
    const double first = fmax(x, p[1] + weighs(p));
    return p[2] < first ? 0 : rr_power_area(first, p[2] - first + 1, p[0], p[1]);
}

static double hat(const double *p) { return hat_from(p, p[1]) + weighs(p) / slack(p); }

static double accept(const double *p) { return fmin(1, rr_power_sum(p[1], p[2], p[0]) / (hat(p) * slack(p))); }

/* The number of cells up to k. */
static double cells_to(double k)
{
    const int e = ilogb(k);
    return e < 13 ? k : 8192 + 4096.0 * (e - 13) + floor(k / ldexp(1, e - 12)) - 4096;
}

/* The fraction of U next to ends of cells or of their accepted parts, and of counts that need more bits of V. These are all
 * counts in cells of 2^33, and the counts in the joined cells of a short range. */
static double slow(const double *p, rr_type dtype)
{
    const double size = p[2] < 8192 ? 1 : ldexp(1, ilogb(p[2]) - 12), n = p[2] - p[1] + 1;
    const double ends = (cells_to(p[2]) - cells_to(p[1]) + 1) * 0x1p-30;
    const double far = hat_from(p, 0x1p45) / hat(p);
    (void)dtype;
    return fmin(1, n < 3 * size && size > 1 ? n * 0x1p-32 + ends : ends + far);
}

static rr_moments moments(const double *p)
{
    double m[5];
    for (int k = 0; k < 5; ++k) m[k] = rr_power_sum(p[1], p[2], p[0] - k) * pow(p[1], k);
    return rr_central(m[1] / m[0], m[2] / m[0], m[3] / m[0], m[4] / m[0]);
}

static const rr_law law = {
    .moments = moments,
    .examples = RR_EXAMPLES(RR_AT(RR_FOR_BENCH | RR_FOR_PLAN | RR_FOR_MOMENTS, 2.5, 5, 100000),
                            RR_OVER(RR_FOR_BENCH, (1.5, 10, 1e6), (3, 10, 1e6)),
                            RR_AT(RR_FOR_PLAN | RR_FOR_MOMENTS, 300, 2000, 9000), RR_AT(RR_FOR_MOMENTS, 1, 20, 400000),
                            RR_AT(RR_FOR_PLAN | RR_FOR_MOMENTS, 0, 7, 70)),
    .synonyms = RR_SYNONYMS(RR_SAME("alpha", "a"), RR_SAME("exponent", "a"), RR_SAME("xmin", "low"),
                            RR_SAME("xmax", "high")),
};

extern const rr_sampler rr_sampler_discrete_power_law;
const rr_sampler rr_sampler_discrete_power_law = {
    .name = "discrete-power-law", .law = "discrete-power-law", .method = "", .about = &law,
    .names = "truncated-zeta bounded-zeta",
    .help = "k = low ... high with probability proportional to k^-a, a from 0 to 1024",
    .source = "Hoermann and Derflinger, ACM TOMACS 6 (1996) 169, of cells of counts: laws/zipf/README.md",
    .bits_version = 1, .family = RR_FAMILY_DISCRETE_POWER_LAW, RR_COUNTS,
    .params = 3,
    .param = {{"a", "exponent", RR_REQUIRED, RR_BETWEEN(0, 1024)},
              {"low", "smallest count, an integer", RR_REQUIRED, {1, 2147483647, 0, 0}, {1, 0x1p53, 0, 0}},
              {"high", "largest count, an integer", RR_REQUIRED, {1, 2147483647, 0, 0}, {1, 0x1p53, 0, 0}}},
    .rejects = 1, .min_accept = 0.686, .cap = RR_CAP8, .words = {2, 2}, .accept = accept, .slow = slow, .relate = relate,
    .digest = 0xa446182186e630b9,
};
