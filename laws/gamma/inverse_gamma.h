/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* inverse-gamma: scale / X, where X is the gamma variate of the same shape and index. With X = g exp(-E / a) it is scale
 * exp(E / a) / g, computed at once, so that it is infinite only where the dtype cannot hold it: at shape 0.02 in f32, P(X <
 * 2^-128) = 17 %. */
#ifndef RR_SAMPLER_INVERSE_GAMMA_H
#define RR_SAMPLER_INVERSE_GAMMA_H

#include "laws/gamma/draw/slots.h"

RR_FN void rr_inverse_gamma_prepare(rr_tile *t) { rr_gamma_prepare_of(t, RR_C(1)); }

RR_FN rr_real rr_inverse_gamma_finish(const rr_tile *t, rr_uint32 slot0, rr_real g, rr_real e)
{
    const rr_real one = rr_div(rr_splat(RR_C(1)), g), shape = rr_run_param(t, 0, slot0);
    return rr_boost_scaled(rr_boost_wanted(shape), e, shape, one, rr_run_param(t, 1, slot0));
}

#endif
