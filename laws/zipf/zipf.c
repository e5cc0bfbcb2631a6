/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "laws/descriptor.h"

#define LOG2 0.69314718055994530942
#define BINADES 63

/* The sum of k^-a, k < 2^63, by Euler-Maclaurin from 64 on, over that of the binades' weights. */
static double accept(const double *p)
{
    const double s = fmin(p[0], 200) - 1, c = s * LOG2;
    double sum = exp(-6 * c) * (-expm1(-57 * c) / s + 0x1p-7 + (s + 1) / 12 * 0x1p-12);
    for (int k = 1; k < 64; ++k) sum += pow(k, -s - 1);
    return sum * expm1(-c) / expm1(-BINADES * c);
}

/* The fraction of binades from 33 on, whose counts have more bits than a word. */
static double slow(const double *p, rr_type dtype)
{
    const double c = (fmin(p[0], 200) - 1) * LOG2;
    (void)dtype;
    return exp(-33 * c) * expm1(-30 * c) / expm1(-BINADES * c);
}

static const rr_law law = {
    .no_moments = "the mean is without bound up to a = 2, the fourth moment up to a = 5",
    .examples = RR_EXAMPLES(RR_AT(RR_FOR_BENCH | RR_FOR_PLAN | RR_FOR_REPORT, 2), RR_OVER(RR_FOR_BENCH, (2), (4)),
                            RR_AT(RR_FOR_PLAN, 3)),
    .synonyms = RR_SYNONYMS(RR_SAME("s", "a"), RR_SAME("exponent", "a")),
};

extern const rr_sampler rr_sampler_zipf;
const rr_sampler rr_sampler_zipf = {
    .name = "zipf", .law = "zipf", .method = "", .about = &law,
    .names = "zeta rzipf",
    .help = "k = 1, 2, ... below 2^63 with probability proportional to k^-a, a > 1",
    .source = "rejection by binades, without rounding to counts: laws/zipf/README.md",
    .bits_version = 1, .family = RR_FAMILY_ZIPF, RR_COUNTS,
    .params = 1, .param = {{"a", "exponent", RR_REQUIRED, {2, 1e300, 0, 0}, {1, 1e300, 1, 0}}},
    .rejects = 1, .min_accept = 0.69, .cap = RR_CAP8, .words = {2, 2}, .accept = accept, .slow = slow,
    .digest = 0xb93e48732fa02c65,
};
