/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* loggamma: the logarithm of the gamma variate of the same index and shape, without underflow: log g - E / a. */
#ifndef RR_SAMPLER_LOGGAMMA_H
#define RR_SAMPLER_LOGGAMMA_H

#include "laws/gamma/draw/log.h"
#include "laws/gamma/draw/slots.h"

RR_FN void rr_loggamma_prepare(rr_tile *t) { rr_gamma_prepare_of(t, RR_C(1)); }

RR_FN rr_real rr_loggamma_finish(const rr_tile *t, rr_uint32 slot0, rr_real g, rr_real e)
{
    return rr_gamma_log(g, e, rr_run_param(t, 0, slot0));
}

#endif
