/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Descriptor fields that the methods of binomial share; binomial.c has the rest. */
#ifndef RR_BINOMIAL_LAW_H
#define RR_BINOMIAL_LAW_H

#include "laws/descriptor.h"

extern const rr_law rr_law_binomial;
#define RR_BINOMIAL_LAW .law = "binomial", .about = &rr_law_binomial, RR_COUNTS

#endif
