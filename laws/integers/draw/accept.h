/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Functions that the descriptors of the two samplers of integers share. */
#ifndef RR_INTEGERS_ACCEPT_H
#define RR_INTEGERS_ACCEPT_H

#include "laws/descriptor.h"

/* For n integers by Lemire's multiplication: all words except 2^b mod n. */
static inline double rr_integers_accept(double n)
{
    const double words = n <= 0x1p32 ? 0x1p32 : 0x1p64;
    return 1 - fmod(words, n) / words;
}

/* For n integers from low on, up to rounding. */
static inline rr_moments rr_integers_moments(double low, double n)
{
    const double v = (n * n - 1) / 12;
    return (rr_moments){low + (n - 1) / 2, v, v * (3 * n * n - 7) / 20};
}

/* The bounds of the widest type. rr_param_range returns the bounds of each type. */
#define RR_ANY_INTEGER RR_BETWEEN(-0x1p63, 0x1p64)

#define RR_INTEGERS_LAW(last)                                                                                               \
    .bits_version = 1, .family = RR_FAMILY_INTEGERS, RR_COUNTS, .relate = relate,                                       \
    .params = 2, .param = {{"low", "the first", 0, RR_ANY_INTEGER}, {"high", last, RR_REQUIRED, RR_ANY_INTEGER}},       \
    .rejects = 1, .min_accept = 0.5, .cap = RR_CAP8, .words = {1, 1}, .accept = accept

#define RR_INTEGERS_SYNONYMS                                                                                            \
    RR_SAME("a", "low"), RR_SAME("b", "high"), RR_SAME("lower", "low"), RR_SAME("upper", "high"),                       \
    RR_SAME("min", "low"), RR_SAME("max", "high")

#endif
