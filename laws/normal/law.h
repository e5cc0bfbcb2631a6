/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The part of the descriptor that the methods of the normal share; normal.c has the rest. */
#ifndef RR_NORMAL_LAW_H
#define RR_NORMAL_LAW_H

#include "laws/descriptor.h"

extern const rr_law rr_law_normal;

#define RR_NORMAL_LAW \
    .law = "normal", .about = &rr_law_normal, .dtypes = RR_REALS, \
    .params = 2, .param = {{"mean", "mean", 0, RR_FINITE}, {"sd", "standard deviation", 1, RR_POSITIVE}}

#endif
