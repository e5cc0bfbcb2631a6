/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Descriptor fields that the methods of the beta distribution share; beta.c has the rest. */
#ifndef RR_BETA_LAW_H
#define RR_BETA_LAW_H

#include "laws/descriptor.h"

extern const rr_law rr_law_beta;

/* Each method has its own range of shapes. */
#define RR_BETA_LAW .law = "beta", .about = &rr_law_beta, .dtypes = RR_REALS, .params = 2

#endif
