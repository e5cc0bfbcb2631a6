/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "law.h"

static const rr_stage stages[] = RR_STABLE_STAGES(RR_FAMILY_STABLE);

extern const rr_sampler rr_sampler_stable;
const rr_sampler rr_sampler_stable = {
    .name = "stable", .law = "stable", RR_STABLE,
    .names = "levy-stable alpha-stable stable-s1",
    .help = "stable distribution of index alpha and skewness beta, in parametrization 1, which is that of SciPy and of "
            "textbooks",
    .bits_version = 3, .family = RR_FAMILY_STABLE_ANGLE,
    .digest = 0xe3318ab9e805d674,
};
