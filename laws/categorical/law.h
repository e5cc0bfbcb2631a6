/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Descriptor fields that the methods of the categorical share; categorical.c has the rest. */
#ifndef RR_CATEGORICAL_LAW_H
#define RR_CATEGORICAL_LAW_H

#include "laws/descriptor.h"

extern const rr_law rr_law_categorical;

#define RR_CATEGORICAL_LAW \
    .law = "categorical", .about = &rr_law_categorical, RR_COUNTS, .params = 1, \
    .param = {{"weights", "weights, finite and not negative, up to 2^28 of them; they need not add up to 1", RR_REQUIRED, \
               RR_BETWEEN(0, 1.7976931348623157e308), RR_WEIGHTS}}

#endif
