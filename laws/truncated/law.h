/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Text that the descriptors of distributions between low and high share. */
#ifndef RR_TRUNCATED_LAW_H
#define RR_TRUNCATED_LAW_H

#include "laws/descriptor.h"

/* [-inf, largest] and [-largest, inf]; from 0 on. */
#define RR_LOW_END {-INFINITY, 3.40282346638528859812e38, 0, 0}, {-INFINITY, 1.7976931348623157e308, 0, 0}
#define RR_HIGH_END {-3.40282346638528859812e38, INFINITY, 0, 0}, {-1.7976931348623157e308, INFINITY, 0, 0}
#define RR_LOW_POSITIVE {0, 3.40282346638528859812e38, 0, 0}, {0, 1.7976931348623157e308, 0, 0}
#define RR_HIGH_POSITIVE {0, INFINITY, 1, 0}, {0, INFINITY, 1, 0}

/* Shapes whose product with a narrow window does not underflow. */
#define RR_WINDOW_SHAPE {1e-6, 1e6, 0, 0}, {1e-30, 1e30, 0, 0}

/* question: whether the first parameters are consistent, for host and lanes; version: of the bits. */
#define RR_TRUNCATED(version) RR_TRUNCATED_OF(4, relate, version)
#define RR_TRUNCATED_OF(number, question, version) .method = "", .about = &law, \
    .source = "inverse CDF: Devroye, Non-Uniform Random Variate Generation (1986), II.2", \
    .bits_version = version, .family = RR_FAMILY_ONE_WORD, .dtypes = RR_REALS, .params = number, \
    .monotone = 1, .min_accept = 1, .cap = RR_CAP8, .words = {1, 2}, .slow = rr_ends_fraction, .relate = question
#define RR_WINDOW_SYNONYMS \
    RR_SAME("lower", "low"), RR_SAME("upper", "high"), RR_SAME("min", "low"), RR_SAME("max", "high")

static inline const char *relate(const double *p)
{
    return p[0] <= p[1] ? NULL : "low must not be above high";
}

#endif
