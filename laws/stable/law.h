/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Text that the descriptors of both parametrizations share. */
#ifndef RR_STABLE_LAW_H
#define RR_STABLE_LAW_H

#include "laws/descriptor.h"

static const rr_law law = {
    .no_moments = "below alpha = 2 it has no variance",
    .examples = RR_EXAMPLES(RR_AT(RR_FOR_BENCH | RR_FOR_PLAN, 1.5, 0.5, 0, 1)),
    .synonyms = RR_SYNONYMS(RR_SAME("a", "alpha"), RR_SAME("location", "loc"), RR_SAME("delta", "loc"),
                            RR_SAME("gamma", "scale")),
};

#define RR_STABLE_STAGES(family) \
    {{"cauchy", family##_ANGLE, "the tangent of the angle"}, {"exponential", family##_EXPONENTIAL, "the exponential"}, \
     {0, 0, 0}}

#define RR_STABLE .method = "", .about = &law, \
    .source = "Chambers, Mallows and Stuck, JASA 71 (1976) 340; Nolan, Univariate Stable Distributions (2020), 1.7 and 3.3", \
    .dtypes = RR_REALS, .stages = stages, \
    .params = 4, \
    .param = {{"alpha", "index, up to 2, the normal", RR_REQUIRED, RR_BETWEEN(0.05, 2)}, \
              {"beta", "skewness", 0, RR_BETWEEN(-1, 1)}, \
              {"loc", "location", 0, RR_FINITE}, {"scale", "scale", 1, RR_POSITIVE}}, \
    .min_accept = 1, .cap = RR_CAP8, .words = {4, 4}

#endif
