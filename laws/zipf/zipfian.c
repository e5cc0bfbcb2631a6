/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "laws/zipf/law.h"

static const char *relate(const double *p)
{
    return p[1] == floor(p[1]) ? NULL : "n of zipfian must be an integer";
}

/* The weights of binades first ... last. */
static double binades(double a, int first, int last)
{
    double sum = 0;
    for (int e = first; e <= last; ++e) sum += exp2((1 - a) * e);
    return sum;
}

static double accept(const double *p)
{
    const double a = fmin(p[0], 200);
    return rr_power_sum(1, p[1], a) / binades(a, 0, ilogb(p[1]));
}

/* The fraction of binades from 33 on, whose counts have more bits than a word. */
static double slow(const double *p, rr_type dtype)
{
    const double a = fmin(p[0], 200);
    (void)dtype;
    return binades(a, 33, ilogb(p[1])) / binades(a, 0, ilogb(p[1]));
}

static rr_moments moments(const double *p)
{
    double m[5];
    for (int k = 0; k < 5; ++k) m[k] = rr_power_sum(1, p[1], p[0] - k);
    return rr_central(m[1] / m[0], m[2] / m[0], m[3] / m[0], m[4] / m[0]);
}

static const rr_law law = {
    .moments = moments,
    .examples = RR_EXAMPLES(RR_AT(RR_FOR_BENCH | RR_FOR_PLAN | RR_FOR_MOMENTS, 1, 100000),
                            RR_OVER(RR_FOR_BENCH, (0.5, 10000), (2, 10000)), RR_AT(RR_FOR_PLAN | RR_FOR_MOMENTS, 0, 64),
                            RR_AT(RR_FOR_MOMENTS, 1.5, 20)),
    .synonyms = RR_SYNONYMS(RR_SAME("s", "a"), RR_SAME("exponent", "a"), RR_SAME("N", "n")),
};

extern const rr_sampler rr_sampler_zipfian;
const rr_sampler rr_sampler_zipfian = {
    .name = "zipfian", .law = "zipfian", .method = "", .about = &law,
    .names = "bounded-zipf finite-zipf truncated-zipf",
    .help = "k = 1, 2, ... n with probability proportional to k^-a, a >= 0",
    .source = "rejection by binades, without rounding to counts: laws/zipf/README.md",
    .bits_version = 1, .family = RR_FAMILY_ZIPFIAN, RR_COUNTS,
    .params = 2,
    .param = {{"a", "exponent", RR_REQUIRED, {0, 1e300, 0, 0}, {0, 1e300, 0, 0}},
              {"n", "largest count, an integer", RR_REQUIRED, {1, 2147483647, 0, 0}, {1, 0x1p53, 0, 0}}},
    .rejects = 1, .min_accept = 0.5, .cap = RR_CAP8, .words = {2, 2}, .accept = accept, .slow = slow, .relate = relate,
    .digest = 0xddb49de7660c806d,
};
