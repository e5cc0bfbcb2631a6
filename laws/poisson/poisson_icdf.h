/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* poisson:icdf: the number of cumulative probabilities of counts low, low + 1, ... that are at most the uniform U. It uses
 * categorical's table, which is made once per mean and window. Monotone in the U of sampler uniform. */
#ifndef RR_SAMPLER_POISSON_ICDF_H
#define RR_SAMPLER_POISSON_ICDF_H

#include "laws/categorical/draw/window.h"
#if !RR_HAS_POINTERS
#include "engine/draws/inverse.h"
#endif

RR_FN void rr_poisson_icdf_prepare(rr_tile *t) { (void)t; }

#if RR_DTYPE == 64
/* lam, low, high. A mean of 0 has the count 0 only. */
#define RR_RELATES_poisson_icdf 3
RR_FN rr_mask rr_poisson_icdf_related(const rr_real *v)
{
    const rr_real zero = rr_splat(RR_C(0));
    return rr_mand(rr_window_related(v[1], v[2]), rr_mor(rr_lt(zero, v[0]), rr_le(v[1], zero)));
}

#if !RR_HAS_POINTERS
/* For a sample's own parameters (engine/strategies/inverted.h). */
RR_FN rr_inverse rr_poisson_icdf_inverse(const rr_tile *t, rr_word slot, rr_real *low, rr_real *high)
{
    *low = rr_slot_param(t, 1, slot);
    *high = rr_slot_param(t, 2, slot);
    return rr_inverse_poisson(rr_slot_param(t, 0, slot));
}
#endif

#define RR_SUITS_poisson_icdf 1
RR_FN rr_mask rr_poisson_icdf_suits(const rr_tile *t, rr_uint32 slot0)
{
    (void)slot0;
    return rr_window_suits(t);
}
#endif

#define RR_AS_DRAWN poisson_icdf
#include "engine/draws/as_drawn.h"

#endif
