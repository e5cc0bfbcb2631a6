/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "laws/descriptor.h"

/* Four moments exist for df > 4. */
static rr_moments moments(const double *p)
{
    const double df = fmin(p[0], 1e300), v = p[2] * p[2] * (df / (df - 2));
    return rr_kurtic(p[1], v, 3 * ((df - 2) / (df - 4)));
}

static const rr_law law = {
    .moments = moments,
    .examples = RR_EXAMPLES(RR_AT(RR_FOR_BENCH | RR_FOR_REPORT, 4, 0, 1), RR_AT(RR_FOR_MOMENTS, 20, 3, 2)),
    .synonyms = RR_SYNONYMS(
        RR_SAME("nu", "df"), RR_SAME("location", "loc"), RR_SAME("mu", "loc"), RR_SAME("sigma", "scale"),
        RR_NOTE("mean", "student-t takes --loc, which is its mean where df is above 1"),
        RR_NOTE("sd", "student-t takes --scale; its standard deviation is scale sqrt(df / (df - 2))"),
        RR_NOTE("std", "student-t takes --scale; its standard deviation is scale sqrt(df / (df - 2))")),
};

extern const rr_sampler rr_sampler_student_t;
const rr_sampler rr_sampler_student_t = {
    .name = "student-t", .law = "student-t", .method = "", .about = &law,
    .names = "t standard-t student students-t",
    .help = "loc + scale T, T Student's t with any positive degrees of freedom, inf included, by Bailey's method",
    .source = "Bailey, Mathematics of Computation 62 (1994) 779",
    .bits_version = 3, .family = RR_FAMILY_STUDENT, .dtypes = RR_REALS,
    .params = 3, .param = {{"df", "degrees of freedom", RR_REQUIRED, RR_POSITIVE_OR_INF}, {"loc", "location", 0, RR_FINITE},
                           {"scale", "scale", 1, RR_POSITIVE}},
    .min_accept = 1, .cap = RR_CAP8, .words = {2, 4}, .slow = rr_log_fraction,
    .digest = 0x27a0cc58c011a1f5,
};
