/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "draw/accept.h"

static double accept(const double *p) { return rr_integers_accept(p[1] - p[0] + 1); }

static rr_moments moments(const double *p) { return rr_integers_moments(p[0], p[1] - p[0] + 1); }

static const char *relate(const double *p)
{
    if (p[0] != floor(p[0]) || p[1] != floor(p[1])) return "low and high must be integers";
    return p[0] <= p[1] ? NULL : "high must not be below low";
}

static const rr_law law = {
    .moments = moments,
    .examples = RR_EXAMPLES(RR_AT(RR_FOR_BENCH | RR_FOR_MOMENTS, 1, 6), RR_AT(RR_FOR_MOMENTS, 0, 2147483647)),
    .synonyms = RR_SYNONYMS(RR_INTEGERS_SYNONYMS),
};

extern const rr_sampler rr_sampler_integers_closed;
const rr_sampler rr_sampler_integers_closed = {
    .name = "integers-closed", .law = "integers-closed", .method = "", .about = &law,
    .names = "uniform-int dice",
    .help = "integers in [low, high], equally likely: integers with high + 1",
    .source = "Lemire, ACM TOMACS 29 (2019) 3",
    RR_INTEGERS_LAW("largest value"), .integers = RR_ASCEND_OR_EQUAL,
    .digest = 0x7992a820978d6da1,
};
