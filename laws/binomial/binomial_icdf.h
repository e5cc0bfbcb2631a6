/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* binomial:icdf: as poisson:icdf (laws/poisson/poisson_icdf.h), for the number of successes in n trials. */
#ifndef RR_SAMPLER_BINOMIAL_ICDF_H
#define RR_SAMPLER_BINOMIAL_ICDF_H

#include "laws/categorical/draw/window.h"
#if !RR_HAS_POINTERS
#include "engine/draws/inverse.h"
#endif

RR_FN void rr_binomial_icdf_prepare(rr_tile *t) { (void)t; }

#if RR_DTYPE == 64
/* n, p, low, high. Where p is 0 or 1 there is only one count; the table has 25 standard deviations, each at most 1000. */
#define RR_RELATES_binomial_icdf 4
RR_FN rr_mask rr_binomial_icdf_related(const rr_real *v)
{
    const rr_real zero = rr_splat(RR_C(0)), one = rr_splat(RR_C(1));
    const rr_mask some = rr_mor(rr_lt(zero, v[1]), rr_le(v[2], zero)), all = rr_mor(rr_lt(v[1], one), rr_le(v[0], v[3]));
    const rr_mask window = rr_mand(rr_window_related(v[2], v[3]), rr_mand(rr_window_whole(v[0]), rr_le(v[2], v[0])));
    const rr_mask small = rr_le(v[0] * v[1] * (one - v[1]), rr_splat(RR_C(1e6)));
    return rr_mand(rr_mand(window, small), rr_mand(some, all));
}

#if !RR_HAS_POINTERS
RR_FN rr_inverse rr_binomial_icdf_inverse(const rr_tile *t, rr_word slot, rr_real *low, rr_real *high)
{
    *low = rr_slot_param(t, 2, slot);
    *high = rr_slot_param(t, 3, slot);
    return rr_inverse_binomial(rr_slot_param(t, 0, slot), rr_slot_param(t, 1, slot));
}
#endif

#define RR_SUITS_binomial_icdf 1
RR_FN rr_mask rr_binomial_icdf_suits(const rr_tile *t, rr_uint32 slot0)
{
    (void)slot0;
    return rr_window_suits(t);
}
#endif

#define RR_AS_DRAWN binomial_icdf
#include "engine/draws/as_drawn.h"

#endif
