/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The part of the descriptor that the methods of the uniform share; uniform.c has the rest. */
#ifndef RR_UNIFORM_LAW_H
#define RR_UNIFORM_LAW_H

#include "laws/descriptor.h"

extern const rr_law rr_law_uniform;

const char *rr_uniform_relate(const double *params);

/* An end is at most half the largest number, so that high - low is finite in the dtype. */
#define RR_HALF_FINITE {-1.70141173319264429906e38, 1.70141173319264429906e38, 0, 0}, \
                       {-8.9884656743115785e307, 8.9884656743115785e307, 0, 0}

#define RR_UNIFORM_LAW \
    .law = "uniform", .about = &rr_law_uniform, .dtypes = RR_REALS, .relate = rr_uniform_relate, \
    .params = 2, .param = {{"low", "lower end", 0, RR_HALF_FINITE}, {"high", "upper end", 1, RR_HALF_FINITE}}

#endif
