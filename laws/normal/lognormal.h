/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* lognormal: exp(mu + sigma Z), Z the standard normal of the same index.
 *
 * An exponent of 80, rounded, would put an error of 40 ulp into the result. So mu + sigma Z is made as x + rest: the product
 * and what its rounding lost by an fma, the sum by Knuth's addition, then what both lost is carried into x, which may have
 * cancelled. |rest| <= ulp(x) / 2, and
 *
 *     e^(x + rest) = (1 + rest) e^x (1 + O(rest^2)),
 *
 * in one piece (exp.h, exp_times). Where the result is finite and not 0, rest^2 / 2 is below 2^-37 (f32), 2^-88 (f64): the
 * error is that of exp_times and half an ulp, less than 2 ulp of exp of the exact mu + sigma Z, Z as a number of the dtype.
 * (Z itself is a rounded number: sigma times its 2 ulp is in the exponent, as in any lognormal.) */
#ifndef RR_SAMPLER_LOGNORMAL_H
#define RR_SAMPLER_LOGNORMAL_H

#include "engine/math/exp.h"
#include "engine/math/log_kernel.h"
#include "laws/normal/draw/draw.h"

#define RR_STEADY_lognormal 2
RR_FN void rr_lognormal_prepare(rr_tile *t) { (void)t; }

RR_FN rr_real rr_lognormal_finish(const rr_tile *t, rr_uint32 slot0, rr_real z, rr_real aux)
{
    const rr_real mu = rr_run_param(t, 0, slot0), sigma = rr_run_param(t, 1, slot0), p = sigma * z;
    const rr_real x = p + mu, back = x - p, one = rr_splat(RR_C(1));
    const rr_real lost = ((p - (x - back)) + (mu - back)) + rr_fma(sigma, z, -p);
    const rr_real hi = rr_select(rr_le(rr_abs(x), rr_splat(RR_LOG_MOST)), x + lost, x);   /* else lost is no number */
    (void)aux;
    return rr_exp_times(hi, rr_select(rr_lt(rr_abs(hi), rr_splat(RR_EXP_X)), (lost - (hi - x)) + one, one));
}

#endif
