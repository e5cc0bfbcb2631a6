/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The law that the methods of the beta share; beta.c says the rest of it. */
#ifndef RR_BETA_LAW_H
#define RR_BETA_LAW_H

#include "laws/descriptor.h"

extern const rr_law rr_law_beta;

/* Each method has a range of shapes of its own. */
#define RR_BETA_LAW .law = "beta", .about = &rr_law_beta, .dtypes = RR_REALS, .params = 2

#endif
