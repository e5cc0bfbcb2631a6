/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* gamma: scale * X, X gamma of the given shape (draw/draw.h; shapes below 1 by draw/boost.h). With X = g exp(-E / a) the
 * whole product is computed at once, so that it is 0 only where the dtype forces it: at shape 0.01 in f32, P(X < 2^-149) =
 * 36 %. */
#ifndef RR_SAMPLER_GAMMA_H
#define RR_SAMPLER_GAMMA_H

#include "laws/gamma/draw/slots.h"

RR_FN void rr_gamma_prepare(rr_tile *t) { rr_gamma_prepare_of(t, RR_C(1)); }

RR_FN rr_real rr_gamma_finish(const rr_tile *t, rr_uint32 slot0, rr_real g, rr_real e)
{
    const rr_real shape = rr_run_param(t, 0, slot0);
    return rr_boost_scaled(rr_boost_wanted(shape), -e, shape, g, rr_run_param(t, 1, slot0));
}

#endif
