/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "draw/accept.h"

static double accept(const double *p) { return rr_integers_accept(p[1] - p[0]); }

static rr_moments moments(const double *p) { return rr_integers_moments(p[0], p[1] - p[0]); }

static const char *relate(const double *p)
{
    if (p[0] != floor(p[0]) || p[1] != floor(p[1])) return "low and high must be integers";
    return p[0] < p[1] ? NULL : "high must be above low";
}

static const rr_law law = {
    .moments = moments,
    .examples = RR_EXAMPLES(RR_AT(RR_FOR_BENCH | RR_FOR_MOMENTS | RR_FOR_REPORT, 0, 100),
                            RR_OVER(RR_FOR_BENCH, (0, 10), (0, 1000)), RR_AT(RR_FOR_MOMENTS, 3, 5),
                            RR_AT(RR_FOR_PLAN | RR_FOR_QUICK_PLAN, 0, 1.7e9), RR_AT(RR_FOR_MOMENTS | RR_FOR_PLAN, 0, 1.5e9)),
    .synonyms = RR_SYNONYMS(RR_INTEGERS_SYNONYMS,
                            RR_NOTE("endpoint", "integers-closed has high among its values")),
};

extern const rr_sampler rr_sampler_integers;
const rr_sampler rr_sampler_integers = {
    .name = "integers", .law = "integers", .method = "", .about = &law,
    .names = "randint integer discrete-uniform",
    .help = "integers in [low, high), equally likely",
    .source = "Lemire, ACM TOMACS 29 (2019) 3",
    RR_INTEGERS_LAW("upper limit, excluded"), .integers = RR_ASCEND,
    .digest = 0x118947857649ed19,
};
