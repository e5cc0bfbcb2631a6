/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* generalized-gamma: scale X^(1/c), where X is the gamma variate of shape a of the same index. It uses the logarithm log
 * g - E / a, so that no intermediate underflows or overflows. The error of X, plus a few half ulps of log g, E / a and
 * their sum, is divided by |c|. The exponent adds one rounding, and the variate 3. */
#ifndef RR_SAMPLER_GENERALIZED_GAMMA_H
#define RR_SAMPLER_GENERALIZED_GAMMA_H

#include "laws/gamma/draw/log.h"
#include "laws/gamma/draw/slots.h"
#include "engine/math/exp.h"

/* 2^-20 <= |c| */
#define RR_RELATES_generalized_gamma 2
RR_FN rr_mask rr_generalized_gamma_related(const rr_real *v) { return rr_le(rr_splat(RR_C(0x1p-20)), rr_abs(v[1])); }

RR_FN void rr_generalized_gamma_prepare(rr_tile *t) { rr_gamma_prepare_of(t, RR_C(1)); }

RR_FN rr_real rr_generalized_gamma_finish(const rr_tile *t, rr_uint32 slot0, rr_real g, rr_real e)
{
    const rr_real log = rr_gamma_log(g, e, rr_run_param(t, 0, slot0));
    return rr_exp_times(rr_div(log, rr_run_param(t, 1, slot0)), rr_run_param(t, 2, slot0));
}

#endif
