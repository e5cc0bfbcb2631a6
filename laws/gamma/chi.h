/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* chi: sqrt(2 X), where X is the gamma variate of shape df / 2 of the same index. With X = g exp(-E / (df/2)) it is sqrt(2
 * g) exp(-E / df): the exponent is halved first, so that only results that the dtype cannot hold underflow. */
#ifndef RR_SAMPLER_CHI_H
#define RR_SAMPLER_CHI_H

#include "laws/gamma/draw/slots.h"

RR_FN void rr_chi_prepare(rr_tile *t) { rr_gamma_prepare_of(t, RR_C(0.5)); }

RR_FN rr_real rr_chi_finish(const rr_tile *t, rr_uint32 slot0, rr_real g, rr_real e)
{
    const rr_real df = rr_run_param(t, 0, slot0);
    return rr_boost_times(rr_boost_wanted(df * RR_C(0.5)), -e, df, rr_sqrt(g + g));
}

#endif
