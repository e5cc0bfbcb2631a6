/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Stage 0 of counts with extra zeros: a Bernoulli variate of probability pi, exact to 128 bits, of one family for all of
 * these samplers. Where it is 1 the sample is 0, whatever the other stages have drawn. */
#ifndef RR_ZERO_H
#define RR_ZERO_H

#include "engine/draws/integer.h"

/* The count, or 0 where stage 0 has drawn 1. */
RR_FN rr_real rr_zero_or(const rr_real *made, rr_real count)
{
    const rr_mask counts = rr_weq(rr_toword(rr_asbits(made[0])), rr_wsplat(0));
    return rr_select(counts, count, rr_wide_value(rr_tobits(rr_wsplat(0))));
}

#endif
