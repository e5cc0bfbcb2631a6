/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The part of the descriptor that the methods of poisson share; poisson.c has the rest. */
#ifndef RR_POISSON_LAW_H
#define RR_POISSON_LAW_H

#include "laws/descriptor.h"

extern const rr_law rr_law_poisson;
#define RR_POISSON_LAW .law = "poisson", .about = &rr_law_poisson, RR_COUNTS

#endif
