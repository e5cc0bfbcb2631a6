/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "laws/descriptor.h"

extern const rr_sampler rr_sampler_student_t;
const rr_sampler rr_sampler_student_t = {
    .name = "student-t", .law = "student-t", .method = "",
    .help = "Student's t with the given degrees of freedom, any positive number of them, by Bailey's method, times scale "
            "plus loc",
    .source = "Bailey, Mathematics of Computation 62 (1994) 779",
    .bits_version = 1, .family = RR_FAMILY_STUDENT, .dtypes = RR_FLOATS,
    .params = 3, .param = {{"df", "degrees of freedom", RR_REQUIRED, RR_POSITIVE}, {"loc", "location", 0, RR_FINITE},
                           {"scale", "scale", 1, RR_POSITIVE}},
    .min_accept = 1, .cap = RR_CAP8, .words = {2, 4}, .slow = rr_low_share,
};
