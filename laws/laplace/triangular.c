/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "laws/descriptor.h"

/* right - left is finite. */
#define RR_HALF_FINITE {-1.7e38, 1.7e38, 0, 0}, {-8.9e307, 8.9e307, 0, 0}

static const char *relate(const double *p)
{
    return p[0] <= p[1] && p[1] <= p[2] && p[0] < p[2] ? NULL : "left <= mode <= right and left < right must hold";
}

static rr_moments moments(const double *p)
{
    const double a = p[0], c = p[1], b = p[2];
    return rr_kurtic((a + b + c) / 3, (a * a + b * b + c * c - a * b - a * c - b * c) / 18, 2.4);
}

static const rr_law law = {
    .moments = moments,
    .examples = RR_EXAMPLES(RR_AT(RR_FOR_BENCH, 0, 0.5, 1), RR_AT(RR_FOR_MOMENTS, -1, 2, 5)),
    .synonyms = RR_SYNONYMS(
        RR_SAME("low", "left"), RR_SAME("lower", "left"), RR_SAME("high", "right"), RR_SAME("upper", "right"),
        RR_NOTE("c", "triangular takes --mode itself, which is loc + c scale in SciPy")),
};

extern const rr_sampler rr_sampler_triangular;
const rr_sampler rr_sampler_triangular = {
    .name = "triangular", .law = "triangular", .method = "", .about = &law,
    .names = "triang",
    .help = "triangular on left to right with the given mode, by the inverse CDF",
    .source = "inverse CDF: Devroye, Non-Uniform Random Variate Generation (1986), II.2",
    .bits_version = 2, .family = RR_FAMILY_ONE_WORD, .dtypes = RR_REALS,
    .params = 3,
    .param = {{"left", "smallest value", RR_REQUIRED, RR_HALF_FINITE},
              {"mode", "most likely value", RR_REQUIRED, RR_HALF_FINITE},
              {"right", "largest value", RR_REQUIRED, RR_HALF_FINITE}},
    .relate = relate,
    .monotone = 1, .min_accept = 1, .cap = RR_CAP8, .words = {1, 2}, .slow = rr_ends_fraction,
    .digest = 0xc59f453ba1ca0a07,
};
