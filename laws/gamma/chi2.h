/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* chi2: 2 X, where X is the gamma variate of shape df / 2 of the same index; both factors are exact. The gamma is doubled
 * before the boost, so that a denormal is rounded once. */
#ifndef RR_SAMPLER_CHI2_H
#define RR_SAMPLER_CHI2_H

#include "laws/gamma/draw/slots.h"

RR_FN void rr_chi2_prepare(rr_tile *t) { rr_gamma_prepare_of(t, RR_C(0.5)); }

RR_FN rr_real rr_chi2_finish(const rr_tile *t, rr_uint32 slot0, rr_real g, rr_real e)
{
    const rr_real shape = rr_run_param(t, 0, slot0) * RR_C(0.5);
    return rr_boost_times(rr_boost_wanted(shape), -e, shape, g + g);
}

#endif
