/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Descriptor fields that the methods of the exponential share; exponential.c has the rest. */
#ifndef RR_EXPONENTIAL_LAW_H
#define RR_EXPONENTIAL_LAW_H

#include "laws/descriptor.h"

extern const rr_law rr_law_exponential;

#define RR_EXPONENTIAL_LAW \
    .law = "exponential", .about = &rr_law_exponential, .dtypes = RR_REALS, \
    .params = 1, .param = {{"scale", "mean, 1 / rate", 1, RR_POSITIVE}}

#endif
